"""LINKS: links and pictures go to hosts that the company names; any other address is text."""

import pytest

from agents.guardrails import links
from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.guardrails.links import CODE, Links
from agents.specs import RailSpec

ABOUT = About("en", prompts=["See www.hotel.example for prices."])
SPEC = RailSpec(CODE, "output")


def spoken(text: str, spec: RailSpec = SPEC) -> str:
    gate = Gate(((Links(), spec),), ABOUT)
    return "".join(map(gate.feed, text)) + gate.finish()[0]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Look: ![map](https://evil.example/p?data=42)", "Look: map (evil.example/p?data=42)"),
        ("Look: ![a map](https://evil.example/p)", "Look: ![a map] (evil.example/p)"),
        ("Open https://evil.example/p now", "Open evil.example/p now"),
        ("HTTPS://EVIL.example", "EVIL.example"),
        (r"https://evil.example\@hotel.example/a", r"evil.example\@hotel.example/a"),
        ("https://hotel.example@evil.example/a", "hotel.example@evil.example/a"),
        ("https://hotel.example.evil.example/a", "hotel.example.evil.example/a"),
        ("[x](javascript:alert(1))", "x (alert(1))"),
        ("[x](//evil.example/a)", "x (evil.example/a)"),
        ('<img src="https://evil.example/a">', '<img src="evil.example/a">'),
        ("[1]: https://evil.example/a", "[1]: evil.example/a"),
    ],
)
def test_an_address_of_another_host_is_told_as_text(said: str, told: str) -> None:
    assert spoken(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Prices: https://hotel.example/p and [rooms](https://book.hotel.example/r?x=1).",
        "Data: 12/10/2026, às 10:30 // anotado",
        "a//b, nota: //ver verso",
        "10:30",
    ],
)
def test_named_hosts_and_what_is_no_address_stay(said: str) -> None:
    assert spoken(said) == said


def test_a_row_names_further_hosts() -> None:
    listed = RailSpec(CODE, "output", settings={"phrases": ["pay.example"]})
    assert spoken("[Pay](https://www.pay.example/1)", listed) == "[Pay](https://www.pay.example/1)"


def test_this_installations_own_address_is_named(settings) -> None:
    settings.SITE_URL = "https://chat.shop.example:8443"
    links.named_hosts.cache_clear()
    assert spoken("https://chat.shop.example:8443/files/1") == "https://chat.shop.example:8443/files/1"
    links.named_hosts.cache_clear()
