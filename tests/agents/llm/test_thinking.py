"""What a model thinks goes back to it with the results of its calls, as it came, and to nobody else."""

import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agents.llm.events import TextPiece, Thinking, ToolCall
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest, ToolOffer
from agents.llm.thinking import MOST, Thoughts, with_thoughts
from agents.specs import LLMSpec
from outbound import policy
from tests.fakes import thinking_chat

OFFER = ToolOffer("get_order", "Looks up an order")


@pytest.fixture(autouse=True)
async def own_loop(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    yield
    await policy.close()


async def step(model, *messages):
    """One step of a tool loop: its text, and its message as the next request has it."""
    request = ModelRequest((HumanMessage("where is it?"), *messages), (OFFER,), deadline_seconds=5)
    events = [event async for event in model.stream(request)]
    text = "".join(event.text for event in events if isinstance(event, TextPiece))
    calls = [event for event in events if isinstance(event, ToolCall)]
    thoughts = next((event.fields for event in events if isinstance(event, Thinking)), {})
    written = [{"name": call.name, "args": dict(call.arguments), "id": call.id} for call in calls]
    return text, with_thoughts(AIMessage(text, tool_calls=written), model.name, thoughts, calls)


def chunks(*deltas):
    ends = [None] * (len(deltas) - 1) + ["tool_calls"]
    return [{"choices": [{"delta": d, "finish_reason": e}]} for d, e in zip(deltas, ends, strict=True)]


CALL = {"index": 0, "id": "c1", "function": {"name": "get_order", "arguments": "{}"}}
SIGNED = {"extra_content": {"google": {"thought_signature": "c2lnbmVk"}}}
DETAIL = {"type": "reasoning.text", "index": 0, "format": "x-v1"}


@pytest.mark.parametrize(
    ("said", "back"),
    [
        (
            [{"reasoning_content": "Let me "}, {"reasoning_content": "look."}, {"tool_calls": [CALL]}],
            {"reasoning_content": "Let me look."},
        ),
        (
            [
                {"reasoning_details": [{**DETAIL, "text": "Let me "}]},
                {"reasoning_details": [{**DETAIL, "text": "look.", "signature": "c2ln"}]},
                {"tool_calls": [CALL]},
            ],
            {"reasoning_details": [{**DETAIL, "text": "Let me look.", "signature": "c2ln"}]},
        ),
    ],
    ids=["a text", "parts with a signature"],
)
async def test_thoughts_go_back_with_the_result_and_are_no_answer(fake_openai, said, back):
    fake_openai.streams(*chunks(*said))
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    text, message = await step(model)
    assert text == ""
    await step(model, message, ToolMessage("{}", tool_call_id="c1"))
    sent = fake_openai.requests[1]["messages"][1]
    assert {name: sent.get(name) for name in back} == back


async def test_the_signature_of_a_call_goes_back_with_the_call(fake_openai):
    fake_openai.streams(*chunks({"tool_calls": [{**CALL, **SIGNED}]}))
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    _text, message = await step(model)
    await step(model, message, ToolMessage("{}", tool_call_id="c1"))
    (call,) = fake_openai.requests[1]["messages"][1]["tool_calls"]
    assert (call["id"], call["extra_content"]) == ("c1", SIGNED["extra_content"])


async def test_another_model_is_not_given_them(fake_openai):
    fake_openai.streams(*chunks({"reasoning_content": "private"}, {"tool_calls": [{**CALL, **SIGNED}]}))
    one, other = (
        OpenAICompatible(LLMSpec(name, model="m"), fake_openai.base_url, "") for name in ("one", "other")
    )
    _text, message = await step(one)
    await step(other, message, ToolMessage("{}", tool_call_id="c1"))
    assert "private" not in json.dumps(fake_openai.requests[1]) + json.dumps(SIGNED["extra_content"])
    assert "thought_signature" not in json.dumps(fake_openai.requests[1])


async def test_by_way_of_langchain_parts_and_signatures_go_back_before_the_text(settings):
    known = {"thinker": {"class": "tests.fakes.thinking_chat.ThinkingChat"}}
    settings.LANGCHAIN_MODELS = json.dumps(known)
    thinking_chat.GIVEN.clear()
    model = OpenAICompatible(LLMSpec("fast", "langchain", "thinker"), "", "")
    text, message = await step(model)
    assert text == "One moment."
    assert (await step(model, message, ToolMessage("{}", tool_call_id="c1")))[0] == "found"
    given = thinking_chat.GIVEN[1][1]
    thought = {"type": "thinking", "index": 0, "thinking": "Let me look.", "signature": "c2lnbmVk"}
    assert given.content == [thought, {"type": "text", "text": "One moment."}]
    assert [call["name"] for call in given.tool_calls] == ["get_order"]


def test_of_a_model_that_thinks_without_end_nothing_is_kept():
    thoughts = Thoughts()
    for _ in range(4):
        thoughts.add({"reasoning_content": "x" * (MOST // 2)})
    assert thoughts.whole() == {}
