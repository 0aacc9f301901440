"""What OpenAI's clients are told of a turn, in whatever shape.

Its text as it comes, why it failed, where it is found.

A client gets the whole answer, or the lines of a stream that begins with its first words, or soon without
them.

turn_id, answer = await read_whole(message)
return await stream(message, request, write)
"""

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext as _

from conversations.turn import TurnEvent
from routing.api import problems
from routing.api.problems import Refused
from routing.api.waiting import close, keep_alive, wait, watch_leaving
from routing.api.watching import watch_credential
from routing.errors import WentAway
from routing.turns.request import ChatRequest
from routing.turns.run import run_turn
from tenancy.authenticate import RawCredentials

FAILED = {"model_failed": 502, "model_busy": 503, "timeout": 504}  # statuses, by a turn's `failure`
RETRY_AFTER = 5  # seconds


class TextSoFar:
    """What a client of a stream has of an answer's text, which it cannot unread."""

    def __init__(self) -> None:
        self._sent = ""  # what the client has, which cannot be taken back
        self._text = ""  # what the turn has said by now

    def piece(self, event: TurnEvent) -> str:
        """What of this event a client gets that cannot unread.

        Nothing while a text is taken back and made anew.
        """
        if event.name == "text.reset":
            self._text = str(event.data.get("text", ""))
        elif event.name == "text":
            self._text += str(event.data.get("text", ""))
        return self._more() if is_token(event) else ""

    def rest(self, answer: Mapping[str, Any]) -> str:
        """What is lacking at the end; the whole answer anew where other words were taken back."""
        # A whole answer has no blanks around it.
        self._text, seen = write_readable(answer), self._sent.strip()
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


def explain_failure(answer: Mapping[str, Any]) -> Refused | None:
    """What a client is told of a turn that failed.

    Whose fault it is, with the words that its user would have read.

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


def write_readable(answer: Mapping[str, Any]) -> str:
    """The answer's text with the options of its question, which such a client cannot show as buttons."""
    text = str(answer.get("text") or "")
    question = (answer.get("metadata") or {}).get("question") or {}
    labels = [str(option["label"]) for option in question.get("options") or ()]
    if not labels or all(label.casefold() in text.casefold() for label in labels):
        return text
    return "\n\n".join([text, "\n".join(f"{n}. {label}" for n, label in enumerate(labels, 1))]).strip()


def describe_turn(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Where the turn and its conversation are found at the other doors, and what it asks."""
    metadata = answer.get("metadata") or {}
    names = (
        "conversation_id", "conversation_key", "turn_id", "status", "stopped", "active_agent", "intent",
        "question",
    )  # fmt: skip
    return {name: metadata[name] for name in names if name in metadata}


def describe_usage(answer: Mapping[str, Any], prompt: str, completion: str) -> dict[str, Any]:
    """Tokens of all models that worked on the answer, under the two names that an API has for them."""
    used = (answer.get("metadata") or {}).get("usage") or {}
    count = {name: used.get(f"{name}_tokens", 0) for name in ("prompt", "completion", "cached", "reasoning")}
    return {
        prompt: count["prompt"],
        f"{prompt}_details": {"cached_tokens": count["cached"], "cache_write_tokens": 0},
        completion: count["completion"],
        f"{completion}_details": {"reasoning_tokens": count["reasoning"]},
        "total_tokens": count["prompt"] + count["completion"],
    }


Lines = AsyncIterator[bytes]
FIRST_SECONDS = 1.0  # that a turn has for its first words, or for a failure that is told by its status


async def read_whole(message: ChatRequest) -> tuple[str, Mapping[str, Any]]:
    """The id of the turn and its answer.

    :raises Refused: it takes too long, or failed before its first word.
    """
    waited = await wait(message)
    if waited.answer is None:
        raise _refuse_too_late()
    problem = explain_failure(waited.answer)
    if problem is not None and not is_begun(waited.answer):
        raise problem
    return str(waited.accepted.get("turn_id", "")), waited.answer


async def stream(
    message: ChatRequest,
    request: HttpRequest,
    write: Callable[[AsyncIterator[TurnEvent]], Lines],
    write_error: Callable[[bytes], bytes],
) -> StreamingHttpResponse:
    """The lines that `write` makes of a turn's events. A client that goes away does not stop the turn.

    :raises Refused: it failed before its first word, and within `FIRST_SECONDS`.
    """
    events = run_turn(message)
    begun = await _begin(events)
    return StreamingHttpResponse(
        _stream(write(begun), events, request, write_error),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )


def _refuse_too_late() -> Refused:
    # A client that repeated it by itself would make a second turn.
    return Refused(
        504,
        "timeout",
        _("The answer takes longer"),
        _("The turn goes on. Ask for it again with the same Idempotency-Key."),
        headers={"x-should-retry": "false"},
    )


async def _begin(events: AsyncIterator[TurnEvent]) -> AsyncIterator[TurnEvent]:
    """The events, once something is said, or `FIRST_SECONDS` after the turn has begun.

    A refusal, and a failure that is as quick, has its status then.
    """
    begun: list[TurnEvent] = []
    coming: asyncio.Future[TurnEvent] | None = None
    end = asyncio.get_running_loop().time() + settings.WAIT_LIMIT
    try:
        while not begun or not (is_token(begun[-1]) or begun[-1].name == "answer"):
            coming = coming or asyncio.ensure_future(anext(events))
            left = end - asyncio.get_running_loop().time()
            with watch_leaving() as away:
                either: set[asyncio.Future[Any]] = {coming, away}
                done, _waits = await asyncio.wait(either, timeout=left, return_when=FIRST_COMPLETED)
            if not done:
                break
            if coming not in done:
                raise WentAway
            event, coming = coming.result(), None
            begun.append(event)
            if event.name == "accepted":
                end = asyncio.get_running_loop().time() + FIRST_SECONDS
            problem = explain_failure(event.data) if event.name == "answer" else None
            if problem is not None and not is_begun(event.data):
                raise problem
    except BaseException:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await close(events)
        raise
    return _all(begun, coming, events)


async def _all(
    begun: list[TurnEvent], coming: "asyncio.Future[TurnEvent] | None", events: AsyncIterator[TurnEvent]
) -> AsyncIterator[TurnEvent]:
    for event in begun:
        yield event
    if coming is not None:
        yield await coming
    async for event in events:
        yield event


async def _stream(
    lines: Lines,
    events: AsyncIterator[TurnEvent],
    request: HttpRequest,
    write_error: Callable[[bytes], bytes],
) -> Lines:
    """The lines, with a comment where nothing is said for long.

    A client that leaves ends this and not the turn.
    """
    try:
        with watch_credential(RawCredentials.of(request)) as gone:
            async for line in keep_alive(lines, gone):
                yield line
    except Exception as error:  # the status line has gone out: say it in the stream
        yield write_error(problems.answer(error, request).content)
    finally:
        await close(events)
