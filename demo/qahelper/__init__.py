"""QAHelper of seed 004: a supervised team that answers, calms, writes e-mail and makes files, in Spanish."""
