"""Sends branches to Celery workers.

A broker that is away or frozen is noticed within a second, and that there is no worker at once.

The calls block, so they are made on threads; each keeps its connection and throws a broken one away.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery import current_app
from django.conf import settings
from redis.exceptions import RedisError

from telemetry import tracing
from work import worker_beats

logger = logging.getLogger(__name__)
TASK = "work.run_branch"  # by name: only a worker needs the task itself (work/tasks.py)
SEND_SECONDS = 1.0
AWAY_SECONDS = 5.0  # for so long a broker that failed, or has no worker, is not asked again
THREADS = 4
Sending = tuple[str, int]  # the branch, and the how many-th time it is sent

_pool: ThreadPoolExecutor | None = None
_line = threading.local()
_away_until = float("-inf")


async def send(sendings: Sequence[Sending], deadline: float) -> list[Sending]:
    """Sends each out and gives those that the broker did not take in time: they are to be run here.

    One of those may still arrive; the row then says that it is taken.
    """
    global _away_until, _pool
    if time.monotonic() < _away_until:
        return list(sendings)
    if _pool is None:
        _pool = ThreadPoolExecutor(THREADS, thread_name_prefix="branch-send")
    taken: set[Sending] = set()
    over = threading.Event()
    expires = max(1.0, deadline - time.time())
    sent = asyncio.get_running_loop().run_in_executor(
        _pool, _publish, settings.CELERY_BROKER_URL, sendings, expires, taken, over, tracing.headers()
    )
    seen = -1
    try:
        while not sent.done() and seen < len(taken):  # slow is not away: a second for each
            seen = len(taken)
            await asyncio.wait({sent}, timeout=SEND_SECONDS)
    finally:
        over.set()
    missing = [each for each in sendings if each not in taken]
    if missing:
        logger.warning("%s branches were not taken; they run in this process", len(missing))
        _away_until = time.monotonic() + AWAY_SECONDS
    return missing


def _publish(
    url: str,
    sendings: Sequence[Sending],
    expires: float,
    taken: set[Sending],
    over: threading.Event,
    headers: Mapping[str, str],
) -> None:
    try:
        if not worker_beats.is_worker_heard(url):
            logger.warning("No worker is heard")
            return
    except (RedisError, OSError) as error:
        logger.warning("The broker does not say whether it has workers: %s", error)
        return
    for each in sendings:
        if over.is_set():
            return
        try:
            _publish_one(url, each, expires, headers)
        except Exception as error:
            logger.warning("The broker did not take a branch: %s", error)
            return
        taken.add(each)


def _publish_one(url: str, sending: Sending, expires: float, headers: Mapping[str, str]) -> None:
    kept = getattr(_line, "url", None) == url
    try:
        _send(url, sending, expires, headers)
    except Exception:  # redis's, kombu's and the system's have no family in common
        _hang_up()
        if not kept:
            raise
        _send(url, sending, expires, headers)  # a connection kept from before may have died of idleness


def _send(url: str, sending: Sending, expires: float, headers: Mapping[str, str]) -> None:
    current_app.send_task(
        TASK,
        sending,
        producer=_producer(url),
        expires=expires,
        retry=False,
        ignore_result=True,
        headers=dict(headers),
    )


def _producer(url: str) -> Any:
    if getattr(_line, "url", None) != url:
        _hang_up()
        connection = current_app.connection_for_write(url)
        _line.url, _line.connection = url, connection
        _line.producer = current_app.amqp.Producer(connection, auto_declare=False)
    return _line.producer


def _hang_up() -> None:
    connection = getattr(_line, "connection", None)
    _line.url = _line.connection = _line.producer = None
    if connection is not None:
        connection.collect()
