"""How claims sound: that something was done, is being done, or will be; that somebody else goes on.

A file a language.
"""
