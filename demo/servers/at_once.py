"""How the demo's servers are started, and how they end: at once when they are asked to."""

import argparse
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import uvicorn


class NoWaiting(uvicorn.Server):
    """Nothing here outlives the process, so there is nothing to wait for."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        os._exit(0)


def options(description: str, port: int) -> argparse.Namespace:
    """What the command line says; with `--parent` this process ends with that one."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--port", type=int, default=port)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument(
        "--socket", type=int, help="a socket that listens on that port already, by its number"
    )
    parser.add_argument("--parent", type=int, help="process to end with")
    given = parser.parse_args()
    if given.parent:
        end_with_parent(given.parent, lambda: os._exit(0))
    return given


def serve(app: Any, given: argparse.Namespace) -> None:
    """Serves, quietly, until it is stopped."""
    config = uvicorn.Config(
        app, host=given.host, port=given.port, log_level="error", access_log=False, ws="none"
    )
    NoWaiting(config).run([socket.socket(fileno=given.socket)] if given.socket else None)


def end_with_parent(
    parent: int | None = None, end: Callable[[], None] = lambda: os.kill(os.getpid(), signal.SIGTERM)
) -> None:
    """Asks this process to stop when the one that started it is gone (killed, for example).

    `parent` is its id where it said so (`demo.processes.start` does): it may be gone before we look.
    """
    watched = parent or os.getppid()

    def watch() -> None:
        while os.getppid() == watched:
            time.sleep(0.5)
        end()

    threading.Thread(target=watch, daemon=True).start()
