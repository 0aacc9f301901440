"""A PostgreSQL server of a test's own, that it may stop, restart and kill.

    with postgres_server() as server:
        with installed(server.url) as here:
            server.stop("immediate")
            server.start()

It trusts everybody on 127.0.0.1 and lives in a folder that goes with it. Like PostgreSQL itself it does not
run as root: where the tests do, it belongs to the user postgres.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psycopg
import pytest

from tests.parts.installation import free_port

How = Literal["fast", "immediate"]
PLACES = "/usr/lib/postgresql/*/bin"


@dataclass(frozen=True)
class PostgresServer:
    """A running server; `url` names its one empty database."""

    programs: Path
    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/own"

    def start(self) -> float:
        """Starts it; gives the moment (monotonic) at which it answered."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._control("-w", "-t", "30", "-l", str(self.folder / "log"), "-o", options, "start")
        return time.monotonic()

    def stop(self, how: How = "fast") -> None:
        """Ends it: `fast` breaks all connections off in order, `immediate` as if it had been killed."""
        self._control("-w", "-t", "30", "-m", how, "stop")

    def restart(self, how: How = "fast", away: float = 0.0) -> float:
        """Ends it and starts it again, `away` seconds later; gives the moment at which it answered again."""
        self.stop(how)
        time.sleep(away)
        return self.start()

    def _control(self, *arguments: str) -> None:
        _as_owner([str(self.programs / "pg_ctl"), "-D", str(self.folder / "data"), *arguments])


@contextlib.contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A server with an empty database.

    The test is skipped where PostgreSQL is not installed (in CI it must be).
    """
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="switchboard-postgres-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    server = PostgresServer(programs, folder, free_port())
    try:
        initdb = [str(programs / "initdb"), "-D", str(folder / "data"), "-U", "postgres", "--no-sync"]
        _as_owner([*initdb, "--auth=trust", "--encoding=UTF8", "--locale=C"])
        server.start()
        with psycopg.connect(server.url.removesuffix("own") + "postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE own")
        yield server
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            server.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    places = sorted(Path("/").glob(PLACES.lstrip("/")), key=lambda place: int(place.parent.name))
    if not places:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL is not installed, and in CI it must be")
        pytest.skip("PostgreSQL's own programs are not installed: they start a server that may be stopped")
    return places[-1]


def _as_owner(command: list[str]) -> None:
    user = "postgres" if os.getuid() == 0 else None
    # Not captured: the server would hold the pipe open for as long as it lives.
    subprocess.run(
        command, user=user, cwd="/", check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
