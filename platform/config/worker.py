"""One of several web processes, whose end its keeper hears at once."""

from uvicorn.supervisors import multiprocess


class Worker(multiprocess.Process):
    """uvicorn's keeps the child's end of the line open in the parent: a process that is killed while it is asked
    whether it lives is missed only after `timeout_worker_healthcheck`."""

    def start(self) -> None:
        """Starts the process; from then on only the process holds its end."""
        super().start()
        self.child_conn.close()


def keep_workers() -> None:
    """Lets uvicorn start such processes: its keeper has no argument for them."""
    multiprocess.Process = Worker  # type: ignore[misc]
