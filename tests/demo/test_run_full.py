"""`make run-full` as a person meets it.

Two web processes and a worker on PostgreSQL and Redis, and no orphan.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest

from tests.parts.installation import POSTGRES, free_port
from tests.parts.waiting import until
from tests.parts.workers import emptied_broker

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.timeout(900)]
ROOT = Path(__file__).resolve().parents[2]
PROCESSES = (
    9  # of two web processes the one that watches over them, the worker, five tool servers, two domains
)
PATIENCE = 300  # seconds a first start, or a stop, may take on a busy machine
BODY = {"agent_id": "telecom_contas", "payload": {
    "text": "Minha fatura veio alta", "session_id": "s-full-1",
    "context": {"msisdn": "5511999999999", "invoice_id": "INV001"},
}}  # fmt: skip


@pytest.fixture(scope="module")
def stores():
    """The environment of a database that is not there yet, dropped afterwards, and of a Redis."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("sqlite"):
        pytest.skip("this run is about SQLite; that on PostgreSQL and Redis does it")
    server = given.rsplit("/", 1)[0] if given.startswith("postgres") else POSTGRES
    broker = emptied_broker()
    name = f"own_{uuid.uuid4().hex[:12]}"
    try:
        psycopg.connect(f"{server}/postgres", connect_timeout=3).close()
    except psycopg.Error as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no PostgreSQL: {error}")
    yield {"DATABASE_URL": f"{server}/{name}", "REDIS_URL": broker, "CELERY_BROKER_URL": ""}
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def start(folder: Path, **environment: str) -> subprocess.Popen:
    plain = {"SWITCHBOARD_VAR_DIR": str(folder), "SWITCHBOARD_DEMO": "1", "MODEL": ""}
    with (folder / "log").open("wb") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "demo.run_full"],
            cwd=ROOT, env=os.environ | plain | environment, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
        )  # fmt: skip


def children(process: int) -> list[int]:
    """Those of all its threads: one that is started again is another thread's child."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(found) for thread in threads for found in thread.read_text().split()]


def command(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()


def alive(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait(true, process: subprocess.Popen, said) -> None:
    def come() -> bool:
        assert process.poll() is None, said()
        return true()

    until(come, PATIENCE, said)


def asked(url: str, body: dict | None = None) -> dict:
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(url, json.dumps(body).encode() if body else None, headers), timeout=60) as answer:
        return json.load(answer)


def test_two_web_processes_and_a_worker_are_one_installation_and_a_stop_ends_all(tmp_path, stores):
    port = free_port()
    process = start(tmp_path, PORT=str(port), **stores)
    said = (tmp_path / "log").read_text
    try:
        wait(lambda: "Ctrl-C stops" in said(), process, said)
        assert "Made the database own_" in said() and "2 processes behind that address" in said()
        site = f"http://127.0.0.1:{port}"
        assert asked(f"{site}/readyz")["checks"]["redis"] == "ok"
        answer = asked(f"{site}/gateway/message", BODY)
        assert "INV001" in answer["text"]
        key = answer["metadata"]["conversation_key"]
        assert len(asked(f"{site}/sessions/{key}/messages")["messages"]) == 2
        started = children(process.pid)
        assert len(started) == PROCESSES
        watching = next(each for each in started if "demo.web" in command(each))
        assert len(serving(watching)) == 2
        worker = next(each for each in started if "demo.worker" in command(each))
        for killed in (worker, serving(watching)[0]):
            os.kill(killed, signal.SIGKILL)
        wait(lambda: "worker ended (-9) and is started again." in said(), process, said)
        wait(lambda: len(children(process.pid)) == PROCESSES, process, said)
        wait(lambda: len(serving(watching)) == 2, process, said)
        assert asked(f"{site}/healthz") == {"status": "ok"}
        started = [*children(process.pid), *serving(watching)]
        process.send_signal(signal.SIGTERM)
        until(lambda: status(f"{site}/readyz") == 503, 30, said)  # said before the socket shuts
        assert process.wait(PATIENCE) == 0
        assert [left for left in started if alive(left)] == []
        assert said().endswith("Stopped.\n")
    finally:
        process.kill()


def test_the_demo_is_left_out_where_somebody_wishes_it(tmp_path, stores):
    process = start(tmp_path, PORT=str(free_port()), EMPTY="1", SWITCHBOARD_DEMO="0", **stores)
    said = (tmp_path / "log").read_text
    try:
        wait(lambda: "Ctrl-C stops" in said(), process, said)
        assert "Your company:" in said() and len(children(process.pid)) == 2, said()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()


def status(url: str) -> int:
    """The status of an answer; 0 where nobody takes the call."""
    try:
        return urlopen(url, timeout=5).status
    except HTTPError as error:
        return error.code
    except OSError:
        return 0


def serving(watching: int) -> list[int]:
    """The web processes that one watches over; its other child looks after semaphores."""
    return [each for each in children(watching) if "spawn_main" in command(each)]


def test_a_second_start_keeps_the_database_and_a_kill_leaves_no_orphan(tmp_path, stores):
    process = start(tmp_path, PORT=str(free_port()), **stores)
    said = (tmp_path / "log").read_text
    try:
        wait(lambda: len(children(process.pid)) == PROCESSES, process, said)
        watching = next(each for each in children(process.pid) if "demo.web" in command(each))
        wait(lambda: len(serving(watching)) == 2, process, said)
        assert "Made the database" not in said()
        started = [*children(process.pid), *serving(watching)]
    finally:
        process.kill()
    until(lambda: not any(map(alive, started)), 30, lambda: "a process outlived what started it")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        pytest.param({"REDIS_URL": "redis://127.0.0.1:1/0"}, "Redis in REDIS_URL does not answer",
            id="redis"),
        pytest.param({"DATABASE_URL": "postgres://127.0.0.1:1/none"}, "PostgreSQL in DATABASE_URL",
            id="database"),
        pytest.param({"DATABASE_URL": "sqlite:///x"}, "does not name PostgreSQL", id="another database"),
        pytest.param({"PORT": "65536"}, "from 1 to 65535", id="no port"),
    ],
)  # fmt: skip
def test_what_is_missing_is_one_sentence(tmp_path, stores, settings, sentence):
    process = start(tmp_path, **{"PORT": str(free_port()), **stores, **settings})
    assert process.wait(PATIENCE) == 1
    said = (tmp_path / "log").read_text()
    assert sentence in said and said.count("\n") == 1, said
