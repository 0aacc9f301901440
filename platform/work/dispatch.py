"""Sends a job where it is run.

To a Celery worker when there is a broker and a worker is heard there, else to threads of this process.
"""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from celery import current_app
from django.conf import settings

from telemetry import tracing
from work import kinds, pulse, running, worker_beats

logger = logging.getLogger(__name__)
TASK = "work.run_job"  # by name: only a worker needs the task itself (work/tasks.py)
THREADS = {False: 2, True: 1}  # of slow work, one: long jobs must not take the processor from turns
MESSAGE_SECONDS = 60.0  # a message that no worker took by then is void: the sweeper sends another

_pools: dict[bool, ThreadPoolExecutor] = {}
_lock = threading.Lock()


def send(job_id: str, kind: str, traceparent: str = "") -> None:
    """Sends one job of that kind out; its span stands below `traceparent`'s.

    A broker that is away is no error: the row waits, the sweeper sends it again.
    """
    try:
        if settings.CELERY_BROKER_URL and worker_beats.is_worker_heard(settings.CELERY_BROKER_URL):
            # A connection of its own: jobs are rare, and a pooled one may have died of idleness.
            with current_app.connection_for_write(settings.CELERY_BROKER_URL) as broker:
                headers = {"traceparent": traceparent} if traceparent else {}
                current_app.send_task(
                    TASK, (job_id,), connection=broker, expires=MESSAGE_SECONDS, headers=headers
                )
            return
    except Exception:
        logger.warning("job %s: the broker did not take it, it will be sent again", job_id, exc_info=True)
        return
    pulse.hold(job_id)
    _threads(kinds.is_slow(kind)).submit(_run, job_id, traceparent)


def _run(job_id: str, traceparent: str) -> None:
    try:
        with tracing.carry(traceparent):
            running.run_and_let_go(job_id)
    finally:
        pulse.release(job_id)


def _threads(slow: bool) -> ThreadPoolExecutor:
    with _lock:  # made at the first job, after any fork
        if slow not in _pools:
            _pools[slow] = ThreadPoolExecutor(THREADS[slow], thread_name_prefix="job")
        return _pools[slow]


def finish() -> None:
    """Waits for the jobs of this process: a command that ended before them would break them off."""
    for pool in _take_pools():
        pool.shutdown(wait=True)


def stop() -> None:
    """The process is going.

    Its waiting jobs are dropped here, and sent again by a sweeper once they fall silent.
    """
    for pool in _take_pools():
        pool.shutdown(wait=False, cancel_futures=True)


def _take_pools() -> list[ThreadPoolExecutor]:
    with _lock:
        pools = list(_pools.values())
        _pools.clear()
    return pools
