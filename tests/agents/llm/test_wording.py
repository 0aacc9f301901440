"""The offline model says the same things in every language, and its values as people write them."""

import json
from pathlib import Path
from string import Formatter

from agents.llm.offline import templates
from agents.llm.offline.templates import fill
from agents.llm.offline.wording import wording
from language.spoken_languages import CODES
from tests.parts.phrases import try_each

FOLDER = Path(__file__).resolve().parents[3] / "agents/llm/offline"


def fields(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_sentence_is_there_in_every_language_with_the_same_fields_and_used():
    english = wording("en")
    code = " ".join(path.read_text() for path in FOLDER.rglob("*.py"))
    for language in CODES:
        assert set(json.loads((FOLDER / f"wording/{language}.json").read_text())) == set(english)
    for key, text in english.items():
        assert f'"{key}"' in code or f"'{key}'" in code, key
        if isinstance(text, str):
            assert {frozenset(fields(wording(language)[key])) for language in CODES} == {
                frozenset(fields(text))
            }


def test_a_language_we_do_not_speak_is_answered_in_english():
    assert wording("xx") == wording("en")
    assert wording("../x")["and"] == "and"


@try_each(
    ("item", "pt", "en"),
    [
        (1234.5, "1.234,50", "1,234.50"),
        (-3.0, "-3,00", "-3.00"),
        (7, "7", "7"),
        (True, "sim", "yes"),
        (None, "", ""),
        ("2026-03-10", "10/03/2026", "2026-03-10"),
        ("2026-03-10T14:30:00Z", "10/03/2026 14:30", "2026-03-10 14:30"),
        ("2026-13-40", "2026-13-40", "2026-13-40"),
        ("in_transit", "in transit", "in transit"),
        ("P_100", "P_100", "P_100"),
        (["a", "b", "c"], "a, b e c", "a, b and c"),
        (
            [{"name": "Tea", "price": 2.5}, {"name": "Bun", "price": None}],
            "Tea (2,50); Bun",
            "Tea (2.50); Bun",
        ),
        ([{"sku": "S1", "name": "Tea"}], "Tea (S1)", "Tea (S1)"),
        ([{"day": "2026-01-02", "what": "sent"}], "02/01/2026 (sent)", "2026-01-02 (sent)"),
        (list(range(8)), "0, 1, 2, 3, 4 e mais 3", "0, 1, 2, 3, 4 and 3 more"),
    ],
)
def test_values_are_written_as_people_write_them(item, pt, en):
    assert (templates.format_value(item, "pt"), templates.format_value(item, "en")) == (pt, en)


def test_a_template_reaches_into_results_and_drops_what_it_cannot_say():
    values = {"order": {"id": "A1"}, "items": [{"n": "Tea"}], "empty": []}
    assert (
        fill("Order {order.id}: {items.0.n}. Extras: {empty}. Late by {nothing} days.", values, "en")
        == "Order A1: Tea."
    )
