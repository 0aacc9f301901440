"""Databases with the demo world in them, made once for what they are made of and copied for each
installation.

Migrating takes 12 s and loading the world 4; a copy takes a tenth of a second. A copy is of two steps, so
that an edit of the code costs the second one only: what the migrations make, and what `seed_demo` writes into
it. A test process on SQLite copies the worlds that the first one made.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import psycopg

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "switchboard"
CODE = ("agents", "analytics", "demo", "handoffs", "platform", "routing", "studio")
KEPT = 8  # of each kind, the newest: several trees may be at work
HALF_A_DAY = 12 * 3600
PREFIX = "switchboard_template_"


def fill(database: str, env: Mapping[str, str], seeded: bool = True) -> None:
    """Makes a database what `migrate` (and `seed_demo`) make of it; whatever was in it is gone.

    `database` is a URL, `env` the environment of the commands.

    >>> fill("sqlite:////var/own.sqlite3", os.environ)
    """
    if database.startswith("sqlite"):
        with _alone("sqlite"):
            shutil.copyfile(_sqlite(env, seeded), database.removeprefix("sqlite:///"))
    else:
        with _alone("postgresql"):
            _copy(database, _postgres(database, env, seeded))


def postgres_template(server: str, env: Mapping[str, str], seeded: bool = False) -> str:
    """The name of the database on this server that holds what the migrations (and `seed_demo`) make."""
    with _alone("postgresql"):
        return _postgres(server, env, seeded)


def bring_world(database: sqlite3.Connection, make: Callable[[], None], made_with: str) -> None:
    """Puts into an open SQLite database what `make` writes there: copied, where it was made before.

    `made_with` is what it depends on beside the code. What is older than half a day is made anew: tests speak
    of *today*.
    """
    with _alone("sqlite"):
        kept = CACHE / f"world-{_key(seeded=True)}-{made_with}.sqlite3"
        if kept.exists() and time.time() - kept.stat().st_mtime < HALF_A_DAY:
            with contextlib.closing(sqlite3.connect(kept)) as source:
                source.backup(database)
            return
        make()
        _keep("world", database, kept)


@contextlib.contextmanager
def _alone(store: str) -> Iterator[None]:
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{store}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def _key(seeded: bool) -> str:
    """The hash of all that the database is made of."""
    migrations = sorted(path for folder in CODE for path in (ROOT / folder).rglob("migrations/*.py"))
    sources = sorted(path for folder in CODE for path in (ROOT / folder).rglob("*") if path.suffix in _READ)
    return _hash([ROOT / "requirements.txt", *migrations, *(sources if seeded else ())])


_READ = {".py", ".json", ".yaml", ".yml", ".csv", ".txt", ".md", ".npz"}


def _hash(paths: Iterable[Path]) -> str:
    made_of = hashlib.sha256(sys.version.encode())
    for path in paths:
        made_of.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return made_of.hexdigest()[:16]


def _commands(database: str, env: Mapping[str, str], *commands: str) -> None:
    with tempfile.TemporaryDirectory(prefix="switchboard-") as folder:
        own = {
            "SWITCHBOARD_VAR_DIR": folder,
            "DATABASE_URL": database,
            "REDIS_URL": "",
            "CELERY_BROKER_URL": "",
            "WEB_CONCURRENCY": "1",
        }
        for command in commands:
            subprocess.run(
                [sys.executable, "manage.py", command, "--verbosity", "0"],
                cwd=ROOT, env={**env, **own}, check=True, stdout=subprocess.DEVNULL,
            )  # fmt: skip


def _sqlite(env: Mapping[str, str], seeded: bool) -> Path:
    kind = "seeded" if seeded else "migrated"
    template = CACHE / f"{kind}-{_key(seeded)}.sqlite3"
    if not template.exists():
        with tempfile.TemporaryDirectory(prefix="switchboard-") as folder:
            making = Path(folder) / "making.sqlite3"
            if seeded:
                shutil.copyfile(_sqlite(env, seeded=False), making)
            _commands(f"sqlite:///{making}", env, "seed_demo" if seeded else "migrate")
            with contextlib.closing(sqlite3.connect(making)) as connection:
                _keep(kind, connection, template)
    return template


def _keep(kind: str, made: sqlite3.Connection, template: Path) -> None:
    beside = template.with_suffix(".making")
    beside.unlink(missing_ok=True)
    made.execute("VACUUM INTO ?", (str(beside),))  # its write-ahead log with it
    beside.rename(template)
    found = sorted(CACHE.glob(f"{kind}-*.sqlite3"), key=lambda path: path.stat().st_mtime)
    for older in found[:-KEPT]:
        older.unlink(missing_ok=True)


def _postgres(server: str, env: Mapping[str, str], seeded: bool) -> str:
    kind = "seeded" if seeded else "migrated"
    name = f"{PREFIX}{kind}_{_key(seeded)}"
    with _server(server) as connection:
        known = "SELECT datname FROM pg_database WHERE datname LIKE %s ORDER BY oid"
        made = [found for (found,) in connection.execute(known, (f"{PREFIX}{kind}%",))]
        if name not in made:
            making = f"{PREFIX}making"
            url = f"{_base(server)}/{making}"
            if seeded:
                _copy(url, _postgres(server, env, seeded=False))
            else:
                connection.execute(f'DROP DATABASE IF EXISTS "{making}" WITH (FORCE)')
                connection.execute(f'CREATE DATABASE "{making}"')
            _commands(url, env, "seed_demo" if seeded else "migrate")
            connection.execute(f'ALTER DATABASE "{making}" RENAME TO "{name}"')
            for older in made[: -KEPT + 1]:
                connection.execute(f'DROP DATABASE IF EXISTS "{older}" WITH (FORCE)')
    return name


def _copy(database: str, template: str) -> None:
    name = database.rpartition("/")[2]
    with _server(database) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def _base(url: str) -> str:
    return url.rsplit("/", 1)[0] if url.count("/") > 2 else url


def _server(url: str) -> "psycopg.Connection[tuple[str]]":
    return psycopg.connect(f"{_base(url)}/postgres", autocommit=True)
