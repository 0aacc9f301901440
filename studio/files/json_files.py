"""Reads a JSON file from a stranger as the tree that YAML files are.

JSON's parser tells no lines but of its faults.
"""

import json
import math
from collections import Counter
from typing import Any

from django.utils.translation import gettext as _

from studio.files.errors import Fault
from studio.files.nodes import Block, Items, Node, Scalar, below
from studio.files.reading import DEEPEST

LIST = "domains"  # the one file that is a list is read as a mapping with this key


def parse_json(name: str, content: bytes) -> Node | None:
    """The value of a file. Raises Fault."""

    def no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(key for key, _value in pairs)
            twice = next(key for key, count in counts.items() if count > 1)
            raise Fault(name, 0, _("'%s' stands in one object twice.") % twice[:60])
        return found

    try:
        value = json.loads(content.decode("utf-8-sig"), object_pairs_hook=no_twice)
    except json.JSONDecodeError as error:
        raise Fault(name, error.lineno, _("This is not JSON: %s.") % error.msg) from error
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise Fault(name, 0, _("It is not UTF-8 text, or nested too deep.")) from error
    return _node(name, {LIST: value} if isinstance(value, list) else value, "", 0)


def _node(name: str, value: Any, path: str, depth: int) -> Node:
    if depth > DEEPEST:
        raise Fault(name, 0, _("It is nested more than %d levels deep.") % DEEPEST)
    if isinstance(value, dict):
        inner = {key: _node(name, each, below(path, key), depth + 1) for key, each in value.items()}
        return Block(name, 0, path, {_text(name, key): each for key, each in inner.items()})
    if isinstance(value, list):
        items = Items(0)
        items.extend(_node(name, each, below(path, n), depth + 1) for n, each in enumerate(value))
        return items
    if isinstance(value, float) and not math.isfinite(value):
        raise Fault(name, 0, _("'%s' is no number that can be kept.") % value)
    return Scalar(0, _text(name, value) if isinstance(value, str) else json.dumps(value), value)


def _text(name: str, value: str) -> str:
    if "\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        raise Fault(name, 0, _("It holds a character that no text may hold."))
    return value
