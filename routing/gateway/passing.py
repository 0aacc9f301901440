"""A message through the gateway: opened, sent to one backend after the other until one answers, closed.

answer = await passed(request, forced="")       # (200, {...})
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from functools import partial
from typing import Any

import orjson
from django.conf import settings

from conversations.visits import visit, visit_after_others
from outbound import runtime
from routing.errors import BackendFailed, BackendRefused
from routing.gateway import closing, opening, operational, wire
from routing.gateway.journey import Journey
from routing.gateway.models import GatewayDecision
from routing.gateway.opening import PassedMessage
from routing.gateway.thinking import think
from routing.gateway.wire import Frame
from routing.turns import registry
from routing.turns.audience import ANSWER, LATER, Audience
from routing.turns.request import ChatRequest

Answer = tuple[int, dict[str, Any]]
DONE = Frame("done", b'{"status":"answered"}')
KEEP_SECONDS = 30.0  # for which a database that is away is waited for, to complete the record
BEHIND = 0.01  # seconds: while the record is completed, the answer would wait for the processor
_completing: dict[tuple[str | None, str | None], "asyncio.Task[None]"] = {}  # by a message's id and session
AGAIN = 1  # times that a connection which broke is tried once more with the same message id


async def pass_on(
    request: ChatRequest, forced: str = "", note: Callable[[PassedMessage], object] = lambda passage: None
) -> Answer:
    """The status and the answer; `note` is told of the message once it is stored.

    A caller that goes away stops nothing: the record is completed all the same.

    :raises Draining, Overloaded: there is no room for it, and nothing is stored.
    """
    found = await asyncio.shield(runtime.spawn(_pass(request, forced, note)))
    if isinstance(found, Exception):
        raise found
    return found


async def open_message(request: ChatRequest, forced: str) -> PassedMessage:
    """The message with its decision, stored; a model is asked where the rules are unsure."""
    if (completing := _completing.get(_name_message(request))) is not None:
        await asyncio.wait((completing,))  # who repeats a message that was answered finds its record whole
    passage = await visit_after_others(partial(opening.open_passage, request, forced))
    if passage.again or not passage.decided.unsure:
        return passage
    passage = await think(passage)
    return await visit_after_others(partial(opening.keep, passage))


async def _pass(
    request: ChatRequest, forced: str, note: Callable[[PassedMessage], object]
) -> Answer | Exception:
    """A refusal is given back, for it is the caller's to tell."""
    try:
        async with registry.passage():
            journey = Journey(await open_message(request, forced))
            note(journey.passage)
            async with _close(journey):
                status, answer = await _travel(journey)
                audience = Audience.of(journey.passage.principal)
                return status, audience.answer(answer, LATER if status == 202 else ANSWER)
    except Exception as error:
        return error


async def _travel(journey: Journey) -> Answer:
    """From backend to backend until one answers."""
    while True:
        try:
            status, answer = await _next_answer(journey)
        except BackendFailed as error:
            if (stands := journey.note_failure(error)) is not None:
                return 200, stands
            continue
        if status == 202:
            return 202, _describe_later(journey, answer)
        if not journey.hands_over(answer):
            return 200, journey.finish(answer)


async def _next_answer(journey: Journey) -> Answer:
    """The answer of the backend that has the message now."""
    journey.admit()
    journey.began = time.perf_counter()
    for left in range(AGAIN, -1, -1):
        try:
            status, answer = await wire.ask(
                journey.address, journey.envelope, settings.BACKEND_TIMEOUT_SECONDS
            )
            break
        except BackendRefused:
            journey.note_answer()
            raise
        except BackendFailed as error:
            if not (await _is_there(journey, error) and error.broke and left):
                raise
    if status != 202 and not isinstance(answer.get("text"), str):
        raise BackendFailed("Its answer has no text.")
    journey.note_answer()
    return status, answer


async def _is_there(journey: Journey, error: BackendFailed) -> bool:
    """Looks at a backend that had the message and said nothing.

    One that is not well is away, and others may be asked; one that is there may be working on the message.
    """
    if not error.silent:
        return False
    error.silent = not await wire.check_health(journey.address, operational.HEALTH_SECONDS)
    return error.silent


def _describe_later(journey: Journey, accepted: dict[str, Any]) -> dict[str, Any]:
    """202: the backend still works on it. Sent again with its own id, the message is the same turn."""
    journey.course.answered_by, journey.course.status = journey.backend, GatewayDecision.Statuses.ANSWERED
    journey.course.milliseconds = journey.elapsed
    there = {name: value for name, value in accepted.items() if name not in ("events", "turn")}
    begun = describe_begun(journey.passage, journey.backend)
    begun["metadata"]["backend_session_id"] = accepted.get("conversation_key") or accepted.get("session_id")
    return {**there, **begun}


def describe_begun(passage: PassedMessage, backend: str = "") -> dict[str, Any]:
    """What is known of a message that a backend has, before its answer."""
    return {
        "session_id": passage.session_id,
        "metadata": {
            "selected_backend": backend or passage.decision.backend_id,
            "global_session_id": passage.session_id,
        },
    }


# --- a stream ------------------------------------------------------------------------------------------
async def stream(request: ChatRequest, forced: str = "") -> AsyncIterator[Frame]:
    """The events of the backends that have the message, between our own.

    `backend.selected`, `backend.unavailable`, `backend.handover`.

    The events of each are its own, with its own numbers; `answer` carries what `passed` gives. Nothing is
    given before a backend has begun: until then a refusal has its status.
    """
    async with registry.passage():
        journey = Journey(await open_message(request, forced))
        audience = Audience.of(journey.passage.principal)
        async with contextlib.aclosing(_stream(journey)) as frames:
            async for frame in frames:
                if (visible := frame.filter_for(audience)) is not None:
                    yield visible


async def _stream(journey: Journey) -> AsyncGenerator[Frame, None]:
    """All of it, for nobody yet."""
    held: list[Frame] = []
    async with _close(journey):
        while True:
            held.append(_make_frame("backend.selected", journey.describe_backend()))
            handed = False
            try:
                async with contextlib.aclosing(_stream_backend(journey)) as frames:
                    async for frame in frames:
                        for each in (*held, frame):
                            yield each
                        held = []
                        handed = frame.name == "backend.handover"
            except BackendFailed as error:
                away = journey.backend
                stands = journey.note_failure(error)
                held.append(
                    _make_frame(
                        "backend.unavailable", journey.name_backends(backend_id=away, next=journey.backend)
                    )
                )
                if stands is not None:
                    for each in (*held, _make_frame("answer", stands), DONE):
                        yield each
                    return
                continue
            if not handed:
                return


async def _stream_backend(journey: Journey) -> AsyncGenerator[Frame, None]:
    """The events of the backend that has the message now; the last is its handover, if it hands over."""
    if not journey.address.sse_message_path:
        _status, answer = await _next_answer(journey)
        for frame in _frame_answer(journey, answer):
            yield frame
        if journey.course.answered_by:
            yield DONE
        return
    journey.admit()
    journey.began, begun, done, hop = time.perf_counter(), False, False, journey.hop
    source = wire.stream(journey.address, journey.envelope, settings.BACKEND_TIMEOUT_SECONDS)
    try:
        async with contextlib.aclosing(source):
            async for frame in source:
                if not begun:
                    journey.note_answer()
                begun = True
                if done:
                    continue
                if frame.name != "answer":
                    done = frame.name == "done"
                    yield frame
                    continue
                if journey.course.answered_by:
                    continue  # a message has one answer
                for made in _frame_answer(journey, _read_answer(frame), frame.id):
                    yield made
                if journey.hop != hop:
                    return
    except BackendRefused:
        journey.note_answer()
        raise
    except BackendFailed as error:
        if not journey.course.answered_by:
            await _is_there(journey, error)
            # Somebody has read a part of it: it is not begun anew elsewhere.
            error.silent = error.silent or begun
            raise
    if not journey.course.answered_by:
        raise BackendFailed("Its stream ended without an answer.", silent=begun)
    if not done:
        yield DONE


def _frame_answer(journey: Journey, answer: dict[str, Any], number: str = "") -> list[Frame]:
    sender = journey.backend
    if journey.hands_over(answer):
        # What it wrote was for whoever has the message next, who is told of it.
        passed_on = journey.name_backends(**{"from": sender, "to": journey.backend})
        return [_make_frame("text.reset", {}), _make_frame("backend.handover", passed_on)]
    return [Frame("answer", orjson.dumps(journey.finish(answer), default=str), number)]


def _read_answer(frame: Frame) -> dict[str, Any]:
    found = wire.read(frame.data)
    if not isinstance(found.get("text"), str):
        raise BackendFailed("Its answer has no text.")
    return found


def _make_frame(name: str, data: dict[str, Any]) -> Frame:
    return Frame(name, orjson.dumps(data, default=str))


# --- what both do -----------------------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def _close(journey: Journey) -> AsyncIterator[None]:
    """Completes the record, whatever becomes of the message."""
    try:
        yield
    except BackendRefused:
        journey.course.status = GatewayDecision.Statuses.REFUSED
        journey.course.answered_by = journey.backend
        raise
    except (GeneratorExit, asyncio.CancelledError):  # who read the stream has left; the backend goes on
        if not journey.course.answered_by:
            journey.course.status = GatewayDecision.Statuses.SENT
            journey.course.answered_by = journey.backend
        raise
    finally:
        behind = BEHIND if closing.stays(journey.passage, journey.course) else 0.0
        completing = _completing[_name_message(journey.passage.request)] = runtime.spawn(
            _complete(journey, behind)
        )
        if not behind:
            await asyncio.shield(completing)


async def _complete(journey: Journey, behind: float) -> None:
    name = _name_message(journey.passage.request)
    try:
        await asyncio.sleep(behind)
        await visit(partial(closing.close_passage, journey.passage, journey.course), patience=KEEP_SECONDS)
    finally:
        if _completing.get(name) is asyncio.current_task():
            del _completing[name]


def _name_message(request: ChatRequest) -> tuple[str | None, str | None]:
    return request.idempotency_key or request.message_id, request.session_id
