"""QAHelper: a supervised team that answers, calms, writes e-mail and makes files, in Spanish."""
