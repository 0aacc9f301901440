"""Channels: what each sends and wants to get. One small file a channel, listed in `catalogue.py`."""
