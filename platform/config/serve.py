"""A web process: `python -m config.serve --host 0.0.0.0 --port 8000`. `WEB_CONCURRENCY` starts several."""

import argparse
import os
from math import ceil
from typing import Any

import uvicorn

from config.worker import keep_workers
from telemetry import metrics

APPLICATION = "config.asgi:application"
# What every web process has, however it is started.
OPTIONS: dict[str, Any] = {
    "http": "config.wire:Wire",
    "ws": "config.socket_wire:SocketWire",
    # Bytes of a message, past which the line is closed; past BODY_BYTES it is refused in words.
    "ws_max_size": 1024 * 1024,
    "ws_ping_interval": 15.0,  # seconds, as often as a stream says that it is alive
    "ws_ping_timeout": 20.0,
    # 1 000 open sockets would hold 1 000 windows; a page's text gains little
    "ws_per_message_deflate": False,
    "loop": "uvloop",
    "lifespan": "on",
    "proxy_headers": False,  # who is a loopback peer must not be read from a header
    "access_log": False,
    # A process that builds what a release has learnt, on a busy machine, may be silent for the usual 5 s.
    "timeout_worker_healthcheck": 60,
}
MORE_SECONDS = 5  # than running turns are given to finish


def cut_seconds() -> int:
    """How long after its socket a process's connections are cut.

    What turns left unfinished was told by then.
    """
    from config.settings import DRAIN_SECONDS  # read when it is needed: the demo sets its environment first

    seconds: int = ceil(DRAIN_SECONDS) + MORE_SECONDS
    return seconds


def stop_seconds() -> int:
    """How long a process may take to end once it is told to: what its keeper's grace has to exceed."""
    from config.settings import CLOSING_SECONDS, STOP_NOTICE_SECONDS

    seconds: int = ceil(STOP_NOTICE_SECONDS) + cut_seconds() + CLOSING_SECONDS + 1
    return seconds


def run(application: str, **options: Any) -> None:
    """Serves until it is told to stop, and lets running turns finish. `options` are uvicorn's."""
    keep_workers()
    metrics.prepare(options.get("workers") or int(os.environ.get("WEB_CONCURRENCY", "1")))
    uvicorn.run(application, timeout_graceful_shutdown=cut_seconds(), **OPTIONS, **options)


def main() -> None:
    """A web process as its arguments say."""
    ask = argparse.ArgumentParser(prog="python -m config.serve", description=__doc__)
    ask.add_argument("--host", default="127.0.0.1")
    ask.add_argument("--port", type=int, default=8000)
    ask.add_argument("--workers", type=int)
    ask.add_argument("--log-level", default="info")
    given = ask.parse_args()
    run(APPLICATION, host=given.host, port=given.port, workers=given.workers, log_level=given.log_level)


if __name__ == "__main__":
    main()
