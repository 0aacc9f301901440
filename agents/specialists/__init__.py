"""Specialists at work: the prompt they get, the tool loop they run, the questions they ask."""
