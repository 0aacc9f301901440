"""Our own held-out messages, a folder a profile and a file a kind: none of them is an example of the demo.

`benchmarks/natural_messages.py` decides them all and says how many it got right.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def files() -> list[Path]:
    """The files of all profiles, in order."""
    return sorted(FOLDER.glob("*/*.jsonl"))


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The messages of a file: `{"text", "intent", "kind", "state"?}`."""
    for line in path.read_text().splitlines():
        yield json.loads(line)
