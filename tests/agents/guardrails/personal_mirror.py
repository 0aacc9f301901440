"""What only looks like a personal number, by program: orders, devices, bar codes, amounts, times, measures.

for text, language in mirror(seed=7): find(text, language) == []
"""

import random
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml
from stdnum import ean, isbn, luhn

from agents.guardrails.personal_shapes import is_card


def _digits(chance: random.Random, count: int) -> str:
    return chance.choice("123456789") + "".join(chance.choices(string.digits, k=count - 1))


def _letters(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(string.ascii_uppercase, k=count))


def _ean(chance: random.Random) -> str:
    body = chance.choice(["789", "750", "843"]) + _digits(chance, 9)
    return body + ean.calc_check_digit(body)


def _imei(chance: random.Random) -> str:
    body = "35" + _digits(chance, 12)
    return body + luhn.calc_check_digit(body)


def _isbn(chance: random.Random) -> str:
    body = "9788" + _digits(chance, 8)
    return str(isbn.format(body + ean.calc_check_digit(body)))


def _amount(chance: random.Random) -> str:
    return f"{chance.randint(1, 999)}.{chance.randint(0, 999):03},{chance.randint(0, 99):02}"


def _amount_en(chance: random.Random) -> str:
    return f"{chance.randint(1, 999)},{chance.randint(0, 999):03}.{chance.randint(0, 99):02}"


def _day(chance: random.Random) -> str:
    return f"{chance.randint(1, 28):02}/{chance.randint(1, 12):02}/{chance.randint(2024, 2027)}"


def _hour(chance: random.Random) -> str:
    return f"{chance.randint(8, 20)}:{chance.choice(['00', '15', '30', '45'])}"


def _boleto(chance: random.Random) -> str:
    return (
        f"{_digits(chance, 5)}.{_digits(chance, 5)} {_digits(chance, 5)}.{_digits(chance, 6)} "
        f"{_digits(chance, 5)}.{_digits(chance, 6)} {_digits(chance, 1)} {_digits(chance, 14)}"
    )


def _order(chance: random.Random) -> str:
    while is_card(number := _digits(chance, chance.choice([5, 6, 7, 8, 9, 10, 12, 13, 14]))):
        continue
    return number


MADE: dict[str, Callable[[random.Random], str]] = {
    "order": _order,
    "coded": lambda chance: f"{_letters(chance, 3)}-{_digits(chance, chance.choice([4, 5, 6]))}",
    "dated": lambda chance: f"{_letters(chance, 2)}-2025-{_digits(chance, 6)}",
    "protocol": lambda chance: (
        f"2025{chance.randint(1, 12):02}{chance.randint(1, 28):02}{_digits(chance, 6)}"
    ),
    "tracking": lambda chance: f"{_letters(chance, 2)}{_digits(chance, 9)}BR",
    "ups": lambda chance: f"1Z{_letters(chance, 3)}{_digits(chance, 13)}",
    "imei": _imei,
    "ean": _ean,
    "isbn": _isbn,
    "boleto": _boleto,
    "amount": _amount,
    "amount_en": _amount_en,
    "day": _day,
    "hour": _hour,
    "version": lambda chance: ".".join(str(chance.randint(0, 30)) for _ in range(chance.choice([3, 4]))),
    "flight": lambda chance: f"{_letters(chance, 2)}{chance.randint(100, 9999)}",
    "small": lambda chance: str(chance.randint(2, 900)),
    "size": lambda chance: f"{chance.randint(20, 300)}x{chance.randint(20, 300)}x{chance.randint(10, 90)}",
    "ip": lambda chance: ".".join(str(chance.randint(1, 254)) for _ in range(4)),
    "mac": lambda chance: ":".join(f"{chance.randint(0, 255):02X}" for _ in range(6)),
    "serial": lambda chance: (
        f"{_letters(chance, 1)}{_digits(chance, 2)}{_letters(chance, 2)}{_digits(chance, 5)}"
    ),
    "sku": lambda chance: f"{_letters(chance, 3)}-{_letters(chance, 2)}-{_digits(chance, 3)}",
    "locator": lambda chance: "".join(chance.choices(string.ascii_uppercase, k=3)) + _digits(chance, 3),
    "hash": lambda chance: "".join(chance.choices("0123456789abcdef", k=12)),
    "year": lambda chance: str(chance.randint(1999, 2026)),
    "plate": lambda chance: (
        f"{_letters(chance, 3)}{_digits(chance, 1)}{_letters(chance, 1)}{_digits(chance, 2)}"
    ),
    "account": lambda chance: f"{_digits(chance, 4)} {_digits(chance, 5)}-{_digits(chance, 1)}",
}
TEMPLATES = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))["templates"]


def mirror(seed: int, times: int = 1) -> Iterator[tuple[str, str]]:
    """Messages that hold nothing personal, each with its language."""
    chance = random.Random(seed)
    for language, templates in TEMPLATES.items():
        for template in templates:
            for _time in range(times):
                yield _fill(template, chance), language


def _fill(template: str, chance: random.Random) -> str:
    pieces = []
    for literal, name, _format, _conversion in string.Formatter().parse(template):
        pieces += [literal, MADE[name](chance) if name else ""]
    return "".join(pieces)
