"""Whether any worker takes work: each says so at the broker every few seconds, for as long as it consumes.

worker_beats.heard("redis://127.0.0.1:6379/1")      # False: nobody would take what is sent there
"""

import logging
from functools import lru_cache
from typing import Any

import redis
from celery import bootsteps
from celery.worker.consumer import Tasks
from django.conf import settings
from redis.exceptions import RedisError

from conversations import wakes

logger = logging.getLogger(__name__)
KEY = "sb:worker"
BEAT_SECONDS = 2.0
SILENT_SECONDS = 7  # after which no worker is there


class Beats(bootsteps.StartStopStep):  # type: ignore[misc]
    """A part of a worker's consumer.

    Its timer is the consumer's, so a worker that consumes nothing is not heard.
    """

    requires = (Tasks,)

    def start(self, consumer: Any) -> None:
        _beat()
        self._entry = consumer.timer.call_repeatedly(BEAT_SECONDS, _beat)

    def stop(self, consumer: Any) -> None:
        self._entry.cancel()
        _fall_silent()


def is_worker_heard(url: str) -> bool:
    """Whether a worker was heard within the last seconds.

    Raises RedisError where the broker does not answer; one that is no Redis is believed to have workers.
    """
    return not _is_redis(url) or bool(_broker(url).exists(KEY))


def _beat() -> None:
    if _is_redis(settings.CELERY_BROKER_URL):
        try:
            _broker(settings.CELERY_BROKER_URL).set(KEY, wakes.process_name(), ex=SILENT_SECONDS)
        except RedisError as error:
            logger.warning("The broker did not take a beat: %s", error)


def _fall_silent() -> None:
    """Another worker, if there is one, is heard again with its next beat."""
    try:
        _broker(settings.CELERY_BROKER_URL).delete(KEY)
    except (RedisError, ValueError):
        return


def _is_redis(url: str) -> bool:
    return url.startswith(("redis://", "rediss://", "unix://"))


@lru_cache(maxsize=4)
def _broker(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
