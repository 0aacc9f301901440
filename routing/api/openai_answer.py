"""Answers in OpenAI's shape: a completion, or its chunks as they come."""

import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import orjson
from django.utils.translation import gettext as _

from conversations.turn import TurnEvent
from routing.api.refused import Refused

MARK = b"data: [DONE]\n\n"
# Why an answer ended, by its `stopped`; of what broke off no more than that it is not whole can be said.
SHORT = {"length": "length", "interrupted": "length", "content_filter": "content_filter"}
FAILED = {"model_failed": 502, "model_busy": 503, "timeout": 504}  # statuses, by a turn's `failure`
RETRY_AFTER = 5  # seconds


class Completion:
    """One completion: its id, and what the client has of its text so far."""

    def __init__(self, model: str, turn_id: str) -> None:
        self._head = {"id": f"chatcmpl-{turn_id}", "created": int(time.time()), "model": model}
        self._sent = ""  # what the client has, which cannot be taken back
        self._text = ""  # what the turn has said by now

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
            "usage": usage(answer),
            "system_fingerprint": None,
            "switchboard": about(answer),
        }

    def piece(self, event: TurnEvent) -> str:
        """What of this event a client gets that cannot unread: nothing while a text is taken back and made anew."""
        if event.name == "text.reset":
            self._text = str(event.data.get("text", ""))
        elif event.name == "text":
            self._text += str(event.data.get("text", ""))
        return self._more() if is_token(event) else ""

    def rest(self, answer: Mapping[str, Any]) -> str:
        """What is lacking at the end; the whole answer anew where other words were taken back."""
        self._text, seen = readable(answer), self._sent.strip()  # a whole answer has no blanks around it
        if not self._text.startswith(seen):
            return f"\n\n{self._text}"
        ended = self._sent[len(self._sent.rstrip()) :]
        return self._text[len(seen) :].removeprefix(ended if seen else "")

    def _more(self) -> str:
        if not self._text.startswith(self._sent):
            return ""
        more = self._text[len(self._sent) :]
        self._sent = self._text
        return more

    def chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> bytes:
        """One line of the stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _line({**self._head, "object": "chat.completion.chunk", "choices": [choice], **more})

    def counted(self, answer: Mapping[str, Any]) -> bytes:
        """The line with the usage, after the last piece."""
        return _line({**self._head, "object": "chat.completion.chunk", "choices": [], "usage": usage(answer)})


async def lines(events: AsyncIterator[TurnEvent], model: str, with_usage: bool) -> AsyncIterator[bytes]:
    """The stream of one completion, from its role to `[DONE]`.

    :raises Refused: the turn failed."""
    more: dict[str, Any] = {"usage": None} if with_usage else {}
    told = Completion(model, "")
    async for event in events:
        if event.name == "accepted":
            told = Completion(model, str(event.data.get("turn_id", "")))
            yield told.chunk({"role": "assistant", "content": "", "refusal": None}, **more)
        elif event.name in ("text", "text.reset"):
            if piece := told.piece(event):
                yield told.chunk({"content": piece}, **more)
        elif event.name == "answer":
            problem = failure(event.data)
            if problem is None or is_begun(event.data):
                if rest := told.rest(event.data):
                    yield told.chunk({"content": rest}, **more)
                for n, call in enumerate(tool_calls(event.data)):
                    yield told.chunk({"tool_calls": [{"index": n, **call}]}, **more)
                yield told.chunk({}, _finish(event.data), switchboard=about(event.data), **more)
            if problem is not None:
                raise problem
            if with_usage:
                yield told.counted(event.data)
            break
    yield MARK


def failure(answer: Mapping[str, Any]) -> Refused | None:
    """What a client is told of a turn that failed: whose fault it is, with the words that its user would have read.

    Its own repetition must not do once more what may have been done.
    """
    about = answer.get("metadata") or {}
    if about.get("status") != "failed":
        return None
    kind = about.get("failure")
    headers = {"Retry-After": str(RETRY_AFTER)} if kind == "model_busy" else {}
    if about.get("acted"):
        headers["x-should-retry"] = "false"
    code, words = str(kind or "turn_failed"), str(answer.get("text") or "")
    return Refused(FAILED.get(code, 500), code, _("Not answered"), words, headers=headers)


def is_begun(answer: Mapping[str, Any]) -> bool:
    """Whether a failed turn has something of an answer: it broke off when some of it had been seen."""
    return (answer.get("metadata") or {}).get("stopped") == "interrupted"


def is_token(event: TurnEvent) -> bool:
    """Whether an event brings words of an answer: an apology may come as an error instead."""
    return (
        event.name in ("text", "text.reset")
        and bool(event.data.get("text"))
        and not event.data.get("apology")
    )


def readable(answer: Mapping[str, Any]) -> str:
    """The answer's text with the options of its question, which such a client cannot show as buttons."""
    text = str(answer.get("text") or "")
    question = (answer.get("metadata") or {}).get("question") or {}
    labels = [str(option["label"]) for option in question.get("options") or ()]
    if not labels or all(label.casefold() in text.casefold() for label in labels):
        return text
    return "\n\n".join([text, "\n".join(f"{n}. {label}" for n, label in enumerate(labels, 1))]).strip()


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


def usage(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Tokens of all models that worked on the answer."""
    used = (answer.get("metadata") or {}).get("usage") or {}
    prompt, completion = used.get("prompt_tokens", 0), used.get("completion_tokens", 0)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": used.get("cached_tokens", 0)},
    }


def about(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Where the turn and its conversation are found at the other doors, and what it asks."""
    metadata = answer.get("metadata") or {}
    names = (
        "conversation_id", "conversation_key", "turn_id", "status", "stopped", "active_agent", "intent", "question",
    )  # fmt: skip
    return {name: metadata[name] for name in names if name in metadata}


def _finish(answer: Mapping[str, Any]) -> str:
    about = answer.get("metadata") or {}
    return (
        "content_filter"
        if about.get("status") == "blocked"
        else SHORT.get(about.get("stopped") or "", "tool_calls" if about.get("client_calls") else "stop")
    )


def _line(data: Mapping[str, Any]) -> bytes:
    return b"data: %s\n\n" % orjson.dumps(data, default=str)
