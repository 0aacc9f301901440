"""A profile whose tools are behind refuses what it could not answer in time, and stores nothing of it."""

import asyncio

import pytest

from agents.tools import sessions
from agents.tools.owner import CALLS_TO_MEASURE, Owner
from conversations.models import Turn
from routing.errors import Overloaded
from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
ASK = "Minha fatura veio alta"
HELD = 0.05
STANDING = 60


async def hold(owner: Owner) -> None:
    async with owner.slots:
        await asyncio.sleep(HELD)


async def test_a_message_that_would_stand_too_long_before_its_tools_is_refused(talk, settings):
    settings.MCP_CALLS_AT_ONCE = 1
    await talk("before")(ASK, CUSTOMER)
    owners = sessions._owners[asyncio.get_running_loop()]
    (owner,) = [owner for address, owner in owners.items() if address.name == "telecom"]
    calls = [asyncio.create_task(hold(owner)) for _ in range(STANDING)]
    await asyncio.wait(calls[: CALLS_TO_MEASURE + 1])
    stored = await Turn.unscoped.acount()
    settings.TURN_DEADLINE = 2.0
    with pytest.raises(Overloaded) as refused:
        await talk("late")(ASK, CUSTOMER)
    assert refused.value.retry_after >= 5
    assert await Turn.unscoped.acount() == stored
    other = await talk("other")("qual é a boa prática para uma business rule?", agent_id="servicenow")
    assert other["metadata"]["status"] == "answered", "whose tools are elsewhere is answered"
    settings.TURN_DEADLINE = 60
    await asyncio.gather(*calls)
    assert (await talk("after")(ASK, CUSTOMER))["metadata"]["status"] == "answered"
