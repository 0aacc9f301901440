"""The web server of the demo.

In the process of `make run`, or a child of `make run-full`, in `WEB_CONCURRENCY` processes.
"""

import logging
import os
import sys
from pathlib import Path

from config.serve import APPLICATION, run
from demo.servers.at_once import end_with_parent

ROOT = Path(__file__).resolve().parents[1]
HOST = os.environ.get("HOST") or "127.0.0.1"
FOLDERS = (
    "agents", "analytics", "demo", "handoffs", "platform", "routing", "static", "studio", "templates",
)  # fmt: skip


def serve(port: int, reload: bool = False, processes: int = 1) -> None:
    """Serves until it is told to stop, and lets running turns finish."""
    logging.getLogger("watchfiles").setLevel(logging.WARNING)  # every look at a file is a line otherwise
    run(
        "demo.child:application" if reload or processes > 1 else APPLICATION,
        host=HOST,
        port=port,
        workers=processes,
        log_level="warning",
        reload=reload,
        reload_dirs=[str(ROOT / folder) for folder in FOLDERS] if reload else None,
    )


def public_address(port: int) -> str:
    """The address that people open."""
    shown = "localhost" if HOST in ("127.0.0.1", "0.0.0.0") else HOST  # noqa: S104
    return f"http://{shown}:{port}"


if __name__ == "__main__":
    end_with_parent(int(sys.argv[-1]))
    serve(int(sys.argv[1]), processes=int(os.environ.get("WEB_CONCURRENCY") or 1))
