"""Where a sentence ends and the next begins; an abbreviation's full stop ends none.

>>> split_sentences("O Dr. Silva atende às 9h. Quer marcar?\\nSim")
['O Dr. Silva atende às 9h.', 'Quer marcar?', 'Sim']
>>> split_sentences("quer marcar?sim;obrigado", TYPED)
['quer marcar?', 'sim;', 'obrigado']
"""

import re
from collections.abc import Iterator

from language.lexicon import join_languages

ABBREVIATED = join_languages("ABBREVIATED")
# What stands between two sentences is each pattern's one group.
WRITTEN = re.compile(r"(?<=[.!?…])[\"'”’)*_]*(\s+)|(\n+)")
WITH_SEMICOLONS = re.compile(r"(?<=[.!?…;])[\"'”’)*_]*(\s+)|(\n+)")
TYPED = re.compile(r"(?<=[?!;])(\s*)|(?<=[.…])(\s+|$)|(\n+)")  # in haste: no blank behind a sign
_ABBREVIATION = re.compile(r"([^\W\d_]+)\.\Z")
LONGEST = 16  # characters in which an abbreviation is looked for: 5 000 times "Sr." took 1.5 s


def find_sentences(
    text: str, begin: int = 0, gap: re.Pattern[str] = WRITTEN
) -> Iterator[tuple[int, int, int]]:
    """Where each sentence begins and ends, and where the next begins."""
    for found in gap.finditer(text, begin):
        if not _is_abbreviated(text, found.start()) or "\n" in found[0]:
            end, following = found.span(found.lastindex or 0)
            yield begin, end, following
            begin = following
    yield begin, len(text), len(text)


def split_sentences(text: str, gap: re.Pattern[str] = WRITTEN) -> list[str]:
    """The sentences of a text that say anything."""
    found = (text[begin:end].strip() for begin, end, _following in find_sentences(text, gap=gap))
    return list(filter(None, found))


def _is_abbreviated(text: str, end: int) -> bool:
    """Whether the full stop before a place is an abbreviation's."""
    if text[end - 1 : end] != ".":
        return False
    last = _ABBREVIATION.search(text, max(end - LONGEST, 0), end)
    return last is not None and last[1].lower() in ABBREVIATED
