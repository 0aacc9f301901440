"""A turn for a client of OpenAI's API.

Its whole answer, or the lines of a stream that begins with its first words, or soon without them.

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
from routing.api import openai_answer, problems
from routing.api.refusal import Refused
from routing.api.waiting import alive, close, leaving, wait
from routing.api.watching import watch_credential
from routing.errors import WentAway
from routing.turns.request import ChatRequest
from routing.turns.run import run_turn
from tenancy.authenticate import RawCredentials

Lines = AsyncIterator[bytes]
FIRST_SECONDS = 1.0  # that a turn has for its first words, or for a failure that is told by its status


async def read_whole(message: ChatRequest) -> tuple[str, Mapping[str, Any]]:
    """The id of the turn and its answer.

    :raises Refused: it takes too long, or failed before its first word.
    """
    waited = await wait(message)
    if waited.answer is None:
        raise _too_late()
    problem = openai_answer.failure(waited.answer)
    if problem is not None and not openai_answer.is_begun(waited.answer):
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


def _too_late() -> Refused:
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
        while not begun or not (openai_answer.is_token(begun[-1]) or begun[-1].name == "answer"):
            coming = coming or asyncio.ensure_future(anext(events))
            left = end - asyncio.get_running_loop().time()
            with leaving() as away:
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
            problem = openai_answer.failure(event.data) if event.name == "answer" else None
            if problem is not None and not openai_answer.is_begun(event.data):
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
            async for line in alive(lines, gone):
                yield line
    except Exception as error:  # the status line has gone out: say it in the stream
        yield write_error(problems.answer(error, request).content)
    finally:
        await close(events)
