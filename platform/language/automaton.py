"""All keywords of a release in one Aho-Corasick automaton.

>>> keywords = Automaton([("segunda via", 1), ("conta", 2)])
>>> [(hit.text, hit.payload) for hit in keywords.hits("quero a segunda via das contas, contato")]
[('segunda via', 1), ('conta', 2)]
"""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

import ahocorasick

from language.normalise import spaced
from language.plurals import phrases

T = TypeVar("T")


class Hit(NamedTuple, Generic[T]):
    """One whole-word hit. `text` is the entry as authored; `start` and `end` cut it out of the normalised
    message (of the message itself when that is Latin-1)."""

    text: str
    start: int
    end: int
    payload: T


class Automaton(Generic[T]):
    """Finds whole words and their regular plurals; accents, case and hyphens do not matter."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        found: dict[str, list[tuple[str, T]]] = {}
        for text, payload in entries:
            # Wildcards of a form that is itself an entry are welcome: both are hits there.
            for form in phrases(" ".join(spaced(text).split())):
                found.setdefault(form, []).append((text, payload))
        self._size = len(found)
        self._machine = ahocorasick.Automaton()
        for form, values in found.items():
            # The space in front makes every hit start a word; the end is looked at below.
            self._machine.add_word(f" {form}", (len(form), tuple(values)))
        self._machine.make_automaton()

    def __len__(self) -> int:
        """How many spellings are known."""
        return self._size

    def hits(self, normalised: str) -> list[Hit[T]]:
        """Every hit, in order of appearance; a hit inside a longer one is dropped.

        Raw text may be passed as well: it is folded here in any case.
        """
        if not self._size:
            return []
        text = spaced(normalised)
        # `end` is the last letter's position in the padded text: position of the end in the message.
        hits = [
            Hit(entry, end - length, end, payload)
            for end, (length, values) in self._machine.iter(text)
            if text[end + 1] == " "
            for entry, payload in values
        ]
        if len(hits) > 1:
            return _outermost(hits)
        return hits


def _outermost(hits: list[Hit[T]]) -> list[Hit[T]]:
    """Without the hits that lie inside a longer one."""
    kept = [
        hit
        for hit in hits
        if not any(
            other.start <= hit.start
            and hit.end <= other.end
            and other.end - other.start > hit.end - hit.start
            for other in hits
        )
    ]
    kept.sort(key=lambda hit: (hit.start, -hit.end))
    return kept
