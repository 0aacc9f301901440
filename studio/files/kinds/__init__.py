"""The kinds of configuration files.

A new one is a file beside these and a line in `studio/files/catalogue.py`.
"""
