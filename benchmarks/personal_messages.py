"""Messages with and without personal data, by program, of which the tagger of personal data learns.

for message in generate(seed=7, count=100): message.text, message.pieces
"""

import random
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

TABLES: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
LANGUAGES = ("pt", "es", "en")
# How often each kind of message is drawn, and what of it is whose.
KINDS = {"at": 4.0, "call": 4.0, "named": 2.0, "none": 5.0, "theirs": 1.6}
TAGS = {("at", "a"): "address", ("call", "p"): "number", ("named", "v"): "number"}
POSTCODES = ("LL# #LL", "L## #LL")
SIGNS = {"#": string.digits, "@": "23456789", "L": string.ascii_uppercase}
# How often a number is told in pieces, a second sentence follows, and all is in small letters.
PIECES = {"p": 0.12, "v": 0.25}
SECOND, SMALL, SMALL_ADDRESS = 0.35, 0.3, 0.25


class Message(NamedTuple):
    """A text, its language, and which pieces of it are of which kind."""

    text: str
    language: str
    pieces: tuple[tuple[int, int, str], ...]


class Writer:
    """Draws messages by the tables."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def write(self) -> Message:
        language = self._chance.choice(LANGUAGES)
        (kind,) = self._chance.choices([*KINDS], [*KINDS.values()])
        text, pieces = self._fill(kind, language)
        if self._chance.random() < SECOND:
            more, _ = self._fill("none", language)
            join = self._chance.choice((". ", ", ", " ", " - ", "\n"))
            if self._chance.random() < SECOND:
                text = f"{text}{join}{more}"
            else:
                lead = len(more) + len(join)
                text = f"{more}{join}{text}"
                pieces = [(start + lead, end + lead, tag) for start, end, tag in pieces]
        if self._chance.random() < SMALL and len(text.lower()) == len(text):
            text = text.lower()
        return Message(text, language, tuple(pieces))

    def _fill(self, kind: str, language: str) -> tuple[str, list[tuple[int, int, str]]]:
        """A template of the kind with its names filled, and where what counts stands."""
        text, pieces = "", []
        name, _, number = self._pick("ids", language).partition("|")
        for literal, key, _format, _conversion in string.Formatter().parse(self._pick(kind, language)):
            text += literal
            if not key:
                continue
            written = self._write(key, kind, language, name, number)
            if tag := TAGS.get((kind, key)):
                pieces.append((len(text), len(text) + len(written), tag))
            text += written
        return text, pieces

    def _write(self, key: str, kind: str, language: str, name: str, number: str) -> str:
        if key == "a":
            place = self._expand(self._pick("places", language), language)
            return place.lower() if self._chance.random() < SMALL_ADDRESS else place
        if key == "p":
            return self._tell(self._digits(self._pick("phones", language)), language, PIECES[key])
        if key == "k":
            return name
        if key == "v" and kind == "named":
            return self._tell(self._digits(number), language, PIECES[key])
        if key == "n":
            return str(self._chance.randint(2, 999))
        if key == "r":
            return self._pick("references", language)
        if key == "f":
            return self._digits(self._pick("hotlines", language))
        return self._digits(self._chance.choice(TABLES["numbers" if key == "v" else "amounts"]))

    def _expand(self, form: str, language: str) -> str:
        """A place with its parts, which may have parts."""
        return re.sub(r"\{(\w+)\}", lambda found: self._part(found[1], language), form)

    def _part(self, key: str, language: str) -> str:
        if key == "s":
            return self._street(language)
        if key in ("m", "d", "n"):
            return str(self._chance.randint(1, {"m": 400, "d": 12, "n": 4000}[key]))
        if key == "pc":
            return self._digits(self._chance.choice(POSTCODES))
        if key in ("l", "c3", "c5"):
            return self._digits({"l": "L", "c3": "###", "c5": "#####"}[key])
        lists = {"area": "areas", "town": "towns", "st": "states", "name": "names", "rest": "rests"}
        return self._expand(self._pick(lists[key], language), language)

    def _street(self, language: str) -> str:
        name, kind = self._pick("names", language), self._pick("kinds", language)
        number = self._chance.choice((self._chance.randint(2, 99), self._chance.randint(100, 9999)))
        if language == "en":
            street = f"{number} {name} {kind}"
        else:
            sign = self._chance.choice((" ", ", ", " nº ", " n ", " #" if language == "es" else " "))
            street = f"{kind} {name}{sign}{number}".strip()
        rests = self._chance.choice((0, 0, 1, 1, 2))
        return street + "".join(self._part("rest", language) for _ in range(rests))

    def _tell(self, number: str, language: str, share: float) -> str:
        """The number, now and then in pieces."""
        bare = re.sub(r"\W", "", number)
        groups = re.findall(r"\w+", number)
        if self._chance.random() >= share or len(bare) < 6:
            return number
        if len(groups) > 1 and self._chance.random() < SECOND:
            return ", ".join(groups)
        at = self._chance.choice((3, 4, len(bare) // 2, len(bare) - 4, len(bare) - 2, len(bare) - 1))
        one, other = bare[:at], bare[at:]
        if len(one) > 4 and self._chance.random() < SECOND:
            one = f"{one[:2]} {one[2:]}"
        return self._pick("joins", language).format(x=one, y=other, l=self._digits("L"))

    def _digits(self, form: str) -> str:
        return "".join(self._chance.choice(SIGNS[sign]) if sign in SIGNS else sign for sign in str(form))

    def _pick(self, table: str, language: str) -> str:
        return str(self._chance.choice(TABLES[table][language]))


def generate(seed: int, count: int) -> Iterator[Message]:
    writer = Writer(seed)
    return (writer.write() for _ in range(count))
