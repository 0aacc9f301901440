"""Mode `supervisor`: several specialists at once, by a plan; one after the other is mode `supervised`."""
