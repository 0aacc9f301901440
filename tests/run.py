"""`make test`: the suite on SQLite, then what touches a database again on PostgreSQL + Redis.

The second run happens when `DATABASE_URL` and `REDIS_URL` answer, or the standard local ports do; in CI
(`CI=true`) it must. It leaves out what no other database can tell apart (`tests.parts.repeated`): that ran.
`--slow` runs only what is marked `slow`, `--endurance` what is marked so. Further arguments go to pytest:
`python -m tests.run tests/rollout -x`.
"""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import redis

from tests.parts.repeated import choose, read_noted, read_whole
from tests.parts.template import CACHE, postgres_template

ROOT = Path(__file__).resolve().parents[1]
STANDARD_DATABASE = "postgres://postgres@127.0.0.1:5432/postgres"
STANDARD_REDIS = "redis://127.0.0.1:6379/15"
NO_TESTS = 5  # pytest's exit status

# Tests wait for browsers, processes and clocks for a good part of their time. Folders begin in the order of
# `conftest`. Each worker has a Redis database of its own, counted down from the one given.
WORKERS = min(3 * (os.cpu_count() or 1), 8)
NUMBER = re.compile(r"/(\d+)$")


class Lane(NamedTuple):
    """Tests by their marks, how many processes run them, and whether those of both stores run at once."""

    chosen: str
    workers: int
    at_once: bool = False

    @property
    def how(self) -> Sequence[str]:
        """What pytest is told of it."""
        if self.workers == 1:
            return ()
        return ("-n", str(self.workers), "--dist", "loadfile", "--no-loadscope-reorder")


# What runs one after the other, by mark. Slow tests wait more than they work: they run on both stores at
# once, a third of the workers on each; those that load processes or wait for the clock (`alone`) have only
# their like beside them.
FEW = max(WORKERS // 3, 1)
LANES: Mapping[str, Sequence[Lane]] = {
    "": [Lane("not slow and not endurance", WORKERS)],
    "slow": [Lane("slow and not alone", FEW, True), Lane("slow and alone", FEW, True)],
    "endurance": [Lane("endurance", 1)],
}


@dataclass
class Store:
    """One run of the tests: what names its database, the files it reads, and what came of its lanes."""

    title: str
    environment: dict[str, str]
    files: list[str]
    found: list[int] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The first that is not 0, and `NO_TESTS` only where no lane had any."""
        failed = [status for status in self.found if status not in (0, NO_TESTS)]
        return failed[0] if failed else min(self.found)

    def run(self, lane: Lane, held: bool = False) -> None:
        """Runs one lane; `held`: shows what it says once it has ended, for another one is speaking."""
        title = f"\n=== {self.title}: {lane.chosen}"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--durations=8",
            "-m",
            lane.chosen,
            *lane.how,
            *self.files,
        ]
        if not held:
            print(title, flush=True)
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if held else {}
        ran = subprocess.run(command, cwd=ROOT, env=self.environment, text=True, **pipes)
        if held:
            print(f"{title}\n{ran.stdout}", flush=True)
        self.found.append(ran.returncode)


def main(arguments: list[str]) -> int:
    """Runs both; the exit status is the first that is not 0."""
    mark = next((mark for mark in LANES if mark and f"--{mark}" in arguments), "")
    rest = [argument for argument in arguments if argument != f"--{mark}"]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="switchboard-tests-") as folder:
        servers, missing = _servers()
        if servers:
            # While the first run waits: migrations take a minute there, and the second would wait for them.
            made = (servers["DATABASE_URL"], _plain(folder), True)
            threading.Thread(target=postgres_template, args=made, daemon=True).start()
        notes = Path(folder) / "notes"
        noted = {} if rest or mark else {"SWITCHBOARD_TESTS_NOTES": str(notes)}
        followed = {"SWITCHBOARD_TESTS_FOLLOWED": "1"} if mark and servers and not rest else {}
        brokers = FEW if mark else 0  # both stores' at once
        files = rest or _marked(mark)
        sqlite = Store("SQLite", {**_sqlite(folder), **_broker(servers, brokers), **noted, **followed}, files)
        if servers is None:
            _run([sqlite], mark)
            second = 1 if os.environ.get("CI") else 0
            missing = f"FAILED, CI needs both ({missing})" if second else f"skipped ({missing})"
        else:
            again = {"SWITCHBOARD_TESTS_AGAIN": "1"}
            own = Path(folder) / "postgresql"
            own.mkdir()
            postgres = Store(
                "PostgreSQL + Redis", {**_plain(str(own)), **servers, **_broker(servers), **again}, files
            )
            if noted:
                _run([sqlite], mark)
                repeated = [*read_whole(notes), *choose(read_noted(notes))]
                chosen = Path(folder) / "repeated"
                chosen.write_text("\n".join(repeated))
                postgres.environment["SWITCHBOARD_REPEATED_TESTS"] = str(chosen)
                # To read the others takes time.
                postgres.files = sorted({test.split("::")[0] for test in repeated})
                _run([postgres], mark)
            else:
                _run([sqlite, postgres], mark)
            second = postgres.status
            if second == NO_TESTS and rest:  # what was named ran, and shows nothing new here
                second = 0
            missing = _word(second)
    seconds = time.monotonic() - began
    print(f"\nSQLite: {_word(sqlite.status)}; PostgreSQL + Redis: {missing} ({seconds:.0f} s)")
    return sqlite.status or second


def _run(stores: list[Store], mark: str) -> None:
    """Runs the lanes of a mark on each store: some lanes on all of them at once."""
    for lane in LANES[mark]:
        if not lane.at_once:
            for store in stores:
                store.run(lane)
            continue
        with ThreadPoolExecutor(len(stores)) as pool:
            runs = [pool.submit(store.run, lane, held=store is not stores[0]) for store in stores]
        for run in runs:
            run.result()


def _word(status: int) -> str:
    return "passed" if status == 0 else f"FAILED (exit {status})"


def _marked(mark: str) -> list[str]:
    """The files with tests of a mark, without reading the others; none: all files."""
    if not mark:
        return []
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if f"mark.{mark}" in file.read_text("utf-8")]


def _plain(folder: str) -> dict[str, str]:
    """The environment of a test run: whatever the user's own (or `.env`) says about models stays out."""
    silent = dict.fromkeys(
        ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MODEL", "REDIS_URL", "CELERY_BROKER_URL"), ""
    )
    silent["PYTHONDONTWRITEBYTECODE"] = ""  # each process would read all sources anew
    fixed = {"APP_ENV": "local", "DEBUG": "0", "SWITCHBOARD_DEMO": "0", "ROUTING_MODE": "router"}
    fixed["EXAMPLES_TWICE"] = "0"  # a minute of CPU for a world
    fixed["WORKER_LOADING_SECONDS"] = "0"  # a worker a test
    kept = {"SWITCHBOARD_PARTS_DIR": str(CACHE / "learnt"), "SWITCHBOARD_VAR_DIR": folder}
    return {**os.environ, **silent, **fixed, **kept}


def _sqlite(folder: str) -> dict[str, str]:
    return {**_plain(folder), "DATABASE_URL": f"sqlite:///{folder}/switchboard.sqlite3"}


def _servers() -> tuple[dict[str, str] | None, str]:
    """What names PostgreSQL and Redis in the environment, or None and which of them did not answer."""
    database = os.environ.get("DATABASE_URL", "")
    if not database.startswith("postgres"):
        database = STANDARD_DATABASE
    broker = os.environ.get("REDIS_URL") or STANDARD_REDIS
    if not NUMBER.search(broker):
        broker = broker.rstrip("/") + "/15"
    try:
        psycopg.connect(database, connect_timeout=3).close()
    except psycopg.Error as error:
        return None, f"no PostgreSQL: {str(error).splitlines()[0]}"
    try:
        redis.Redis.from_url(broker, socket_connect_timeout=3).ping()
    except redis.RedisError as error:
        return None, f"no Redis: {error}"
    name = f"test_switchboard_{os.getpid()}"
    return {"DATABASE_URL": database, "SWITCHBOARD_TEST_DB": name, "REDIS_URL": broker}, ""


def _broker(servers: dict[str, str] | None, further: int = 0) -> dict[str, str]:
    """Where tests with a real Celery worker send its jobs: a number below those of the test processes.

    `further` below where another run at the same time has its own.
    """
    if not servers:
        return {}
    number = int(NUMBER.search(servers["REDIS_URL"])[1])  # type: ignore[index]
    return {
        "SWITCHBOARD_TEST_BROKER": NUMBER.sub(f"/{max(number - WORKERS - further, 0)}", servers["REDIS_URL"])
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
