"""Steps: composed from goals, or proposed by a model; in an order in which they can run."""
