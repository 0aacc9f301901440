"""Answers of a model that end before their end.

Asked for anew while nobody has seen of them, else told as such.
"""

import json

import pytest

from agents.models import LLMProfile
from tests.fakes.openai_server import Line
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
ASK = "Minha fatura veio alta"
LONG = "Sua fatura INV001 está aberta. Ela vence no dia 10"


def ended(answer):
    about = answer["metadata"]
    return about["status"], about["stopped"]


async def test_what_breaks_off_before_anything_was_seen_is_asked_for_anew(talk, model):
    model.cuts("Sua fatu").says("Sua fatura vence no dia 10.")
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert (answer["text"], ended(answer)) == ("Sua fatura vence no dia 10.", ("answered", None))
    assert [event.name for event in one.events].count("text.reset") == 0


async def test_what_breaks_off_twice_unseen_is_an_apology(talk, model):
    model.cuts("Sua fatu", times=2)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert ended(answer) == ("failed", None)
    assert "Desculpe" in answer["text"] and "fatu" not in answer["text"]


async def test_what_breaks_off_after_it_was_seen_stays_and_the_turn_says_so(talk, model, settings):
    settings.PIECE_SECONDS = 0
    model.cuts(LONG)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    seen, told = (each.strip() for each in answer["text"].split("\n\n"))
    assert seen == "Sua fatura INV001 está aberta." and told.startswith("Minha resposta foi interrompida")
    assert ended(answer) == ("failed", "interrupted")
    assert "dia 1" not in answer["text"], "half a number is worse than none"
    assert "".join(str(e.data["text"]) for e in one.events if e.name == "text").strip() == answer["text"]
    assert "error" in [event.name for event in one.events]
    assert len(model.requests) == 1


async def test_what_was_seen_of_a_model_that_stalls_stays_and_its_slowness_is_the_reason(
    talk, model, settings
):
    settings.PIECE_SECONDS, settings.MODEL_DEADLINE = 0, 1
    model.says(LONG, stall=20)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"].startswith("Sua fatura INV001 está aberta. \n\nMinha resposta foi interrompida")
    assert (*ended(answer), answer["metadata"]["failure"]) == ("failed", "interrupted", "timeout")
    assert "text.reset" not in [event.name for event in one.events]
    assert len(model.requests) == 1


async def test_a_model_that_stalls_before_anything_was_seen_was_too_slow(talk, model, settings):
    settings.MODEL_DEADLINE = 1
    model.says("Sua fatu", stall=20)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert (*ended(answer), answer["metadata"]["failure"]) == ("failed", None, "timeout")
    assert "fatu" not in answer["text"] and len(model.requests) == 1


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_a_limit_of_the_model_is_told_as_such(talk, model, finish):
    model.says("Sua fatura é a mais longa que", finish=finish)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"].startswith("Sua fatura é a mais longa que\n\n")
    assert ended(answer) == ("answered", finish)


async def test_a_filter_that_leaves_nothing_is_no_empty_answer(talk, model):
    model.says("", finish="content_filter")
    answer = await talk("s1")(ASK, CUSTOMER)
    assert ended(answer) == ("answered", "content_filter")
    assert answer["text"].startswith("Não posso responder a esta mensagem.")


async def test_a_model_that_will_not_answer_is_not_asked_again_in_a_moment(talk, model):
    refused = {"choices": [{"delta": {"refusal": "I will not."}, "finish_reason": "stop"}]}
    model._add(Line(body=json.dumps(refused)))
    answer = await talk("s1")(ASK, CUSTOMER)
    assert ended(answer) == ("answered", "content_filter")
    assert answer["text"].startswith("Não posso responder a esta mensagem.")


@pytest.mark.parametrize("arguments", ["", "{}", '{"invoice_id": "INV0'], ids=["none", "whole", "half"])
async def test_a_call_of_an_answer_that_broke_off_is_never_made(talk, model, arguments):
    model.cuts_call("request_handoff", arguments).says("A fatura vence no dia 10.")
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == "A fatura vence no dia 10."
    assert "request_handoff" not in {each["tool"] for each in answer["metadata"]["tool_calls"]}
    assert len(model.requests) == 2


async def test_a_call_that_ended_at_the_limit_is_sent_again(talk, model):
    model.cuts_call("consultar_pagamentos", "", cut=False, finish="length")
    model.calls("consultar_pagamentos", {}).says("A fatura vence no dia 10.")
    answer = await talk("s1")(ASK, CUSTOMER)
    assert {"agent": "billing_agent", "tool": "consultar_pagamentos", "ok": False} in answer["metadata"][
        "tool_calls"
    ]
    assert "not valid JSON" in str(model.requests[1]["messages"][-1])


async def test_what_a_model_joins_of_several_parts_is_whole_or_not_used(talk, model):
    model.says("A fatura vence dia 10.", to="especialista em faturas")
    model.says("O pedido P100 chegou.", to="especialista em pedidos")
    model.cuts("A fatura vence", to="You write one answer")
    answer = await talk("s1")(f"{ASK} e onde está meu pedido P100?", CUSTOMER | BUYER, mode="supervisor")
    assert "A fatura vence dia 10." in answer["text"] and "O pedido P100 chegou." in answer["text"]


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.alone
async def test_what_was_seen_of_an_answer_that_takes_too_long_stays_and_the_turn_says_so(
    talk, model, settings
):
    settings.TURN_DEADLINE, settings.PIECE_SECONDS = 4, 0
    model.says("Sua fatura está aberta. Ela", stall=20)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert ended(answer) == ("failed", "interrupted")
    assert answer["text"].startswith("Sua fatura está aberta.\n\nMinha resposta foi interrompida")
    assert answer["metadata"]["failure"] == "timeout"


async def test_another_model_answers_where_one_stalls_before_anything_was_seen(talk, fake_openai):
    def edit():
        common = {"tenant_id": "tenant_a", "base_url": fake_openai.base_url}
        spare = LLMProfile(name="spare", model="spare-1", **common)
        spare.save()
        LLMProfile(
            name="fast", point="default", model="fast-1", timeout_seconds=1, fallback=spare, **common
        ).save()

    await change(edit)
    fake_openai.says("Sua fatu", stall=20).says("Sua fatura vence no dia 10.")
    answer = await talk("s1")(ASK, CUSTOMER)
    assert (answer["text"], ended(answer)) == ("Sua fatura vence no dia 10.", ("answered", None))
    assert [asked["model"] for asked in fake_openai.requests] == ["fast-1", "spare-1"]
