"""A call that changes the world commits its intention before and its result after.

Kept on the turn's row, so that whoever finds the turn after a crash knows what was done.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson
from django.utils import timezone
from django.utils.translation import gettext as _

from conversations import order
from conversations.as_json import to_json
from conversations.errors import DatabaseAway, TurnLost
from conversations.models import Turn, new_id
from conversations.turn import Handoff, Json, Outcome, StepRecord, ToolResult
from conversations.visits import visit

logger = logging.getLogger(__name__)
RESULT_BYTES = 8 * 1024
_who: ContextVar[tuple[str, str]] = ContextVar("side_effects_who", default=("", ""))


@contextmanager
def within(step: str, run: str) -> Iterator[None]:
    """What is begun inside (and in tasks made there) belongs to that run of a branch of the turn.

    A branch that was sent out twice changes the world in one of its runs only.
    """
    token = _who.set((step, run))
    try:
        yield
    finally:
        _who.reset(token)


async def begin(
    turn_id: str,
    attempt: int,
    tool: str,
    arguments: dict[str, Any],
    patience: float = 0.0,
    handoffs: Sequence[Handoff] = (),
) -> str:
    """Commits that `tool` is about to be called, and the turn's `handoffs` up to it: such a turn is not run
    again, so nobody makes them anew. Gives the intention's id. Waits so many seconds for a database that is
    away.

    :raises TurnLost: the attempt is over, or another run of the branch acts; the call must not be made.
    :raises DatabaseAway: it cannot be committed, and the call must not be made either.
    """
    effect_id = new_id()
    step, run = _who.get()

    def write() -> str:
        turn = _lock(turn_id, attempt)
        if step and any(_of_another(effect, attempt, step, run) for effect in turn.side_effects):
            raise TurnLost(turn_id)
        turn.side_effects.append(
            {
                "id": effect_id,
                "tool": tool,
                "arguments": arguments,
                "attempt": attempt,
                "step": step,
                "run": run,
                "begun_at": timezone.now().isoformat(),
                "ok": None,
                "handoffs": [to_json(replace(each, context={})) for each in handoffs],
            }
        )
        turn.save(update_fields=["side_effects"])
        return effect_id

    def landed() -> str | None:
        turn = Turn.unscoped.filter(pk=turn_id).first()
        known = turn is not None and any(e["id"] == effect_id for e in turn.side_effects)
        return effect_id if known else None

    return await visit(write, landed, patience)


async def finish(
    effect_id: str, turn_id: str, attempt: int, ok: bool | None, words: str, result: Json = None
) -> None:
    """Commits how it ended: `ok` None means that nobody knows; with the `result`, unless that is large, so
    that whoever ends the turn in another process can tell the number of what was done.

    A database that is away is waited for as long as a turn may live; after that nobody knows.
    """

    kept = result if len(orjson.dumps(result, default=str)) <= RESULT_BYTES else None

    def write() -> None:
        turn = Turn.unscoped.select_for_update().filter(pk=turn_id).first()
        if turn is None:
            return
        for effect in turn.side_effects:
            if effect["id"] == effect_id:
                effect.update(ok=ok, words=words[:400], ended_at=timezone.now().isoformat(), result=kept)
        turn.save(update_fields=["side_effects"])

    try:
        await visit(write, patience=order.lease().total_seconds())
    except DatabaseAway:
        logger.error("What became of an action of turn %s could not be stored", turn_id)


def read_results(effects: Sequence[dict[str, Any]]) -> list[ToolResult]:
    """What a turn's actions brought, as far as it was stored, and those of which nobody knows what became."""
    return [
        ToolResult(
            each["tool"],
            "",
            ok=bool(each["ok"]),
            result=each.get("result"),
            metadata={
                "arguments": each["arguments"],
                "side_effect": True,
                **({} if each["ok"] else {"uncertain": True}),
            },
        )
        for each in effects
        if each["ok"] is not False
    ]


def read_steps(effects: Sequence[dict[str, Any]]) -> list[StepRecord]:
    """The calls of an attempt that was killed behind them, for the record: they were made. What only read
    left no trace."""
    return [_make_step(each, datetime.fromisoformat(each["begun_at"])) for each in effects]


def _make_step(effect: dict[str, Any], at: datetime) -> StepRecord:
    ended = datetime.fromisoformat(effect.get("ended_at") or effect["begun_at"])
    detail = {"tool": effect["tool"], "ok": bool(effect["ok"]), "attempt": effect["attempt"]}
    if effect["ok"] is None:
        detail["uncertain"] = True
    words = f"{effect['tool']}: attempt {effect['attempt']}, whose process ended"
    outcome: Outcome = "ok" if effect["ok"] else "failed"
    return StepRecord("tool", "tool", outcome, words, at, (ended - at).total_seconds() * 1000, detail=detail)


def read_handoffs(effects: Sequence[dict[str, Any]]) -> list[Handoff]:
    """The handoffs of a turn that were stored with its intentions, each once, in their order."""
    found = {
        (each["from_agent"], each["to_agent"], each["at"]): each
        for effect in effects
        for each in effect.get("handoffs", ())
    }
    made = [Handoff(**{**each, "at": datetime.fromisoformat(each["at"])}) for each in found.values()]
    return sorted(made, key=lambda each: each.at)


def why_not(error: TurnLost | DatabaseAway) -> str:
    """Why a call was not made, for the record."""
    if isinstance(error, TurnLost):
        return _("The turn had ended; the call was not made.")
    return _("The database did not answer; the call was not made.")


def _of_another(effect: dict[str, Any], attempt: int, step: str, run: str) -> bool:
    same = effect["attempt"] == attempt and effect.get("step") == step
    return same and effect.get("run") != run


def _lock(turn_id: str, attempt: int) -> Turn:
    turn = (
        Turn.unscoped.select_for_update()
        .filter(pk=turn_id, attempt=attempt, status=Turn.Statuses.RUNNING, stop_requested=False)
        .first()
    )
    if turn is None:
        raise TurnLost(turn_id)
    return turn


def may_have_acted(results: Iterable[ToolResult]) -> bool:
    """Whether one of these calls changed something, or nobody knows whether it did."""
    return bool(list_acted(results))


def list_acted(results: Iterable[ToolResult]) -> list[str]:
    """The tools that changed something, or of which nobody knows whether they did."""
    return [
        result.tool_name
        for result in results
        if result.metadata.get("side_effect") and (result.ok or result.metadata.get("uncertain"))
    ]
