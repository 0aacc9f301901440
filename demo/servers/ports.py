"""Where the demo's servers listen: their usual ports, or the next free ones when those are taken."""

import socket
from collections.abc import Collection, Iterable
from dataclasses import dataclass

LAST = 200  # how far to look


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


def choose(servers: Iterable[DemoServer] = SERVERS, apart: Collection[int] = ()) -> dict[str, int]:
    """A free port for each server by name, no two alike and none of `apart`, which others will need.

    >>> choose()
    {'telecom': 8100, 'retail': 8200, ..., 'finance': 8700, 'notifier': 8800}
    """
    chosen: dict[str, int] = {}
    for server in servers:
        near = range(server.port, server.port + LAST)
        meant = {*apart, *chosen.values()}
        chosen[server.name] = next(port for port in near if port not in meant and is_free(port))
    return chosen


def is_free(port: int) -> bool:
    """Whether a server could listen on this port of the loopback address now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
