"""The demo's tool servers for tests.

Eight processes of one start, which read their libraries once between them.

Each of them started by itself costs a second of a core, and an installation of a test needs all eight.

>>> with ToolServers.start(anywhere=True) as servers:
...     servers.addresses["DEMO_TELECOM_URL"]
'http://127.0.0.1:43117/mcp'
"""

import contextlib
import os
import runpy
import signal
import socket
import sys
from collections.abc import Iterable
from functools import partial

from demo.processes import KeptProcesses, Servers, start
from demo.servers.at_once import end_with_parent
from demo.servers.ports import DemoServer


class ToolServers(Servers):
    """Running demo servers that end together; a context manager."""

    def __init__(self, servers: Iterable[DemoServer], sockets: dict[str, socket.socket]) -> None:
        self.servers, self.sockets, self.kept = tuple(servers), sockets, KeptProcesses()
        given = [sockets[server.name].fileno() for server in self.servers]
        each = [
            f"{server.module}:{self._port(server)}:{number}"
            for server, number in zip(self.servers, given, strict=True)
        ]
        self.kept.start("tool servers", partial(start, __name__, *each, give=given))

    def stop(self) -> None:
        """Ends them all."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.processes["tool servers"].pid, signal.SIGKILL)
        super().stop()


def main(servers: list[str], parent: int) -> None:
    """Reads what all of them need, then becomes each of them in a process of its own."""
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto  # noqa: F401

    import demo.servers.domain
    import demo.servers.serve  # noqa: F401

    own = os.getpid()
    for server in servers:
        module, port, number = server.split(":")
        if not os.fork():
            sys.argv = [module, "--port", port, "--socket", number, "--parent", str(own)]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
            os._exit(0)
    end_with_parent(parent, lambda: os._exit(0))
    signal.pause()


if __name__ == "__main__":
    *asked, _option, who = sys.argv[1:]
    main(asked, int(who))
