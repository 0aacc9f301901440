"""Reads a file into blocks, in a process of its own with little memory and time.

`python -m agents.knowledge.parsing`.

One file a format. The process knows neither Django nor the database: it writes a JSON line a block, and at
the end what came of it.
"""
