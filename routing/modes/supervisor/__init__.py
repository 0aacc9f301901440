"""Mode `supervisor`: several specialists at once."""
