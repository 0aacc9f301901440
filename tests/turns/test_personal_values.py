"""Personal data that a message names is kept only where a tool of the profile asks for it, while a question
lives.
"""

import json

import pytest

from conversations.models import Conversation
from conversations.visits import visit
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
MAIL = "ana.souza@example.com"
PHONE = "(11) 98765-4321"


async def kept(session):
    state = (await visit(lambda: Conversation.unscoped.get(session_id=session))).state
    return state["values"], json.dumps(state, ensure_ascii=False)


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised", "single"])
async def test_a_profile_without_use_for_it_keeps_none(talk, mode):
    await talk("p1")(
        f"Minha fatura INV001 veio alta, meu e-mail é {MAIL} e o telefone {PHONE}",
        CUSTOMER | BUYER,
        mode=mode,
    )
    values, state = await kept("p1")
    assert values["invoice_id"] == "INV001"
    assert MAIL not in state and "98765-4321" not in state


async def test_it_is_kept_while_the_question_lives_and_no_longer(talk):
    one, profile = talk("p2"), {"agent_id": "qahelper"}
    asked = await one(f"Envía un correo a {MAIL} diciendo: La reunión es mañana a las diez.", **profile)
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    values, _state = await kept("p2")
    assert values["email_address"] == MAIL
    await one("sí", **profile)
    values, state = await kept("p2")
    assert "email_address" not in values
    assert MAIL not in state
