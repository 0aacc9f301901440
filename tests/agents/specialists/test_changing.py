"""Which values a reply names instead of those that it was asked about."""

from datetime import date

from agents.llm.offline.needs import _names_only_value
from agents.llm.offline.own_words import find_choices
from agents.llm.request import ReleaseSlice
from agents.specialists.changing import read_changed
from agents.specialists.rewording import read_reworded
from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from agents.tools.arguments import KnownValues
from language import days
from tests.parts.phrases import try_each

DAY, ANIMAL = ParameterSpec("day"), ParameterSpec("animal", source="resource", key="animal_id")
TOOL = ToolSpec(
    "book", "main", parameters=(DAY, ANIMAL), schema={"properties": {"day": {"format": "date"}}}
)  # fmt: skip
SAID = "We have 2026-12-10, 11/12/2026 and 14/12/2026."
BEFORE = {"day": "2026-12-10", "animal": "A4711"}


@try_each(
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


@try_each(
    ("pattern", "is_month"),
    [
        (r"^\d{4}-\d{2}$", True),
        ("^[a-z0-9-]+$", False),
        ("^[0-9-]+$", False),
        (r"^\p{L}[-\p{L}]*$", False),
        (r"^(\d+-?)+$", False),
        (r"^[A-Z]-\d$", False),
    ],
)
def test_a_month_is_known_by_its_pattern_whoever_wrote_that(pattern, is_month):
    """Tool servers write JavaScript's expressions, which Python's may not be able to read."""
    tool = ToolSpec("t", "main", parameters=(DAY,), schema={"properties": {"day": {"pattern": pattern}}})
    assert tool.is_month(DAY) is is_month


PEOPLE, NIGHTS = ParameterSpec("people", type="integer"), ParameterSpec("nights", type="integer")
TIME, SIZE = ParameterSpec("time"), ParameterSpec("size")
GUEST = ParameterSpec("guest", source="identity", type="integer")
STAY = ToolSpec(
    "stay", "main", parameters=(PEOPLE, NIGHTS, TIME, SIZE, DAY, ANIMAL, GUEST),
    schema={"properties": {
        "time": {"format": "time"}, "day": {"format": "date"}, "size": {"enum": ["S", "+", "-", ""]},
    }},
)  # fmt: skip


@try_each(
    ("before", "text", "changed"),
    [
        ({"people": 4, "nights": 2}, "não, 3", {}),
        ({"people": 4, "nights": ""}, "não, 3", {"nights": "3"}),
        ({"people": 4}, "não, 3", {"people": "3"}),
        ({"people": 4, "guest": 77}, "não, 3", {"people": "3"}),
        ({"people": 4, "time": "16:00"}, "no, at 5 pm", {"time": "17:00"}),
        ({"people": 4}, "no, at 5 pm", {}),
        ({"people": 4, "day": "2026-12-10"}, "não, no dia 5 de maio", {"day": "2027-05-05"}),
        ({"people": 4, "animal": "A4711"}, "no, A4712", {"animal": "A4712"}),
        ({"size": "S"}, "no, thanks", {}),
    ],
)
def test_a_number_is_the_one_value_that_it_can_be(before, text, changed):
    known = KnownValues(text=text, slots={"animal_id": SlotSpec("animal_id", r"A ?\d{4}")})
    assert read_changed(STAY, before, known, date(2026, 11, 28), language="pt") == changed


HOUSE = ToolSpec(
    "move", "main",
    parameters=(ParameterSpec("house"), ParameterSpec("urgent", type="boolean"), PEOPLE, NIGHTS),
)  # fmt: skip


@try_each(
    ("before", "text", "changed"),
    [
        ({"house": "Rua 55", "urgent": True}, "não, é 65", {"house": "Rua 65"}),
        ({"house": "Rua 55", "urgent": ["a"]}, "não, é 65", {"house": "Rua 65"}),
        ({"house": "Rua 55", "people": 4}, "não, é 65b", {"house": "Rua 65b"}),
        ({"house": "Rua 55", "people": 4}, "não, é 65", {"people": "65"}),
        ({"people": 4, "nights": 2}, "não, é 3", {}),
        ({"house": "Rua 55"}, "não, melhor às 6", {}),
        ({"house": "Calle Belgrano 450"}, "mejor a las seis", {}),
        ({"house": "la casa azul"}, "no, a las 6", {}),
        ({"house": "the blue house"}, "no, on Friday", {}),
    ],
)
def test_a_lone_number_stands_for_a_number(before, text, changed):
    assert read_reworded(HOUSE, before, text, ReleaseSlice("a", "pt")) == changed


def test_a_choice_of_signs_is_named_by_no_words():
    assert find_choices(["S", "+", "-", "", "extra large"], "the Extra  large one") == ["extra large"]


def test_dates_are_read_and_what_is_no_day_is_not():
    assert days.read_dates("14/12/26, 2026-12-15, 31/02/2026") == ["2026-12-14", "2026-12-15"]


@try_each(
    ("schema", "label"),
    [
        ({"title": "Check-in"}, "Check-in"),
        ({"description": "Arrival day (YYYY-MM-DD), not before today"}, "Arrival day"),
        ({"description": "The day on which the guests arrive at the hotel"}, "check in date"),
        ({}, "check in date"),
        ({"title": "check_in_date"}, "check in date"),
        ({"description": "check_in_date"}, "check in date"),
    ],
)
def test_people_are_shown_what_the_schema_calls_an_argument(schema, label):
    day, known = ParameterSpec("check_in_date"), {"properties": {"check_in_date": schema}}
    assert ToolSpec("book", "main", parameters=(day,), schema=known).label_of(day, "en") == label


@try_each(
    ("name", "label"),
    [("student_id", "student id"), ("dueDate", "due date"), ("customerID", "customer ID")],
)
def test_a_name_without_a_title_is_shown_in_words(name, label):
    named = ParameterSpec(name)
    assert ToolSpec("book", "main", parameters=(named,)).label_of(named, "en") == label


@try_each(
    ("pattern", "text", "alone"),
    [
        (r"P ?\d{3}", "actually P 101", True),
        (r"P ?\d{3}", "actually the red one, P101", False),
        (r"(\w+-?)+\d", "actually aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", False),
        (r"\p{Q}", "actually P101", False),
    ],
)
def test_a_message_that_only_names_a_value_is_read_by_guarded_patterns(pattern, text, alone):
    known = ReleaseSlice("a", slots={"order": SlotSpec("order", pattern)})
    assert _names_only_value(text, known) is alone
