"""Runs one branch: as a task of this process that nobody stores, or claimed and stored by its row.

Visits are shared by those who come at the same time. Eight branches that begin or end in the same millisecond
would make eight transactions with a commit each; what comes while one visit is under way is done by the next
one, together.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import orjson
from django.db import Error
from opentelemetry.trace import Span, SpanKind

from conversations import side_effects, wakes
from conversations.errors import DatabaseAway
from conversations.models import new_id
from conversations.visits import visit
from outbound import runtime
from telemetry import tracing
from work import branch_kinds, branch_rows, pulse
from work.branch_kinds import BranchContext, BranchKind, BranchResult, Event, Json, Local
from work.branch_rows import Claim, End
from work.models import Branch

Item = TypeVar("Item")
Result = TypeVar("Result")
AT_MOST = 32


class Together(Generic[Item, Result]):
    """Lives on the runtime loop.

    claim = Together(branch_rows.claim)          # takes a list, gives a list in its order
    row = await claim(Claim(branch_id, sent, run))
    """

    def __init__(self, work: Callable[[Sequence[Item]], list[Result]], patience: float = 0.0) -> None:
        self._work = work
        self._patience = patience  # seconds that a database may be away
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._busy: asyncio.Task[None] | None = None

    async def __call__(self, item: Item) -> Result:
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._busy is None or self._busy.done():
            self._busy = runtime.spawn(self._work_off())
        return await future

    async def _work_off(self) -> None:
        while self._waiting:
            now, self._waiting = self._waiting[:AT_MOST], self._waiting[AT_MOST:]
            try:
                await self._one_visit(now)
            except Exception as error:
                if len(now) == 1 or isinstance(error, DatabaseAway):
                    for _, future in now:
                        _fail(future, error)
                else:  # one of them spoils it for all: each by itself
                    for each in now:
                        try:
                            await self._one_visit([each])
                        except Exception as its_own:
                            _fail(each[1], its_own)

    async def _one_visit(self, now: list[tuple[Item, "asyncio.Future[Result]"]]) -> None:
        items = [item for item, _ in now]
        results = await visit(lambda: self._work(items), patience=self._patience)
        for (_, future), result in zip(now, results, strict=True):
            if not future.done():  # who waited may have been cancelled
                future.set_result(result)


def _fail(future: "asyncio.Future[Result]", error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


logger = logging.getLogger(__name__)
_claim = Together(branch_rows.claim)
_store = Together(branch_rows.store, patience=30.0)  # what was done is not lost to a restart of the database
_ended: dict[str, list[str]] = {}  # by the process that waits


class BranchOutcome(NamedTuple):
    """What came of the work itself."""

    status: str  # done, failed, late
    result: Json = None
    error: str = ""
    ms: float = 0.0


async def without_rows(kind: BranchKind, context: BranchContext, local: Mapping[str, Local]) -> BranchResult:
    """Runs a branch here; only cancellation is raised."""
    work = local.get(context.step) or partial(kind.run, context)
    about = {"switchboard.branch.kind": kind.name, "switchboard.tenant": context.tenant_id}
    outcome = await _work(work, context.deadline, tracing.open_span(f"branch {context.step}", about))
    return BranchResult(
        context.step,
        outcome.status,  # type: ignore[arg-type]
        outcome.result,
        outcome.error,
        outcome.ms,
    )


async def from_row(
    branch_id: str, sent: int, local: Local | None = None, tell: Callable[[Event], None] | None = None
) -> bool:
    """Claims a branch, runs it and stores what came of it; False when it was another's or is no longer ours.

    `sent`: it was sent out for the how many-th time. `tell` is where its events go; None, as in a worker: to
    the process that waits for it, which is woken at the end.
    """
    row = await _claim(Claim(branch_id, sent, new_id()))
    if row is None:
        return False
    work = local or partial(_of_its_kind, row, tell or partial(_to_its_turn, row))
    with side_effects.within(row.step, row.run):
        span = tracing.open_span(f"branch {row.step}", _describe(row), SpanKind.CONSUMER)
        task = asyncio.create_task(_work(work, row.deadline.timestamp(), span))
    give_up = partial(asyncio.get_running_loop().call_soon_threadsafe, task.cancel)
    with pulse.beating_branch(branch_id, row.run, give_up):
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
        if task.cancelled():  # the turn was stopped, or another process has the branch
            return False
        stored = await _store_outcome(row, task.result())
    if stored and row.process != wakes.process_name():
        _wake(row)
    return stored


def _wake(row: Branch) -> None:
    """Those that ended together send one wake-up: it leaves once all of them have come by."""
    if row.process not in _ended:
        asyncio.get_running_loop().call_soon(_send_wake, row.process, row.turn_id)
    _ended.setdefault(row.process, []).append(row.pk)


def _send_wake(process: str, turn_id: str) -> None:
    wakes.send(process, "branch", turn_id, _ended.pop(process))


def _describe(row: Branch) -> dict[str, Any]:
    """A branch in the words of its span: who does it, and how long it waited for that (milliseconds)."""
    waited = (row.started_at - row.created_at).total_seconds() if row.started_at else 0.0
    return {
        "switchboard.branch.kind": row.kind,
        "switchboard.branch.sent": row.sent,
        "switchboard.branch.waited_ms": round(waited * 1000, 1),
        "switchboard.process": wakes.process_name(),
        "switchboard.tenant": row.tenant_id,
        "switchboard.turn.id": row.turn_id,
    }


async def _work(
    work: Callable[[], Awaitable[Json]], deadline: float, opened: AbstractContextManager[Span | None]
) -> BranchOutcome:
    """What came of it, within the span that is `opened` for it."""
    with opened as span:
        outcome = await _work_until(deadline, work)
        if span is not None:
            span.set_attribute("switchboard.outcome", outcome.status)
            if outcome.status != "done":
                tracing.fail(span, "timeout" if outcome.status == "late" else "failed")
        return outcome


async def _work_until(deadline: float, work: Callable[[], Awaitable[Json]]) -> BranchOutcome:
    began = time.perf_counter()
    result, error, status = None, "", "done"
    try:
        async with asyncio.timeout(max(0.0, deadline - time.time())) as limit:
            result = await work()
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        status, error = "failed", "CancelledError"
    except Exception as failure:
        if isinstance(failure, TimeoutError) and limit.expired():
            status = "late"
        else:
            status, error = "failed", _sentence(failure)
    return BranchOutcome(status, result, error, round((time.perf_counter() - began) * 1000, 1))


def _sentence(failure: Exception) -> str:
    if hasattr(failure, "code"):  # one of the house's errors: its sentence is for people
        return str(failure)[:400]
    logger.error("A branch failed", exc_info=failure)
    return f"{type(failure).__name__}: {failure}"[:400]


async def _of_its_kind(row: Branch, tell: Callable[[Event], None]) -> Json:
    context = BranchContext(
        row.tenant_id, row.turn_id, row.attempt, row.step, row.payload, row.deadline.timestamp(), tell
    )
    return await branch_kinds.get(row.kind).run(context)


def _to_its_turn(row: Branch, event: Event) -> None:
    wakes.send(row.process, "branch_step", row.turn_id, {"id": row.pk, "event": event})


async def _store_outcome(row: Branch, outcome: BranchOutcome) -> bool:
    try:
        orjson.dumps(outcome.result)
        return await _store(End(row.pk, row.run, *outcome))
    except DatabaseAway:
        raise
    except (Error, TypeError, ValueError):
        logger.exception("branch %s: its result could not be stored", row.pk)
    return await _store(End(row.pk, row.run, "failed", None, "Its result could not be stored.", outcome.ms))


def teller(step: str, on_event: Callable[[str, Event], None]) -> Callable[[Event], None]:
    """Hands on what a branch tells; who listens badly does not stop it."""

    def tell(event: Event) -> None:
        try:
            on_event(step, event)
        except Exception:
            logger.exception("What the branch %s told could not be handed on", step)

    return tell
