"""A time that a message names in words is the time that is looked up and done."""

from datetime import date

import pytest

from agents.specialists.changing import read_changed
from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from agents.tools.arguments import KnownValues, read_values
from tests.parts.phrases import try_each
from tests.turns.orilla import orilla as orilla

TODAY = date(2026, 11, 30)
TIME = SlotSpec("time", r"\d{2}:\d{2}")


@pytest.mark.django_db(transaction=True)
@try_each(
    ("text", "time"),
    [
        ("¿Hay barcas libres el 2026-12-05 a las 5 y media?", "17:30"),
        ("Há barcos livres no dia 2026-12-05, às nove da manhã?", "09:00"),
        ("Are there free boats on 2026-12-05 at half past two?", "14:30"),
    ],
)
async def test_a_time_in_words_reaches_the_tool(orilla, text, time):
    await orilla("s1")(text)
    assert orilla.server.calls == [("free_boats", {"day": "2026-12-05", "time": time})]


@pytest.mark.django_db(transaction=True)
async def test_another_time_is_looked_up_on_the_day_before(orilla):
    one = orilla("s1")
    await one("Are there free boats on 2026-12-05 at half past two?")
    await one("and at five?")
    assert orilla.server.calls[-1] == ("free_boats", {"day": "2026-12-05", "time": "17:00"})


def test_a_time_in_words_is_a_value_of_what_is_written_as_a_time():
    assert read_values("às cinco da tarde, por favor", {"time": TIME}, TODAY) == {"time": "17:00"}


def test_a_reply_that_names_another_time_changes_what_is_proposed():
    time = ParameterSpec("time")
    tool = ToolSpec(
        "book", "main", parameters=(time,), schema={"properties": {"time": {"pattern": r"^\d{2}:[0-5]\d$"}}}
    )
    assert tool.is_time(time)
    known = KnownValues(text="no, better at six in the evening")
    assert read_changed(tool, {"time": "17:00"}, known, TODAY) == {"time": "18:00"}
