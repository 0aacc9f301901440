"""Real Celery workers on a real Redis, working on this run's test database, and how to kill them."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

import pytest
import redis
from django.conf import settings
from django.db import connection

_HEAD, _, _NUMBER = os.environ.get("SWITCHBOARD_TEST_BROKER", "redis://127.0.0.1:6379/9").rpartition("/")
# Each process of a parallel run has its own database, so its own broker too: a number counted down.
BROKER = f"{_HEAD}/{max(int(_NUMBER) - int(os.environ.get('PYTEST_XDIST_WORKER', 'gw0')[2:]), 0)}"
READY_SECONDS = 60.0  # a cold worker on a busy machine


def emptied_broker() -> str:
    """The address of the broker, with nothing in it; skips the test where none answers."""
    client = redis.Redis.from_url(BROKER, socket_connect_timeout=1)
    try:
        client.flushdb()
    except redis.RedisError:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{BROKER} does not answer, and in CI it must")
        pytest.skip(f"no Redis at {BROKER}: start one to run this test")
    return BROKER


def database_url() -> str:
    """The address of this run's test database, for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    who = f"{database['USER']}:{database['PASSWORD']}".rstrip(":")
    return f"postgres://{who}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


@dataclass
class Workers:
    """Worker processes by name. `broker` is where they take their work, and Redis for wake-ups too.

    `environment` is what they know besides this process's own, for an installation that is not this test's.
    """

    broker: str
    database: str
    threads: int = 4
    include: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, name: str = "one", wait: bool = True) -> None:
        """One more worker; returns when it takes work."""
        environment = (
            os.environ
            | self.environment
            | {
                "DATABASE_URL": self.database,
                "CELERY_BROKER_URL": self.broker,
                "REDIS_URL": self.broker,
                "CELERY_SKIP_CHECKS": "1",  # they import every page: seconds
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            }
        )
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "threads"]
        command += ["-c", str(self.threads), "--loglevel", "WARNING", "--hostname", f"{name}@here"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        command += ["--include", self.include] if self.include else []
        self.running[name] = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment)
        if wait:
            self.wait_for(name)

    def wait_for(self, name: str) -> None:
        from celery import Celery

        app = Celery(broker=self.broker)
        until = time.monotonic() + READY_SECONDS
        while not app.control.ping(destination=[f"{name}@here"], timeout=0.5):
            if self.running[name].poll() is not None or time.monotonic() > until:
                pytest.fail(f"The worker {name} did not start")
        app.close()

    def kill(self, name: str) -> None:
        """kill -9."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait(10)

    def end_all(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        self.running.clear()
