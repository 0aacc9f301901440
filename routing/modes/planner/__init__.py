"""Mode `planner`: goals become plans that domains carry out."""
