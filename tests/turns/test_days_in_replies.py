"""What a reply about the day does to a confirmation that proposes one."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.parts.phrases import try_each
from tests.turns.cordal import cordal as cordal

pytestmark = pytest.mark.django_db(transaction=True)


def find_days() -> tuple[str, str]:
    """The next Thursday from tomorrow on that follows a Friday, and that Friday."""
    today = datetime.now(ZoneInfo("Pacific/Auckland")).date()
    friday = next(day for n in range(1, 8) if (day := today + timedelta(n)).weekday() == 4)
    return str(friday + timedelta(6)), str(friday)


@try_each("said", ["Friday", "on Friday", "sexta", "el viernes", "vendredi"])
async def test_the_proposed_day_alone_is_asked_again_and_the_next_yes_acts(cordal, said):
    _, friday = find_days()
    one = cordal("s1")
    asked = await one(f"I want to rent a viola from {friday}")
    again = await one(said)
    assert cordal.server.calls == []
    assert again["metadata"]["question"]["kind"] == "confirmation"
    assert again["metadata"]["question"]["options"] == asked["metadata"]["question"]["options"]
    await one("yes")
    assert cordal.server.calls == [("rent_instrument", {"instrument": "viola", "day": friday})]


@try_each("said", ["no, another day", "another day please", "otro día", "não, outra data"])
async def test_another_day_without_a_name_is_asked_for(cordal, said):
    thursday, friday = find_days()
    one = cordal("s1")
    await one(f"I want to rent a viola from {thursday}")
    which = await one(said)
    assert which["metadata"]["question"]["kind"] == "slot", which["text"]
    assert cordal.server.calls == []
    asked = await one("Friday")
    assert asked["metadata"]["question"]["kind"] == "confirmation", asked["text"]
    await one("yes")
    assert cordal.server.calls == [("rent_instrument", {"instrument": "viola", "day": friday})]
