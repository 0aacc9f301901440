"""What `make run-full` and `make run-gateway` do alike.

The demo's servers, processes beside them, and their end.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping

import environ

from config.serve import stop_seconds
from demo import prepare, whereabouts, worlds
from demo.parent import end_with_parent
from demo.processes import READY_SECONDS, KeptProcesses, Servers
from demo.progress import ProgressLines

Waiting = dict[str, Callable[[], bool]]


def run(
    command: str,
    ports: int,
    addresses: Callable[[list[int]], Mapping[str, str]],
    begin: Callable[[KeptProcesses, list[int]], Waiting],
    pages: Callable[[list[int], str, Servers, float], list[str]],
) -> int:
    """Starts the demo's servers, then what `begin` starts, and stays until told to stop.

    1 when it cannot go on.

    `addresses` gives what the environment gets before anything starts; `begin` starts its processes and gives
    by their names how to see that each is there; `pages` gives what is said then, from the ports, the login,
    the servers and the seconds that it took. Whatever dies after that is started again.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    found = prepare.ports(command, ports)
    environ.Env.read_env(prepare.ROOT / ".env")
    prepare.environment()
    if "MAKELEVEL" in os.environ:
        end_with_parent()
    os.environ.update(addresses(found))
    kept = KeptProcesses()
    status = 0
    with ProgressLines() as progress:
        progress.begin("Starting the demo")
        servers = Servers.start(worlds.SERVERS, apart=found)
        try:
            os.environ.update(servers.addresses)
            login = prepare.prepare(progress)
            from django.conf import settings

            whereabouts.tell(settings.VAR_DIR, servers.addresses)
            progress.begin("Starting the processes")
            waiting = begin(kept, found)
            servers.wait()
            _wait(kept, waiting)
            servers.keep()
            kept.keep()
            progress.end()
            print("\n".join(pages(found, login, servers, progress.seconds)), flush=True)
            print("Ctrl-C stops all of it.", flush=True)
            while True:
                signal.pause()
        except RuntimeError as error:
            print(f"It did not start: {error}.", file=sys.stderr)
            status = 1
        except KeyboardInterrupt:
            pass
        finally:
            kept.end(stop_seconds() + 5.0)
            servers.stop()
    print("Stopped.")
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
