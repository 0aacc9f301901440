"""The turn that waits for its branches: sends them out, hears of them, sends silent ones out again.

A finished branch wakes its turn through Redis (`conversations.wakes`). A wake that is lost costs time only:
once a second one visit looks at the rows of all turns that wait in this process.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from conversations import wakes
from conversations.visits import visit
from outbound import runtime
from work import branch_rows, branch_running, branch_sending
from work.branch_kinds import HERE, BranchContext, BranchKind, BranchResult, Event, Local
from work.branch_rows import SENT_AT_MOST, Seen
from work.models import Branch

logger = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
SILENT_SECONDS = 8.0

_waits: dict[str, "BranchWait"] = {}  # by branch
_looking: "asyncio.Task[None] | None" = None


class BranchWait:
    """One turn's wait. `open` are the branches that have not ended, `beats` what was last seen of each."""

    def __init__(
        self, rows: Sequence[Branch], local: Mapping[str, Local], on_event: Callable[[str, Event], None]
    ) -> None:
        self.steps = {row.pk: row.step for row in rows}
        self.open = set(self.steps)
        self.ended = asyncio.Event()
        self.deadline = rows[0].deadline.timestamp()
        self._local = local
        self._on_event = on_event
        self._beats: dict[str, tuple[datetime, float]] = {}
        self._here: dict[str, asyncio.Task[None]] = {}

    def end(self, branch_id: str) -> None:
        self.open.discard(branch_id)
        if not self.open:
            self.ended.set()

    def tell(self, branch_id: str, event: Event) -> None:
        if branch_id in self.open:
            branch_running.teller(self.steps[branch_id], self._on_event)(event)

    def silent(self, seen: Seen) -> bool:
        """Whether nothing was heard of a branch for long, by this process's own clock."""
        now = time.monotonic()
        last, since = self._beats.get(seen.id, (None, now))
        if last != seen.alive_at:
            self._beats[seen.id] = seen.alive_at, now
            return False
        return seen.id not in self._here and seen.sent < SENT_AT_MOST and now - since >= SILENT_SECONDS

    def count_anew(self) -> None:
        """Who cannot look hears nobody: that is no silence of theirs."""
        self._beats.clear()

    async def send(self, sendings: Iterable[branch_sending.Sending]) -> None:
        """Sends branches to workers; the last time, and what the broker does not take, runs here."""
        all_of_them = list(sendings)
        to_workers = [each for each in all_of_them if each[1] < SENT_AT_MOST]
        here = [each for each in all_of_them if each[1] >= SENT_AT_MOST]
        if to_workers:
            here += await branch_sending.send(to_workers, self.deadline)
        for branch_id, sent in here:
            if branch_id in self.open and branch_id not in self._here:
                self._here[branch_id] = runtime.spawn(self._run_here(branch_id, sent))

    async def _run_here(self, branch_id: str, sent: int) -> None:
        try:
            local = self._local.get(self.steps[branch_id])
            if await branch_running.from_row(branch_id, sent, local, partial(self.tell, branch_id)):
                self.end(branch_id)
        finally:
            self._here.pop(branch_id, None)

    def stop(self) -> None:
        """What still runs here need not go on."""
        for task in self._here.values():
            task.cancel()


async def through_workers(
    kind: BranchKind,
    contexts: Sequence[BranchContext],
    local: Mapping[str, Local],
    on_event: Callable[[str, Event], None],
) -> tuple[BranchResult, ...]:
    """A fan-out over Celery: one visit to store the plan, one to read what came of it."""
    rows = branch_rows.plan_rows(kind.name, contexts)
    ids = [row.pk for row in rows]
    deadline = contexts[0].deadline
    wait = BranchWait(rows, local, on_event)
    try:
        left = deadline - time.time()
        await visit(lambda: branch_rows.create(rows), lambda: branch_rows.is_stored(rows), left)
        _enter(wait)
        await wait.send((branch_id, 1) for branch_id in ids)
        with suppress(TimeoutError):
            await asyncio.wait_for(wait.ended.wait(), max(0.0, deadline - time.time()))
    except asyncio.CancelledError:
        runtime.spawn(visit(lambda: branch_rows.cancel(ids)))
        raise
    finally:
        wait.stop()
        for branch_id in ids:
            _waits.pop(branch_id, None)
    patience = max(SILENT_SECONDS, deadline - time.time())
    settled = await visit(lambda: branch_rows.settle(ids), patience=patience)
    found = {row.pk: row for row in settled}
    runtime.spawn(visit(lambda: branch_rows.forget(ids), patience=SILENT_SECONDS))
    return tuple(_result(found.get(row.pk, row)) for row in rows)


def notify_ended(turn_id: str, ids: Iterable[str]) -> None:
    """A worker's word that branches have been stored."""
    for branch_id in ids:
        if (wait := _waits.get(branch_id)) is not None:
            wait.end(branch_id)


def relay(turn_id: str, about: Mapping[str, Any]) -> None:
    """What a branch in a worker tells its turn."""
    wait = _waits.get(about["id"])
    if wait is not None:
        wait.tell(about["id"], about["event"])


def _enter(wait: BranchWait) -> None:
    global _looking
    _waits.update(dict.fromkeys(wait.steps, wait))
    if _looking is None or _looking.done():
        _looking = runtime.spawn(_look_while_somebody_waits())


async def _look_while_somebody_waits() -> None:
    while _waits:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await _look()
        except Exception as error:  # whatever it was: the turns that wait need the next look
            logger.warning("The branches could not be looked at: %s", error)
            for wait in _waits.values():
                wait.count_anew()


async def _look() -> None:
    ids = [branch_id for branch_id, wait in _waits.items() if branch_id in wait.open]
    if not ids:
        return
    silent = []
    for seen in await visit(lambda: branch_rows.look(ids)):
        wait = _waits.get(seen.id)
        if wait is None:
            continue
        if seen.status not in Branch.OPEN:
            wait.end(seen.id)
        elif wait.silent(seen):
            silent.append(seen)
    if silent:
        by_wait: dict[BranchWait, list[branch_sending.Sending]] = {}
        for branch_id, sent in await visit(lambda: branch_rows.send_again(silent)):
            if (waiting := _waits.get(branch_id)) is not None:
                logger.warning("branch %s fell silent and is sent out again (%s)", branch_id, sent)
                by_wait.setdefault(waiting, []).append((branch_id, sent))
        for waiting, sendings in by_wait.items():
            runtime.spawn(waiting.send(sendings))


def _result(row: Branch) -> BranchResult:
    late = row.status == Branch.Statuses.LATE or row.status in Branch.OPEN  # open: its row was lost
    status = "late" if late else "done" if row.status == Branch.Statuses.DONE else "failed"
    where = HERE if row.worker == wakes.process_name() else row.worker
    ms = row.ms or ((row.finished_at or row.created_at) - row.created_at).total_seconds() * 1000
    return BranchResult(
        row.step,
        status,  # type: ignore[arg-type]
        row.result,
        row.error,
        round(ms, 1),
        row.sent,
        where,
    )
