"""Mode `coordinator` around the turns (seed 001): who remembers what, what is told of it, what clears it."""

import pytest

from conversations import deleting, reading
from conversations.models import Conversation
from conversations.visits import visit
from routing.models import AgentProfile
from tests.turns.coordinating import (
    ASK,
    CASHIER,
    MONEY,
    TECH,
    TECHNICIAN,
    VOICE,
    as_,
    end,
    publish_now,
    request,
    who,
)
from tests.turns.coordinating import say as say
from tests.turns.gullible import call, heard
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)


async def stored(session):
    return await visit(lambda: Conversation.unscoped.get(session_id=session))


async def told(session):
    """What `GET /sessions/{key}` answers."""
    return await visit(lambda: reading.describe_session(Conversation.unscoped.get(session_id=session)))


async def test_a_session_tells_who_has_been_called_in(say, model):
    one = say("told")
    as_(model, VOICE, request(TECHNICIAN))
    as_(model, TECH, call(text="Qual é o aparelho?"), end(text="Resolvido!"))
    await one(ASK)
    expected = {"specialist": TECHNICIAN, "status": "active", "since_turn": 1}
    assert (await told("told"))["sub_conversation"] == expected
    await one("Funcionou")
    assert (await told("told"))["sub_conversation"] is None


async def test_clearing_the_history_clears_results_that_wait(say, model):
    one = say("cleared")
    as_(model, VOICE, request(TECHNICIAN), call(text="Olá!"))
    as_(model, TECH, end(text="Resolvido!"))
    await one(ASK)
    conversation = await stored("cleared")
    assert conversation.state["notes"]
    await visit(lambda: deleting.erase(conversation))
    await one("E agora?")
    assert "SYSTEM_NOTE: {" not in heard(model.requests[-1]) and ASK not in heard(model.requests[-1])


async def test_a_session_that_is_ended_and_begun_anew_belongs_to_the_coordinator(say, model):
    one = say("ended")
    as_(model, VOICE, request(TECHNICIAN), call(text="Olá!"))
    as_(model, TECH, call(text="Qual é o aparelho?"))
    await one(ASK)
    conversation = await stored("ended")
    await visit(lambda: deleting.end_session(conversation))
    answer = await one("Um notebook")
    assert answer["metadata"]["agents"] == ["coordinator"] and answer["metadata"]["turn"] == 1


async def test_memory_is_shared_unless_the_profile_says_otherwise(say, model):
    one = say("shared")
    as_(model, VOICE, request(TECHNICIAN), request(CASHIER))
    as_(model, TECH, call(text="Segredo do técnico."), end("out_of_scope"))
    as_(model, MONEY, call(text="Sete dias."))
    await one(ASK)
    await one("Como peço um reembolso?")
    assert "Segredo do técnico." in heard(model.requests[-1])


async def test_unshared_each_sees_only_its_own_part(say, model):
    await visit(lambda: _unshared())
    one = say("unshared")
    as_(model, VOICE, request(TECHNICIAN), request(CASHIER, "Nada a dizer."), request(TECHNICIAN))
    as_(model, TECH, call(text="Segredo do técnico."), end("out_of_scope"), call(text="De volta."))
    as_(model, MONEY, call(text="Sete dias."), end("out_of_scope"))
    await one(ASK)
    await one("Como peço um reembolso?")
    cashier = next(asked for asked in model.requests if MONEY in who(asked))
    assert "Segredo do técnico." not in heard(cashier) and ASK not in heard(cashier)
    await one("O notebook travou")
    technician = model.requests[-1]
    assert TECH in who(technician)
    assert "Segredo do técnico." in heard(technician), "its own earlier part"
    assert "Sete dias." not in heard(technician)


def _unshared() -> None:
    AgentProfile.objects.of("tenant_a").filter(agent_id="assistente_virtual").update(share_memory=False)
    publish_now("tenant_a")


async def test_a_specialist_that_left_the_team_leaves_the_word_to_the_coordinator(say, model):
    one = say("left")
    as_(model, VOICE, request(TECHNICIAN), call(text="Vamos ver isso."))
    as_(model, TECH, call(text="Qual é o aparelho?"))
    await one(ASK)

    def leave() -> None:
        profile = AgentProfile.objects.of("tenant_a").get(agent_id="assistente_virtual")
        profile.specialists.remove(profile.specialists.get(name=TECHNICIAN))
        publish_now("tenant_a")

    await visit(leave)
    answer = await one("Um notebook")
    assert answer["metadata"]["agents"] == ["coordinator"]
    assert answer["metadata"]["sub_conversation"] == {"specialist": TECHNICIAN, "status": "failed"}
