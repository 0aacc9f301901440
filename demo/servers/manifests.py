"""The manifests of the demo's domains: told by their servers, approved when the demo world is loaded."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def manifest(name: str) -> dict[str, Any]:
    """What a domain says of itself.

    >>> manifest("notifier")["domain"]
    'notifier'
    """
    told: dict[str, Any] = json.loads((DATA / f"{name}.manifest.json").read_text())
    return told
