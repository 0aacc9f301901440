"""Several matters in one clause, told apart by what is known to be a matter: "my invoice and my order".

Grammar cannot cut there ("rice and beans" is one order): only whoever knows the words of the matters can.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from language.clauses import is_negated
from language.lexicon import join_languages
from language.lexicon.phrase import plain

# The accented "é" is a verb and joins nothing: the text is read as it was typed.
_AND = "|".join(sorted(join_languages("AND")))
# A comma before a digit is a number's: "39,90".
_JOINT = re.compile(rf"\s*(?:,(?!\d)|[;/+&])\s*(?:(?:{_AND})\s+)?|\s+(?:{_AND})\s+", re.IGNORECASE)
NEAR = 20  # characters in which a no is looked for
_DENIALS = join_languages("NO_WORDS") | join_languages("WITHOUT")


class MatterWord(NamedTuple):
    """Where a word of a matter stands in the clause, and the matters it is a word of."""

    start: int
    end: int
    matters: frozenset[str]


def apart(clause: str, places: Sequence[MatterWord]) -> list[str]:
    """The clause, cut at the last comma or "and" between words of different matters.

    What is not wanted stays whole, or the denial would be said of its first part only.

    >>> bill, order = MatterWord(3, 7, frozenset({"bills"})), MatterWord(15, 20, frozenset({"orders"}))
    >>> apart("my bill and my order", [bill, order])
    ['my bill', 'my order']
    """
    if len(places) < 2 or is_negated(clause):
        return [clause]
    found: list[str] = []
    start = 0
    for before, after in pairwise(places):
        if before.matters & after.matters:
            continue
        joints = list(_JOINT.finditer(clause, before.end, after.start))
        if joints and not _denies(clause[joints[-1].end() :]):
            found.append(clause[start : joints[-1].start()])
            start = joints[-1].end()
    return [*found, clause[start:]]


def _denies(rest: str) -> bool:
    """Whether a text begins with a no."""
    return not _DENIALS.isdisjoint(plain(rest[:NEAR])[:1])
