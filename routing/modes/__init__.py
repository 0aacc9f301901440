"""Modes: each a small table over the same nodes."""
