"""Where the demo's servers listen: their usual ports, or the next free ones when those are taken.

Commands in a second terminal (`manage.py chat`) find them by a file in the installation's folder, believed
only while whoever wrote it lives: it holds a lock on it.
"""

import fcntl
import json
import socket
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

LAST = 200  # how far to look
WAITING = 128  # calls, while a server starts or starts again
NAME = "demo-servers.json"
_held: list[IO[str]] = []


@dataclass(frozen=True, slots=True)
class DemoServer:
    """One of the demo's servers: `python -m {module} --port {port}`; rows name its address by `variable`."""

    name: str
    port: int
    path: str = "/mcp"  # a domain has none: its addresses are /manifest and /execute

    @property
    def module(self) -> str:
        return f"demo.servers.{self.name}"

    @property
    def variable(self) -> str:
        return f"DEMO_{self.name.upper()}_URL"

    def url(self, port: int) -> str:
        """The address of its MCP endpoint, or of the domain, when it listens on `port`."""
        return f"http://127.0.0.1:{port}{self.path}"


SERVERS = (
    DemoServer("telecom", 8100),
    DemoServer("retail", 8200),
    DemoServer("clinic", 8300),
    DemoServer("servicenow", 8400),
    DemoServer("qahelper", 8500),
    DemoServer("techsolutions", 8600),
    DemoServer("finance", 8700, ""),
    DemoServer("notifier", 8800, ""),
)


def listen(
    servers: Iterable[DemoServer] = SERVERS, apart: Collection[int] = (), anywhere: bool = False
) -> dict[str, socket.socket]:
    """A listening socket for each server by name, near its usual port and on none of `apart`, which others
    will need.

    Whoever starts a server holds its socket: between the choice of a port and the server's start nobody else
    can take it, and a call waits while the server starts. `anywhere`: on ports the system gives.
    """
    made: dict[str, socket.socket] = {}
    for server in servers:
        near = [0] if anywhere else range(server.port, server.port + LAST)
        made[server.name] = next(found for port in near if port not in apart and (found := _listening(port)))
    return made


def is_free(port: int) -> bool:
    """Whether a server could listen on this port of the loopback address now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _listening(port: int) -> socket.socket | None:
    with suppress(OSError):
        return socket.create_server(("127.0.0.1", port), backlog=WAITING)
    return None


def tell(folder: Path, addresses: Mapping[str, str]) -> None:
    """Writes them down until this process ends, however it does.

    Of two demos in one folder the first is believed.
    """
    file = (folder / NAME).open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return
    file.truncate(0)
    json.dump(dict(addresses), file)
    file.flush()
    _held.append(file)


def read_addresses(folder: Path) -> dict[str, str]:
    """The addresses of the demo that runs here; none where none does."""
    try:
        with (folder / NAME).open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:  # its writer lives
                return {str(name): str(url) for name, url in json.load(file).items()}
    except (OSError, ValueError):
        pass
    return {}
