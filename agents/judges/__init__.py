"""Judges: one small file a judge; they score an answer after it was given."""
