"""Reads a stream of server-sent events into (id, name, data)."""

import json


def parse(text: str) -> list[tuple[str | None, str, dict]]:
    """The events of a whole response body; comments and `retry` are left out."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "data" in lines:
            found.append((lines.get("id"), lines["event"], json.loads(lines["data"])))
    return found
