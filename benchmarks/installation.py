"""A throw-away installation for measurements: database, demo world, tool servers, slow model, one web process."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Iterator

POSTGRES = "postgres://postgres@127.0.0.1:5432"


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@contextlib.contextmanager
def running(postgres: bool = False, model_seconds: float | None = 1.0, **environment: str) -> Iterator[str]:
    """The base URL of an installation; everything is gone afterwards. `model_seconds` None: offline model."""
    with tempfile.TemporaryDirectory(prefix="switchboard-bench-") as folder, contextlib.ExitStack() as stack:
        env = {
            **os.environ,
            "SWITCHBOARD_VAR_DIR": folder,
            "SWITCHBOARD_DEMO": "1",
            "LOG_LEVEL": "WARNING",
            "REDIS_URL": "",
            "DATABASE_URL": stack.enter_context(_database())
            if postgres
            else f"sqlite:///{folder}/bench.sqlite3",
        }
        if model_seconds is not None:
            port = free_port()
            stack.enter_context(_process(["-m", "benchmarks.slow_model", str(port), str(model_seconds)], env))
            env |= {
                "MODEL": "slow",
                "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
                "OPENAI_API_KEY": "none",
            }
        from demo.processes import Servers

        env |= stack.enter_context(Servers.started(anywhere=True)).addresses | environment
        for command in (["migrate", "--verbosity", "0"], ["seed_demo"]):
            subprocess.run(
                [sys.executable, "manage.py", *command], env=env, check=True, stdout=subprocess.DEVNULL
            )
        port = free_port()
        serve = ["-m", "uvicorn", "config.asgi:application", "--port", str(port), "--loop", "uvloop",
                 "--log-level", "warning", "--lifespan", "on"]  # fmt: skip
        stack.enter_context(_process(serve, env))
        url = f"http://127.0.0.1:{port}"
        _wait(url + "/healthz")
        yield url


@contextlib.contextmanager
def _database() -> Iterator[str]:
    import psycopg

    name = f"bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield f"{POSTGRES}/{name}"
    finally:
        with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def _process(arguments: list[str], env: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, *arguments], env=env)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(url: str, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
