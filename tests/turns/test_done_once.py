"""What an action was done with is not what the next one is done with."""

import pytest

from tests.turns.cordal import cordal as cordal

pytestmark = pytest.mark.django_db(transaction=True)


async def cancel(one, ticket):
    await one(f"Please cancel the repair {ticket}")
    await one("yes")


async def test_the_next_call_of_an_action_asks_for_its_values_anew(cordal):
    one = cordal("s1")
    await cancel(one, "CR-1040")
    asked = await one("Please cancel the repair of another bow too")
    assert asked["metadata"]["question"]["kind"] == "slot", asked["text"]
    proposed = await one("CR-2050")
    assert proposed["text"] == "Shall I cancel repair CR-2050?"
    await one("yes")
    assert cordal.server.calls == [("cancel_repair", {"ticket": n}) for n in ("CR-1040", "CR-2050")]


async def test_other_tools_still_know_what_it_was_done_with(cordal):
    one = cordal("s1")
    await cancel(one, "CR-1040")
    assert (await one("How is my repair going?"))["text"] == "Repair CR-1040 is ready."


async def test_what_was_named_since_serves(cordal):
    one = cordal("s1")
    await cancel(one, "CR-1040")
    await one("How is my repair CR-2050 going?")
    assert (await one("Please cancel the repair"))["text"] == "Shall I cancel repair CR-2050?"
