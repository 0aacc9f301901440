"""`make test`: the suite on SQLite, then what touches a database again on PostgreSQL + Redis.

The second run happens when `DATABASE_URL` and `REDIS_URL` answer, or the standard local ports do; in CI
(`CI=true`) it must. It leaves out folders whose tests know no database: they ran. `--slow` runs only what
is marked `slow`. Further arguments go to pytest: `python -m tests.run tests/rollout -x`.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import redis

ROOT = Path(__file__).resolve().parents[1]
STANDARD_DATABASE = "postgres://postgres@127.0.0.1:5432/postgres"
STANDARD_REDIS = "redis://127.0.0.1:6379/15"
# Tests of pure functions, and of pages that one database shows as well as the other: run once.
ONCE = ("house", "language", "guardrails")
NO_TESTS = 5  # pytest's exit status when nothing was selected

SLOW_MARK = re.compile(r"mark\.slow\b")


def main(arguments: list[str]) -> int:
    """Runs both; the exit status is the first that is not 0."""
    slow = "--slow" in arguments
    rest = [argument for argument in arguments if argument != "--slow"]
    if slow and not _slow_tests():
        print("No slow tests.")
        return 0
    began = time.monotonic()
    ran: list[str] = []
    with tempfile.TemporaryDirectory(prefix="switchboard-tests-") as folder:
        status = _pytest("SQLite", _sqlite(folder), slow, rest)
        ran.append(f"SQLite: {_word(status)}")
        missing = "not run, SQLite failed first"
        if status == 0:
            environment, missing = _servers(folder)
            if environment:
                leave_out = [] if rest else [f"--ignore=tests/{name}" for name in ONCE]
                status = _pytest("PostgreSQL + Redis", environment, slow, [*rest, *leave_out])
                missing = _word(status)
            elif os.environ.get("CI"):
                status, missing = 1, f"FAILED in CI: {missing}"
        ran.append(f"PostgreSQL + Redis: {missing}")
    print(f"\n{'; '.join(ran)} ({time.monotonic() - began:.0f} s)")
    return status


def _word(status: int) -> str:
    return "passed" if status == 0 else f"FAILED (exit {status})"


def _slow_tests() -> bool:
    return any(SLOW_MARK.search(path.read_text()) for path in (ROOT / "tests").rglob("test_*.py"))


def _pytest(title: str, environment: dict[str, str], slow: bool, rest: list[str]) -> int:
    print(f"\n=== {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "--durations=8"]
    # Tests that load, kill and time processes want both cores for themselves.
    command += ["-m", "slow"] if slow else ["-m", "not slow", "-n", "2", "--dist", "loadfile"]
    status = subprocess.run([*command, *rest], cwd=ROOT, env=environment).returncode
    if status == NO_TESTS and slow:
        print("There are tests marked slow, and none was selected.")
    return status


def _plain(folder: str) -> dict[str, str]:
    """The environment of a test run: whatever the user's own (or `.env`) says about models stays out."""
    silent = dict.fromkeys(
        ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MODEL", "REDIS_URL", "CELERY_BROKER_URL"), ""
    )
    fixed = {"APP_ENV": "local", "DEBUG": "0", "SWITCHBOARD_DEMO": "0", "ROUTING_MODE": "router"}
    return {**os.environ, **silent, **fixed, "SWITCHBOARD_VAR_DIR": folder}


def _sqlite(folder: str) -> dict[str, str]:
    return {**_plain(folder), "DATABASE_URL": f"sqlite:///{folder}/switchboard.sqlite3"}


def _servers(folder: str) -> tuple[dict[str, str] | None, str]:
    """The environment with PostgreSQL and Redis, or None and which of them did not answer."""
    database = os.environ.get("DATABASE_URL", "")
    if not database.startswith("postgres"):
        database = STANDARD_DATABASE
    broker = os.environ.get("REDIS_URL") or STANDARD_REDIS
    if not re.search(r"/\d+$", broker):
        broker = broker.rstrip("/") + "/15"
    try:
        psycopg.connect(database, connect_timeout=3).close()
    except psycopg.Error as error:
        return None, f"skipped, no PostgreSQL ({str(error).splitlines()[0]})"
    try:
        redis.Redis.from_url(broker, socket_connect_timeout=3).ping()
    except redis.RedisError as error:
        return None, f"skipped, no Redis ({error})"
    own = {
        "DATABASE_URL": database,
        "SWITCHBOARD_TEST_DB": f"test_switchboard_{os.getpid()}",
        "REDIS_URL": broker,
        "SWITCHBOARD_TEST_BROKER": broker,
    }
    return {**_plain(folder), **own}, ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
