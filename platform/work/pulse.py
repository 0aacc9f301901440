"""Shows that the jobs of this process are alive: one thread renews `alive_at` of all of them."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.utils import timezone

from work.models import Job

logger = logging.getLogger(__name__)
BEAT_SECONDS = 3.0

_held: set[str] = set()
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


def hold(job_id: str) -> None:
    """From now on this process answers for the job."""
    global _thread
    with _lock:
        _held.add(job_id)
        if _thread is None:
            _wake.clear()
            _thread = threading.Thread(target=_beat, name="job-pulse", daemon=True)
            _thread.start()


def release(job_id: str) -> None:
    """This process answers for it no longer; the thread ends when it has nothing left."""
    with _lock:
        _held.discard(job_id)
        if not _held:
            _wake.set()


def _beat() -> None:
    global _thread
    while True:
        _wake.wait(BEAT_SECONDS)
        with _lock:
            if not _held:
                _thread = None
                return
            _wake.clear()
            held = list(_held)
        try:
            Job.unscoped.filter(pk__in=held, status__in=Job.OPEN).update(alive_at=timezone.now())
        except Exception:  # a database that is away for a moment: the next beat tells
            logger.warning("jobs could not be renewed", exc_info=True)
        finally:
            connection.close()
