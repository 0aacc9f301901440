"""GND: an invented figure, identifier or date does not leave.

What somebody said, and what follows from it, does.
"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.guardrails.gnd import Gnd
from agents.specs import RailSpec
from conversations.turn import ToolResult
from tests.parts.phrases import try_each

INVOICE = ToolResult(
    "read_invoice",
    "shop",
    True,
    {"id": "INV001", "total": 120.5, "tax": 20, "due": "2026-12-10", "items": [1, 2, 3]},
)
ABOUT = About(
    "en",
    tool_results=[INVOICE],
    said=["my order is P-4410, account 1234567890", "12,345.67", "1,500,000 and 2,000,000 pesos"],
    prompts=["Returns within 30 days."],
    grounds=["0800 555 1234"],
)
# The invoice is due on a Thursday; yesterday, today and tomorrow may be named.
OTHER_DAY = next(
    name
    for day, name in ((0, "Monday"), (1, "Tuesday"), (2, "Wednesday"), (4, "Friday"))
    if (day - timezone.localdate().weekday() + 1) % 7 > 2
)
REFUSED = RailSpec("GND", "output", "block", polite={"en": "I do not know."})


def spoken(text: str, spec: RailSpec = REFUSED, about: About = ABOUT) -> str:
    gate = Gate(((Gnd(), spec),), about)
    return "".join(map(gate.feed, text)) + gate.finish()[0]


@try_each(
    "invented",
    [
        "Invoice INV777 is open.",
        "The total is $ 999.99.",
        "It is 45 euros.",
        "A fatura é de R$ 999,99.",
        "Due on 24/12/2026.",
        "Protocol 88123.",
        "You get 15% off.",
        "Call 0800 999 0000.",
        "Your account is 1234567111.",
        "You owe $ 12,345.74.",
        f"It is due on {OTHER_DAY}.",
        "A fatura vence em 2 de março.",
    ],
)
def test_what_nobody_said_does_not_leave(invented: str) -> None:
    assert spoken(f"Hello. {invented} Bye.") == "Hello. I do not know. Bye."


@pytest.mark.parametrize(
    "said",
    [
        "It is due on Thursday.",
        "Su factura vence el jueves.",
        "We are open from Monday to Friday, also on Wednesday.",
        "We are not open on Sunday.",
        "The first may be paid later, the second may not.",
    ],
)
def test_a_weekday_that_somebody_said_leaves(said: str) -> None:
    about = replace(ABOUT, prompts=["Abertos de segunda a sexta."] if "open" in said else [])
    assert spoken(said, about=about) == said


@pytest.mark.parametrize(
    "said",
    [
        "Invoice INV001 of $120.50 is due on 10/12/2026.",
        "Order P-4410 has 3 items.",
        "Returns within 30 days, call 0800 555 1234.",
        "Without tax it is $100.50, two of them are $ 241.00.",
        "We open at 9am, 24h a day, step 2 of 5, in 2027, at 18h30.",
        "It takes 48 hours.",
        "We are open 24/7, half is 1/2, rated 9.5.",
        "Account 1234567890 holds $ 12,345.67; together they are 3,500,000 pesos.",
    ],
)
def test_what_was_said_and_what_follows_from_it_leaves(said: str) -> None:
    assert spoken(said) == said


def test_the_days_around_today_may_be_named() -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert spoken(f"Tomorrow is {tomorrow:%d/%m/%Y}.") == f"Tomorrow is {tomorrow:%d/%m/%Y}."


def test_masked_it_is_starred() -> None:
    masked = RailSpec("GND", "output", "sanitize")
    assert (
        spoken("Invoice INV777 is $999.99, INV001 is open.", masked) == "Invoice *** is $***, INV001 is open."
    )


@try_each(
    ("text", "stays"),
    [
        ("O valor é novecentos e noventa e nove reais.", False),
        ("São cento e vinte reais e cinquenta centavos, vinte reais de imposto.", True),
        ("It is one hundred and twenty euros and fifty cents.", True),
        ("It is two thousand three hundred and five dollars.", False),
        ("Son doscientos cuarenta y un pesos, dos facturas.", True),
        ("Son ciento veintiún pesos.", False),
        ("Você mandou trinta e cinco euros, certo?", True),
        ("Pague em reais, em uma vez.", True),
        ("J'ai quatre-vingt-dix-neuf euros.", True),
    ],
)
def test_an_amount_in_words_is_a_figure(text: str, stays: bool) -> None:
    about = replace(ABOUT, said=[*ABOUT.said, "mandei trinta e cinco euros"])
    assert (Gnd().check(text, about).sanitized_text is None) is stays


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Your visit is on the fifth of May.", True), ("A visita é em 5 de maio.", True),
        ("Su visita es el seis de mayo.", False), ("Your visit is on May 7th.", False),
        ("Your 2 lines may be slow for now.", True), ("You may get 5 GB more.", True),
        ("Este plano é um marco.", True), ("Votre visite est le vingt et un mai.", False),
    ],
)  # fmt: skip
def test_a_day_in_words_must_come_from_somewhere(text, passes):
    found = ToolResult("visit", "s", True, {"day": "2027-05-05"})
    assert (Gnd().check(text, About("en", tool_results=[found])).sanitized_text is None) is passes
