"""The demo's servers (of tools and of domains) as child processes: started together, waited for, ended with their parent.

>>> with Servers.started(["telecom", "retail"]) as servers:
...     servers.addresses
{'DEMO_TELECOM_URL': 'http://127.0.0.1:8100/mcp', 'DEMO_RETAIL_URL': 'http://127.0.0.1:8200/mcp'}
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from demo.servers.ports import SERVERS, DemoServer, choose

READY_SECONDS = 60.0  # of a machine that is busy with other things
TRIES = 3
STOP_SECONDS = 3.0


@dataclass(frozen=True)
class Servers:
    """Running demo servers; a context manager. `addresses` maps their variables to their addresses."""

    processes: dict[str, subprocess.Popen[bytes]]
    ports: dict[str, int]
    servers: tuple[DemoServer, ...]
    apart: frozenset[int] = frozenset()

    @classmethod
    def started(
        cls, names: Iterable[str] | None = None, *, anywhere: bool = False, apart: Iterable[int] = ()
    ) -> Self:
        """Starts the named servers (all of them when none is named) without waiting for them.

        `anywhere`: on ports the system gives, for several runs that start at the same moment. `apart`: ports
        that are free now and meant for web processes. Each watches its parent (`--parent`), so that none
        stays behind even when this process is killed.
        """
        wanted = set(names) if names is not None else None
        servers = tuple(server for server in SERVERS if wanted is None or server.name in wanted)
        kept = frozenset(apart)
        ports = {server.name: _any_port() for server in servers} if anywhere else choose(servers, kept)
        processes = {server.name: _start(server, ports[server.name]) for server in servers}
        return cls(processes, ports, servers, kept)

    @property
    def addresses(self) -> dict[str, str]:
        return {server.variable: server.url(self.ports[server.name]) for server in self.servers}

    def wait(self) -> None:
        """Returns when all answer /health; then `addresses` are final.

        One that ended at once lost its port to somebody else between the look and the start: it gets the
        next free one. Raises RuntimeError when one does not come up.
        """
        until = time.monotonic() + READY_SECONDS
        tries = dict.fromkeys(self.processes, TRIES)
        for server in self.servers:
            while not _healthy(self.ports[server.name], self.processes[server.name].pid):
                ended = self.processes[server.name].poll() is not None
                if time.monotonic() > until or (ended and not tries[server.name]):
                    raise RuntimeError(f"the demo server {server.name} did not start")
                if ended:
                    tries[server.name] -= 1
                    self.ports[server.name] = self._another(server)
                    self.processes[server.name] = _start(server, self.ports[server.name])
                time.sleep(0.05)

    def _another(self, server: DemoServer) -> int:
        return choose([server], {*self.apart, *self.ports.values()})[server.name]

    def stop(self) -> None:
        """Asks all to end, and ends those that do not."""
        end(self.processes.values(), STOP_SECONDS)

    def __enter__(self) -> Self:
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(module: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """A Python module as a child that ends with this process; `environment` is what it knows besides ours.

    It is out of reach of the terminal's Ctrl-C: its parent ends it, in its order.
    """
    command = [sys.executable, "-m", module, *arguments, "--parent", str(os.getpid())]
    known = {**os.environ, **environment}
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, env=known)


def end(processes: Iterable[subprocess.Popen[bytes]], seconds: float) -> None:
    """Asks all to end, and ends those that have not done so after so many seconds."""
    asked = list(processes)
    until = time.monotonic() + seconds
    for process in asked:
        process.terminate()
    for process in asked:
        try:
            process.wait(max(until - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _start(server: DemoServer, port: int) -> subprocess.Popen[bytes]:
    return start(server.module, "--port", str(port))


def _any_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _healthy(port: int, pid: int) -> bool:
    """Whether this very process answers there, and not another installation's that was quicker."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=1) as answer:
            return bool(json.load(answer).get("pid") == pid)
    except (URLError, OSError, ValueError):
        return False
