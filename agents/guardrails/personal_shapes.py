"""What personal data looks like, a table: shape, what is believed of it, and when.

A shape with strong check digits is believed wherever it stands; one that other numbers share (a card's one
check digit, a bare telephone) unless the words beside it say that it is a reference; one without check digits
only where they say what it is (`personal_labels`). Beside its own name a document is believed although its
digits are wrong: people mistype.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

import phonenumbers
from stdnum import get_cc_module, iban, luhn
from stdnum.ar import cuit
from stdnum.br import cnpj, cpf
from stdnum.cl import rut
from stdnum.es import dni, nie
from stdnum.mx import curp, rfc
from stdnum.us import ssn
from validate_docbr import PIS

from agents.guardrails.personal_labels import REFERENCE
from language.function_words import FILE
from language.language_data import languages, load, split
from language.lexicon import join_words
from language.lexicon.phrase import LEANING

Belief = Literal["always", "unless_reference", "labelled", "present"]
Length = Callable[[str], int]  # how many characters of a candidate are believed; 0: it is none


class Shape(NamedTuple):
    """One way in which data of a kind is written.

    `language`: only in texts of it; `labels`: the names that count as its own (none: the kind's). "labelled"
    wants one beside it, "present" one anywhere in the text.
    """

    kind: str
    pattern: re.Pattern[str]
    believed: Length = len
    when: Belief = "always"
    language: str = ""
    labels: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of which one has to be in the text; none: it is looked for in every text."""
        return (self.labels or (self.kind,)) if self.when in ("labelled", "present") else ()

    def fits(self, label: str) -> bool:
        """Whether a candidate is believed beside this label ("": none)."""
        if self.when == "labelled":
            return label in self.names
        return self.when != "unless_reference" or label != REFERENCE


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _whole(pattern: str) -> re.Pattern[str]:
    """A shape that no letter or digit touches, and that is no part of a path, an amount or an address."""
    return re.compile(rf"(?<![\w@.,/-])(?:{pattern})(?![\w@/])(?!-\d)", re.IGNORECASE)


def _if(valid: Callable[[str], bool]) -> Length:
    return lambda text: len(text) if valid(text) else 0


def _bare(valid: Callable[[str], bool]) -> Callable[[str], bool]:
    """Whether letters and digits alone are valid, whatever signs stand between them."""
    return lambda text: valid(re.sub(r"[^A-Za-z\d]", "", text))


# The series of each card brand and how long their numbers are (their published ranges of issuer numbers).
SERIES: tuple[tuple[re.Pattern[str], frozenset[int]], ...] = tuple(
    (re.compile(series), frozenset(lengths))
    for series, lengths in (
        (r"4", (13, 16, 19)),  # Visa; Elo's 4011, 4312, 4389, 4514, 4576
        (r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)", (16,)),  # Mastercard; Elo's 5041, 5067, 5090
        (r"50|5[6-8]|6", (12, 13, 14, 15, 16, 17, 18, 19)),  # Maestro, Discover, UnionPay, Elo, Hipercard
        (r"3[47]", (15,)),  # American Express
        (r"3(?:0[0-5]|[689])", (14, 16)),  # Diners; Hipercard's 3841
        (r"35(?:2[89]|[3-8])", (16, 17, 18, 19)),  # JCB
        (r"220[0-4]", (16, 17, 18, 19)),  # Mir
    )
)


def is_card(text: str) -> bool:
    """Whether it is a number that a card may have.

    A brand's series and length, and the check digit (ISO/IEC 7812).
    """
    number = digits(text)
    known = any(series.match(number) and len(number) in lengths for series, lengths in SERIES)
    return known and len(set(number)) > 1 and bool(luhn.is_valid(number))


def is_phone(region: str | None) -> Callable[[str], bool]:
    """Whether a text is a telephone, as it is dialled within a region; None: with its country's code."""

    def valid(text: str) -> bool:
        number = digits(text)
        if region == "BR":  # "0xx11": whoever calls names a carrier there
            text = f"+{number}" if len(number) > 11 and number[0] != "0" else number
        try:
            return phonenumbers.is_valid_number(phonenumbers.parse(text, region))
        except phonenumbers.NumberParseException:
            return False

    return valid


def _international(text: str) -> int:
    """The longest beginning that is a telephone: what follows may be another number."""
    valid = is_phone(None)
    ends = [n for n in range(len(text), 7, -1) if text[n - 1].isdigit() and not text[n : n + 1].isdigit()]
    return next((n for n in ends if valid(text[:n])), 0)


def _iban(text: str) -> int:
    """The longest beginning that is an account: words may follow."""
    ends = [n for n in range(len(text), 14, -1) if text[n - 1].isalnum() and not text[n : n + 1].isalnum()]
    return next((n for n in ends if iban.is_valid(text[:n], check_country=False)), 0)


# Two addresses written into one another are one long one: their second half must not stay readable.
EMAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w+-]{1,63}[.@]){1,8}[a-z]{2,24}(?!\w)", re.IGNORECASE)
# With signs and letters parted by spaces: "ana @ example.com", "ana (at) example (dot) com", "a n a @ ...".
# A dot with a space behind it alone ends a sentence.
EMAIL_PARTED = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64} ?@ [\w-]{1,63}(?:(?:\.| \. )[\w-]{2,24}){1,4}(?!\w)"
    r"|(?<!\w)(?:[\w.+-] ){2,40}@(?: [\w-]){2,40}(?: \.(?: [a-z]){2,8}){1,3}(?!\w)",
    re.IGNORECASE,
)
GAP = r"[-\s.,/()]{1,3}"  # between the groups of a number that its check digits prove
CARDS = tuple(
    _whole(shape)
    for shape in (
        r"[2-6]\d{11,18}", rf"[2-6]\d{{3}}(?:{GAP}\d{{4}}){{3}}{GAP}\d{{3}}",
        rf"[2-6]\d{{3}}(?:{GAP}\d{{4}}){{3}}", rf"3\d{{3}}{GAP}\d{{6}}{GAP}\d{{4,5}}",
        r"[2-6]\d{3}(?:[ .-]\d{4}){2}",
    )
)  # fmt: skip
INTERNATIONAL = re.compile(r"(?<![\w+])(?:\+|00 ?(?=[1-9]))\d[\d ().-]{6,22}")
BRAZIL = re.compile(
    r"(?<![\w.,/+-])(?:55 ?)?(?:\((?:0(?:xx)?)?\d{2}\) ?|(?:0 ?xx ?)?\d{2}[ -])9?[ .]?\d{4}[ .-]?\d{4}"
    r"(?![\w/])(?!-\d)",
    re.IGNORECASE,
)
US = re.compile(
    r"(?<![\w.,/+-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?![\w/])(?!-\d)"
)


def _tables(key: str) -> list[tuple[str, str]]:
    """What all languages say under a key of `personal.yaml`: a table of names and patterns."""
    return [each for language in languages() for each in load(language, "personal").get(key, {}).items()]


def _check(name: str) -> Callable[[str], bool]:
    """What python-stdnum checks a document by: "fr.nir"."""
    country, document = name.split(".")
    valid: Callable[[str], bool] = get_cc_module(country, document).is_valid
    return valid


def _join_list(name: str, key: str) -> str:
    """The words of all languages' lists as one alternation, the longest first."""
    words = {word for language in languages() for word in split(load(language, name).get(key, ""))}
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


MONTH = (
    rf"(?:{_join_list('speech', 'months')}|(?:"
    rf"{'|'.join(sorted({month[:3] for month in _join_list('speech', 'months').split('|')}))})[a-z]?)"
)
DATE = _whole(
    r"\d{1,2} ?[/.-] ?\d{1,2} ?[/.-] ?(?:\d{4}|\d{2})|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}"
    rf"|\d{{1,2}}(?:[ºo°]|[a-z]{{2}})? (?:de |of )?{MONTH}\.?,? (?:de |del )?\d{{2,4}}"
    rf"|{MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    rf"|[^\W\d_]{{3,12}}(?:(?: [^\W\d_]{{1,3}} |-)[^\W\d_]{{3,8}})? (?:de |of )?{MONTH},? "
    r"(?:de |del |of )?\d{4}"
)
_INSIDE = (
    r"(?:[\s,-]+(?:ap(?:to|t|artamento|artment)?|bloco|bl|casa|sala|piso|depto|dpto|int|puerta|unit|suite|"
    r"flat)\.?\s*\w{1,6}|[\s,-]+\d{1,2}[ºª°oa](?:\s?\w\b)?|,\s*\d{5}(?=\s+[^\W\d_]))*"
)
STREET = re.compile(
    r"(?<!\w)(?:"
    rf"{_join_list('personal', 'street_before')})\.?\s+(?:[^\W_][\w'.ºª-]*\s+){{0,6}}?[^\W_][\w'ºª-]*\.?,?\s*"
    rf"(?:n[.ºo°]{{0,2}}|num\.?|número|#)?\s*\d{{1,5}}[a-f]?(?!\w|[.,]\d){_INSIDE}",
    re.IGNORECASE,
)
STREET_EN = re.compile(
    rf"(?<![\w.,])\d{{1,5}}[a-f]?\s+(?:[A-Za-z][\w'.]*\s+){{1,4}}(?:"
    rf"{_join_list('personal', 'street_behind')})\b\.?{_INSIDE}",
    re.IGNORECASE,
)
_SMALL = "|".join(sorted(re.escape(each) for each in join_words("INSIDE_NAMES", "ARTICLES", file=FILE)))
STREET_NUMBERED = re.compile(
    rf"(?<![\w.,])\d{{1,5}}(?: ?[A-Za-z]{{1,6}})?,? (?i:"
    rf"{_join_list('personal', 'street_numbered') or '(?!)'})\s+(?:(?i:{_SMALL}|"
    rf"{LEANING}['’])\s*)*[^\W_][\w'’-]*(?:[ -][A-ZÀ-Þ][\w'’-]*)*(?:,? \d{{4,5}} [A-ZÀ-Þ][\w'’-]*)?"
)
CEP = _whole(r"\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}")
POSTCODE = _whole(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}")  # "NW1 6XE"


def _is_day(number: str) -> bool:
    """Whether six or eight digits may be a day: "120385"."""
    return 1 <= int(number[:2]) <= 31 and 1 <= int(number[2:4]) <= 12


def _join_spoken(word: str) -> str:
    """How the languages say a sign of an e-mail address."""
    tables = (load(language, "personal")["spoken_email"] for language in languages())
    words = {each for table in tables for each in split(table[word])}
    return "|".join(sorted(words))


# "ana ponto silva arroba exemplo ponto com"
_AT, _DOT = _join_spoken("at"), _join_spoken("dot")
SPOKEN_EMAIL = re.compile(
    rf"(?<![\w.])[\w.+-]{{1,64}}(?: (?:{_DOT}) [\w+-]{{1,30}}){{0,3}} (?:{_AT}) [\w-]{{1,63}}"
    rf"(?: ?(?:{_DOT}|\.) ?[\w-]{{2,24}}){{1,4}}(?!\w)",
    re.IGNORECASE,
)

# "ana (at) example (dot) com"
_SIGNED_AT, _SIGNED_DOT = (rf"[(\[{{<] ?(?:{words}|[@.]) ?[)\]}}>]" for words in (_AT, _DOT))
SIGNED_EMAIL = re.compile(
    rf"(?<![\w.])[\w.+-]{{1,64}} ?{_SIGNED_AT} ?[\w-]{{1,63}}"
    rf"(?: ?(?:{_SIGNED_DOT}|\.) ?[\w-]{{2,24}}){{1,4}}(?!\w)",
    re.IGNORECASE,
)

# Without six digits together, but for signs between them, and without a long word of letters and digits, no
# number is personal: a date, an amount or a short reference is none, and is not looked at further.
NUMBER = re.compile(
    r"(?:\d[-\s.,/()]{0,3}){5}\d|(?=[^\s\d]{0,8}\d)(?=[^\sa-z]{0,8}[a-z])[^\s,;]{9}", re.IGNORECASE
)

_SHAPES: tuple[Shape, ...] = (
    Shape("email", EMAIL),
    Shape("email", EMAIL_PARTED),
    *(Shape("card", shape, _if(is_card), "unless_reference") for shape in CARDS),
    Shape("card", _whole(r"\d(?:[ .-]?\d){11,18}"), when="labelled"),
    Shape("cpf", _whole(rf"\d{{3}}(?:{GAP})?\d{{3}}(?:{GAP})?\d{{3}}(?:{GAP})?\d{{2}}"),
        _if(_bare(cpf.is_valid))),
    Shape("cpf", _whole(r"\d{3}[-. /]?\d{3}[-. /]?\d{3}[-. /]?\d{2}"), when="labelled"),
    Shape("cnpj", _whole(r"[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3} ?/? ?[\dA-Z]{4} ?-? ?\d{2}"),
        _if(_bare(cnpj.is_valid)), "unless_reference"),
    Shape("cnpj", _whole(
        r"[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/ ]?[\dA-Z]{4}[- ]?\d{2}"
    ), when="labelled"),
    Shape("rg", _whole(r"(?:[A-Z]{2}[- ]?)?\d{1,2}[. ]?\d{3}[. ]?\d{3}(?:[- ]?[\dX])?"), when="labelled"),
    Shape("pis", _whole(r"\d{3}\.\d{5}\.\d{2}-\d"), _if(PIS().validate)),
    Shape("pis", _whole(r"\d{3}[. ]?\d{5}[. ]?\d{2}[- ]?\d"), when="labelled"),
    Shape("cnh", _whole(r"\d(?: ?\d){8,10}"), when="labelled"),
    Shape("voter", _whole(r"\d{4} ?\d{4} ?\d{4}"), when="labelled"),
    Shape("dni", _whole(r"\d{2}\.?\d{3}\.?\d{3}[- ]?[A-Z]"), _if(dni.is_valid)),
    Shape("dni", _whole(r"[XYZ][- ]?\d{7}[- ]?[A-Z]"), _if(nie.is_valid)),
    Shape("dni", _whole(r"[XYZ]?[- ]?\d{1,3}[. ]?\d{3}[. ]?\d{3}(?:[- ]?[A-Z])?"), when="labelled",
        labels=("dni", "nie")),
    Shape("dni", _whole(r"[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]"), when="labelled"),
    Shape("cuit", _whole(r"\d{2}-\d{8}-\d"), _if(cuit.is_valid)),
    Shape("cuit", _whole(r"\d{2}[- .]?\d{2}\.?\d{3}\.?\d{3}[- .]?\d"), when="labelled"),
    Shape("rut", _whole(r"\d{1,2}\.\d{3}\.\d{3}-[\dK]"), _if(rut.is_valid)),
    Shape("rut", _whole(r"\d{7,8}-[\dK]"), _if(rut.is_valid), "unless_reference"),
    Shape("rut", _whole(r"\d{1,2}\.?\d{3}\.?\d{3}[- ]?[\dK]"), when="labelled"),
    Shape("curp", _whole(r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d"), _if(curp.is_valid)),
    Shape("curp", _whole(r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d"), when="labelled"),
    Shape("rfc", _whole(r"[A-ZÑ&]{4}[- ]?\d{6}[- ]?[A-Z\d]{3}"), _if(rfc.is_valid), "unless_reference"),
    Shape("rfc", _whole(r"[A-ZÑ&]{3,4}[- ]?\d{6}[- ]?[A-Z\d]{3}"), when="labelled"),
    Shape("ssn", _whole(r"\d{3}-\d{2}-\d{4}"), _if(ssn.is_valid)),
    Shape("ssn", _whole(r"\d{3}[- .]?\d{2}[- .]?\d{4}"), when="labelled"),
    Shape("passport", _whole(r"[A-Z]{1,3} ?\d{6,8}|\d{9}|(?=\w*[A-Z])(?=\w*\d\w*\d)[A-Z\d]{8,9}"),
        when="labelled"),
    Shape("driver", _whole(
        r"[A-Z]{0,2}\d{6,13}|[A-Z]\d{3}(?:-\d{3,4}){2,3}(?:-\d)?|[A-Z]{5}\d{6}[A-Z\d]{5}"
    ), when="labelled"),
    Shape("iban", _whole(r"[A-Z]{2}\d{2}(?:[ .-]?[A-Z\d]{4}){2,7}(?:[ .-]?[A-Z\d]{1,4})?"), _iban),
    Shape("iban", _whole(r"[A-Z] [A-Z](?: \d){2}(?: [A-Z\d]){11,30}"), _iban),
    Shape("iban", _whole(r"[A-Z]{2}\d{2}(?:[ .-]?[A-Z]{4})?(?:[ .-]?\d{4}){2,7}(?:[ .-]?\d{1,4})?"),
        when="labelled"),
    Shape("phone", INTERNATIONAL, _international),
    Shape("phone", BRAZIL, _if(is_phone("BR")), "unless_reference"),
    Shape("phone", _whole(r"(?:55)?[1-9][1-9]9\d{8}"), _if(is_phone("BR")), "unless_reference"),
    Shape("phone", _whole(r"[6-9]\d{2}(?:(?:[ .-]\d{3}){2}|(?:[ .-]\d{2}){3})"), _if(is_phone("ES")),
        "unless_reference"),
    Shape("phone", US, _if(is_phone("US")), "unless_reference"),
    # Nine bare digits are a telephone only to somebody who writes Spanish.
    Shape("phone", _whole(r"[67]\d{8}"), _if(is_phone("ES")), "unless_reference", "es"),
    Shape("phone", _whole(r"\(?\d{1,4}\)?(?:[ .-]?\d){5,10}"), when="labelled"),
    Shape("birth", DATE, when="labelled"),
    Shape("birth", _whole(r"\d{6}(?:\d{2})?"), _if(_is_day), "labelled"),
    Shape("address", STREET, when="present", labels=("street_before",)),
    Shape("address", STREET_EN, when="present", labels=("street_behind",)),
    *(Shape("phone", _whole(shape), _if(is_phone(region)), "unless_reference") for region,
        shape in _tables("phones")),
    *(Shape(name.partition(".")[2], _whole(shape), _if(_check(name))) for name,
        shape in _tables("documents")),
    *(Shape(name.partition(".")[2], _whole(shape), when="labelled") for name, shape in _tables("documents")),
    Shape("address", STREET_NUMBERED, when="present", labels=("street_numbered",)),
    Shape("address", POSTCODE, when="present", labels=("address", "street_behind")),
    Shape("address", CEP, when="unless_reference"),
    Shape("address", _whole(r"\d{4,5}(?:-?\d{3,4})?"), when="labelled"),
)  # fmt: skip


# What a number is called beside it says of which kind it is, whatever digits would fit.
SHAPES = tuple(sorted(_SHAPES, key=lambda shape: shape.when != "labelled"))


def _is_spelled_phone(number: str) -> bool:
    return 10 <= len(number) <= 13 and is_phone("BR")(number)


# Of a number that is only said, no sign says what it is: only those with check digits, and telephones.
SPELLED: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cpf", lambda number: len(number) == 11 and bool(cpf.is_valid(number))),
    ("card", is_card),
    ("phone", _is_spelled_phone),
)
# Beside its own name a number that is read out is believed by its length: "celular: onze, nove oito oito ..."
SPELLED_LENGTHS: dict[str, range] = {
    "cpf": range(11, 12), "card": range(12, 20), "phone": range(8, 14), "address": range(8, 9),
    "ssn": range(9, 10),
}  # fmt: skip
