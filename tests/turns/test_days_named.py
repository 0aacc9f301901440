"""A day that a message names in words is the day that is looked up and booked."""

import time
from datetime import date, timedelta

import pytest
from django.utils import timezone

from agents.models import ToolParameter
from agents.specs import SlotSpec
from agents.tools.arguments import read_values
from handoffs.hours import Hours
from language import day_names
from routing.decision.specs import PersonSpec, ProfileSpec
from tests.parts.phrases import try_each
from tests.turns.changing import change
from tests.turns.orilla import NAME
from tests.turns.orilla import orilla as orilla

TODAY = date(2026, 11, 30)
ZONES = "Pacific/Kiritimati", "Etc/GMT+12"  # 26 hours apart
DAY, ORDER = SlotSpec("day", r"\d{4}-\d{2}-\d{2}"), SlotSpec("order", r"P\d{3,}")


@pytest.fixture
async def optional(orilla):
    """Nobody need say the day."""
    rows = ToolParameter.objects.of(NAME).filter(name="day")
    await change(lambda: rows.update(required=False, default="2026-01-01"), NAME)


@pytest.mark.django_db(transaction=True)
@try_each(
    "text",
    ["¿Hay barcas libres mañana?", "Are there free boats tomorrow?", "Há barcos livres amanhã?"],
)
async def test_an_optional_day_is_passed_to_what_looks_it_up(orilla, optional, text):
    await orilla("s1")(text)
    tomorrow = timezone.localdate() + timedelta(1)
    assert orilla.server.calls == [("free_boats", {"day": str(tomorrow)})]


@pytest.mark.django_db(transaction=True)
@try_each(
    "text",
    [
        "I'd like to see today whether there are free boats",
        "Are there free boats? Thanks, see you tomorrow",
        "¿Hay barcas libres? Gracias, hasta mañana",
        "¿Hay barcas libres cada mañana?",
        "Há barcos livres todas as sextas-feiras?",
        "Nasci em 10/05/1990. Há barcos livres?",
    ],
)
async def test_a_day_said_by_the_way_looks_nothing_up(orilla, optional, text):
    await orilla("s1")(text)
    assert orilla.server.calls == [("free_boats", {"day": "2026-01-01"})]


@try_each("text", ["los domingos", "on Sundays", "aos domingos", "le dimanche", "Sunday, for P100"])
def test_a_day_in_words_is_a_value_of_what_is_written_as_a_day(text):
    (sunday,) = day_names.read("Sunday", TODAY)
    found = read_values(text, {"day": DAY, "order": ORDER}, TODAY)
    assert found["day"] == str(sunday) and sunday.weekday() == 6
    assert found.get("order") == ("P100" if "P100" in text else None)


@try_each("text", ["por la mañana", "Monday or Sunday", "another day"])
def test_what_names_no_day_or_several_is_no_value(text):
    assert read_values(text, {"day": DAY}, TODAY) == {}


@try_each("text", ["hoy ", "la mañana, ", "mañana por la "])
def test_days_are_read_in_a_time_of_the_length(text):
    began = time.process_time()
    assert read_values(text * 8000, {"order": ORDER}, TODAY) == {}
    day_names.read(text * 8000, TODAY)
    day_names.without("el lunes " * 1000, [TODAY])
    assert time.process_time() - began < 3  # with the square of its length a multiple of it


def test_the_day_is_the_one_where_the_companys_people_are():
    east, west = (ProfileSpec("a", person=PersonSpec(Hours(zone=zone))) for zone in ZONES)
    assert (east.today - west.today).days in (1, 2)
    assert read_values("tomorrow", {"day": DAY}, west.today) == {"day": str(west.today + timedelta(1))}
