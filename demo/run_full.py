"""`make run-full`: as in production, on this machine: PostgreSQL, Redis, two web processes and a worker.

The commands and the demo world are those of `make run`. Every process is a child of this one, in a session
of its own: Ctrl-C reaches this one only, which then lets turns and jobs finish before their tools go.
"""

import socket
import sys
import time

from demo import stores, together, web
from demo.processes import Servers, start
from demo.run import STARTED, pages
from demo.together import READY_SECONDS, Processes, answers

WORKER = "worker"


def main() -> int:
    """Starts everything and stays until it is told to stop; 1 when it cannot go on."""
    return together.run("make run-full", 2, lambda _ports: stores.found(), _beside)


def _beside(running: Processes, ports: list[int], login: str, servers: Servers) -> int:
    node = f"switchboard-{ports[0]}@{socket.gethostname()}"
    running |= {web.shown(port): start("demo.web", str(port)) for port in ports}
    running[WORKER] = start("demo.worker", node)
    _wait(running, ports, node)
    _say(ports, login, servers)
    return _watch(running)


def _wait(running: Processes, ports: list[int], node: str) -> None:
    """Returns when both web processes take messages and the worker takes jobs."""
    until = time.monotonic() + READY_SECONDS
    waiting = {**{web.shown(port): (answers, port) for port in ports}, WORKER: (_works, node)}
    while waiting:
        for name, (there, where) in list(waiting.items()):
            if running[name].poll() is not None:
                raise RuntimeError(f"{name} ended at once")
            if there(where):  # type: ignore[operator]
                del waiting[name]
        if waiting and time.monotonic() > until:
            raise RuntimeError(f"{', '.join(waiting)} did not answer within {READY_SECONDS:.0f} s")
        time.sleep(0.1)


def _works(node: str) -> bool:
    from config.celery import app

    try:
        return bool(app.control.ping(destination=[node], timeout=0.5))
    except Exception:  # a broker that is away for a moment: asked again
        return False


def _say(ports: list[int], login: str, servers: Servers) -> None:
    from django.conf import settings

    database = settings.DATABASES["default"]
    where = f"{database['HOST'] or 'this machine'}, database {database['NAME']}"
    lines = pages(web.shown(ports[0]), login, servers, time.monotonic() - STARTED)
    lines += [f"  Second     {web.shown(port)}/   (the same installation)" for port in ports[1:]]
    lines += [f"  Worker     Celery: branches of turns, long jobs\n  Data       PostgreSQL on {where}; Redis"]
    print("\n".join(lines), "\nCtrl-C stops all of it.", sep="", flush=True)


def _watch(running: Processes) -> int:
    """Stays while a web process runs: one that dies is told of, and the rest of the installation goes on."""
    while any(name != WORKER for name in running):
        for name, process in list(running.items()):
            if process.poll() is not None:
                print(f"{name} ended ({process.returncode}); the others go on.", file=sys.stderr, flush=True)
                del running[name]
        time.sleep(0.5)
    return 1


if __name__ == "__main__":
    sys.exit(main())
