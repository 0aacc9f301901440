"""Open, conduct, close: one function, `run.run_turn`, behind every door."""
