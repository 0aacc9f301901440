"""Models by whichever way, over real HTTP: the same small events, the same failures in words."""

import json

import pytest
from django.core.exceptions import ValidationError
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agents import langchain_models
from agents.errors import ModelFailed, OutOfTime
from agents.installation_checks import setting
from agents.llm.events import ModelUsage, TextPiece, ToolCall
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest, ToolOffer
from agents.models import LLMProfile
from agents.specs import LLMSpec
from outbound import policy

OFFER = ToolOffer(
    "get_order", "Looks up an order", {"type": "object", "properties": {"id": {"type": "string"}}}
)


@pytest.fixture(autouse=True)
async def own_loop(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    yield
    await policy.close()


@pytest.fixture(params=["openai", "azure", "langchain"])
def chat(request, fake_openai, settings):
    """A model of each way to one."""
    if request.param == "openai":
        spec = LLMSpec("fast", model="gpt-4o-mini", temperature=0.2)
        return OpenAICompatible(spec, fake_openai.base_url, "sk-test")
    if request.param == "azure":
        address = fake_openai.base_url.removesuffix("/v1")
        return OpenAICompatible(LLMSpec("fast", "azure", "gpt-4o-mini", temperature=0.2), address, "sk-test")
    options = {"model": "gpt-4o-mini", "base_url": fake_openai.base_url, "api_key": "sk-env"}
    settings.LANGCHAIN_MODELS = json.dumps(
        {"general": {"class": "langchain_openai.ChatOpenAI", "options": options}}
    )
    return OpenAICompatible(LLMSpec("fast", "langchain", "general", temperature=0.2), "", "sk-test")


async def answer(model, *messages, tools=(), seconds=5.0, **asked):
    request = ModelRequest(messages or (HumanMessage("hi"),), tools, deadline_seconds=seconds, **asked)
    return [event async for event in model.stream(request)]


def text_of(events):
    return "".join(event.text for event in events if isinstance(event, TextPiece))


async def test_text_comes_in_pieces_with_usage_and_an_end(chat, fake_openai):
    fake_openai.says("Olá, tudo bem por aí?")
    events = await answer(chat)
    assert text_of(events) == "Olá, tudo bem por aí?"
    assert sum(isinstance(event, TextPiece) for event in events) > 2
    usage = next(event for event in events if isinstance(event, ModelUsage))
    assert (usage.estimated, usage.completion_tokens) == (False, 5)
    assert (events[-1].reason, events[-1].why) == ("stop", "")


async def test_messages_tools_and_options_reach_the_other_side(chat, fake_openai):
    history = (
        SystemMessage("You help."),
        HumanMessage("where is P100?"),
        AIMessage("", tool_calls=[{"id": "c1", "name": "get_order", "args": {"id": "P100"}}]),
        ToolMessage('{"ok": true}', tool_call_id="c1"),
    )
    await answer(chat, *history, tools=(OFFER,), must_call="get_order")
    asked = fake_openai.requests[0]
    assert [message["role"] for message in asked["messages"]] == ["system", "user", "assistant", "tool"]
    assert asked["messages"][2]["tool_calls"][0]["function"]["name"] == "get_order"
    assert asked["messages"][3]["tool_call_id"] == "c1"
    assert asked["tools"][0]["function"]["parameters"]["properties"] == {"id": {"type": "string"}}
    assert (asked["temperature"], asked["tool_choice"]["function"]["name"]) == (0.2, "get_order")
    assert "sk-test" in str(fake_openai.headers[0])


async def test_parallel_tool_calls_become_whole(chat, fake_openai):
    fake_openai.calls_all(("get_order", {"id": "P100"}), ("get_order", {"id": "P200"}), text="One moment.")
    events = await answer(chat, tools=(OFFER,))
    calls = [event for event in events if isinstance(event, ToolCall)]
    assert [call.arguments for call in calls] == [{"id": "P100"}, {"id": "P200"}]
    assert {call.name for call in calls} == {"get_order"}
    assert len({call.id for call in calls}) == 2
    assert (events[-1].reason, events[-1].why) == ("tool_calls", "")


@pytest.mark.parametrize(
    "first", [lambda s: s.fails(429), lambda s: s.fails(500), lambda s: s.drops()], ids=["429", "500", "lost"]
)
async def test_it_is_asked_anew_when_the_other_side_is_busy_broken_or_lost(chat, fake_openai, first):
    first(fake_openai).says("second try")
    assert text_of(await answer(chat)) == "second try"
    assert len(fake_openai.requests) == 2


@pytest.mark.parametrize(("status", "word"), [(400, "refused"), (401, "key"), (404, "knows no model")])
async def test_a_refusal_is_not_repeated_and_says_what_to_do(chat, fake_openai, status, word):
    fake_openai.fails(status, message="their own words")
    with pytest.raises(ModelFailed) as failed:
        await answer(chat)
    assert failed.value.status == status
    assert word in failed.value.reason
    assert "their own words" in failed.value.reason
    assert len(fake_openai.requests) == 1


async def test_the_deadline_holds(chat, fake_openai):
    fake_openai.hangs()
    with pytest.raises(OutOfTime, match="in time"):
        await answer(chat, seconds=0.5)
    assert len(fake_openai.requests) == 1


async def test_a_late_answer_leaves_what_was_said(chat, fake_openai):
    fake_openai.says("a b c d e f g h i j k l m n o p q r s t", between=0.1)
    events = await answer(chat, seconds=0.8)
    assert text_of(events)
    assert events[-1].reason == "timeout"


async def test_an_address_that_is_refused_is_told_as_such(chat, fake_openai, settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    with pytest.raises(ModelFailed, match="cannot be used"):
        await answer(chat)
    assert not fake_openai.requests


@pytest.mark.parametrize(
    ("setting_text", "word"),
    [
        ("{", "not JSON"),
        ("[]", "object"),
        ('{"a": {"path": "x.Y"}}', "must look like"),
        ('{"a": {"class": "no_such_package.Chat"}}', "no_such_package"),
        ('{"a": {"class": "json.JSONDecoder"}}', "BaseChatModel"),
    ],
    ids=["broken", "no object", "other key", "not installed", "no model"],
)
def test_what_is_wrong_with_the_setting_is_an_error_of_the_check(settings, setting_text, word):
    settings.LANGCHAIN_MODELS = setting_text
    (error,) = [each for each in setting() if each.id == "agents.E002"]
    assert word in str(error.msg)


def test_an_option_takes_a_variable_of_the_environment(settings, monkeypatch):
    monkeypatch.setenv("CLAUDE_KEY", "sk-env")
    options = {"api_key": "${ENV:CLAUDE_KEY}", "top_k": 3}
    settings.LANGCHAIN_MODELS = json.dumps({"claude": {"class": "a.B", "options": options}})
    assert langchain_models.find("claude").arguments() == {"api_key": "sk-env", "top_k": 3}


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"model": "gone"}, "model"), ({"model": "general", "base_url": "https://x.example"}, "base_url")],
    ids=["unknown name", "an address of its own"],
)
def test_a_row_picks_only_what_settings_name(settings, fields, field):
    settings.LANGCHAIN_MODELS = '{"general": {"class": "langchain_openai.ChatOpenAI"}}'
    with pytest.raises(ValidationError) as refused:
        LLMProfile(name="fast", provider="langchain", **fields).clean()
    assert field in refused.value.message_dict
