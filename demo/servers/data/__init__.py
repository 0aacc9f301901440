"""What the demo's servers know and say, as data: its days are of the day on which a server starts.

`DEMO_TODAY` (2026-11-28) names another day for that.
"""

import json
import os
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
WRITTEN = date(2026, 11, 28)  # the day for which the files are right as they stand
WEEK = 7  # days of the week stay what they are
DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def read(name: str) -> Any:
    """The made-up things of a server."""
    return yaml.load(
        as_of_today((HERE / f"{name}.yaml").read_text(encoding="utf-8")), Loader=yaml.CSafeLoader
    )


def today() -> date:
    """The day of which the world is."""
    return date.fromisoformat(os.environ.get("DEMO_TODAY") or date.today().isoformat())


def as_of_today(text: str) -> str:
    """A text with its days moved by the weeks that went by since they were written."""
    moved = timedelta(days=(today() - WRITTEN).days // WEEK * WEEK)
    return DAY.sub(lambda found: str(date.fromisoformat(found[0]) + moved), text)


@cache
def _read_spoken() -> dict[str, dict[str, str]]:
    return {pt: {"pt": pt, "es": es, "en": en} for pt, es, en in read("spoken")}


def in_languages(value: Any) -> Any:
    """A tool's answer whose states and advice (`spoken.yaml`) are told in every language of the customers.

    >>> in_languages({"status": "paga", "id": "A1"})
    {'status': {'pt': 'paga', 'es': 'pagada', 'en': 'paid'}, 'id': 'A1'}
    """
    if isinstance(value, dict):
        return {name: in_languages(each) for name, each in value.items()}
    if isinstance(value, list):
        return [in_languages(each) for each in value]
    return _read_spoken().get(value, value) if isinstance(value, str) else value


def manifest(name: str) -> dict[str, Any]:
    """What a domain says of itself: told by its server, approved when the demo world is loaded.

    >>> manifest("notifier")["domain"]
    'notifier'
    """
    found: dict[str, Any] = json.loads((HERE / f"{name}.manifest.json").read_text())
    return found
