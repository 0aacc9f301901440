"""The rows of a fan-out: every function here is (part of) one visit, every change names what it expects.

A branch is stored once: whoever comes late finds its row closed and changes nothing.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from conversations import wakes
from conversations.models import Conversation, Turn
from tenancy.statements import Statement, insert, send, skip_flush, update
from work.branch_kinds import UNCERTAIN, BranchContext
from work.models import Branch

S = Branch.Statuses
SENT_AT_MOST = 3


class Seen(NamedTuple):
    """A branch as a look found it."""

    id: str
    status: str
    sent: int
    alive_at: datetime
    run: str


class Claim(NamedTuple):
    """A run that wants a branch that was sent out for the `sent`-th time."""

    branch_id: str
    sent: int
    run: str


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """What came of a run."""

    branch_id: str
    run: str
    status: str
    result: Any
    error: str
    ms: float


def _write(statements: Iterable[Statement]) -> None:
    """Sends them together, in a transaction whose commit does not wait for PostgreSQL's disk.

    Four of them lie on a fan-out's way, 5 to 9 ms each (measured).

    What a database that crashes forgets here costs time only: a branch is run again, or is late. Side effects
    are committed as usual.
    """
    send(*skip_flush(), *statements)


def plan_rows(kind: str, contexts: Iterable[BranchContext]) -> list[Branch]:
    """The rows of a plan, not yet stored; their ids are made now."""
    return [
        Branch(
            tenant_id=each.tenant_id,
            turn_id=each.turn_id,
            attempt=each.attempt,
            step=each.step,
            kind=kind,
            payload=each.payload,
            process=wakes.process_name(),
            deadline=datetime.fromtimestamp(each.deadline, UTC),
        )
        for each in contexts
    ]


def create(rows: Sequence[Branch]) -> bool:
    """Stores a plan; what an earlier attempt of the turn left open ends here."""
    first = rows[0]
    if first.attempt > 1:
        left = Branch.unscoped.filter(turn_id=first.turn_id, attempt__lt=first.attempt, read_at__isnull=True)
        _end_and_empty(left)
    _write([insert(*rows)])
    return True


def is_stored(rows: Sequence[Branch]) -> bool | None:
    """True where the plan is there, whatever became of the COMMIT that stored it; else None."""
    return Branch.unscoped.filter(pk=rows[0].pk).exists() or None


def claim(claims: Sequence[Claim]) -> list[Branch | None]:
    """Makes each branch this process's, if it still waits for somebody as it was sent out the `sent`-th time.
    One whose deadline has passed is nobody's: who waits for it calls it late.

    May be done twice when its connection was lost: the token tells which rows are its own already.
    """
    now, run, worker = timezone.now(), claims[0].run, wakes.process_name()
    taken = {"status": S.RUNNING, "run": run, "worker": worker, "alive_at": now, "started_at": now}
    _write(
        update(Branch, {"id": each.branch_id, "status": S.QUEUED, "sent": each.sent}, taken)
        for each in sorted(claims)
    )
    rows = Branch.unscoped.filter(pk__in=[each.branch_id for each in claims], run=run, deadline__gt=now)
    mine = {row.pk: row for row in rows}
    return [mine.pop(each.branch_id, None) for each in claims]  # a message that came twice gets it once


def store(ends: Sequence[End]) -> list[bool]:
    """Writes what came of runs; says whose word counted.

    The first result counts, also of a run given up for dead; a failure only while the branch is that run's.
    """
    rows = Branch.unscoped.filter(pk__in=[end.branch_id for end in ends], status__in=Branch.OPEN)
    owners = dict(rows.select_for_update().order_by("pk").values_list("pk", "run"))
    usual = [end for end in ends if end.status == S.DONE and owners.get(end.branch_id) == end.run]
    now = timezone.now()
    _write(
        update(
            Branch,
            {"id": end.branch_id, "run": end.run},
            {"status": S.DONE, "result": end.result, "ms": end.ms, "finished_at": now},
        )
        for end in usual
    )
    return [end in usual or _store_one(end) for end in ends]


def _store_one(end: End) -> bool:
    rows = Branch.unscoped.filter(pk=end.branch_id, status__in=Branch.OPEN)
    if end.status != S.DONE:
        rows = rows.filter(run=end.run)
    stored = rows.update(
        status=end.status,
        result=end.result,
        error=end.error[:400],
        ms=end.ms,
        run=end.run,
        worker=wakes.process_name(),
        finished_at=timezone.now(),
    )
    # Done twice when its connection was lost after the commit: then it is stored already.
    return bool(stored) or Branch.unscoped.filter(pk=end.branch_id, run=end.run, ms=end.ms).exists()


def look(ids: Collection[str]) -> list[Seen]:
    """How far those branches are."""
    rows = Branch.unscoped.filter(pk__in=ids)
    return [Seen(*row) for row in rows.values_list("id", "status", "sent", "alive_at", "run")]


def send_again(silent: Iterable[Seen]) -> list[tuple[str, int]]:
    """Makes silent branches free to be claimed again; gives (id, the number of its next sending).

    One that has begun to change something is not repeated: it ends failed, "uncertain".
    """
    again, silent = [], list(silent)
    acted = _find_acted([seen.id for seen in silent if seen.status == S.RUNNING])
    for seen in silent:
        same = Branch.unscoped.filter(
            pk=seen.id, status=seen.status, sent=seen.sent, alive_at=seen.alive_at, run=seen.run
        )
        if seen.sent >= SENT_AT_MOST:
            continue
        if seen.id in acted:
            same.update(status=S.FAILED, error=UNCERTAIN, finished_at=timezone.now())
        elif same.update(status=S.QUEUED, run="", sent=F("sent") + 1, alive_at=timezone.now()):
            again.append((seen.id, seen.sent + 1))
    return again


def _find_acted(ids: Sequence[str]) -> set[str]:
    """Which of these branches have begun to change something. One query, none for none."""
    rows = Branch.unscoped.filter(pk__in=ids).values_list("pk", "step", "attempt", "turn__side_effects")
    return {
        key
        for key, step, attempt, effects in rows
        if any(effect.get("step") == step and effect["attempt"] == attempt for effect in effects)
    }


def settle(ids: Collection[str]) -> list[Branch]:
    """Ends the wait: what is still open is late. Gives the rows in the order of their ids."""
    rows = Branch.unscoped.filter(pk__in=ids).order_by("pk")
    found = list(rows)
    if any(row.status in Branch.OPEN for row in found):
        rows.filter(status__in=Branch.OPEN).update(status=S.LATE, finished_at=timezone.now())
        found = list(rows)
    return found


def forget(ids: Collection[str]) -> None:
    """The turn has read its branches: what was said goes, the answer holds it from now on, sanitised."""
    _empty(Branch.unscoped.filter(pk__in=ids))


def cancel(ids: Collection[str]) -> None:
    """Nobody waits any more: no worker begins them, those at work notice at their next beat."""
    _end_and_empty(Branch.unscoped.filter(pk__in=ids))


def tidy() -> int:
    """Empties the rows of turns whose process died; every process may call it at any time."""
    over = timezone.now() - timedelta(seconds=settings.TURN_DEADLINE + settings.LEASE_MARGIN)
    return _end_and_empty(Branch.unscoped.filter(read_at__isnull=True, deadline__lt=over))


def erase(conversation: Conversation) -> None:
    """Removes what was said from a conversation's branches; that they ran stays counted."""
    turns = Turn.objects.of(conversation.tenant_id).filter(conversation=conversation)
    _empty(Branch.objects.of(conversation.tenant_id).filter(turn__in=turns))


def _end_and_empty(rows: "QuerySet[Branch]") -> int:
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    if ids:
        rows = Branch.unscoped.filter(pk__in=ids)
        rows.filter(status__in=Branch.OPEN).update(status=S.CANCELLED, finished_at=timezone.now())
        _empty(rows)
    return len(ids)


def _empty(rows: "QuerySet[Branch]") -> None:
    rows.update(payload={}, result=None, error="", read_at=timezone.now())
