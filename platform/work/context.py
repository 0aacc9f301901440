"""What the function of a kind of work knows of its job, and how it reports."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from tenancy.models import Tenant
from work.errors import JobCancelled
from work.models import Job

REPORT_SECONDS = 0.2  # progress reaches the row at most this often, and the row is asked at most so often


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
    _looked: float = field(default=float("-inf"), repr=False)
    _cancelled: bool = field(default=False, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    @property
    def tenant(self) -> Tenant:
        return Tenant.objects.get(pk=self.tenant_id)

    def progress(self, percent: int, note: str = "") -> None:
        """Says how far it is, 0 to 100. Call it as often as you like: the row is written every 200 ms."""
        now = self.clock()
        if now - self._reported < REPORT_SECONDS:
            return
        self._reported = now
        self._mine().update(progress=min(max(int(percent), 0), 100), note=note[:200], alive_at=timezone.now())

    def go_on(self, percent: int, note: str = "") -> None:
        """`progress` and `check` at once, for who tells of a long work step by step."""
        self.progress(percent, note)
        self.check()

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked to stop this job (looked up at most every 200 ms)."""
        now = self.clock()
        if not self._cancelled and now - self._looked >= REPORT_SECONDS:
            self._looked = now
            cancel = self._mine().values_list("cancel_requested", flat=True).first()
            self._cancelled = cancel is not False  # a row that is no longer ours is a reason to stop as well
        return self._cancelled

    def check(self) -> None:
        """Raises JobCancelled when somebody asked to stop."""
        if self.cancelled:
            raise JobCancelled

    def _mine(self) -> Any:
        return Job.unscoped.filter(pk=self.job_id, status=Job.Statuses.RUNNING, attempt=self.attempt)
