"""Several web processes under one keeper.

Whoever ends is noticed at once, and who stops is connected to no more.
"""

import sys
from importlib import import_module

from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess


class Worker(multiprocess.Process):
    """uvicorn's keeps the child's end of the line open in the parent.

    A process that is killed while it is asked whether it lives is missed only after
    `timeout_worker_healthcheck`.
    """

    def start(self) -> None:
        """Starts the process; from then on only the process holds its end."""
        super().start()
        self.child_conn.close()


class Keeper(multiprocess.Multiprocess):
    """uvicorn's holds the listening socket until its last child has ended.

    While they finish their turns the kernel goes on accepting connections that nobody will answer. And it
    ends as if all were well where no child could start.
    """

    def run(self) -> None:
        """Serves until it is told to stop; ends with uvicorn's code for a failed start where that was why."""
        super().run()
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            sys.exit(STARTUP_FAILURE)

    def terminate_all(self) -> None:
        """Asks all to end; from then on the socket is only theirs, and shuts with the last of them that shuts
        it.
        """
        super().terminate_all()
        for listening in self.sockets:
            listening.close()


def keep_workers() -> None:
    """Lets uvicorn use these: it has no argument for them."""
    multiprocess.Process = Worker  # type: ignore[misc]
    # `uvicorn.main` names a function.
    setattr(import_module("uvicorn.main"), "Multiprocess", Keeper)  # noqa: B010
