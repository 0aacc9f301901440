"""Which values a reply names instead of those that it was asked about."""

from datetime import date

import pytest

from agents import facts
from agents.specialists.changing import read_changed
from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from agents.tools.arguments import KnownValues

DAY, ANIMAL = ParameterSpec("day"), ParameterSpec("animal", source="resource", key="animal_id")
TOOL = ToolSpec(
    "book", "main", parameters=(DAY, ANIMAL), schema={"properties": {"day": {"format": "date"}}}
)  # fmt: skip
SAID = "We have 2026-12-10, 11/12/2026 and 14/12/2026."
BEFORE = {"day": "2026-12-10", "animal": "A4711"}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("não, no dia 2026-12-14", {"day": "2026-12-14"}),
        ("mejor el 12/12/2026", {"day": "2026-12-12"}),
        ("el A4712, el 2026-12-14", {"day": "2026-12-14", "animal": "A4712"}),
        ("el 2026-12-10 no: 2026-12-14", {"day": "2026-12-14"}),
        ("2026-12-14 o 2026-12-15", {}),
        ("otro día", {}),
        ("no, on Friday", {"day": "2026-12-04"}),
        ("melhor em 5 de maio", {"day": "2027-05-05"}),
        ("no, the second one", {"day": "2026-12-11"}),
    ],
)
def test_a_value_is_read_where_one_other_is_named(text, changed):
    known = KnownValues(text=text, slots={"animal_id": SlotSpec("animal_id", r"A\d{4}")})
    assert read_changed(TOOL, BEFORE, known, date(2026, 11, 28), SAID) == changed


def test_a_day_is_known_by_its_schema():
    assert TOOL.is_day(DAY) and not TOOL.is_day(ANIMAL)


def test_dates_are_read_and_what_is_no_day_is_not():
    assert facts.read_dates("14/12/26, 2026-12-15, 31/02/2026") == ["2026-12-14", "2026-12-15"]


@pytest.mark.parametrize(
    ("schema", "label"),
    [
        ({"title": "Check-in"}, "Check-in"),
        ({"description": "Arrival day (YYYY-MM-DD), not before today"}, "Arrival day"),
        ({"description": "The day on which the guests arrive at the hotel"}, "check in date"),
        ({}, "check in date"),
    ],
)
def test_people_are_shown_what_the_schema_calls_an_argument(schema, label):
    day, known = ParameterSpec("check_in_date"), {"properties": {"check_in_date": schema}}
    assert ToolSpec("book", "main", parameters=(day,), schema=known).label_of(day) == label
