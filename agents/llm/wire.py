"""The wire of OpenAI-compatible chat: one streamed request, its chunks as plain JSON.

    async for chunk in chunks(base_url, api_key, body, end=loop.time() + 30):
        chunk["choices"][0]["delta"]

Nothing is made of a chunk but what its JSON says: classes cost up to 0.4 ms of CPU a chunk (docs/adr/0013).
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import lru_cache
from typing import Any

import httpx2
import orjson

from agents.errors import Refusal
from outbound import refusals
from outbound.policy import client

DONE = b"[DONE]"
AFTER_DONE = 0.1  # seconds for the rest of the body, which lets the connection be used again
SAID = 300  # characters of what the other side says about a refusal
EVENT = 1024 * 1024  # bytes of one event; no model has so much to say at once


async def chunks(
    base_url: str, api_key: str, body: Mapping[str, Any], end: float, headers: Mapping[str, str] | None = None
) -> AsyncIterator[dict[str, Any]]:
    """Posts `body`, with `headers` of the caller's (small letters), and gives each chunk of the answer, until
    loop time `end` (then `TimeoutError`). The end of the stream says nothing of the answer: one is whole
    where a chunk gave its `finish_reason`.

    Raises `Refusal`, httpx2's own errors, an `OutboundError`, and ValueError for what is no JSON.
    """
    async with asyncio.timeout_at(end):
        response = await client("llm").send(_request(base_url, api_key, body, headers or {}), stream=True)
    try:
        if not response.is_success:
            async with asyncio.timeout_at(end):
                said = refusals.words(await refusals.beginning(response))[:SAID]
            raise Refusal(response.status_code, said, refusals.retry_after(response.headers))
        events, pieces = Events(), response.aiter_raw()
        while True:
            # The limit is around each wait and not around the yields: a timeout that fires while
            # the reader of this generator works would cancel the reader.
            async with asyncio.timeout_at(end):
                piece = await anext(pieces, None)
            for data in events.feed(piece) if piece is not None else events.rest():
                if data.startswith(DONE):
                    await _drain(pieces)
                    return
                yield _chunk(data)
            if piece is None:
                return
    finally:
        await response.aclose()


class Events:
    """Cuts server-sent events out of bytes as they come; gives the data of each. ValueError: one without end.

    >>> list(Events().feed(b'data: {"a": 1}\\n\\ndata: {"b"'))
    [b'{"a": 1}']
    """

    def __init__(self) -> None:
        self._waiting = b""
        self._data: list[bytes] = []

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """The events that are whole now."""
        *lines, self._waiting = (self._waiting + piece).split(b"\n")
        if len(self._waiting) > EVENT:
            raise ValueError("an event is too long")
        for line in lines:
            line = line.removesuffix(b"\r")
            if line.startswith(b"data:"):
                self._data.append(line[5:].strip())
            elif not line and self._data:
                yield self._whole()

    def rest(self) -> Iterator[bytes]:
        """What was begun when the stream ended: some servers leave out the last empty line."""
        yield from self.feed(b"\n\n")

    def _whole(self) -> bytes:
        whole = b"\n".join(self._data)
        self._data.clear()
        return whole


@lru_cache(maxsize=64)
def _url(base_url: str) -> httpx2.URL:
    return httpx2.URL(f"{base_url}/chat/completions")


def _request(base_url: str, api_key: str, body: Mapping[str, Any], more: Mapping[str, str]) -> httpx2.Request:
    headers = {
        "authorization": f"Bearer {api_key or 'none'}",
        **more,
        "accept": "application/json",
        "content-type": "application/json",
    }
    return client("llm").build_request("POST", _url(base_url), content=_encode(body), headers=headers)


def _encode(body: Mapping[str, Any]) -> bytes:
    try:
        return orjson.dumps(body)
    except TypeError:  # a lone surrogate, which only the escapes of ASCII can carry
        return json.dumps(body).encode()


def _chunk(data: bytes) -> dict[str, Any]:
    try:
        chunk = orjson.loads(data)
    except orjson.JSONDecodeError:
        chunk = json.loads(data)  # takes the lone surrogates that some models send
    if not isinstance(chunk, dict):
        raise ValueError("a chunk is no object")
    if chunk.get("error"):
        raise Refusal(0, refusals.sentence(chunk)[:SAID])
    return chunk


async def _drain(pieces: AsyncIterator[bytes]) -> None:
    with contextlib.suppress(TimeoutError, httpx2.TransportError):
        async with asyncio.timeout(AFTER_DONE):
            async for _ in pieces:
                pass
