"""Mode `coordinator` and actions.

What the user agreed to is done once a turn, whoever works how often (seed 001).
"""

import pytest

from tests.turns.conftest import BUYER
from tests.turns.coordinating import HOUSE_VOICE, as_, authored, end, kept, request, rows
from tests.turns.gullible import call, tools
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)
ACTION = call(("solicitar_devolucao", {"order_id": "P100", "reason": "arrependimento"}))


def called_in(model, *lines):
    """Whoever was called in says these lines in its next requests."""
    left = list(lines)
    model.when(
        lambda asked: left.pop(0) if left and "end_specialist_sub_conversation" in tools(asked) else None
    )


async def asked(talk, model, session):
    """A conversation in which a specialist who was called in waits for a yes."""
    await authored()
    one = talk(session)
    as_(model, HOUSE_VOICE, request("support_agent"))
    called_in(model, ACTION)
    answer = await one("Quero devolver o pedido P100", BUYER)
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    return one


def acted(answer):
    return [r for r in answer["metadata"]["mcp_results"] if r["metadata"].get("side_effect") and r["ok"]]


async def test_a_specialist_called_in_again_acts_on_a_yes_once(talk, model):
    one = await asked(talk, model, "again")
    called_in(model, end(), call(text="Está feito."))
    as_(model, HOUSE_VOICE, request("support_agent"))
    answer = await one("sim", BUYER)
    assert answer["metadata"]["agents"] == ["support_agent", "front_voice"]
    assert answer["text"] == "Está feito."
    assert len(acted(answer)) == 1


async def test_an_end_in_a_turn_that_acted_and_then_failed_is_an_end(talk, model):
    one = await asked(talk, model, "acted")
    called_in(model, end())
    model.fails(400, times=4, to=HOUSE_VOICE)
    answer = await one("sim", BUYER)
    assert answer["metadata"]["status"] == "answered" and len(acted(answer)) == 1
    assert [row[2] for row in await rows("acted")] == ["delegation", "delegation_end"]
    state = await kept("acted")
    assert state["sub_conversation"] is None
    assert [each["status"] for each in state["notes"]] == ["completed"], "nobody has read it yet"
