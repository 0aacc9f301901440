"""What the demo's servers know and say, as data."""

import json
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent


def read(name: str) -> Any:
    """The made-up things of a server."""
    return yaml.load((HERE / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def manifest(name: str) -> dict[str, Any]:
    """What a domain says of itself: told by its server, approved when the demo world is loaded.

    >>> manifest("notifier")["domain"]
    'notifier'
    """
    found: dict[str, Any] = json.loads((HERE / f"{name}.manifest.json").read_text())
    return found
