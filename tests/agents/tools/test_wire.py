"""What comes over the wire: event streams in any cut, and values no record could hold."""

from collections.abc import AsyncIterator

import httpx2
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.tools.wire import Contained
from outbound.cleaning import clean
from outbound.errors import AddressRefused, TooLarge

EVENTS = (
    b'event: message\r\nid: 1\r\ndata: {"jsonrpc": "2.0", "method": "x"}\r\n\r\n'
    b': a comment\n\nevent: message\ndata: {"jsonrpc": "2.0", "id": 1, "result": {"n": NaN}}\n\n'
    b'data: {"jsonrpc": "2.0", "half'
)
REQUEST = httpx2.Request("POST", "http://tools.example/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "x"})


class Chunks(httpx2.AsyncByteStream):
    def __init__(self, size: int) -> None:
        self.size = size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(EVENTS), self.size):
            yield EVENTS[start : start + self.size]


class Below(httpx2.AsyncBaseTransport):
    def __init__(self, answer: httpx2.Response | Exception) -> None:
        self.answer = answer

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
async def test_events_are_passed_on_whole_however_they_are_cut(size: int) -> None:
    answer = httpx2.Response(200, headers={"content-type": "text/event-stream"}, stream=Chunks(size))
    response = await Contained(Below(answer), "shop").handle_async_request(REQUEST)
    assert await response.aread() == (
        b'event: message\nid: 1\ndata: {"jsonrpc": "2.0", "method": "x"}\n\n: a comment\n\n'
        b'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"n":null}}\n\n'
    )


@pytest.mark.parametrize(
    ("error", "data"),
    [
        (httpx2.ConnectError("refused"), {"down": True}),
        (AddressRefused("http://10.0.0.1", "it is a private address"), {"down": True}),
        (httpx2.ReadTimeout("slow"), {"lost": True}),
        (httpx2.RemoteProtocolError("closed"), {"lost": True, "again": True}),
        (TooLarge("there", 10), {"lost": True}),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_every_failure_becomes_an_answer_to_its_request(error: Exception, data: dict) -> None:
    response = await Contained(Below(error), "shop").handle_async_request(REQUEST)
    failure = orjson.loads(await response.aread())["error"]
    assert failure["data"] == data
    assert failure["message"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec=None)), inner),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_whatever_a_tool_says_the_record_can_hold_it(value: object) -> None:
    held = orjson.dumps(clean(value))
    assert b"\\u0000" not in held
    assert clean(orjson.loads(held)) == orjson.loads(held)


def test_endless_nesting_ends() -> None:
    value: list = []
    for _ in range(500):
        value = [value]
    assert len(orjson.dumps(clean(value))) < 100
