"""Messages with and without personal data, by program, of which the tagger of personal data learns.

for message in generate(seed=7, count=100): message.text, message.pieces
"""

import random
import re
import string
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import phonenumbers
import yaml
from phonenumbers.geodata import GEOCODE_DATA

from language.language_data import load, split

TABLES: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
LANGUAGES = ("pt", "es", "en")
# How often each kind of message is drawn, and what of it is whose.
KINDS = {
    "at": 5.0, "call": 4.0, "named": 2.0, "pay": 2.0, "born": 1.5, "dated": 2.0, "none": 7.5, "theirs": 2.2
}  # fmt: skip
TAGS = {
    ("at", "a"): "address",
    ("at", "z"): "address",
    ("at", "p"): "number",
    ("call", "p"): "number",
    ("named", "v"): "number",
    ("pay", "b"): "number",
    ("pay", "p"): "number",
    ("born", "y"): "birth",
    ("born", "p"): "number",
    ("born", "a"): "address",
}
# Forms of postcodes by the name that the tables give them: British, Irish, Canadian, and those of digits.
POSTCODES = {
    "pc": ("LL# #LL", "L## #LL", "LL## #LL"), "eir": ("L## L#L#", "L## LL##"), "cpc": ("L#L #L#",),
    "c3": ("###",), "c4": ("####",), "c5": ("#####",), "c6": ("######", "### ###"), "l": ("L",),
}  # fmt: skip
ASKED = {"pt": ("#####-###", "########", "####-###"), "es": ("#####", "####"), "en": ("#####", "LL## #LL")}
# The tables by the names of an address's parts.
LISTS = {
    "area": "areas", "town": "towns", "st": "states", "rest": "rests", "kind": "kinds", "grid": "grids",
    "who": "people", "lead": "leads", "prep": "preps", "thing": "things", "look": "looks",
}  # fmt: skip
MOST = {"m": 400, "d": 12, "n": 4000}  # of the numbers of houses, floors and roads
# Codes of the countries whose towns are drawn, and how often: the tables' few would be learnt by heart.
CODES = {"pt": ("55", "351"), "es": ("54", "52", "34", "56", "57", "51", "598", "593")}
CODES["en"] = ("44", "61", "64", "353", "91", "1")
DRAWN_TOWN, DRAWN_NAME, DRAWN_PHONE = 0.5, 0.6, 0.55
SYLLABLES = re.findall(
    r"\w+",
    "ba be bri ca cor cha da den do el fa fin gra gue ha hol is ja ker la "
    "lor man mil na nor o pe quin ra ri ro sa sil sta ta tor u va vel wi ya zen",
)
PARTICLES = {"pt": ("", "", "do ", "da ", "dos ", "São "), "es": ("", "", "", "de la ", "Los ", "San ")}
ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
NTHS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}
SIGNS = {"#": string.digits, "@": "23456789", "L": string.ascii_uppercase}
# How often a number is told in pieces, a second sentence follows, and all is in small letters.
PIECES = {"p": 0.12, "v": 0.25, "b": 0.1}
EXTENDED = 0.08  # how often a telephone has an extension
SECOND, SMALL, SMALL_ADDRESS = 0.35, 0.3, 0.25
LARGE = 0.06
SEPARATORS = ("/", " / ", " - ", "; ", ". ", " ", ",", "\n")
PARTED = 0.12  # how often the parts of a place are parted by other signs than commas
LED = 0.22  # how often a building or a part of the town stands before the street


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
        elif self._chance.random() < LARGE and len(text.upper()) == len(text):
            text = text.upper()
        return Message(text, language, tuple(pieces))

    def _fill(self, kind: str, language: str) -> tuple[str, list[tuple[int, int, str]]]:
        """A template of the kind with its names filled, and where what counts stands."""
        text, pieces = "", []
        name, _, number = self._pick("ids", language).partition("|")
        for literal, key, _format, _conversion in string.Formatter().parse(self._pick(kind, language)):
            text += re.sub("#", lambda _: self._digits("#"), literal) if kind == "pay" else literal
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
            if self._chance.random() < PARTED:
                place = place.replace(", ", self._chance.choice(SEPARATORS))
            return place.lower() if self._chance.random() < SMALL_ADDRESS else place
        if key == "p":
            return self._phone(language)
        if key in ("b", "g", "c", "z"):
            form = {
                "b": TABLES["accounts"],
                "g": {language: ("####", "###", "####-#")},
                "c": ASKED,
                "z": ASKED,
            }[key]
            number = self._digits(self._chance.choice(form[language]))
            return self._tell(number, language, PIECES["b"]) if key == "b" else number
        if key in ("y", "e"):
            return self._day(language, is_birth=key == "y")
        if key in ("name", "kind", "who", "town"):
            return self._part(key, language)
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
        if key == "name":
            return self._name(language)
        if key == "town" and self._chance.random() < DRAWN_TOWN:
            return self._chance.choice(_towns(language))
        if key in MOST:
            return str(self._chance.randint(1, MOST[key]))
        if key in POSTCODES:
            return self._digits(self._chance.choice(POSTCODES[key]))
        return self._expand(self._pick(LISTS[key], language), language)

    def _street(self, language: str) -> str:
        name, kind = self._name(language), self._pick("kinds", language)
        number = self._chance.choice((self._chance.randint(2, 99), self._chance.randint(100, 9999)))
        if language == "en":
            street = f"{number} {name} {kind}"
        else:
            sign = self._chance.choice((" ", ", ", " nº ", " n ", " #" if language == "es" else " "))
            street = f"{kind} {name}{sign}{number}".strip()
        rests = self._chance.choice((0, 0, 1, 1, 2, 2, 3))
        lead = self._part("lead", language) if self._chance.random() < LED else ""
        return lead + street + "".join(self._part("rest", language) for _ in range(rests))

    def _name(self, language: str) -> str:
        """What a street is called: as one of the tables, as a town, or as nothing that anybody knows."""
        if self._chance.random() >= DRAWN_NAME:
            return self._pick("names", language)
        if self._chance.random() < 0.5:
            return self._chance.choice(_towns(language))
        words = ["".join(self._chance.choices(SYLLABLES, k=self._chance.choice((2, 2, 3)))).title()]
        if self._chance.random() < SECOND:
            words += ["".join(self._chance.choices(SYLLABLES, k=2)).title()]
        return self._chance.choice(PARTICLES.get(language, ("",))) + " ".join(words)

    def _day(self, language: str, is_birth: bool) -> str:
        """A day as people write it: of a birth, or of something that is due or was bought."""
        is_old = self._chance.random() < (0.9 if is_birth else 0.12)
        year = self._chance.randint(1930, 2016) if is_old else self._chance.randint(2017, 2027)
        day, month = self._chance.randint(1, 28), self._chance.randint(1, 12)
        name = split(load(language, "speech")["months"])[month - 1]
        form = self._chance.choice(TABLES["days"][language] + TABLES["days"]["any"])
        return str(form).format(
            d=day, m=month, y=year, dd=f"{day:02}", mm=f"{month:02}", yy=f"{year % 100:02}", month=name,
            mon=name[:3], roman=ROMANS[month - 1], nth=NTHS.get(day, "th"),
        )  # fmt: skip

    def _phone(self, language: str) -> str:
        """A telephone of a country where the language is spoken, now and then with an extension."""
        if self._chance.random() < DRAWN_PHONE:
            number = self._dial(self._pick("regions", language))
        else:
            number = self._digits(self._pick("phones", language))
        if self._chance.random() < EXTENDED:
            return number + self._expand(self._pick("extensions", language), language)
        return self._tell(number, language, PIECES["p"])

    def _dial(self, region: str) -> str:
        """A number of a region that may be somebody's, as people there write it, or otherwise parted."""
        kind = self._chance.choice((phonenumbers.PhoneNumberType.MOBILE,) * 2 + (0,))
        number = phonenumbers.example_number_for_type(region, kind) or phonenumbers.example_number(region)
        assert number is not None
        digits = str(number.national_number)
        for _try in range(40):
            drawn = digits[:2] + "".join(self._chance.choice(string.digits) for _ in digits[2:])
            if phonenumbers.is_valid_number(parsed := phonenumbers.parse(drawn, region)):
                number = parsed
                break
        form = self._chance.choice((phonenumbers.PhoneNumberFormat.NATIONAL,) * 4 + (1,))
        written = phonenumbers.format_number(number, form)
        sign = self._chance.choice((None, None, None, "", "", " ", "-", "."))
        if sign is None:
            return written
        return re.sub(r"[()]", "", re.sub(r"(?<=\d)\)?[ -]+\(?(?=\d)", sign, written))

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


@cache
def _towns(language: str) -> Sequence[str]:
    """Towns of the countries where it is spoken, as `phonenumbers` has them."""
    found: set[str] = set()
    for prefix, names in GEOCODE_DATA.items():
        for code in CODES[language]:
            if prefix.startswith(code) and (name := names.get(language)):
                found.add(re.split(r" - |[,/(]", name)[0].strip())
    return sorted(name for name in found if re.fullmatch(r"[^\W\d_][\w'. -]{2,24}", name))


def generate(seed: int, count: int) -> Iterator[Message]:
    writer = Writer(seed)
    return (writer.write() for _ in range(count))
