"""The Celery worker of `make run-full`: `celery -A config worker`, gone with the process that started it."""

import os
import sys
import warnings

from demo.servers.at_once import end_with_parent

THREADS = 32  # branches of turns mostly wait for models and tools

if __name__ == "__main__":
    end_with_parent(int(sys.argv[-1]))
    os.environ.setdefault(
        "CELERY_SKIP_CHECKS", "1"
    )  # Django's import every page: seconds; ours are asked anyway
    from config.celery import app

    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    pool = ["--pool", "threads", "--concurrency", str(THREADS)]
    warnings.filterwarnings("ignore", message="You're running the worker with superuser")  # as in a container
    app.worker_main(["--quiet", "worker", "--hostname", sys.argv[1], "--loglevel", "WARNING", *pool, *alone])
