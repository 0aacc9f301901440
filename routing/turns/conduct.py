"""Conduct: walks the graph without the database, then closes whatever came of it."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils import timezone

from agents.guardrails import run_rails
from agents.llm.offline import templates
from agents.resources import Emit
from conversations import order, wakes
from conversations.errors import DatabaseAway
from conversations.event_log import Emitter
from conversations.models import Turn
from conversations.side_effects import may_have_acted
from conversations.turn import (
    ClientTools,
    Identity,
    SentFile,
    ToolResult,
    TurnContext,
    TurnOutcome,
    TurnWork,
    Utterance,
)
from conversations.visits import visit
from delivery import sending
from handoffs import record
from outbound.redaction import redact
from outbound.runtime import spawn
from releases import freshness
from releases.freshness import PinnedRelease
from routing.decision.profile_runtime import ProfileRuntime
from routing.texts import text
from routing.turns import client_tools, message_files, observing, paying, queue, registry
from routing.turns.answer import read_stored
from routing.turns.close import ClosedTurn, close_turn
from routing.turns.graph import walk
from routing.turns.mode import equip, find_mode
from routing.turns.prepare import PreparedTurn
from routing.turns.queue import load
from routing.turns.runtime import TurnRuntime
from routing.turns.team import open_parts, stopping
from telemetry import logs, tracing

logger = logging.getLogger(__name__)
BESIDE = ("context", "proven")  # of a stored request: what came beside the message's text


async def conduct(prepared: PreparedTurn) -> None:
    """Runs one turn to its stored end. Whatever goes wrong inside becomes a polite, recorded answer."""
    context = prepared.context
    runtime = make_runtime(context, prepared.pinned)
    seen = [context]
    day = timezone.override(runtime.published.profile.zone)  # "tomorrow" is the day after it where they are
    with observing.observe(context), paying.measure_turn(context), day:
        await end(await _walk(prepared, runtime, seen), runtime)


async def _walk(prepared: PreparedTurn, runtime: TurnRuntime, seen: list[TurnContext]) -> TurnContext:
    """The turn as its graph, its time limit, its user's stop or an error leaves it.

    `seen` is how far it came.
    """
    context = prepared.context
    try:
        with registry.stoppable(context.request.turn_id):
            async with asyncio.timeout(max(0.1, context.request.deadline - time.time())):
                await freshness.ready(prepared.pinned.release)
                if context.request.files:
                    context = await message_files.fetch(context, runtime.published.agents)
                    context = message_files.mark(context, runtime)
                context = await walk(
                    find_mode(context.request.mode), context, runtime, lambda kept: seen.__setitem__(0, kept)
                )
                if context.request.files:
                    context = message_files.tell_unread(context, runtime)
    except TimeoutError:
        context = fail(seen[0], runtime, f"The turn took longer than {settings.TURN_DEADLINE:g} s.")
        context = replace(context, outcome=replace(context.outcome, failure="timeout"))
    except asyncio.CancelledError:
        if not registry.stop_wanted(context.request.turn_id):
            raise  # the process is ending: the sweeper of another one finds the turn by its lease
        task = asyncio.current_task()
        if task is not None:
            task.uncancel()
        context = stop(seen[0], runtime)
    except Exception as error:
        logger.exception("Turn %s failed", context.request.turn_id)
        context = fail(seen[0], runtime, "unexpected")
        fault = f"{type(error).__name__}: {error}"
        context = replace(context, outcome=replace(context.outcome, fault=fault))
    return context


async def conduct_promoted(turn_id: str) -> None:
    """Runs a turn that waited in the queue."""
    with logs.bind(request_id=""):  # that of the turn before it
        prepared = await visit(lambda: load(turn_id), patience=order.lease().total_seconds())
        if prepared is not None:
            await conduct(prepared)


registry.run_with(conduct_promoted)


async def end(context: TurnContext, runtime: TurnRuntime) -> None:
    """Closes, tells the clients, and lets the next turn of the conversation run."""
    context, turn_id = paying.add_usage(context), context.request.turn_id
    closed = await asyncio.shield(_store_once(context, runtime))
    if closed is None:  # another attempt owns the turn by now; those who wait here get what it stores
        spawn(queue.emit_when_recorded(turn_id))
        return
    metadata = closed.answer["metadata"]
    observing.tell(context, metadata, runtime.resources, runtime.published.intents)
    if context.outcome.error:
        problem = {"code": "turn_failed", "detail": redact(context.outcome.error), "turn_id": turn_id}
        runtime.emit("error", problem)
    runtime.emit("answer", closed.answer)
    runtime.emit("done", {"turn_id": turn_id, "status": metadata["status"]})
    if closed.process != wakes.process_name():
        wakes.send(closed.process, "ended", turn_id)
    if closed.sends:
        sending.nudge()
    if closed.next_turn is not None:
        registry.run_promoted(*closed.next_turn)


async def _store_once(context: TurnContext, runtime: TurnRuntime) -> ClosedTurn | None:
    """Stores the turn's end.

    None where that is another attempt's matter, by now or once its lease has ended.
    """
    try:
        try:
            if context.outcome.status in ("failed", "cancelled"):
                context = await _with_effects(context, runtime)
            return await _close(context, runtime, runtime.published.profile.keep_raw_text)
        except DatabaseAway:
            raise
        except Exception:
            # Something in the turn cannot be stored: without an end it would hold up its conversation.
            logger.exception("Turn %s could not be stored whole", context.request.turn_id)
            return await _close(await _bare_with_effects(context, runtime), runtime, False)
    except DatabaseAway:
        logger.error("Turn %s could not be stored before its lease ended", context.request.turn_id)
        return None


def _measure_patience(context: TurnContext) -> float:
    """How many seconds a turn waits for a database that is away.

    Until its lease ends, after which another process looks after it. What has taken all of its time gets some
    more: a close of an older attempt changes nothing.
    """
    margin = float(settings.LEASE_MARGIN)
    return max(context.request.deadline + margin - time.time(), margin)


def _strip(context: TurnContext) -> TurnContext:
    """The turn without anything that was said or found in it: a failure with an apology."""
    request, work, outcome = context.request, context.work, context.outcome
    language, who, kept = request.utterance.language, request.identity, request.state
    return TurnContext(
        replace(
            request,
            identity=Identity(who.user_id, who.trusted, kept.identity, kept.source_fields),
            utterance=Utterance("", "", language),
            history=(),
            context={},
            display_names={},
            client_tools=ClientTools(),
            files=tuple(SentFile("") for _file in request.files),
        ),
        work=TurnWork(
            active_agent=work.active_agent,
            agents=work.agents,
            usage=work.usage,
            counted_elsewhere=work.counted_elsewhere,
            handoffs=tuple(replace(h, reason="", context_summary="", context={}) for h in work.handoffs),
        ),
        outcome=TurnOutcome(
            stopped=outcome.stopped,
            blocked_by=outcome.blocked_by,
            answer=text("apology", language),
            status="failed",
            error="What came of this turn could not be stored.",
        ),
    )


async def end_waiting(turn_id: str) -> None:
    """Ends a turn that was stopped in the queue: its message stays, sanitised and without an answer."""
    prepared = await visit(lambda: load(turn_id, status=Turn.Statuses.QUEUED))
    if prepared is None:  # promoted meanwhile: it is stopped where it runs
        registry.stop(turn_id)
        return
    await end_stopped(prepared)


async def end_stopped(prepared: PreparedTurn) -> None:
    """Ends a turn that was stopped before anything was said: its message stays, sanitised."""
    runtime = make_runtime(prepared.context, prepared.pinned)
    context = sanitize(prepared.context, runtime)
    await end(replace(context, outcome=replace(context.outcome, status="cancelled")), runtime)


async def _close(context: TurnContext, runtime: TurnRuntime, keep_raw: bool) -> ClosedTurn | None:
    arrival = context.request.arrival
    trace = tracing.headers().get("traceparent", arrival.traceparent)  # no thread of a visit knows it
    arrival = replace(arrival, traceparent=trace)
    context = replace(context, request=replace(context.request, arrival=arrival))

    def write() -> ClosedTurn | None:
        stored, specs = context.request.arrival.stored, runtime.published.rails("input")
        sent = {} if keep_raw else {name: stored[name] for name in BESIDE if stored.get(name)}
        kept = run_rails.mask_value(specs, sent, context, runtime.resources)
        return close_turn(context, runtime.published, keep_raw, kept)

    def landed() -> ClosedTurn | None:
        ended = Turn.unscoped.filter(
            pk=context.request.turn_id, attempt=context.request.attempt, finished_at__isnull=False
        )
        turn = ended.select_related("conversation").first()
        if turn is None:
            return None
        then = Turn.unscoped.filter(conversation=turn.conversation_id, status=Turn.Statuses.RUNNING)
        return ClosedTurn(
            read_stored(turn), turn.process, then.values_list("pk", "process").first(), sends=True
        )

    return await visit(write, landed, _measure_patience(context))


def make_runtime(context: TurnContext, pinned: PinnedRelease, emit: Emit | None = None) -> TurnRuntime:
    """What the nodes of one turn may use: what is pinned, and its own calls and voice.

    `emit` takes its events; None: they are those of this attempt at the turn.
    """
    request = context.request
    published = ProfileRuntime.of(pinned.release, request.agent_id)
    return TurnRuntime.of(
        published,
        equip(pinned, published, request),
        context,
        emit or Emitter(request.turn_id, request.number, request.attempt).emit,
        find_mode(request.mode).one_voice,
    )


def sanitize(context: TurnContext, runtime: TurnRuntime) -> TurnContext:
    """The context with its utterance as the input rails leave it, also when they never ran."""
    if context.outcome.rails or context.request.utterance.text != context.request.utterance.raw:
        return context
    specs = runtime.published.rails("input")
    clean, _ = run_rails.check_input(specs, context, runtime.resources)
    context = client_tools.mask_results(context, specs, runtime.resources)
    utterance = replace(context.request.utterance, text=clean)
    return replace(context, request=replace(context.request, utterance=utterance))


def stop(context: TurnContext, runtime: TurnRuntime) -> TurnContext:
    """The context of a turn that its user stopped, with what was sent by then.

    What was stopped is not kept open, nor what is done of what was open before.
    """
    context = sanitize(context, runtime)
    pending = context.outcome.pending
    if context.work.loop:
        still = open_parts.leave_cut_short(context, _may_have_acted(context, runtime))
        pending = tuple(each for each in still if each.turn < context.request.number)
    context = replace(context, work=_add_what_was_done(context.work, runtime))
    outcome = replace(context.outcome, status="cancelled", answer=runtime.speech.sent, pending=pending)
    return replace(context, outcome=outcome)


def fail(context: TurnContext, runtime: TurnRuntime, reason: str) -> TurnContext:
    """The context of a turn that could not be finished: an apology, and the reason for the record.

    What was seen of an answer stays, and it is said that there is no more of it.
    """
    context = sanitize(context, runtime)
    language, seen = context.request.utterance.language, runtime.speech.sent or context.outcome.answer
    words = f"{seen.rstrip()}\n\n{text('broken_off', language)}" if seen else text("apology", language)
    agent = context.decision.route.agent if context.decision.route else ""
    work, outcome = context.work, context.outcome
    pending = (
        open_parts.leave_cut_short(context, _may_have_acted(context, runtime))
        if work.loop
        else outcome.pending
    )
    return replace(
        context,
        work=replace(_add_what_was_done(work, runtime), active_agent=work.active_agent or agent),
        outcome=replace(
            outcome,
            status="failed",
            answer=words,
            stopped="interrupted" if seen else outcome.stopped,
            error=reason,
            pending=pending,
        ),
    )


def _add_what_was_done(work: TurnWork, runtime: TurnRuntime) -> TurnWork:
    """The work with the calls and handoffs of a node that was cut short: by them the question of an action
    that was done is closed."""
    return replace(
        work,
        handoffs=work.handoffs or record.end_cut_short(runtime.moved),
        tool_results=_with(work.tool_results, runtime.caller.results),
        steps=_with(work.steps, runtime.caller.steps),
    )


def _may_have_acted(context: TurnContext, runtime: TurnRuntime) -> bool:
    """Whether the node at work when the turn was cut short may have changed something."""
    return may_have_acted(each for each in runtime.caller.results if each not in context.work.tool_results)


def _with(known: tuple[Any, ...], made: Sequence[Any]) -> tuple[Any, ...]:
    """What nodes had noted, and what was done after the last of them."""
    return (*known, *(each for each in made if each not in known))


async def _bare_with_effects(context: TurnContext, runtime: TurnRuntime) -> TurnContext:
    """The bare turn with what was done; without it where that is what cannot be told."""
    bare = _strip(context)
    try:
        return await _with_effects(bare, runtime)
    except DatabaseAway:
        raise
    except Exception:
        logger.exception("Turn %s ends without a word about its actions", context.request.turn_id)
        return bare


def _find_outcome(effect: Mapping[str, Any], results: Sequence[ToolResult]) -> bool | None:
    """Whether an action succeeded, by its row or else by the result of the same call; None: nobody knows."""
    if effect["ok"] is not None:
        return bool(effect["ok"])
    same = (
        each.ok
        for each in results
        if (each.tool_name, each.metadata.get("arguments")) == (effect["tool"], effect.get("arguments"))
    )
    return next(same, None)


async def _with_effects(context: TurnContext, runtime: TurnRuntime) -> TurnContext:
    """Says which actions were done or are uncertain: the user must not be left to guess."""
    rows = await visit(
        lambda: list(Turn.unscoped.filter(pk=context.request.turn_id).values_list("side_effects", flat=True)),
        patience=_measure_patience(context),
    )
    effects = rows[0] if rows else []
    if not effects:
        return context
    changes = [each for each in runtime.caller.results if each.metadata.get("side_effect")]
    uncertain = sum(bool(each.metadata.get("uncertain")) for each in changes)
    if (
        context.work.loop
        and context.work.loop.next
        and sum(each["ok"] is None for each in effects) > uncertain
    ):
        still = open_parts.leave_cut_short(context, True)  # it was cut short within the call
        if context.outcome.status == "cancelled":
            still = tuple(each for each in still if each.turn < context.request.number)
        context = replace(context, outcome=replace(context.outcome, pending=still))
    known = [each for each in changes if not each.metadata.get("uncertain")]
    actions = [(each["tool"], _find_outcome(each, known)) for each in effects]
    tools, language = runtime.resources.section.tools, context.request.utterance.language
    words = stopping.describe_actions(actions, tools, language)
    results = " ".join(
        templates.sentence(each, tools.get(each.tool_name), language)
        for each in changes
        if each.ok and each.result is not None
    )
    apology = context.outcome.status == "failed" and context.outcome.stopped != "interrupted"
    paragraphs = [] if apology else [context.outcome.answer]
    if results and not any(results in each for each in paragraphs):
        words.append(runtime.speech.aside().say(context.work.active_agent, results)[0])
    answer = "\n\n".join([*paragraphs, *words]).strip() or context.outcome.answer
    return replace(context, outcome=replace(context.outcome, answer=answer))
