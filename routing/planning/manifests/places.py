"""In which line of a JSON text each of its values begins, by JSON pointer.

An error is shown where it was made.

>>> lines_of('{\\n  "goals": [\\n    {"goal": "A"}]}')["/goals/0/goal"]
3
"""

import json
from bisect import bisect_right
from typing import NamedTuple

from routing.planning.manifests.consistency import escape

SPACE = " \t\r\n"
_decode = json.JSONDecoder().raw_decode


class JsonFault(NamedTuple):
    """Why a text is no JSON, and in which line."""

    line: int
    why: str


def problem_of(text: str) -> JsonFault | None:
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
