"""What `make run`, `make run-full` and `make run-gateway` do alike.

The demo's servers, what runs beside them, and their end.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import environ

from config.serve import stop_seconds
from demo import prepare, web, worlds
from demo.processes import READY_SECONDS, KeptProcesses, Servers
from demo.progress import ProgressLines
from demo.servers import ports
from demo.servers.at_once import end_with_parent

Waiting = dict[str, Callable[[], bool]]
OUTBOX = "DEMO_NOTIFIER_URL"  # where messages to Telegram stay
CREATE = '.venv/bin/python manage.py create_company grand_hotel --name "Grand Hotel" --admin you@example.com'


@dataclass(frozen=True, slots=True)
class StartedDemo:
    """What is there once the database, the world and the demo's servers are: `login` is the admin's."""

    ports: list[int]
    servers: Servers
    login: str
    progress: ProgressLines

    def pages(self) -> list[str]:
        """Where everything is, once it is."""
        site, addresses = web.public_address(self.ports[0]), self.servers.addresses
        return [
            f"Switchboard is ready after {self.progress.seconds:.1f} s.",
            f"  Chat       {site}/",
            f"  Studio     {site}/admin/   (login: {self.login})",
            f"  Analytics  {site}/analytics/",
            f"  API        {site}/api/docs/",
            *(f"  {'MCP' if url.endswith('/mcp') else 'Domain':<10} {url}" for url in addresses.values()),
            *(f"  Outbox     {url}/outbox" for name, url in addresses.items() if name == OUTBOX),
            *(() if addresses else (f"  Your company: {CREATE}",)),
        ]

    def tell_ready(self, lines: list[str]) -> None:
        self.progress.end()
        print("\n".join([*lines, "Ctrl-C stops all of it."]), flush=True)


def is_wanted() -> bool:
    """Whether the demo is, beside the platform: EMPTY=1 leaves it out."""
    return os.environ.get("EMPTY", "") in ("", "0")


@contextmanager
def start_demo(
    command: str,
    count: int = 1,
    demo: bool = True,
    known: Callable[[list[int]], Mapping[str, str]] = lambda _ports: {},
) -> Iterator[StartedDemo]:
    """The demo on `count` ports, ended when the block is left; Ctrl-C only leaves it.

    `known` gives what the environment gets before anything starts; without `demo` the platform is alone.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    found = prepare.ports(command, count)
    os.environ.update(known(found))
    prepare.environment(demo, web.public_address(found[0]))
    if "MAKELEVEL" in os.environ:
        end_with_parent()
    with ProgressLines() as progress:
        progress.begin("Starting the demo" if demo else "Starting the platform")
        servers = Servers.start(worlds.SERVERS if demo else (), apart=found)
        try:
            os.environ.update(servers.addresses)
            login = prepare.prepare(progress, demo)
            from django.conf import settings

            ports.tell(settings.VAR_DIR, servers.addresses)
            yield StartedDemo(found, servers, login, progress)
        except KeyboardInterrupt:
            pass
        except SystemExit as ended:
            if ended.code:  # else told to stop
                raise
        finally:
            servers.stop()
    print("Stopped.", flush=True)


def run(
    command: str,
    count: int,
    known: Callable[[list[int]], Mapping[str, str]],
    begin: Callable[[KeptProcesses, list[int]], Waiting],
    pages: Callable[[StartedDemo], list[str]],
    demo: bool = True,
) -> int:
    """Starts the demo, then what `begin` starts, and stays until told to stop; 1 when it cannot go on.

    `begin` starts its processes and gives by their names how to see that each is there; `pages` gives what is
    said then. Whatever dies after that is started again.
    """

    def read_environment(found: list[int]) -> Mapping[str, str]:
        environ.Env.read_env(prepare.ROOT / ".env")
        return known(found)

    kept, status = KeptProcesses(), 0
    with start_demo(command, count, demo, known=read_environment) as started:
        try:
            started.progress.begin("Starting the processes")
            waiting = begin(kept, started.ports)
            started.servers.wait()
            _wait(kept, waiting)
            started.servers.keep()
            kept.keep()
            started.tell_ready(pages(started))
            while True:
                signal.pause()
        except RuntimeError as error:
            print(f"It did not start: {error}.", file=sys.stderr)
            status = 1
        finally:
            kept.end(stop_seconds() + 5.0)
    return status


def _wait(kept: KeptProcesses, waiting: Waiting) -> None:
    """Returns when all are there."""
    until = time.monotonic() + READY_SECONDS
    left = dict(waiting)
    while left:
        if ended := kept.list_dead():
            raise RuntimeError(f"{ended[0]} ended at once")
        left = {name: there for name, there in left.items() if not there()}
        if left and time.monotonic() > until:
            raise RuntimeError(f"{', '.join(left)} did not answer within {READY_SECONDS:.0f} s")
        time.sleep(0.1)
