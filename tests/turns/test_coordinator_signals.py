"""Mode `coordinator`: signals that cannot be used change nothing and are told to the model (seed 001)."""

import pytest

from tests.turns.coordinating import ASK, CASHIER, TECH, TECHNICIAN, VOICE, as_, end, request
from tests.turns.coordinating import say as say
from tests.turns.gullible import call
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (request("especialista_em_vendas"), "There is no specialist 'especialista_em_vendas'"),
        (call(("request_specialist_sub_conversation", {"specialist_role": TECHNICIAN})), "initial_context"),
        (call(("request_specialist_sub_conversation", {})), "specialist_role and initial_context"),
        (end(), "no sub-conversation to end"),
        (request("coordinator"), "There is no specialist 'coordinator'"),
        (
            call(("delegate_task", {"specialist_role": "ninguem", "task": "x"})),
            "There is no specialist 'ninguem'",
        ),
    ],
    ids=[
        "unknown role",
        "no context",
        "no arguments",
        "end without a beginning",
        "itself",
        "task for nobody",
    ],
)
async def test_what_a_coordinator_may_not_is_told_to_its_model(say, model, sent, words):
    one = say("wrong")
    as_(model, VOICE, sent, call(text="Como posso ajudar?"))
    answer = await one(ASK)
    assert answer["text"] == "Como posso ajudar?"
    (told,) = [m["content"] for m in model.requests[-1]["messages"] if m["role"] == "tool"]
    assert told.startswith("SIGNAL_ERROR: ") and words in told
    assert answer["metadata"]["sub_conversation"] is None
    assert answer["metadata"]["tool_calls"][0]["ok"] is False


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (request(CASHIER), "You have been called in yourself"),
        (
            call(("delegate_task", {"specialist_role": CASHIER, "task": "x"})),
            "You have been called in yourself",
        ),
        (
            call(("end_specialist_sub_conversation", {"status": "completed"})),
            "final_result and last_user_message",
        ),
        (end("terminado"), "There is no status 'terminado'"),
        (end(last=""), "last_user_message"),
    ],
    ids=["nested", "nested task", "missing arguments", "unknown status", "no last message"],
)
async def test_what_a_specialist_may_not_is_told_to_its_model(say, model, sent, words):
    one = say("wrong-specialist")
    as_(model, VOICE, request(TECHNICIAN))
    as_(model, TECH, sent, call(text="Qual é o aparelho?"))
    answer = await one(ASK)
    assert answer["text"] == "Qual é o aparelho?"
    told = [m["content"] for m in model.requests[-1]["messages"] if m["role"] == "tool"][-1]
    assert told.startswith("SIGNAL_ERROR: ") and words in told
    assert answer["metadata"]["sub_conversation"] == {"specialist": TECHNICIAN, "status": "active"}


async def test_broken_arguments_are_told_too(say, model):
    one = say("broken")
    model.calls("request_specialist_sub_conversation", '{"specialist_role": "especia', to=VOICE)
    model.says("Como posso ajudar?", to=VOICE)
    answer = await one(ASK)
    assert answer["text"] == "Como posso ajudar?"
    (told,) = [m["content"] for m in model.requests[-1]["messages"] if m["role"] == "tool"]
    assert told.startswith("SIGNAL_ERROR: ")
