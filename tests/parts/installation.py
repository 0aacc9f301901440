"""A throw-away installation: database, demo world, tool servers, and web processes that can be killed."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings

from tests.parts import template
from tests.parts.tool_servers import ToolServers
from tests.parts.waiting import until

POSTGRES = "postgres://postgres@127.0.0.1:5432"


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@dataclass
class Installation:
    """Starts and ends web processes on one database. `url` is the first one's address."""

    env: dict[str, str]
    python: str = sys.executable
    folder: Path | None = None  # where commands are started; none: here
    processes: dict[str, subprocess.Popen] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return next(iter(self.processes))

    def start(self, port: int = 0, **environment: str) -> str:
        """One more web process, on a port of its own if none is named; gives its address once it answers."""
        port = port or free_port()
        serve = ["-m", "config.serve", "--port", str(port), "--log-level", "warning"]
        process = subprocess.Popen([self.python, *serve], cwd=self.folder, env={**self.env, **environment})
        url = f"http://127.0.0.1:{port}"
        self.processes[url] = process
        until(lambda: _answers(f"{url}/healthz"), 90, lambda: f"{url} does not answer")
        return url

    def manage(self, *command: str) -> None:
        """Runs a command of manage.py to its end."""
        subprocess.run(
            [sys.executable, "manage.py", *command], env=self.env, check=True, stdout=subprocess.DEVNULL
        )

    def kill(self, url: str) -> None:
        """kill -9."""
        process = self.processes.pop(url)
        process.kill()
        process.wait()

    def end(self, url: str, seconds: float = 30) -> int:
        """SIGTERM; gives the exit status."""
        process = self.processes.pop(url)
        process.send_signal(signal.SIGTERM)
        return process.wait(seconds)

    def end_all(self) -> None:
        for url in list(self.processes):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.end(url)


@contextlib.contextmanager
def installed(database: str | None = None, seeded: bool = True, **environment: str) -> Iterator[Installation]:
    """A migrated database with the demo world and its tool servers, and no web process yet. Not `seeded`: the
    world is yet to be loaded, by `seed_demo`.

    `database` is a URL of a database that may be replaced, or "" for SQLite in a folder of its own. None:
    what this run of the tests is about, as `DATABASE_URL` says.
    """
    with tempfile.TemporaryDirectory(prefix="switchboard-") as folder, contextlib.ExitStack() as stack:
        if database is None:
            server = os.environ.get("DATABASE_URL", "")
            database = stack.enter_context(own_database(server)) if server.startswith("postgres") else ""
        env = {
            **os.environ,
            "SWITCHBOARD_VAR_DIR": folder,
            "SWITCHBOARD_PARTS_DIR": str(settings.PARTS_DIR),  # the same world is learnt once a run
            "SWITCHBOARD_DEMO": "1",
            "STOP_NOTICE_SECONDS": "0",
            "LOG_LEVEL": "WARNING",
            "REDIS_URL": "",
            "CELERY_BROKER_URL": "",
            "MODEL": "",
            "DATABASE_URL": database or f"sqlite:///{folder}/own.sqlite3",
        }
        tools = stack.enter_context(ToolServers.start(anywhere=True))
        env |= tools.addresses | environment
        made = Installation(env)
        template.fill(env["DATABASE_URL"], env, seeded)
        tools.wait()
        stack.callback(made.end_all)
        yield made


@contextlib.contextmanager
def shared(**environment: str) -> Iterator[Installation]:
    """An installation that several web processes may share.

    On PostgreSQL and Redis, as `tests.run` names them. The test is skipped where they are not named.
    """
    server, broker = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if not server.startswith("postgres") or not broker:
        pytest.skip("two processes need PostgreSQL and Redis: they run in the second run")
    with own_database(server) as database, installed(database, **environment, REDIS_URL=broker) as here:
        yield here


def run_alone(module: str, *options: str, seconds: float) -> str:
    """What a program of ours prints when it is run as people run it, without Django being set up for it."""
    plain = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-m", module, *options]
    ran = subprocess.run(command, env=plain, capture_output=True, text=True, timeout=seconds)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout


@contextlib.contextmanager
def own_database(server: str = POSTGRES) -> Iterator[str]:
    """A PostgreSQL database of one's own."""
    import psycopg

    name = f"own_{uuid.uuid4().hex[:12]}"
    base = server.rsplit("/", 1)[0] if server.count("/") > 2 else server
    with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield f"{base}/{name}"
    finally:
        with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def slow_model(seconds: float) -> Iterator[dict[str, str]]:
    """A model that thinks so long, in a process of its own; gives the environment that names it."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.slow_model", str(port), str(seconds)])
    try:
        yield {"MODEL": "slow", "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "OPENAI_API_KEY": "none"}
    finally:
        process.terminate()
        process.wait(10)


@contextlib.contextmanager
def running(postgres: bool = False, model_seconds: float | None = 1.0, **environment: str) -> Iterator[str]:
    """The base URL of one web process with everything it needs. `model_seconds` None: the offline model."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(own_database()) if postgres else ""
        model = stack.enter_context(slow_model(model_seconds)) if model_seconds is not None else {}
        yield stack.enter_context(installed(database, **model, **environment)).start()


def _answers(url: str) -> bool:
    with contextlib.suppress(OSError):
        urllib.request.urlopen(url, timeout=2).close()
        return True
    return False
