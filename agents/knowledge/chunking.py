"""Blocks of a document, cut into passages.

A few sentences of one section and one page that say something together.

>>> [each.text for each in passages([Block("One. Two."), Block("Three.", section="B")])]
['One. Two.', 'Three.']
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

LONGEST = 600  # characters of a passage
SHORTEST = 200  # below this the next block of the same section is put behind it
SENTENCE_END = re.compile(r"(?<=[.!?…:;])\s+|\n+")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, a row of a table or a list item, in the order of the document; `page` counts from 1."""

    text: str
    section: str = ""
    page: int | None = None


def passages(blocks: Iterable[TextBlock]) -> Iterator[TextBlock]:
    """The blocks, joined where they are short and cut at sentences where they are long."""
    held: TextBlock | None = None
    for block in blocks:
        for piece in _cut(block):
            if held is None:
                held = piece
            elif _belong(held, piece):
                held = TextBlock(f"{held.text}\n{piece.text}", held.section, held.page)
            else:
                yield held
                held = piece
    if held is not None:
        yield held


def _belong(held: TextBlock, piece: TextBlock) -> bool:
    same = (held.section, held.page) == (piece.section, piece.page)
    return same and len(held.text) < SHORTEST and len(held.text) + len(piece.text) <= LONGEST


def _cut(block: TextBlock) -> Iterator[TextBlock]:
    text, at = block.text.strip(), 0
    while len(text) - at > LONGEST:  # nothing is copied: a line may be as long as a document
        earliest, latest = at + SHORTEST, at + LONGEST
        end = max((match.end() for match in SENTENCE_END.finditer(text, earliest, latest)), default=0)
        end = end or text.rfind(" ", earliest, latest) + 1 or latest
        yield TextBlock(text[at:end].strip(), block.section, block.page)
        at = end
        while text[at].isspace():
            at += 1
    if text:
        yield TextBlock(text[at:], block.section, block.page)
