"""Runs one job in this process: claim it, work, report, write what came of it."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tenancy.models import Tenant
from work import kinds, pulse
from work.errors import JobCancelled
from work.models import Job

logger = logging.getLogger(__name__)
REPORT_SECONDS = 0.2  # progress reaches the row at most this often


@dataclass(slots=True)
class JobContext:
    """What a kind's function knows of its job, and how it reports.

    >>> for number, server in enumerate(servers):
    ...     context.check()
    ...     context.progress(100 * number // len(servers), server.name)
    """

    job_id: str
    tenant_id: str
    payload: Mapping[str, Any]
    author: str
    attempt: int = 1
    _reported: float = field(default=float("-inf"), repr=False)
    _cancelled: bool = field(default=False, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    @property
    def tenant(self) -> Tenant:
        return Tenant.objects.get(pk=self.tenant_id)

    def progress(self, percent: int, note: str = "") -> None:
        """Says how far it is, 0 to 100. Call it as often as you like: the row is written every 200 ms."""
        if not self._due():
            return
        self._mine().update(progress=min(max(int(percent), 0), 100), note=note[:200], alive_at=timezone.now())
        self._look()

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked to stop this job (looked up at most every 200 ms)."""
        if not self._cancelled and self._due():
            self._look()
        return self._cancelled

    def check(self) -> None:
        """Raises JobCancelled when somebody asked to stop."""
        if self.cancelled:
            raise JobCancelled

    def _due(self) -> bool:
        now = self.clock()
        if now - self._reported < REPORT_SECONDS:
            return False
        self._reported = now
        return True

    def _look(self) -> None:
        asked = self._mine().values_list("cancel_requested", flat=True).first()
        self._cancelled = asked is not False  # a row that is no longer ours is a reason to stop as well

    def _mine(self) -> Any:
        return Job.unscoped.filter(pk=self.job_id, status=Job.Statuses.RUNNING, attempt=self.attempt)


def run(job_id: str) -> None:
    """Runs a queued job to its end; does nothing when another process has claimed it."""
    context = _claim(job_id)
    if context is None:
        return
    try:
        with pulse.beating(job_id):
            kind = Job.unscoped.values_list("kind", flat=True).get(pk=job_id)
            outcome = _work(context, kind)
        bare = {"payload": kinds.bare(kind, context.payload)} if kind in kinds.private() else {}
        finished = {"note": "", "finished_at": timezone.now(), **bare, **outcome}
        # Every close names its attempt: a process given up for dead cannot overwrite its successor.
        Job.unscoped.filter(pk=job_id, status=Job.Statuses.RUNNING, attempt=context.attempt).update(
            **finished
        )
    except Exception:
        logger.exception("job %s: its end could not be written, the sweeper will find it", job_id)


def run_and_let_go(job_id: str) -> None:
    """`run` on a thread of ours: its connection is closed afterwards, threads come and go."""
    try:
        run(job_id)
    except Exception:
        logger.exception("job %s: could not be claimed, the sweeper will find it", job_id)
    finally:
        connection.close()


def _claim(job_id: str) -> JobContext | None:
    row = Job.unscoped.filter(pk=job_id).first()
    if row is None or row.status != Job.Statuses.QUEUED:
        return None
    now = timezone.now()
    claimed = Job.unscoped.filter(pk=job_id, status=Job.Statuses.QUEUED, attempt=row.attempt).update(
        status=Job.Statuses.RUNNING, attempt=row.attempt + 1, alive_at=now, started_at=now
    )
    if not claimed:
        return None
    return JobContext(row.pk, row.tenant_id, row.payload, row.author, row.attempt + 1)


def _work(context: JobContext, kind: str) -> dict[str, Any]:
    """The columns that tell what came of it."""
    try:
        result = kinds.get(kind).run(context)
    except JobCancelled:
        return {"status": Job.Statuses.CANCELLED}
    except Exception as error:
        if hasattr(error, "code"):  # one of the house's errors: its sentence is for people
            return {"status": Job.Statuses.FAILED, "error": str(error)[:400]}
        logger.exception("job %s (%s) failed", context.job_id, kind)
        sentence = _("It failed unexpectedly (%s); the details are in the log.") % type(error).__name__
        return {"status": Job.Statuses.FAILED, "error": sentence}
    return {"status": Job.Statuses.DONE, "progress": 100, "result": result}
