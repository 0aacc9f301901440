"""Specialists at work on one message, one after the other or beside others."""
