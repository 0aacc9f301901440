"""Personal numbers and addresses in running text.

Found by shape, believed by their check digits or by the words beside them.

>>> [found.kind for found in find("CPF 529.982.247-25, mail ana@example.com", "pt")]
['cpf', 'email']
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from agents.guardrails.personal_labels import Labels
from agents.guardrails.personal_shapes import (
    NUMBER,
    SHAPES,
    SIGNED_EMAIL,
    SPELLED,
    SPELLED_LENGTHS,
    SPOKEN_EMAIL,
)
from agents.guardrails.spelled_numbers import runs

# Characters that stay readable, so that people know which one is meant; of a day or a street none.
KEPT = {"card": 4, "email": 3, "phone": 4, "birth": 0, "address": 0}
KEPT_OF_DOCUMENTS = 2


class PersonalData(NamedTuple):
    """One piece of personal data and where it stands."""

    kind: str
    start: int
    end: int
    text: str

    @property
    def plain(self) -> str:
        """Its letters and digits, by which two spellings of one number are the same."""
        return plain(self.text)


def plain(text: str) -> str:
    return re.sub(r"[^0-9a-z@]", "", fold(text)[0].lower())


def fold(text: str) -> tuple[str, Sequence[int]]:
    """A text as it looks, in plain digits, spaces and hyphens, and where each of its characters stood.

    What cannot be seen (zero-width spaces, soft hyphens) is left out: a number that is pasted or written with
    such characters is still that number.

    >>> fold("５２９\u200b.9")
    ('529.9', [0, 1, 2, 4, 5])
    """
    if text.isascii():
        return text, range(len(text))
    seen = [(look, at) for at, character in enumerate(text) if (look := _look(character))]
    return "".join(look for look, _ in seen), [at for _, at in seen]


@lru_cache(maxsize=2048)
def _look(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category in ("Zs", "Pd") or character == "\u2212":
        return "-" if category != "Zs" else " "
    if category in ("Cf", "Mn", "Me"):
        return ""
    plainer = unicodedata.normalize("NFKC", character)
    return plainer if len(plainer) == 1 and plainer.isascii() else character


def may_be(text: str) -> bool:
    """Whether a text has what all written numbers and addresses have: a digit or an @."""
    return "@" in text or any(map(str.isdigit, text))


def find(text: str, language: str) -> list[PersonalData]:
    """Everything personal in a text, in order; what overlaps is one, so that no part of it stays out."""
    looks, places = fold(text)
    spelled = [
        PersonalData(item.kind, places[item.start], places[item.end - 1] + 1, item.text)
        for item in _find_spelled(looks)
    ]
    if not may_be(looks):
        return spelled
    kept: list[PersonalData] = []
    for read in sorted(_all(looks, language), key=lambda item: (item.start, -item.end)):
        start, end = places[read.start], places[read.end - 1] + 1
        item = PersonalData(read.kind, start, end, text[start:end])
        if kept and item.start < kept[-1].end:
            end = max(item.end, kept[-1].end)
            kept[-1] = PersonalData(kept[-1].kind, kept[-1].start, end, text[kept[-1].start : end])
        else:
            kept.append(item)
    return _with(kept, spelled) if spelled else kept


def _with(kept: list[PersonalData], spelled: list[PersonalData]) -> list[PersonalData]:
    """What was written as usual is masked as usual; a row of such numbers is none of its own."""
    apart = [one for one in spelled if not any(k.start < one.end and one.start < k.end for k in kept)]
    return sorted([*kept, *apart], key=lambda one: one.start)


def _find_spelled(text: str) -> Iterator[PersonalData]:
    """Addresses of mail and numbers that are read out: these digit by digit, whole or with another before or
    behind them, and their text is the digits.
    """
    for address in chain(SPOKEN_EMAIL.finditer(text), SIGNED_EMAIL.finditer(text)):
        yield PersonalData("email", *address.span(), address[0])
    labels: Labels | None = None
    for run in runs(text):
        for number in dict.fromkeys((run.digits, *_ends(run.digits))):
            kind = next((kind for kind, believed in SPELLED if believed(number)), "")
            if kind:
                yield PersonalData(kind, run.start, run.end, run.digits)
                break
        else:
            labels = labels or Labels(text)
            kind = labels.of(run.start, run.end)
            if len(run.digits) in SPELLED_LENGTHS.get(kind, ()):
                yield PersonalData(kind, run.start, run.end, run.digits)


def _ends(number: str) -> Iterator[str]:
    for length in (11, 13, 14, 15, 16, 19):
        if len(number) > length:
            yield number[:length]
            yield number[-length:]


def _all(text: str, language: str) -> Iterator[PersonalData]:
    labels = Labels(text)
    numbers = NUMBER.search(text) is not None
    for shape in SHAPES:
        if shape.language and shape.language != language:
            continue
        if (
            not labels.kinds.intersection(shape.names)
            if shape.names
            else not numbers and shape.kind != "email"
        ):
            continue
        at = 0
        while (match := shape.pattern.search(text, at)) is not None:
            length = shape.believed(match[0])
            if length and shape.when != "always" and not shape.fits(labels.of(*match.span())):
                length = 0
            if length:
                at = match.start() + length
                yield PersonalData(shape.kind, match.start(), at, text[match.start() : at])
            else:
                at = match.start() + 1


@lru_cache(maxsize=512)
def star(kind: str, text: str) -> str:
    """The text with its letters and digits starred, but for the last few.

    >>> star("cpf", "529.982.247-25")
    '***.***.***-25'
    """
    shown = KEPT.get(kind, KEPT_OF_DOCUMENTS)
    left = sum(character.isalnum() for character in text) - shown
    written = []
    for character in text:
        if character.isalnum() and left > 0:
            written.append("*")
            left -= 1
        else:
            written.append(character)
    return "".join(written)
