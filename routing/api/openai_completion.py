"""Answers of `/v1/chat/completions`: a completion, or its chunks as they come."""

import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import orjson

from conversations.turn import TurnEvent
from routing.api.openai_answer import TextSoFar, about, failure, is_begun, readable, usage

TOKENS = ("prompt_tokens", "completion_tokens")
MARK = b"data: [DONE]\n\n"
# Why an answer ended, by its `stopped`; of what broke off no more than that it is not whole can be said.
SHORT = {"length": "length", "interrupted": "length", "content_filter": "content_filter"}


class CompletionDocument:
    """One completion, whole or in chunks."""

    def __init__(self, model: str, turn_id: str) -> None:
        self._head = {"id": f"chatcmpl-{turn_id}", "created": int(time.time()), "model": model}

    def whole(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """The completion of a request without `stream`."""
        text, calls = readable(answer), tool_calls(answer)
        message: dict[str, Any] = {
            "role": "assistant",
            "content": (text or None) if calls else text,
            "refusal": None,
        }
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(answer)}
        return {
            **self._head,
            "object": "chat.completion",
            "choices": [choice],
            "usage": usage(answer, *TOKENS),
            "system_fingerprint": None,
            "switchboard": about(answer),
        }

    def chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> bytes:
        """One line of the stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _line({**self._head, "object": "chat.completion.chunk", "choices": [choice], **more})

    def write_usage(self, answer: Mapping[str, Any]) -> bytes:
        """The line with the usage, after the last piece."""
        return _line(
            {**self._head, "object": "chat.completion.chunk", "choices": [], "usage": usage(answer, *TOKENS)}
        )


async def lines(events: AsyncIterator[TurnEvent], model: str, with_usage: bool) -> AsyncIterator[bytes]:
    """The stream of one completion, from its role to `[DONE]`.

    :raises Refused: the turn failed."""
    more: dict[str, Any] = {"usage": None} if with_usage else {}
    completion, text = CompletionDocument(model, ""), TextSoFar()
    async for event in events:
        if event.name == "accepted":
            completion = CompletionDocument(model, str(event.data.get("turn_id", "")))
            yield completion.chunk({"role": "assistant", "content": "", "refusal": None}, **more)
        elif event.name in ("text", "text.reset"):
            if piece := text.piece(event):
                yield completion.chunk({"content": piece}, **more)
        elif event.name == "answer":
            problem = failure(event.data)
            if problem is None or is_begun(event.data):
                if rest := text.rest(event.data):
                    yield completion.chunk({"content": rest}, **more)
                for n, call in enumerate(tool_calls(event.data)):
                    yield completion.chunk({"tool_calls": [{"index": n, **call}]}, **more)
                yield completion.chunk({}, _finish(event.data), switchboard=about(event.data), **more)
            if problem is not None:
                raise problem
            if with_usage:
                yield completion.write_usage(event.data)
            break
    yield MARK


def tool_calls(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of the client's own tools with which the turn ended."""
    return [
        {
            "id": call["id"],
            "type": "function",
            "function": {"name": call["name"], "arguments": call["arguments"]},
        }
        for call in (answer.get("metadata") or {}).get("client_calls") or ()
    ]


def _finish(answer: Mapping[str, Any]) -> str:
    about = answer.get("metadata") or {}
    return (
        "content_filter"
        if about.get("status") == "blocked"
        else SHORT.get(about.get("stopped") or "", "tool_calls" if about.get("client_calls") else "stop")
    )


def line_of(data: bytes) -> bytes:
    """One line of a stream, of JSON."""
    return b"data: %s\n\n" % data


def _line(data: Mapping[str, Any]) -> bytes:
    return line_of(orjson.dumps(data, default=str))
