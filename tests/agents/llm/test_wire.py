"""The wire of OpenAI-compatible chat: bytes in any cut, and servers that are a little different."""

import json

import pytest
from langchain_core.messages import HumanMessage

from agents.errors import Declined, ModelFailed
from agents.llm.events import TextPiece, ToolCall
from agents.llm.messages import serialize
from agents.llm.wire import Events
from tests.agents.llm.test_openai_compatible import OFFER, chat, own_loop, said
from tests.fakes.openai_server import Line
from tests.parts.phrases import try_each

__all__ = ["own_loop"]

STREAM = b'data: {"a": 1}\n\n: a comment\r\n\r\ndata: {"b":\r\ndata: 2}\r\n\r\nevent: x\ndata: [DONE]'


@try_each("size", [1, 3, 7, 1000])
def test_events_are_the_same_however_their_bytes_are_cut(size):
    events, found = Events(), []
    for at in range(0, len(STREAM), size):
        found += events.feed(STREAM[at : at + size])
    assert [*found, *events.rest()] == [b'{"a": 1}', b'{"b":\n2}', b"[DONE]"]


async def test_an_error_in_the_stream_is_told_in_its_own_words(fake_openai):
    fake_openai._add(Line(body=json.dumps({"error": {"message": "no more tokens"}})))
    with pytest.raises(ModelFailed, match=r"out of order.*no more tokens"):
        await said(chat(fake_openai))


@pytest.mark.parametrize(
    ("delta", "expected"),
    [
        ({"content": [{"type": "text", "text": "Olá"}]}, TextPiece("Olá")),
        (
            {"tool_calls": [{"id": "c1", "function": {"name": "get_order", "arguments": {"id": "P1"}}}]},
            ToolCall("c1", "get_order", {"id": "P1"}),
        ),
    ],
    ids=["a list as content", "arguments as an object"],
)
async def test_servers_that_write_a_little_differently_are_understood(fake_openai, delta, expected):
    fake_openai._add(Line(body=json.dumps({"choices": [{"delta": delta, "finish_reason": "stop"}]})))
    assert expected in await said(chat(fake_openai), tools=(OFFER,))


async def test_a_refusal_to_answer_is_a_failure_that_says_so(fake_openai):
    refused = {"choices": [{"delta": {"refusal": "I will not."}, "finish_reason": "stop"}]}
    fake_openai._add(Line(body=json.dumps(refused)))
    with pytest.raises(Declined, match="refused to answer"):
        await said(chat(fake_openai))


def test_pictures_are_written_as_langchain_does():
    picture = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]
    assert serialize([HumanMessage(picture)]) == [{"role": "user", "content": picture}]
