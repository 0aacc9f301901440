"""Where a sentence ends and the next begins.

>>> split_sentences("O Dr. Silva atende às 9h. Quer marcar?\\nSim")
['O Dr. Silva atende às 9h.', 'Quer marcar?', 'Sim']
"""

import re
from collections.abc import Iterator

from language.lexicon import join_languages

ABBREVIATED = join_languages("ABBREVIATED")
_GAP = re.compile(r"(?<=[.!?…])[\"'”’)*_]*\s+|\n+")
_ABBREVIATION = re.compile(r"([^\W\d_]+)\.\Z")
LONGEST = 16  # characters in which an abbreviation is looked for


def find_gaps(text: str, begin: int = 0) -> Iterator[re.Match[str]]:
    """What parts two sentences: the signs and blanks behind the end of one, or lines.

    An abbreviation's full stop ends none.
    """
    for gap in _GAP.finditer(text, begin):
        last = _ABBREVIATION.search(text, max(gap.start() - LONGEST, 0), gap.start())
        if last is None or last[1].lower() not in ABBREVIATED or "\n" in gap[0]:
            yield gap


def split_sentences(text: str) -> list[str]:
    """The sentences of a text that say anything, each without what parts it from the next."""
    at, found = 0, []
    for gap in find_gaps(text):
        found.append(text[at : gap.start()])
        at = gap.end()
    return [each for each in (*found, text[at:]) if each.strip()]
