"""Personal numbers by program: each kind, with real check digits, in each way people write it."""

import random
import re
import string
from collections.abc import Callable, Collection, Iterator
from itertools import product
from typing import NamedTuple

from num2words import num2words
from stdnum import iban, luhn
from stdnum.ar import cuit
from stdnum.br import cnpj, cpf
from stdnum.cl import rut
from stdnum.es import dni
from stdnum.mx import curp
from validate_docbr import CNH, PIS

HALF = 0.5


class Case(NamedTuple):
    """A message, what in it is personal, and the cell of the matrix."""

    kind: str
    way: str
    context: str
    language: str
    text: str
    value: str

    @property
    def start(self) -> int:
        return self.text.index(self.value)


def _digits(chance: random.Random, count: int, first: str = string.digits) -> str:
    return chance.choice(first) + "".join(chance.choices(string.digits, k=count - 1))


def _letters(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(string.ascii_uppercase, k=count))


def _cpf(chance: random.Random) -> str:
    body = _digits(chance, 9)
    return cpf.format(body + cpf._calc_check_digits(body))


def _cnpj(chance: random.Random) -> str:
    body = _digits(chance, 8) + "0001"
    return cnpj.format(body + cnpj.calc_check_digits(body))


def _cnpj_letters(chance: random.Random) -> str:
    body = "".join(chance.choices(string.ascii_uppercase + string.digits, k=3)) + _digits(chance, 5) + "00A1"
    return cnpj.format(body + cnpj.calc_check_digits(body))


def _rg(chance: random.Random) -> str:
    number = _digits(chance, 9, "123456789")
    return f"{number[:2]}.{number[2:5]}.{number[5:8]}-{number[8]}"


def _pis(chance: random.Random) -> str:
    number = PIS().generate()
    return f"{number[:3]}.{number[3:8]}.{number[8:10]}-{number[10]}"


def _cnh(chance: random.Random) -> str:
    return str(CNH().generate())


def _dni(chance: random.Random) -> str:
    number = _digits(chance, 8)
    return number + dni.calc_check_digit(number)


def _nie(chance: random.Random) -> str:
    first, number = chance.choice("XYZ"), _digits(chance, 7)
    return f"{first}{number}{dni.calc_check_digit(str('XYZ'.index(first)) + number)}"


def _dni_ar(chance: random.Random) -> str:
    number = _digits(chance, 8, "234")
    return f"{number[:2]}.{number[2:5]}.{number[5:]}"


def _cuit(chance: random.Random) -> str:
    body = chance.choice(["20", "23", "27", "30"]) + _digits(chance, 8)
    return cuit.format(body + cuit.calc_check_digit(body))


def _rut(chance: random.Random) -> str:
    body = _digits(chance, 8, "12")
    return rut.format(body + rut.calc_check_digit(body))


def _curp(chance: random.Random) -> str:
    while True:
        consonants = "".join(chance.choices("BCDFGHJKLMNPQRSTVWXYZ", k=3))
        name = f"{_letters(chance, 1)}A{_letters(chance, 2)}"
        body = f"{name}{_day(chance)}{chance.choice('HM')}DF{consonants}0"
        number = str(body + curp.calc_check_digit(body))
        if curp.is_valid(number):  # names that make a bad word are not given
            return number


def _day(chance: random.Random) -> str:
    return f"{chance.randint(50, 99)}{chance.randint(1, 12):02}{chance.randint(1, 28):02}"


def _rfc(chance: random.Random) -> str:
    return (
        f"{_letters(chance, 1)}A{_letters(chance, 2)}{_day(chance)}{_letters(chance, 2)}{_digits(chance, 1)}"
    )


def _ssn(chance: random.Random) -> str:
    return f"{chance.randint(1, 665):03}-{chance.randint(1, 99):02}-{chance.randint(1, 9999):04}"


def _passport(chance: random.Random) -> str:
    return _letters(chance, 2) + _digits(chance, 6)


def _iban(chance: random.Random) -> str:
    country, size = chance.choice([("ES", 20), ("PT", 21), ("DE", 18)])
    body = _digits(chance, size)
    return " ".join(re.findall(".{1,4}", country + iban.calc_check_digits(f"{country}00{body}") + body))


def _card(chance: random.Random) -> str:
    body = chance.choice(["4", "51", "55"]) + _digits(chance, 13)
    body = body.ljust(15, "7")[:15]
    return " ".join(re.findall(".{4}", body + luhn.calc_check_digit(body)))


def _phone_br(chance: random.Random) -> str:
    return f"({chance.choice(['11', '21', '31', '85'])}) 9{_digits(chance, 4, '6789')}-{_digits(chance, 4)}"


def _phone_es(chance: random.Random) -> str:
    return f"6{_digits(chance, 2)} {_digits(chance, 3)} {_digits(chance, 3)}"


def _phone_us(chance: random.Random) -> str:
    area, office = chance.choice(["212", "415", "305"]), chance.choice(["345", "682", "773"])
    return f"({area}) {office}-{_digits(chance, 4)}"


def _phone_far(chance: random.Random) -> str:
    return f"+55 11 9{_digits(chance, 4, '6789')}-{_digits(chance, 4)}"


KINDS: dict[str, tuple[Callable[[random.Random], str], dict[str, str], bool]] = {
    "cpf": (_cpf, {"pt": "CPF", "es": "CPF", "en": "CPF"}, True),
    "cnpj": (_cnpj, {"pt": "CNPJ", "es": "CNPJ", "en": "CNPJ"}, True),
    "cnpj_letters": (_cnpj_letters, {"pt": "CNPJ"}, True),
    "rg": (_rg, {"pt": "RG"}, False),
    "pis": (_pis, {"pt": "PIS"}, False),
    "cnh": (_cnh, {"pt": "CNH"}, False),
    "dni": (_dni, {"es": "DNI", "en": "DNI"}, True),
    "nie": (_nie, {"es": "NIE"}, True),
    "dni_ar": (_dni_ar, {"es": "DNI"}, False),
    "cuit": (_cuit, {"es": "CUIT"}, True),
    "rut": (_rut, {"es": "RUT"}, True),
    "curp": (_curp, {"es": "CURP"}, True),
    "rfc": (_rfc, {"es": "RFC"}, True),
    "ssn": (_ssn, {"en": "SSN"}, True),
    "passport": (_passport, {"pt": "passaporte", "es": "pasaporte", "en": "passport"}, False),
    "iban": (_iban, {"pt": "IBAN", "es": "IBAN", "en": "IBAN"}, True),
    "card": (_card, {"pt": "cartão", "es": "tarjeta", "en": "card"}, True),
    "phone_br": (_phone_br, {"pt": "telefone"}, True),
    "phone_es": (_phone_es, {"es": "teléfono"}, True),
    "phone_us": (_phone_us, {"en": "phone"}, True),
    "phone_far": (_phone_far, {"pt": "celular", "es": "móvil", "en": "mobile"}, True),
}

_SEPARATORS = re.compile(r"[^A-Za-z\d+]+")


def groups(value: str) -> list[str]:
    return [each for each in _SEPARATORS.split(value) if each]


def bare(value: str) -> str:
    return _SEPARATORS.sub("", value)


def _joined(sign: str) -> Callable[[str, str], str]:
    return lambda value, language: sign.join(groups(value))


def _every(sign: str) -> Callable[[str, str], str]:
    return lambda value, language: sign.join(bare(value))


def _chunks(sign: str, size: int) -> Callable[[str, str], str]:
    return lambda value, language: sign.join(re.findall(f".{{1,{size}}}", bare(value)))


def _mapped(table: str) -> Callable[[str, str], str]:
    signs = dict(zip(string.digits, table.split(), strict=True))
    return lambda value, language: "".join(signs.get(each, each) for each in value)


SAID = {"pt": ("pt_BR", "e"), "es": ("es", "y"), "en": ("en", "and")}
SIGNS = {
    "pt": {".": "ponto", "-": "traço", "/": "barra"}, "es": {".": "punto", "-": "guion", "/": "barra"},
    "en": {".": "dot", "-": "dash", "/": "slash"},
}  # fmt: skip


def _word(number: str, language: str) -> str:
    return str(num2words(int(number), lang=SAID[language][0])) if number.isdigit() else number


def _dictated(value: str, language: str) -> str:
    return " ".join(_word(each, language) for each in bare(value).lstrip("+"))


def _dictated_six(value: str, language: str) -> str:
    six = {"pt": "meia"}.get(language, _word("6", language))
    zero = {"en": "oh"}.get(language, _word("0", language))
    return ", ".join(
        six if each == "6" else zero if each == "0" else _word(each, language)
        for each in bare(value).lstrip("+")
    )


def _doubled(value: str, language: str) -> str:
    times = {"pt": "duplo", "es": "doble", "en": "double"}[language]
    words, text, at = [], bare(value).lstrip("+"), 0
    while at < len(text):
        if text[at].isdigit() and text[at : at + 2] == text[at] * 2:
            words.append(f"{times} {_word(text[at], language)}")
            at += 2
        else:
            words.append(_word(text[at], language))
            at += 1
    return " ".join(words)


def _with_signs(value: str, language: str) -> str:
    """Digits one by one, signs by their names."""
    return " ".join(SIGNS[language].get(each, _word(each, language)) for each in value if each not in " ()+")


def _by_groups(value: str, language: str) -> str:
    """ "quinhentos e vinte e nove, novecentos e ..."."""
    words = []
    for group in groups(value.lstrip("+")):
        for piece in re.findall(r"\D+|\d{1,3}", group):
            zeros = len(piece) - len(piece.lstrip("0")) if piece.isdigit() else 0
            words += [_word("0", language)] * min(zeros, len(piece) - 1 if piece.strip("0") == "" else zeros)
            words.append(_word(piece, language))
    return ", ".join(words)


def _by_pairs(value: str, language: str) -> str:
    words = []
    for piece in re.findall(r"\D|\d\d?", bare(value).lstrip("+")):
        words += [_word("0", language)] * (piece.isdigit() and len(piece) == 2 and piece[0] == "0")
        words.append(_word(piece, language))
    return " ".join(words)


def _half_said(value: str, language: str) -> str:
    text = bare(value).lstrip("+")
    half = len(text) // 2
    return f"{text[:half]} {' '.join(_word(each, language) for each in text[half:])}"


def _told_in_pieces(value: str, language: str) -> str:
    then = {"pt": ", depois ", "es": ", luego ", "en": ", then "}[language]
    last = {"pt": " e termina em ", "es": " y termina en ", "en": " and ends in "}[language]
    parts = groups(value) if len(groups(value)) > 2 else re.findall(".{1,3}", bare(value))
    return then.join(parts[:-1]) + last + parts[-1]


KEYCAP = "\ufe0f\u20e3"
WAYS: dict[str, Callable[[str, str], str]] = {
    "as it is": lambda value, language: value,
    "bare": lambda value, language: bare(value),
    "small letters": lambda value, language: value.lower(),
    "spaces": _joined(" "),
    "two spaces": _joined("  "),
    "dots": _joined("."),
    "hyphens": _joined("-"),
    "slashes": _joined("/"),
    "underscores": _joined("_"),
    "commas": _joined(", "),
    "hyphens with spaces": _joined(" - "),
    "lines": _joined("\n"),
    "tabs": _joined("\t"),
    "stars": _joined("*"),
    "colons": _joined(":"),
    "pipes": _joined("|"),
    "dots with a space": _joined(". "),
    "middle dots": _joined("·"),
    "ellipses": _joined("..."),
    "each apart": _every(" "),
    "each hyphened": _every("-"),
    "each dotted": _every("."),
    "each comma": _every(", "),
    "by two": _chunks(" ", 2),
    "by three": _chunks(" ", 3),
    "by four": _chunks("-", 4),
    "by five": _chunks(" ", 5),
    "full width": _mapped("０ １ ２ ３ ４ ５ ６ ７ ８ ９"),
    "keycaps": _mapped(" ".join(each + KEYCAP for each in string.digits)),
    "circled": _mapped("⓪ ① ② ③ ④ ⑤ ⑥ ⑦ ⑧ ⑨"),
    "bold": _mapped("𝟎 𝟏 𝟐 𝟑 𝟒 𝟓 𝟔 𝟕 𝟖 𝟗"),
    "raised": _mapped("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹"),
    "thin spaces": _joined("\u2009"),
    "look-alikes": lambda value, language: re.sub(r"(?<![A-Z])1", "l", re.sub(r"(?<![A-Z])0", "O", value)),
    "capital i": lambda value, language: re.sub(r"(?<![A-Z])1", "I", value),
    "zero width": _every("\u200b"),
    "said": _dictated,
    "said with commas": _dictated_six,
    "said double": _doubled,
    "said with signs": _with_signs,
    "said by groups": _by_groups,
    "said by pairs": _by_pairs,
    "half said": _half_said,
    "told in pieces": _told_in_pieces,
}
CONTEXTS: dict[str, dict[str, tuple[str, ...]]] = {
    "before": {
        "pt": ("meu {k} é {v}", "{k}: {v}", "{k} {v}", "o {k} dela e {v}, pode ver?", "{k} nº {v}."),
        "es": ("mi {k} es {v}", "{k}: {v}", "{k} {v}", "el {k} de ella es el {v}, ¿puede?", "{k} nº {v}."),
        "en": ("my {k} is {v}", "{k}: {v}", "{k} {v}", "her {k}'s {v}, can you check?", "{k} number {v}."),
    },
    "line above": {"pt": ("{k}:\n{v}\n",), "es": ("{k}\n{v}",), "en": ("{k}:\n{v}\nthanks",)},
    "behind": {
        "pt": ("{v} é o meu {k}", "{v} ({k})"), "es": ("{v} es mi {k}", "{v} ({k})"),
        "en": ("{v} is my {k}", "{v} ({k})"),
    },
    "far": {
        "pt": ("o {k} do meu marido, que viaja comigo sempre, é {v}",),
        "es": ("el {k} de mi marido, que viaja conmigo siempre, es {v}",),
        "en": ("the {k} of my husband, who always travels with me, is {v}",),
    },
    "the owner's": {
        "pt": ("o {k} do titular da conta é {v}", "{k} do titular do contrato: {v}"),
        "es": ("el {k} del titular de la cuenta es {v}", "{k} del titular del contrato: {v}"),
        "en": ("the account holder's {k} is {v}", "the {k} on the account is {v}"),
    },
    "json": dict.fromkeys(("pt", "es", "en"), ('{{"{k}": "{v}"}}',)),
    "assigned": dict.fromkeys(("pt", "es", "en"), ("{k}={v}",)),
    "none": {
        "pt": ("anota aí: {v}", "{v}", "é {v}, obrigado"), "es": ("anote: {v}", "{v}", "es {v}, gracias"),
        "en": ("here you go: {v}", "{v}", "it's {v}, thanks"),
    },
    "brackets": dict.fromkeys(("pt", "es", "en"), ("({v})", "[{v}]", '"{v}"', "<{v}>", "*{v}*", "`{v}`")),
}  # fmt: skip


# Kinds that without their names are known by how they are parted, and the ways that part them so.
SHAPED = frozenset({"rfc", "ssn", "rut", "phone_us"})
LIKE_IT = frozenset({
    "as it is", "small letters", "spaces", "dots", "hyphens", "hyphens with spaces", "full width", "keycaps",
    "circled", "bold", "raised", "thin spaces", "two spaces",
})  # fmt: skip
UNKNOWN = frozenset({("phone_far", "colons")})  # "55:11" is a time
ALIKE = frozenset({"look-alikes", "capital i"})
LETTERED = frozenset({"cnpj_letters", "dni", "nie", "curp", "iban"})
IN_ITS_GROUPS = frozenset({"phone_br", "phone_es"})  # without their names
REGROUPED = frozenset({"by two", "by three", "by four", "by five", "said by groups"})


def is_knowable(kind: str, way: str, context: str) -> bool:
    """Whether anybody could know it: without its name, a number has to be parted as it is, or proven."""
    if (kind, way) in UNKNOWN:
        return False
    if context not in ("none", "brackets"):
        return True
    if kind in SHAPED:
        return way in LIKE_IT
    if kind in IN_ITS_GROUPS and way in REGROUPED:
        return False
    return not (kind in LETTERED and way in ALIKE)


def cases(seed: int, times: int = 1, ways: Collection[str] = tuple(WAYS)) -> Iterator[Case]:
    """One message or more for each kind, way, context and language that anybody could know it in."""
    chance = random.Random(seed)
    random.seed(seed)  # validate_docbr draws from it
    for kind, (make, names, alone) in KINDS.items():
        for way, context in product(ways, CONTEXTS):
            if (not alone and context in ("none", "brackets")) or not is_knowable(kind, way, context):
                continue
            for language, name in (pair for pair in names.items() for _time in range(times)):
                value = WAYS[way](make(chance), language)
                template = chance.choice(CONTEXTS[context][language])
                named = name if chance.random() < HALF else name.lower()
                yield Case(kind, way, context, language, template.format(k=named, v=value), value)
