"""The demo's processes: children that are started again when they die, and end with their parent.

>>> with Servers.start(["telecom", "retail"]) as servers:
...     servers.addresses
{'DEMO_TELECOM_URL': 'http://127.0.0.1:8100/mcp', 'DEMO_RETAIL_URL': 'http://127.0.0.1:8200/mcp'}
"""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from demo.servers.ports import SERVERS, DemoServer, listen

READY_SECONDS = 300.0  # of a machine that is busy with other things; who ends before is told of at once
STOP_SECONDS = 3.0
LOOK_SECONDS = 0.5  # between two looks at who died
SHORT_LIFE = 10.0  # seconds; who lived no longer is left alone for a while before the next try
LONGEST_PAUSE = 30.0  # seconds
Child = subprocess.Popen[bytes]


class KeptProcesses:
    """Children by name, each with how it is started.

    From `keep` on one that ends is started again, and told of.
    """

    def __init__(self) -> None:
        self.running: dict[str, Child] = {}
        self._starts: dict[str, Callable[[], Child]] = {}
        self._since: dict[str, float] = {}
        self._pause: dict[str, float] = {}
        self._ends = threading.Event()
        self._changing = threading.Lock()

    def start(self, name: str, how: Callable[[], Child]) -> None:
        self._starts[name], self.running[name] = how, how()
        self._since[name] = time.monotonic()

    def list_dead(self) -> list[str]:
        """Who has ended since it was started."""
        return [name for name, process in self.running.items() if process.poll() is not None]

    def keep(self) -> None:
        """Watches over them, on a thread of its own, until `end`."""
        threading.Thread(target=self._watch, daemon=True, name="kept").start()

    def end(self, seconds: float) -> None:
        """Asks all to end, and ends those that have not done so after so many seconds."""
        self._ends.set()
        with self._changing:
            end(self.running.values(), seconds)

    def _watch(self) -> None:
        while not self._ends.wait(LOOK_SECONDS):
            with self._changing:
                for name in self.list_dead():
                    if not self._ends.is_set():
                        self._again(name)

    def _again(self, name: str) -> None:
        lived = time.monotonic() - self._since[name]
        pause = self._pause.get(name, 0.0) if lived < SHORT_LIFE + self._pause.get(name, 0.0) else 0.0
        if lived < pause:
            return
        self._pause[name] = min(max(1.0, 2 * pause), LONGEST_PAUSE)
        ended = self.running[name].returncode
        print(f"{name} ended ({ended}) and is started again.", file=sys.stderr, flush=True)
        self.start(name, self._starts[name])


class Servers:
    """Running demo servers; a context manager. `addresses` maps their variables to their addresses."""

    def __init__(self, servers: Iterable[DemoServer], sockets: dict[str, socket.socket]) -> None:
        self.servers, self.sockets, self.kept = tuple(servers), sockets, KeptProcesses()
        for server in self.servers:
            self.kept.start(server.name, partial(_start, server, sockets[server.name]))

    @classmethod
    def start(
        cls, names: Iterable[str] | None = None, *, anywhere: bool = False, apart: Iterable[int] = ()
    ) -> Self:
        """Starts the named servers (all of them when none is named) without waiting for them.

        `anywhere`: on ports the system gives. `apart`: ports that are meant for web processes. Each watches
        its parent (`--parent`), so that none stays behind even when this process is killed.
        """
        wanted = set(names) if names is not None else None
        servers = [server for server in SERVERS if wanted is None or server.name in wanted]
        return cls(servers, listen(servers, frozenset(apart), anywhere))

    @property
    def processes(self) -> dict[str, Child]:
        return self.kept.running

    @property
    def addresses(self) -> dict[str, str]:
        """They are these from the start, and stay when a server is started again."""
        return {each.variable: each.url(self._port(each)) for each in self.servers}

    def wait(self) -> None:
        """Returns when all answer /health.

        :raises RuntimeError: one does not come up.
        """
        until = time.monotonic() + READY_SECONDS
        for server in self.servers:
            while not _is_well(f"http://127.0.0.1:{self._port(server)}/health", 1):
                if server.name in self.kept.list_dead() or time.monotonic() > until:
                    raise RuntimeError(f"the demo server {server.name} did not start")
                time.sleep(0.05)

    def keep(self) -> None:
        """Starts each again that dies, from now on; its address stays."""
        self.kept.keep()

    def stop(self) -> None:
        """Asks all to end, and ends those that do not."""
        self.kept.end(STOP_SECONDS)
        for listening in self.sockets.values():
            listening.close()

    def _port(self, server: DemoServer) -> int:
        return int(self.sockets[server.name].getsockname()[1])

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


def start(
    module: str, *arguments: str, give: Sequence[int] = (), known: Mapping[str, str] | None = None
) -> Child:
    """A Python module as a child that ends with this process; `known` is what its environment has besides
    ours, `give` are the sockets that it gets.

    It is out of reach of the terminal's Ctrl-C: its parent ends it, in its order.
    """
    command = [sys.executable, "-m", module, *arguments, "--parent", str(os.getpid())]
    environment = {**os.environ, **(known or {})}
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, start_new_session=True, env=environment, pass_fds=give
    )


def end(processes: Iterable[Child], seconds: float) -> None:
    """Asks all to end, and ends those that have not done so after so many seconds."""
    ending = list(processes)
    until = time.monotonic() + seconds
    for process in ending:
        process.terminate()
    for process in ending:
        try:
            process.wait(max(until - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def answers(port: int) -> bool:
    """Whether the web server on this port takes messages."""
    return _is_well(f"http://127.0.0.1:{port}/readyz", 5)


def _start(server: DemoServer, listening: socket.socket) -> Child:
    number = listening.fileno()
    port = str(listening.getsockname()[1])
    return start(server.module, "--port", port, "--socket", str(number), give=(number,))


def _is_well(url: str, seconds: float) -> bool:
    try:
        with urlopen(url, timeout=seconds) as answer:  # noqa: S310 (an address of our own)
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
