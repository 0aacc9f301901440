"""A model over real HTTP: its costs, and how it can fail beside what `test_langchain` tries of all ways."""

import asyncio
import re
import time

import pytest
from langchain_core.messages import HumanMessage

from agents.errors import ModelFailed, OutOfTime
from agents.llm import answer, openai_compatible, wire
from agents.llm.events import Finish, ModelUsage, TextPiece, ToolCall
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest, ToolOffer
from agents.llm.usage import usage_of
from agents.specs import LLMSpec
from conversations.turn import Usage
from outbound import connect, policy
from telemetry import logs, tracing

OFFER = ToolOffer(
    "get_order", "Looks up an order", {"type": "object", "properties": {"id": {"type": "string"}}}
)


@pytest.fixture(autouse=True)
async def own_loop(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    yield
    await policy.close()


def chat(server, **spec):
    return OpenAICompatible(LLMSpec("fast", model="gpt-4o-mini", **spec), server.base_url, "sk-test")


async def said(model, *messages, tools=(), seconds=5.0):
    request = ModelRequest(messages or (HumanMessage("hi"),), tools, deadline_seconds=seconds)
    return [event async for event in model.stream(request)]


def text_of(events):
    return "".join(event.text for event in events if isinstance(event, TextPiece))


async def test_a_call_says_its_model_its_limit_and_its_key_and_is_priced(fake_openai):
    fake_openai.says("Olá, tudo bem por aí?")
    events = await said(chat(fake_openai, max_tokens=50))
    usage = next(event for event in events if isinstance(event, ModelUsage))
    assert usage.model == "gpt-4o-mini" and usage.cost_usd > 0
    asked = fake_openai.requests[0]
    assert (asked["model"], asked["max_completion_tokens"]) == ("gpt-4o-mini", 50)
    assert fake_openai.headers[0]["Authorization"] == "Bearer sk-test"


async def test_the_time_of_a_call_begins_when_it_is_sent(fake_openai, monkeypatch):
    monkeypatch.setattr(connect, "CONNECTIONS", 1)
    for _ in range(4):
        fake_openai.says("sim", slow=0.3)
    answers = await asyncio.gather(*(said(chat(fake_openai), seconds=0.9) for _ in range(4)))
    assert [text_of(events) for events in answers] == ["sim"] * 4


@pytest.mark.parametrize("written", ['{"id": "P1', "[1, 2]"], ids=["broken", "no object"])
async def test_arguments_that_cannot_be_read_come_back_as_words_for_the_model(fake_openai, written):
    fake_openai.calls("get_order", written)
    call = next(e for e in await said(chat(fake_openai), tools=(OFFER,)) if isinstance(e, ToolCall))
    assert call.arguments == {}
    assert "JSON" in call.error


async def test_the_deadline_holds_before_the_first_word(fake_openai):
    fake_openai.hangs()
    began = time.monotonic()
    with pytest.raises(OutOfTime, match="in time"):
        await said(chat(fake_openai), seconds=0.3)
    assert time.monotonic() - began < 2
    assert len(fake_openai.requests) == 1


async def test_the_deadline_holds_for_the_whole_answer_and_leaves_what_was_said(fake_openai):
    fake_openai.says("a b c d e f g h i j k l m n o p q r s t", between=0.05)
    began = time.monotonic()
    events = await said(chat(fake_openai), seconds=0.3)
    assert time.monotonic() - began < 2
    assert len(fake_openai.requests) == 1
    assert text_of(events).startswith("a ") and "t" not in text_of(events)
    assert events[-1] == Finish("timeout", "The model 'gpt-4o-mini' did not answer in time.", "gpt-4o-mini")


async def test_an_answer_whose_end_was_said_is_whole_however_long_its_stream_stays_open(fake_openai):
    text, end = (
        {"choices": [{"delta": {"content": "olá"}, **more}]} for more in ({}, {"finish_reason": "stop"})
    )
    fake_openai.streams(text, end, stall=20)
    assert (await said(chat(fake_openai), seconds=0.3))[-1] == Finish("stop")


async def test_an_error_after_the_first_words_breaks_the_answer_off(fake_openai):
    fake_openai.streams(
        {"choices": [{"delta": {"content": "olá"}}]}, {"error": {"message": "no more tokens"}}
    )
    events = await said(chat(fake_openai))
    assert (text_of(events), events[-1].reason) == ("olá", "interrupted")
    assert "no more tokens" in events[-1].why
    assert len(fake_openai.requests) == 1


@pytest.mark.parametrize("nonsense", ["breaks", "misunderstands"])
async def test_nonsense_is_a_failure_in_words(fake_openai, nonsense):
    for _ in range(2):  # what breaks off is asked for once more
        getattr(fake_openai, nonsense)()
    with pytest.raises(ModelFailed, match=r"could not be read|broke off"):
        await said(chat(fake_openai))


async def test_what_no_database_can_hold_never_leaves_the_model(fake_openai):
    fake_openai.says("ol\ud800a\x00!").calls("get_\ud800", '{"id": "P\\ud800\\u0000"}')
    assert text_of(await said(chat(fake_openai))) == "ol?a!"
    call = next(event for event in await said(chat(fake_openai)) if isinstance(event, ToolCall))
    assert (call.name, call.arguments) == ("get_?", {"id": "P?"})


async def test_an_answer_without_end_is_cut(fake_openai, monkeypatch):
    monkeypatch.setattr(answer, "LONGEST", 100)
    fake_openai.says("palavra " * 1000)
    events = await said(chat(fake_openai))
    assert len(text_of(events)) == 100
    assert events[-1] == Finish("length", model="gpt-4o-mini")


async def test_arguments_without_end_are_cut_and_refused(fake_openai, monkeypatch):
    monkeypatch.setattr(answer, "LONGEST", 100)
    fake_openai.calls("get_order", {"id": "P" * 10_000})
    call = next(event for event in await said(chat(fake_openai)) if isinstance(event, ToolCall))
    assert call.arguments == {}
    assert "not valid JSON" in call.error


def test_calls_without_end_are_not_read_to_the_end():
    parts = answer.ToolCallParts()
    for number in range(60_000):
        parts.add([{"index": number, "id": f"c{number}", "function": {"name": "get_order"}}], 64_000)
    assert parts.characters <= 64_000
    assert len(parts.whole()) == answer.MAX_CALLS


def test_arguments_that_are_nested_too_deep_are_asked_for_again():
    parts = answer.ToolCallParts()
    parts.add([{"index": 0, "function": {"name": "get_order", "arguments": "[" * 20_000}}], 64_000)
    parts.add([{"index": 1, "function": {"name": "get_order", "arguments": '{"a":' * 9_000}}], 64_000)
    assert [each.error for each in parts.whole()] == [
        "The arguments of get_order are not valid JSON. Send the call again."
    ] * 2


def test_an_event_without_end_is_refused():
    events = wire.Events()
    with pytest.raises(ValueError, match="too long"):
        for _ in range(100):
            list(events.feed(b"x" * 65_536))


async def test_pieces_that_arrive_together_let_others_work(fake_openai):
    fake_openai.says("a " * 400)
    turns = 0

    async def other():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task, began = asyncio.ensure_future(other()), 0
    async for event in chat(fake_openai).stream(ModelRequest((HumanMessage("hi"),), deadline_seconds=5)):
        if not began and isinstance(event, TextPiece):
            began = turns
    task.cancel()
    assert turns - began >= 400 // openai_compatible.BREATH


async def test_an_answer_without_text_or_call_is_a_failure(fake_openai):
    fake_openai.says("")
    with pytest.raises(ModelFailed, match="empty answer"):
        await said(chat(fake_openai))


@pytest.mark.parametrize("done", [False, True], ids=["closed", "[DONE] without a finish_reason"])
async def test_an_answer_that_breaks_off_says_so(fake_openai, done):
    fake_openai.cuts("half an answer", done=done)
    events = await said(chat(fake_openai))
    assert text_of(events) == "half an answer"
    assert events[-1] == Finish("interrupted", model="gpt-4o-mini")


async def test_a_call_of_a_stream_without_a_finish_reason_is_not_made(fake_openai):
    fake_openai.cuts_call("get_order", '{"id": "P100"}', done=True).calls("get_order", {"id": "P200"})
    calls = [event for event in await said(chat(fake_openai), tools=(OFFER,)) if isinstance(event, ToolCall)]
    assert [call.arguments for call in calls] == [{"id": "P200"}]
    assert len(fake_openai.requests) == 2


async def test_cached_and_reasoning_tokens_are_kept_and_an_unknown_price_is_unknown(fake_openai):
    counts = {
        "prompt_tokens": 100,
        "completion_tokens": 50,
        "prompt_tokens_details": {"cached_tokens": 80},
        "completion_tokens_details": {"reasoning_tokens": 40},
    }
    fake_openai.streams(
        {"choices": [{"delta": {"content": "ok"}, "finish_reason": "stop"}]}, {"choices": [], "usage": counts}
    )
    nobody_knows = OpenAICompatible(LLMSpec("own", model="our-own-model"), fake_openai.base_url, "")
    event = next(e for e in await said(nobody_knows) if isinstance(e, ModelUsage))
    assert (event.cached_tokens, event.reasoning_tokens, event.cost_usd) == (80, 40, None)
    known = usage_of(ModelUsage("gpt-5-mini", 100, cost_usd=0.5))
    both = known.plus(usage_of(event))
    assert (both.cost_usd, both.unpriced_calls, both.reasoning_tokens) == (0.5, 1, 40)
    assert both.by_model["our-own-model"]["cost_usd"] is None
    assert usage_of(event).plus(Usage()).cost_usd is None


async def test_a_request_names_the_turn_and_the_trace_that_it_belongs_to(fake_openai):
    await said(chat(fake_openai))
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    about = {"turn": "t1", "conversation": "acme:desk:5511999999999", "tenant": "acme", "request_id": "r 1"}
    with logs.bind(**about), tracing.carry(trace):
        await said(chat(fake_openai))
    alone, told = fake_openai.headers
    assert not {"Traceparent", "X-Request-Id", "X-Conversation-Id"} & alone.keys()
    of_turn = tracing.conversation_id("acme", about["conversation"])
    assert (told["X-Request-Id"], told["X-Conversation-Id"]) == ("r%201", of_turn)
    assert re.fullmatch("[0-9a-f]{32}", of_turn)
    assert of_turn != tracing.conversation_id("other", about["conversation"])
    assert told["Traceparent"].startswith("00-0af7651916cd43dd8448eb211c80319c-")


async def test_without_counts_the_usage_is_an_estimate(fake_openai):
    fake_openai.says("x" * 40, usage=False)
    usage = next(e for e in await said(chat(fake_openai)) if isinstance(e, ModelUsage))
    assert (usage.estimated, usage.completion_tokens) == (True, 10)


async def test_a_row_without_a_key_never_sends_the_installations_own(fake_openai, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-installation")
    await said(OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, ""))
    assert "sk-of-the-installation" not in fake_openai.headers[0]["Authorization"]
