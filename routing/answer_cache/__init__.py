"""Answers that are given again to whoever asks the same.

Of intents that say so, and of turns that are nobody's.
"""
