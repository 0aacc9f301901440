"""Streams of `/v1` from their beginning to what goes wrong in them, through the official `openai` client."""

import json

import openai
import pytest
from django.test import AsyncClient

from routing.api import openai_answer, waiting
from tests.api.client_tools import MODEL, say, user
from tests.api.client_tools import client as client
from tests.api.client_tools import model as model

INVOICE = "Minha fatura INV001 veio alta"


TROUBLE = {
    "broken": (lambda m: m.fails(500, times=4), 502),
    "busy": (lambda m: m.fails(429, times=4), 503),
    "late": (lambda m: m.fails(504, times=4), 504),
    "cut": (lambda m: m.cuts("", times=4), 502),
}


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("trouble", TROUBLE)
async def test_a_failure_before_the_first_token_has_its_status(
    client, model, settings, monkeypatch, trouble, stream
):
    monkeypatch.setattr(openai_answer, "FIRST_SECONDS", 20.0)
    settings.MODEL_DEADLINE = 1
    begin, status = TROUBLE[trouble]
    begin(model)
    with pytest.raises(openai.APIStatusError) as failed:
        await say(client, user(INVOICE), stream=stream)
    assert failed.value.status_code == status
    assert failed.value.body["type"] == "server_error"
    assert "Desculpe" in failed.value.body["message"]


@pytest.mark.parametrize(
    ("address", "asked", "begins"),
    [
        ("/v1/chat/completions", {"messages": [user(INVOICE)]}, b'"role":"assistant"'),
        ("/v1/responses", {"input": INVOICE}, b"response.created"),
    ],
    ids=["chat", "responses"],
)
async def test_a_stream_begins_before_the_model_says_anything(
    web, key, model, monkeypatch, address, asked, begins
):
    monkeypatch.setattr(openai_answer, "FIRST_SECONDS", 0.05)
    monkeypatch.setattr(waiting, "KEEPALIVE", 0.05)
    speak = model.holds("Sua fatura é esta.")
    body = json.dumps({"model": MODEL, "stream": True, **asked})
    answer = await AsyncClient().post(address, body, "application/json", headers=key("chat"))
    lines = [line async for line in until(b": keepalive", answer.streaming_content)]
    assert begins in b"".join(lines) and b"fatura" not in b"".join(lines)
    speak.set()
    assert b"Sua fatura" in b"".join([line async for line in answer.streaming_content])


async def until(last, lines):
    """The lines up to one that begins so."""
    async for line in lines:
        yield line
        if line.startswith(last):
            return


async def test_a_failure_of_a_stream_that_has_begun_is_an_error_in_it(client, model, settings, monkeypatch):
    monkeypatch.setattr(openai_answer, "FIRST_SECONDS", 0.0)
    settings.MODEL_DEADLINE = 1
    model.fails(500, times=4)
    with pytest.raises(openai.APIError, match="Desculpe"):
        [each async for each in await say(client, user(INVOICE), stream=True)]


async def test_an_answer_that_broke_off_is_short_in_a_stream_as_without(client, model):
    cut = "Sua fatura INV001 está aberta. Ela vence no dia 10"
    model.cuts(cut).cuts(cut)
    whole = await say(client, user(INVOICE))
    assert (whole.choices[0].finish_reason, whole.switchboard["stopped"]) == ("length", "interrupted")
    chunks = [each async for each in await say(client, user(INVOICE), stream=True)]
    said = "".join(each.choices[0].delta.content or "" for each in chunks)
    assert said.startswith("Sua fatura INV001 está aberta.") and "Minha resposta foi interrompida" in said
    assert "dia 1" not in said
    assert chunks[-1].choices[0].finish_reason == "length"
    assert chunks[-1].model_extra["switchboard"]["stopped"] == "interrupted"


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_an_answer_that_is_not_whole_says_why(client, model, finish):
    model.says("Sua fatura é longa", finish=finish)
    assert (await say(client, user(INVOICE))).choices[0].finish_reason == finish
