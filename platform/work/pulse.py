"""Shows that the work of this process is alive: one thread renews `alive_at` of all its jobs and branches."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from work.models import Branch, Job

logger = logging.getLogger(__name__)
BEAT_SECONDS = 3.0


class _Beating(NamedTuple):
    branch_id: str
    name: str  # of the run, or of those that began together


_held: set[str] = set()
_runs: dict[_Beating, Callable[[], object]] = {}
_lock = threading.Lock()
_thread: threading.Thread | None = None
_wake = threading.Event()


@contextmanager
def beating(job_id: str) -> Iterator[None]:
    """Keeps a job alive while the block runs; also one that waits in this process's queue."""
    hold(job_id)
    try:
        yield
    finally:
        release(job_id)


@contextmanager
def beating_branch(branch_id: str, run: str, lost: Callable[[], object]) -> Iterator[None]:
    """Keeps a branch alive while the block runs.

    Calls `lost` (from a thread) once it is no longer that run's.
    """
    with _lock:
        _runs[_Beating(branch_id, run)] = lost
        _begin()
    try:
        yield
    finally:
        with _lock:
            _runs.pop(_Beating(branch_id, run), None)
            _rest()


def hold(job_id: str) -> None:
    """From now on this process answers for the job."""
    with _lock:
        _held.add(job_id)
        _begin()


def release(job_id: str) -> None:
    """This process answers for it no longer; the thread ends when it has nothing left."""
    with _lock:
        _held.discard(job_id)
        _rest()


def _begin() -> None:
    global _thread
    if _thread is None:
        _wake.clear()
        _thread = threading.Thread(target=_beat, name="work-pulse", daemon=True)
        _thread.start()


def _rest() -> None:
    if not _held and not _runs:
        _wake.set()


def _beat() -> None:
    global _thread
    while True:
        _wake.wait(BEAT_SECONDS)
        with _lock:
            if not _held and not _runs:
                _thread = None
                return
            _wake.clear()
            held, runs = list(_held), dict(_runs)
        try:
            if held:
                Job.unscoped.filter(pk__in=held, status__in=Job.OPEN).update(alive_at=timezone.now())
            if runs:
                _renew(runs)
        except Exception:  # a database that is away for a moment: the next beat tells
            logger.warning("work could not be renewed", exc_info=True)
        finally:
            connection.close()


def _renew(runs: Mapping[_Beating, Callable[[], object]]) -> None:
    ids, names = [run.branch_id for run in runs], {run.name for run in runs}
    mine = Branch.unscoped.filter(pk__in=ids, run__in=names, status=Branch.Statuses.RUNNING)
    mine.update(alive_at=timezone.now())
    kept = set(mine.values_list("pk", "run"))
    for run, lost in runs.items():
        if run not in kept:
            lost()
