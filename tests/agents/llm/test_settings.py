"""What a model's row says beside name and address reaches the other side, whichever way leads there."""

import json

import pytest
from django.core.exceptions import ValidationError
from langchain_core.messages import HumanMessage, SystemMessage

from agents.langchain_settings import check
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest, ToolOffer
from agents.model_settings import check_extra_body, check_response_format, check_stop
from agents.specs import LLMSpec
from outbound import policy
from tests.parts.phrases import try_each

OFFER = ToolOffer("get_order", "Looks up an order")
SAID = {
    "temperature": 0.2,
    "max_tokens": 50,
    "reasoning_effort": "low",
    "seed": 7,
    "stop": ("END", "\nUser:"),
    "parallel_tool_calls": False,
    "organization": "org-a",
    "limit_name": "max_completion_tokens",
    "response_format": {"type": "json_object"},
    "extra_body": {"service_tier": "flex"},
}
HEADERS = (("X-Api-Version", "2"),)


@pytest.fixture(autouse=True)
async def own_loop(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    yield
    await policy.close()


@pytest.fixture(params=["openai", "azure", "langchain"])
def chat(request, fake_openai, settings):
    """Makes a model of each way to one, of what its row says."""

    def made(**said):
        if request.param == "langchain":
            options = {"model": "gpt-4o-mini", "base_url": fake_openai.base_url}
            of = {"class": "langchain_openai.ChatOpenAI", "options": options}
            settings.LANGCHAIN_MODELS = json.dumps({"general": of})
        model = "general" if request.param == "langchain" else "gpt-4o-mini"
        address = {"azure": fake_openai.base_url.removesuffix("/v1"), "langchain": ""}
        spec = LLMSpec("fast", request.param, model, **said)
        url = address.get(request.param, fake_openai.base_url)
        return OpenAICompatible(spec, url, "sk-test", headers=HEADERS)

    return made


async def ask(model, **asked):
    messages = (SystemMessage("You help."), HumanMessage("hi"))
    return [event async for event in model.stream(ModelRequest(messages, deadline_seconds=5, **asked))]


async def test_all_of_it_is_in_the_request(chat, fake_openai):
    await ask(chat(**SAID), tools=(OFFER,))
    asked, head = fake_openai.requests[0], fake_openai.headers[0]
    expected = {
        "temperature": 0.2,
        "max_completion_tokens": 50,
        "reasoning_effort": "low",
        "seed": 7,
        "stop": ["END", "\nUser:"],
        "parallel_tool_calls": False,
        "response_format": {"type": "json_object"},
        "service_tier": "flex",
    }
    assert {name: asked.get(name) for name in expected} == expected
    assert "max_tokens" not in asked
    assert (head["Openai-Organization"], head["X-Api-Version"]) == ("org-a", "2")


async def test_what_a_row_does_not_say_is_left_to_the_provider(chat, fake_openai):
    await ask(chat())
    unsaid = {*SAID, "max_completion_tokens", "service_tier"} - {"extra_body"}
    assert not unsaid & fake_openai.requests[0].keys()


async def test_nothing_of_a_row_replaces_what_the_platform_says(fake_openai):
    spec = LLMSpec("fast", model="m", extra_body={"messages": [], "model": "other", "stream": False})
    await ask(OpenAICompatible(spec, fake_openai.base_url, ""))
    asked = fake_openai.requests[0]
    assert (asked["model"], asked["stream"], len(asked["messages"])) == ("m", True, 2)


async def test_a_model_that_cannot_be_made_to_call_is_asked_for_it(chat, fake_openai):
    await ask(chat(can_force_tools=False), tools=(OFFER,), must_call="get_order")
    asked = fake_openai.requests[0]
    assert asked.get("tool_choice") in (None, "auto")
    assert asked["messages"][0]["content"].startswith("You help.\n\nAnswer by calling the tool get_order")


def test_a_class_that_cannot_be_told_a_setting_is_refused_by_name(settings):
    known = {"plain": {"class": "langchain_core.language_models.FakeListChatModel"}}
    settings.LANGCHAIN_MODELS = json.dumps(known)
    check(LLMSpec("fast", "langchain", "plain"), ())
    with pytest.raises(ValidationError, match="FakeListChatModel cannot be told seed, extra_headers"):
        check(LLMSpec("fast", "langchain", "plain", seed=7), HEADERS)


@try_each(
    ("rule", "value", "words"),
    [
        (check_extra_body, {"tools": []}, "the platform says itself"),
        (check_extra_body, {"seed": 7}, "a field of its own"),
        (check_extra_body, {"a": "x" * 20_000}, "At most"),
        (check_extra_body, [], "object"),
        (check_response_format, {"type": "xml"}, "Known types"),
        (check_response_format, {"type": "json_schema"}, "needs its name"),
        (check_stop, ["a", ""], "list of texts"),
        (check_stop, ["a"] * 5, "At most"),
    ],
)
def test_what_no_request_can_say_is_refused_in_words(rule, value, words):
    with pytest.raises(ValidationError, match=words):
        rule(value)
