"""The offline model's generic sentences and lists, one data file a language.

No word of any tenant's world.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def wording(language: str) -> Mapping[str, Any]:
    """The sentences of a language; English for one we do not speak.

    >>> wording("pt")["and"]
    'e'
    """
    path = Path(__file__).with_name(f"{language[:2]}.json") if language[:2].isalpha() else Path()
    if not path.is_file():
        path = Path(__file__).with_name("en.json")
    loaded: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


def join(parts: list[str], language: str) -> str:
    """A list in words.

    >>> join(["a", "b", "c"], "en")
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {wording(language)['and']} {parts[-1]}"
