"""`make run-full`: as in production, on this machine: PostgreSQL, Redis, two web processes and a worker.

The commands and the demo world are those of `make run`, EMPTY=1 too. The web processes have one address, as
`WEB_CONCURRENCY` makes them. Every process is a child of this one, in a session of its own: Ctrl-C reaches
this one only, which then lets turns and jobs finish before their tools go.
"""

import os
import socket
import sys
from functools import partial

from demo import stores, together
from demo.processes import KeptProcesses, answers, start

PING_SECONDS = 5.0  # for a worker on a busy machine to say that it is there; a ready one says so at once
# Where the environment says nothing else. Who sends a message meanwhile is told that the process stops.
DEFAULTS = {"WEB_CONCURRENCY": "2", "STOP_NOTICE_SECONDS": "2"}


def main() -> int:
    """Starts everything and stays until it is told to stop; 1 when it cannot go on."""
    return together.run(
        "make run-full", 1, lambda _ports: _environment(), _begin, _pages, together.is_wanted()
    )


def _environment() -> dict[str, str]:
    named = {name: os.environ.get(name) or value for name, value in DEFAULTS.items()}
    return {**stores.find_stores(), **named}


def _begin(kept: KeptProcesses, ports: list[int]) -> together.Waiting:
    port = ports[0]
    node = f"switchboard-{port}@{socket.gethostname()}"
    kept.start("web", partial(start, "demo.web", str(port)))
    kept.start("worker", partial(start, "demo.worker", node))
    return {"web": partial(answers, port), "worker": partial(_works, node)}


def _works(node: str) -> bool:
    from config.celery import app

    try:
        return bool(app.control.ping(destination=[node], timeout=PING_SECONDS))
    except Exception:  # a broker that is away for a moment: asked again
        return False


def _pages(demo: together.StartedDemo) -> list[str]:
    from django.conf import settings

    database = settings.DATABASES["default"]
    where = f"{database['HOST'] or 'this machine'}, database {database['NAME']}"
    return [
        *demo.pages(),
        f"  Web        {os.environ['WEB_CONCURRENCY']} processes behind that address",
        "  Worker     Celery: branches of turns, long jobs",
        f"  Data       PostgreSQL on {where}; Redis",
    ]


if __name__ == "__main__":
    sys.exit(main())
