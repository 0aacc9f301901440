"""What a manifest says, in one form, and in which line of its text.

    content_of({"goals": [{"goal": "GET_QUOTE", ...}],
                "capabilities": [{"capability": "get_stock_price", ...}]})
    # {"description": "", "keywords": [], ..., "goals": [{"name": "GET_QUOTE", ...}], "capabilities": [...]}

The domain protocol lets a domain write some of it in two ways; the one form is that of a release (see
`routing.planning.manifests.section`), so that a manifest, a draft and a release are compared and checked
alike. An error is shown in the line where it was made.

>>> lines_of('{\\n  "goals": [\\n    {"goal": "A"}]}')["/goals/0/goal"]
3
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, NamedTuple

from releases.sections import Json

LONGEST = 400  # of a description


def digest_of(manifest: Json) -> str:
    """The same for two manifests that say the same, whatever the order of their keys."""
    text = json.dumps(manifest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def content_of(manifest: Mapping[str, Any]) -> dict[str, Json]:
    """A valid manifest as a release keeps a domain.

    Description, hints, goals and capabilities in their order.
    """
    return {
        "description": str(manifest.get("domain_description", ""))[:LONGEST],
        **read_hints(manifest.get("domain_intent_hints")),
        "goals": [_goal(each) for each in manifest.get("goals", [])],
        "capabilities": [_capability(each) for each in manifest.get("capabilities", [])],
    }


def names_of(value: Json) -> tuple[str, ...]:
    """What a capability map says of one value: a name, or several.

    >>> names_of("get_top_gainers")
    ('get_top_gainers',)
    """
    return (value,) if isinstance(value, str) else tuple(value)


def read_hints(hints: Json) -> dict[str, list[str]]:
    """Keywords and examples, each once."""
    given = hints if isinstance(hints, Mapping) else {}
    return {name: list(dict.fromkeys(given.get(name, []))) for name in ("keywords", "examples")}


def _goal(each: Mapping[str, Any]) -> dict[str, Json]:
    return {
        "name": each.get("goal") or each.get("name", ""),
        "description": str(each.get("description", ""))[:LONGEST],
        "capabilities": list(dict.fromkeys(each.get("capabilities", []))),
        "requires_domains": list(dict.fromkeys(each.get("requires_domains", []))),
        **read_hints(each.get("hints")),
        "entities": dict(each.get("entities_schema", {})),
    }


def _capability(each: Mapping[str, Any]) -> dict[str, Json]:
    metadata = dict(each.get("metadata", {}))
    return {
        "name": each.get("name") or each.get("capability", ""),
        "description": str(each.get("description", "") or metadata.get("intent_description", ""))[:LONGEST],
        "schema": dict(each.get("schema", {})),
        "metadata": metadata,
        **read_hints(metadata.get("intent_hints")),
        "read_only": bool(metadata.get("read_only", False)),
    }


SPACE = " \t\r\n"
_decode = json.JSONDecoder().raw_decode


def escape(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


class JsonFault(NamedTuple):
    """Why a text is no JSON, and in which line."""

    line: int
    why: str


def find_problem(text: str) -> JsonFault | None:
    """What keeps a text from being read; None when it is JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return JsonFault(error.lineno, error.msg)
    except ValueError as error:  # a number of thousands of digits
        return JsonFault(1, str(error))
    except RecursionError:
        return JsonFault(1, "too deeply nested")
    return None


def lines_of(text: str) -> dict[str, int]:
    """The line of every value of a text that is JSON; the first of a key that stands there twice."""
    starts = [0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]
    found: dict[str, int] = {}
    _value(text, _skip(text, 0), "", starts, found)
    return found


def line_at(pointer: str, lines: dict[str, int]) -> int:
    """The line of a pointer, or of what it would stand in."""
    while pointer and pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    return lines.get(pointer, 1)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def _value(text: str, at: int, pointer: str, starts: list[int], found: dict[str, int]) -> int:
    """Notes the value at `at` and gives the place behind it."""
    found.setdefault(pointer, bisect_right(starts, at))
    if text[at] not in "{[":
        return int(_decode(text, at)[1])
    closing = "}" if text[at] == "{" else "]"
    number, here = 0, _skip(text, at + 1)
    while text[here] != closing:
        key = str(number)
        if closing == "}":
            key, here = _decode(text, here)
            here = _skip(text, _skip(text, here) + 1)  # past the colon
        here = _skip(text, _value(text, here, f"{pointer}/{escape(key)}", starts, found))
        if text[here] == ",":
            here = _skip(text, here + 1)
        number += 1
    return here + 1
