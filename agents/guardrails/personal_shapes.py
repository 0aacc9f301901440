"""What personal data looks like, a table: shape, what is believed of it, and when.

A shape with strong check digits is believed wherever it stands; one that other numbers share (a card's one
check digit, a bare telephone) unless the words beside it say that it is a reference; one without check digits
only where they say what it is (`personal_labels`). Beside its own name a document is believed although its
digits are wrong: people mistype.
"""

import re
from collections.abc import Callable
from functools import lru_cache

import phonenumbers
from phonenumbers import PhoneNumberType
from stdnum import get_cc_module, iban, luhn
from stdnum.ar import cbu, cuit
from stdnum.br import cnpj, cpf
from stdnum.cl import rut
from stdnum.es import ccc, dni, nie
from stdnum.mx import curp, rfc
from stdnum.us import ssn
from validate_docbr import PIS

from agents.guardrails.addresses import ADDRESSES
from agents.guardrails.shape import Length, Shape, join_list, tables, whole


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


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


# Numbers that everybody may ring, and that say nothing of a person.
_PUBLIC = frozenset({
    PhoneNumberType.TOLL_FREE, PhoneNumberType.SHARED_COST, PhoneNumberType.PREMIUM_RATE, PhoneNumberType.UAN,
})  # fmt: skip

# Where hotlines begin with a zero, and where they do not.
ZERO, NO_ZERO = ("BR", "AR", "GB"), ("PT", "ES", "MX", "CL", "US")


def is_phone(region: str | None) -> Callable[[str], bool]:
    """Whether a text is somebody's telephone, as it is dialled in a region; None: with its country's code.

    No hotline is: its number is the public's.
    """

    def valid(text: str) -> bool:
        number = digits(text)
        if region == "BR":  # "0xx11": whoever calls names a carrier there
            text = f"+{number}" if len(number) > 11 and number[0] != "0" else number
        try:
            known = phonenumbers.parse(text, region)
        except phonenumbers.NumberParseException:
            return False
        return phonenumbers.is_valid_number(known) and phonenumbers.number_type(known) not in _PUBLIC

    return valid


SHORT = 8  # digits of Brazil's that begin with none: "4004-3535"
# Mexico's begin as the telephones of a whole Colombian network do: "300 447 1829".
_SHARED = frozenset({("MX", PhoneNumberType.SHARED_COST)})


def is_hotline(text: str) -> bool:
    """Whether a number is everybody's where one of the languages is spoken."""
    return _is_everybodys(re.sub(r"^01(?=[89]00\d{7}$)", "", digits(text)))  # as Mexico dialled until 2019


@lru_cache(maxsize=256)  # shapes, rows of groups and the tagger ask of one number
def _is_everybodys(number: str) -> bool:
    regions = ZERO if number[:1] == "0" else NO_ZERO if len(number) > SHORT else (*NO_ZERO, "BR")
    return any(_is_public(number, region) for region in regions)


def _is_public(number: str, region: str) -> bool:
    try:
        known = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    kind = phonenumbers.number_type(known)
    return kind in _PUBLIC and (region, kind) not in _SHARED


def _international(text: str) -> int:
    """The longest beginning that is a telephone: what follows may be another number."""
    text, valid = text.replace("(0)", "   "), is_phone(None)  # "+44 (0)7700 ...": at home only
    text = f" +{text[2:]}" if text.startswith("00") else text
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
    r"|(?<![\w.+-])[\w.+-]{1,64} ?@ ?[\w-]{2,63} ?[.,] ?(?:com|net|org)(?:[.,][a-z]{2})?(?!\w)"
    r"|(?<!\w)(?:[\w.+-] ){2,40}@(?: [\w-]){2,40}(?: \.(?: [a-z]){2,8}){1,3}(?!\w)",
    re.IGNORECASE,
)
GAP = r"[-\s.,/()]{1,3}"  # between the groups of a number that its check digits prove
CARDS = tuple(
    whole(shape)
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


def _check(name: str) -> Callable[[str], bool]:
    """What python-stdnum checks a document by: "fr.nir"."""
    country, document = name.split(".")
    valid: Callable[[str], bool] = get_cc_module(country, document).is_valid
    return valid


MONTH = (
    rf"(?:{join_list('speech', 'months')}|(?:"
    rf"{'|'.join(sorted({month[:3] for month in join_list('speech', 'months').split('|')}))})[a-z]?)"
)
_OF = r"(?: ?[/.,-] ?| (?:d[aeo]l? |of |the )?)"  # between the parts of a day that is given in numbers
_NTH = r"(?:[ºo°]|[a-z]{2})?"
DATE = whole(
    rf"\d{{1,2}}{_OF}\d{{1,2}}{_OF}(?:\d{{4}}|\d{{2}})|\d{{1,2}}[/ .-][IVX]{{1,4}}[/ .-]\d{{2,4}}"
    r"|\d{4}[/. -]\d{1,2}[/. -]\d{1,2}"
    rf"|(?:the )?\d{{1,2}}{_NTH}[ /.-](?:de |of )?{MONTH}\.?[ ,/-]{{1,2}}(?:de |del )?'?\d{{2,4}}"
    rf"|\d{{1,2}}{MONTH}\d{{2,4}}|\d{{1,2}}/(?:19|20)\d\d"
    rf"|{MONTH}\.? \d{{1,2}}{_NTH},? '?\d{{2,4}}|\d{{4}},? {MONTH}\.? \d{{1,2}}{_NTH}"
    rf"|[^\W\d_]{{3,12}}(?:(?: [^\W\d_]{{1,3}} |-)[^\W\d_]{{3,8}})? (?:de |of )?{MONTH},? "
    r"(?:de |del |of )?\d{4}"
)


def _is_cnpj(text: str) -> bool:
    """Whether it is valid, also with letters: of a word and an amount one in a hundred would be."""
    return sum(map(str.isdigit, text)) >= 6 and bool(_bare(cnpj.is_valid)(text))


def _is_account(text: str) -> int:
    """Whether a number beside the word for a bank account may be one."""
    return len(text) if sum(map(str.isdigit, text)) >= FEWEST_OF_ACCOUNT else 0


def _unless_hotline(text: str) -> int:
    return -len(text) if is_hotline(text) else len(text)


def is_clabe(text: str) -> bool:
    """Whether the last of its digits is what those before add up to."""
    *rest, last = map(int, digits(text))
    return -sum(digit * weight % 10 for digit, weight in zip(rest, (3, 7, 1) * 6, strict=False)) % 10 == last


def _is_day(number: str) -> bool:
    """Whether six or eight digits may be a day: "120385"."""
    return 1 <= int(number[:2]) <= 31 and 1 <= int(number[2:4]) <= 12


FEWEST_OF_ACCOUNT = 5
# Of national insurance: two letters that are given out, six digits, one of four letters.
NATIONAL_INSURANCE = r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?:[ -]?\d){6}[ -]?[A-D]"
# Beside the word for it: without its last part, or without its sign.
EMAIL_NAMED = whole(r"[\w.+-]{2,64} ?@ ?[\w-]{2,63}(?:\.[a-z]{2,10}){0,3}")

# Without six digits together, but for signs between them, and without a long word of letters and digits, no
# number is personal: a date, an amount or a short reference is none, and is not looked at further.
NUMBER = re.compile(
    r"(?:\d[-\s.,/()*;:_|]{0,3}){5}\d|(?=[^\s\d]{0,8}\d)(?=[^\sa-z]{0,8}[a-z])[^\s,;]{9}", re.IGNORECASE
)

# Mexico's account: a bank's three digits, and one that checks the rest.
CLABE = rf"(?:0\d|1[0-6]|6\d|7[02]|90)(?:{GAP})?\d(?:(?:{GAP})?\d){{15}}"
# A branch, a route or a sort code, and the account behind or before it: "ag 0417 conta 28839-4".
_BRANCH = join_list("personal", "branch")
_HELD = join_list("personal", "account_rare") + "|" + join_list("personal", "account")
_AT, _PARTS = r"[ .:#nº°o]{1,5}", r"\d[\d .-]{1,22}[\dxk]"
BANKED = re.compile(
    rf"(?<!\w)(?:(?:{_BRANCH}){_AT}\d[\d-]{{1,11}}x?[ ,/;.|e\n-]{{1,4}}){{1,3}}"
    rf"(?:(?:{_HELD}){_AT}){{1,2}}{_PARTS}(?!\w)"
    rf"|(?<!\w)(?:{_HELD}){_AT}{_PARTS}[ ,/;.|e\n-]{{1,4}}(?:{_BRANCH}){_AT}\d[\d-]{{1,11}}(?!\w)",
    re.IGNORECASE,
)

_SHAPES: tuple[Shape, ...] = (
    Shape("email", EMAIL),
    Shape("email", EMAIL_PARTED),
    Shape("email", EMAIL_NAMED, when="labelled"),
    *(Shape("card", shape, _if(is_card), "unless_reference") for shape in CARDS),
    Shape("card", whole(r"\d(?:[ .-]?\d){11,18}"), when="labelled"),
    Shape("cpf", whole(rf"\d{{3}}(?:{GAP})?\d{{3}}(?:{GAP})?\d{{3}}(?:{GAP})?\d{{2}}"),
        _if(_bare(cpf.is_valid))),
    Shape("cpf", whole(r"\d{3}[-. /]?\d{3}[-. /]?\d{3}[-. /]?\d{2}"), when="labelled"),
    Shape("cnpj", whole(r"[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3} ?/? ?[\dA-Z]{4} ?-? ?\d{2}"),
        _if(_is_cnpj), "unless_reference"),
    Shape("cnpj", whole(
        r"[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/ ]?[\dA-Z]{4}[- ]?\d{2}"
    ), when="labelled"),
    Shape("rg", whole(r"(?:[A-Z]{2}[- ]?)?\d{1,2}[. ]?\d{3}[. ]?\d{3}(?:[- ]?[\dX])?"), when="labelled"),
    Shape("pis", whole(r"\d{3}\.\d{5}\.\d{2}-\d"), _if(PIS().validate)),
    Shape("pis", whole(r"\d{3}[. ]?\d{5}[. ]?\d{2}[- ]?\d"), when="labelled"),
    Shape("cnh", whole(r"\d(?: ?\d){8,10}"), when="labelled"),
    Shape("voter", whole(r"\d{4} ?\d{4} ?\d{4}"), when="labelled"),
    Shape("dni", whole(r"\d{2}\.?\d{3}\.?\d{3}[- /.]?[A-Z]"), _if(_bare(dni.is_valid))),
    Shape("dni", whole(r"[XYZ][- ]?\d{7}[- ]?[A-Z]"), _if(nie.is_valid)),
    Shape("dni", whole(r"[XYZ]?[- ]?\d{1,3}[. ]?\d{3}[. ]?\d{3}(?:[- /.]?[A-Z])?"), when="labelled",
        labels=("dni", "nie")),
    Shape("dni", whole(r"[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]"), when="labelled"),
    Shape("dni", whole(NATIONAL_INSURANCE), when="unless_reference"),
    Shape("cuit", whole(r"\d{2}-\d{8}-\d"), _if(cuit.is_valid)),
    Shape("cuit", whole(r"(?:2[0347]|3[034])\d{9}"), _if(cuit.is_valid), "unless_reference"),
    Shape("cuit", whole(r"\d{2}[- .]?\d{2}\.?\d{3}\.?\d{3}[- .]?\d"), when="labelled"),
    Shape("rut", whole(r"\d{1,2}\.\d{3}\.\d{3}-[\dK]"), _if(rut.is_valid)),
    Shape("rut", whole(r"\d{7,8}-[\dK]"), _if(rut.is_valid), "unless_reference"),
    Shape("rut", whole(r"\d{1,2}\.?\d{3}\.?\d{3}[- ]?[\dK]"), when="labelled"),
    Shape("curp", whole(r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d"), _if(curp.is_valid)),
    Shape("curp", whole(r"[A-Z]{4}[ -]?\d{6}[ -]?[HMX](?:[ -]?[A-Z]){5}[ -]?[A-Z\d]\d"), when="labelled"),
    Shape("curp", whole(r"[A-Z]{4}[ -]?\d{6}[ -]?[HMX](?:[ -]?[A-Z\d]){5,8}"), when="labelled"),
    Shape("rfc", whole(r"[A-ZÑ&]{4}[- ]?\d{6}[- ]?[A-Z\d]{3}"), _if(rfc.is_valid), "unless_reference"),
    Shape("rfc", whole(r"[A-ZÑ&]{3}[- ]?\d{6}[- ]?[A-Z\d]{3}"),
        _if(lambda text: bool(rfc.is_valid(text, validate_check_digits=True))), "unless_reference", "es"),
    Shape("rfc", whole(r"[A-ZÑ&]{3,4}[- ]?\d{6}[- ]?[A-Z\d]{3}"), when="labelled"),
    Shape("ssn", whole(r"\d{3}-\d{2}-\d{4}"), _if(ssn.is_valid), "unless_reference"),
    Shape("ssn", whole(r"\d{3}[- .]?\d{2}[- .]?\d{4}"), when="labelled"),
    Shape("passport", whole(r"[A-Z]{1,3} ?\d{3} ?\d{3,5}|\d{9}|(?=\w*[A-Z])(?=\w*\d\w*\d)[A-Z\d]{8,9}"),
        when="labelled"),
    Shape("driver", whole(
        r"[A-Z]{0,2}\d{6,13}|[A-Z]\d{3}(?:-\d{3,4}){2,3}(?:-\d)?|[A-Z]{5}\d{6}[A-Z\d]{5}"
    ), when="labelled"),
    Shape("iban", whole(r"[A-Z]{2} ?\d{2}(?:[ .-]?[A-Z\d]){11,40}"), _iban),
    Shape("iban", whole(r"[A-Z] [A-Z](?: \d){2}(?: [A-Z\d]){11,30}"), _iban),
    Shape("iban", whole(r"[A-Z]{2}\d{2}(?:[ .-]?[A-Z]{4})?(?:[ .-]?\d{4}){2,7}(?:[ .-]?\d{1,4})?"),
        when="labelled"),
    Shape("iban", whole(r"[A-Z]{2} ?\d{2}(?:[ .-]?[A-Z]{0,4}+\d{2,24}+){1,9}"), when="labelled"),
    Shape("account", whole(rf"\d{{22}}|\d{{8}}{GAP}\d{{14}}"), _if(_bare(cbu.is_valid)), "unless_reference"),
    Shape("account", whole(rf"\d{{20}}|(?:\d{{4}}{GAP}){{2}}\d{{2}}{GAP}\d{{10}}"), _if(_bare(ccc.is_valid)),
        "unless_reference"),
    Shape("account", whole(r"(?:\d{1,22}[ ./-]{1,2}){0,6}\d{1,22}(?:[ .-]?[\dxk])?"), _is_account,
        "labelled"),
    Shape("account", whole(CLABE), _if(is_clabe), "unless_reference", "es"),
    Shape("account", BANKED, when="present", labels=("branch",)),
    Shape("account", whole(r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"), when="present", labels=("pix",)),
    Shape("phone", INTERNATIONAL, _international),
    Shape("phone", re.compile(r"wa\.me/\d{10,15}(?!\w)"),
        _if(lambda text: is_phone(None)(f"+{digits(text)}")), "present"),
    Shape("phone", BRAZIL, _if(is_phone("BR")), "unless_reference"),
    Shape("phone", whole(r"(?:55)?[1-9][1-9]9\d{8}"), _if(is_phone("BR")), "unless_reference"),
    Shape("phone", whole(r"[6-9]\d{2}(?:(?:[ .-]\d{3}){2}|(?:[ .-]\d{2}){3})"), _if(is_phone("ES")),
        "unless_reference"),
    Shape("phone", US, _if(is_phone("US")), "unless_reference"),
    # Nine bare digits are a telephone only to somebody who writes Spanish.
    Shape("phone", whole(r"[67]\d{8}"), _if(is_phone("ES")), "unless_reference", "es"),
    Shape("phone", whole(r"\(?\d{1,4}\)?(?:[ .-]?\d){5,10}"), _unless_hotline,
        "labelled"),
    Shape("birth", DATE, when="labelled"),
    Shape("birth", whole(r"\d{6}(?:\d{2})?"), _if(_is_day), "labelled"),
    *(Shape("phone", whole(shape), _if(is_phone(region)), "unless_reference") for region,
        shape in tables("phones")),
    *(Shape(name.partition(".")[2], whole(shape), _if(_check(name))) for name,
        shape in tables("documents")),
    *(Shape(name.partition(".")[2], whole(shape), when="labelled") for name, shape in tables("documents")),
    *ADDRESSES,
)  # fmt: skip


# What a number is called beside it says of which kind it is, whatever digits would fit.
SHAPES = tuple(sorted(_SHAPES, key=lambda shape: shape.when != "labelled"))
