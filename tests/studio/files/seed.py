"""Seed 000's configuration as its document shows it, in words of our own."""

from pathlib import Path

from studio.files.gathering import from_folder

FOLDER = Path(__file__).with_name("seed")


def files(**changed: str | None) -> dict[str, bytes]:
    """The files; one is written anew, or left out: `files(**{"tools.yaml": "tools: {}"})`."""
    found = from_folder(FOLDER)
    for name, content in changed.items():
        found.pop(name, None)
        if content is not None:
            found[name] = content.encode()
    return found
