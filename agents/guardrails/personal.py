"""Personal numbers and addresses in running text.

Found by shape, believed by their check digits or by the words beside them.

>>> [found.kind for found in find("CPF 529.982.247-25, mail ana@example.com", "pt")]
['cpf', 'email']
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from agents.guardrails.addresses import POSTCODE
from agents.guardrails.digit_runs import find_runs
from agents.guardrails.lettered_runs import find_lettered
from agents.guardrails.personal_features import WITHOUT
from agents.guardrails.personal_labels import Labels
from agents.guardrails.personal_shapes import NUMBER, SHAPES
from agents.guardrails.personal_tagger import find_places, find_tagged, names_street
from agents.guardrails.read_aloud import may_be_said, read_aloud
from agents.guardrails.shape import join_list

# Characters that stay readable, so that people know which one is meant; of a day or a street none.
KEPT = {"card": 4, "email": 3, "phone": 4, "birth": 0, "address": 0}
KEPT_OF_DOCUMENTS = 2
FEWEST = 5  # digits of a number in groups
UNNAMED = tuple(shape for shape in SHAPES if not shape.names)  # that are looked for in every text
# Rows of digits and of letters that look like them.
_ALIKE = r"(?:[\dOoQlI]{2,20}|\d)"
ALIKE = re.compile(rf"(?<![^\W_]){_ALIKE}(?:[-\s.,/()]{{1,3}}{_ALIKE}){{0,20}}(?![^\W_])")
DIGITS = str.maketrans("OoQlI", "00011")
FEWEST_ALIKE = 4  # of which so many are digits
CODE = re.compile(rf"[\d. -]{{4,10}}|{POSTCODE}", re.IGNORECASE)
_ASKED = re.compile(r"[^.!?\n]{0,120}\?")
# Without its sign, from the beginning of its sentence: "how late is the branch at 1200 Market St open".
_ASKING = re.compile(
    rf"(?:\A|[.!?\n])\W{{0,3}}(?:{join_list('personal', 'asking')})(?!\w)[^.!?\n]*\Z", re.IGNORECASE
)
NEAR_PUBLIC = 60  # characters before a place in which it is said to be a shop's
# "the shop at ", "la tienda de la "; a name or a flat between them is somebody's.
_PUBLIC = re.compile(rf"(?<!\w)(?i:{join_list('personal', 'public')})(?: [a-zà-ÿ]+){{0,2}} \Z")
_PUBLIC_BEHIND = re.compile(rf" (?:{join_list('personal', 'public')})(?!\w)", re.IGNORECASE)
_SPEAKER = join_list("function_words", "speaker")
_OWN = re.compile(rf"(?<!\w)(?:{join_list('personal', 'own')}|{_SPEAKER})(?!\w)", re.IGNORECASE)
# "Rua Augusta 40, bairro CEP 01310-100"; with "e entrega na" between they are two places.
_PARTS = "|".join(join_list("personal", key) for key in ("postcode", "area", "unit", "unit_alone"))
_CODES = re.compile(r"(?:[^\W\d_]+\d+\W+){2,}\w*")  # "ABC100, ABC101, ABC102"
_BETWEEN_PARTS = re.compile(
    rf"[^\w?!]{{0,3}}[.,;:/-][^\w?!\n]{{0,3}}(?:(?:{_PARTS})(?!\w)[^\w?!\n]{{1,3}}){{0,2}}|[^\w?!]{{1,4}}",
    re.IGNORECASE,
)
# The extension of a telephone, behind it.
EXTENSION = re.compile(
    rf",? ?\(?(?:{join_list('personal', 'extension')})[ .:]{{0,2}}\d{{1,5}}(?!\w)", re.IGNORECASE
)


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
    """Whether a text has what all numbers and addresses have: a digit, an @, or a word of them."""
    return _is_written(text) or may_be_said(text) or names_street(text)


def _is_written(text: str) -> bool:
    return "@" in text or any(map(str.isdigit, text)) or WITHOUT.search(text) is not None


def find(text: str, language: str) -> list[PersonalData]:
    """Everything personal in a text, in order; what overlaps is one, so that no part of it stays out.

    Read as it looks, and as it sounds (`read_aloud`): the text of what is said in words is what it says.
    """
    looks, places = fold(text)
    spoken = read_aloud(looks)
    labels = Labels(looks)
    heard, heard_labels = (spoken.text, Labels(spoken.text)) if spoken else (looks, labels)

    def at(start: int, end: int) -> tuple[int, int]:
        """Where what is heard stands in the text."""
        if spoken:
            start, end = spoken.starts[start], spoken.ends[end - 1]
        return places[start], places[end - 1] + 1

    read = (_find_shapes(looks, language, labels), _read_alike(looks, language)) if _is_written(looks) else ()
    found = [(kind, places[start], places[end - 1] + 1) for kind, start, end in chain.from_iterable(read)]
    kept = _join([PersonalData(*item, text[item[1] : item[2]]) for item in found], text)
    kept = _drop_asked(kept, text)
    starts = [item.start for item in kept]

    def is_known(start: int, end: int) -> bool:
        """Whether what is heard stands within what is kept."""
        start, end = at(start, end)
        return bool(place := bisect_right(starts, start)) and end <= kept[place - 1].end

    more = [find_tagged(heard, heard_labels, is_known)]
    if spoken:
        more.append(_find_shapes(heard, language, heard_labels))
    said = [
        PersonalData(kind, *at(start, end), heard[start:end])
        for kind, start, end in chain.from_iterable(more)
        if not is_known(start, end)
    ]
    return _extend(_join([*kept, *said], text) if said else kept, text)


def _drop_asked(found: list[PersonalData], text: str) -> list[PersonalData]:
    """Without the places that are asked about and nobody's: "is the shop at 55 King Street open?".

    Only what the words around say nothing of, in a question, just behind a shop or an office, where nobody
    is named who asks or comes; and a postcode alone: "do you cover 28933?".
    """
    questions = [
        item
        for item in found
        if item.kind == "address" and (_ASKED.match(text, item.end) or _ASKING.search(text, 0, item.start))
    ]
    if not questions:
        return found
    is_own = _OWN.search(text) is not None
    asked = {
        item
        for item in questions
        if CODE.fullmatch(item.text)
        or (
            not is_own
            and (
                _PUBLIC.search(text[max(item.start - NEAR_PUBLIC, 0) : item.start])
                or ("," not in item.text and _PUBLIC_BEHIND.match(text, item.end))
            )
        )
    }
    places = find_places(text) if asked else []
    return [
        item
        for item in found
        if item not in asked or any(start < item.end and item.start < end for start, end in places)
    ]


def _read_alike(text: str, language: str) -> Iterator[tuple[str, int, int]]:
    """What stands there when letters that look like digits, among digits, are those: "529.982.247-l0"."""
    read = ALIKE.sub(_straighten, text)
    return _find_shapes(read, language, Labels(read)) if read != text else iter(())


def _straighten(found: re.Match[str]) -> str:
    digits, signs = sum(map(str.isdigit, found[0])), sum(map(str.isalnum, found[0]))
    return found[0].translate(DIGITS) if digits >= FEWEST_ALIKE and 2 * digits >= signs else found[0]


def _join(found: list[PersonalData], text: str) -> list[PersonalData]:
    kept: list[PersonalData] = []
    for item in sorted(found, key=lambda item: (item.start, -item.end)):
        if kept and item.start < kept[-1].end:
            last = kept[-1]
            if item.end > last.end:
                kept[-1] = PersonalData(last.kind, last.start, item.end, text[last.start : item.end])
        else:
            kept.append(item)
    return kept


def _extend(found: list[PersonalData], text: str) -> list[PersonalData]:
    """Each telephone with its extension, two parts of a place that a few words part as one, and no list of
    codes."""
    joined: list[PersonalData] = []
    for item in found:
        last = joined[-1] if joined else item
        if last.kind == item.kind == "address" and _BETWEEN_PARTS.fullmatch(text, last.end, item.start):
            joined[-1] = last._replace(end=item.end, text=text[last.start : item.end])
        else:
            joined.append(item)
    joined = [item for item in joined if item.kind != "address" or not _CODES.fullmatch(item.text)]
    return [
        item._replace(end=rest.end(), text=text[item.start : rest.end()])
        if item.kind == "phone" and (rest := EXTENSION.match(text, item.end))
        else item
        for item in joined
    ]


def _find_shapes(text: str, language: str, labels: Labels) -> Iterator[tuple[str, int, int]]:
    numbers = NUMBER.search(text) is not None
    if sum(map(str.isdigit, text)) >= FEWEST:
        yield from find_runs(text, labels)
        yield from find_lettered(text, labels)
    for shape in SHAPES if labels.kinds else UNNAMED:
        if shape.language and shape.language != language:
            continue
        if (
            not labels.kinds.intersection(shape.names)
            if shape.names
            else not numbers and shape.kind not in ("email", "address")
        ):
            continue
        at = 0
        while (found := shape.find(text, at)) is not None:
            begin, end = found
            is_named = shape.when != "labelled" or shape.fits(labels.of(begin, end))
            length = shape.believed(text[begin:end]) if is_named else 0
            if length > 0 and shape.when == "unless_reference" and not shape.fits(labels.of(begin, end)):
                length = 0
            if length > 0:
                at = begin + length
                yield shape.kind, begin, at
            else:
                at = begin + max(1, -length)


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
