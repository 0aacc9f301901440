"""Processes that must not outlive the one that started them, however that one ends."""

import os
import signal
import threading
import time
from collections.abc import Callable


def _stop() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def end_with_parent(parent: int | None = None, end: Callable[[], None] = _stop) -> None:
    """Asks this process to stop when the one that started it is gone (killed, for example).

    `parent` is its id where it said so (`demo.processes.start` does): it may be gone before we look.
    """
    watched = parent or os.getppid()

    def watch() -> None:
        while os.getppid() == watched:
            time.sleep(0.5)
        end()

    threading.Thread(target=watch, daemon=True).start()
