"""Starts, cancels and looks after long jobs.

job = jobs.start(tenant, "publish", {"note": "New intent"}, author="ana")
jobs.get(tenant, job.id).progress
jobs.cancel(tenant, job.id)
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from telemetry import tracing
from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of
from work import dispatch, kinds
from work.errors import UnknownJob
from work.models import Job

SILENT_SECONDS = 15.0  # five beats: its process is gone
ATTEMPTS = 3


def start(tenant: Tenant | str, kind: str, payload: Mapping[str, Any], author: object = "") -> Job:
    """Queues a job and sends it out once the caller's transaction is committed. Raises UnknownKind."""
    kinds.get(kind)
    job = Job(tenant_id=slug_of(tenant), kind=kind, payload=dict(payload), author=str(author)[:150])
    job.save()
    traceparent = tracing.headers().get("traceparent", "")
    transaction.on_commit(partial(dispatch.send, job.pk, kind, traceparent))
    return job


def get(tenant: Tenant | str, job_id: str) -> Job:
    """A job of this tenant as it is now. Raises UnknownJob."""
    job = Job.objects.of(tenant).filter(pk=job_id).first()
    if job is None:
        raise UnknownJob(job_id)
    return job


def cancel(tenant: Tenant | str, job_id: str) -> Job:
    """Ends a queued job at once; asks a running one to stop at its next step."""
    job = get(tenant, job_id)
    rows = Job.objects.of(tenant).filter(pk=job_id)
    ended = rows.filter(status=Job.Statuses.QUEUED).update(
        status=Job.Statuses.CANCELLED,
        cancel_requested=True,
        finished_at=timezone.now(),
        payload=kinds.bare(job.kind, job.payload),
    )
    if not ended:
        rows.filter(status=Job.Statuses.RUNNING).update(cancel_requested=True)
    return get(tenant, job_id)


def sweep() -> int:
    """Sends out again what fell silent, and returns how many; every process may call it at any time.

    A running job whose process died starts again, three attempts at most, then it is failed. A queued one
    whose message or process was lost is sent again: whoever claims it first runs it, once.
    """
    now = timezone.now()
    # What waits in a process's own queue is kept alive by it; what waits at a broker by nobody.
    waiting_seconds = dispatch.MESSAGE_SECONDS if settings.CELERY_BROKER_URL else SILENT_SECONDS
    silent = Job.unscoped.filter(
        Q(status=Job.Statuses.RUNNING, alive_at__lt=now - timedelta(seconds=SILENT_SECONDS))
        | Q(status=Job.Statuses.QUEUED, alive_at__lt=now - timedelta(seconds=waiting_seconds))
    )
    sent = 0
    for job in silent.order_by("alive_at")[:100]:
        # Conditional on what was seen: of several sweepers only one takes it.
        same = Job.unscoped.filter(pk=job.pk, status=job.status, attempt=job.attempt, alive_at=job.alive_at)
        ended = {"finished_at": now, "payload": kinds.bare(job.kind, job.payload)}
        if job.cancel_requested:
            same.update(status=Job.Statuses.CANCELLED, **ended)
        elif job.attempt >= ATTEMPTS and job.status == Job.Statuses.RUNNING:
            sentence = _("Its process stopped three times; it was given up.")
            same.update(status=Job.Statuses.FAILED, error=sentence, **ended)
        elif same.update(status=Job.Statuses.QUEUED, alive_at=now):
            dispatch.send(job.pk, job.kind)
            sent += 1
    return sent


def tidy() -> int:
    """Takes what people wrote out of jobs that ended `JOB_RESULT_DAYS` ago, and returns out of how many.

    Every process may call it at any time.
    """
    before = timezone.now() - timedelta(days=settings.JOB_RESULT_DAYS)
    return empty_private(Job.unscoped.filter(finished_at__lt=before), 100)


def empty_private(jobs: "QuerySet[Job]", most: int) -> int:
    """Takes what people wrote out of these jobs, `most` of each kind, and returns out of how many."""
    emptied = 0
    for kind, names in kinds.private().items():
        with_texts = Q(result__has_any_keys=list(names)) | Q(payload__has_any_keys=list(names))
        for job in jobs.filter(with_texts, kind=kind)[:most]:
            bare = {"result": kinds.bare(kind, job.result), "payload": kinds.bare(kind, job.payload)}
            emptied += Job.unscoped.filter(pk=job.pk).update(**bare)
    return emptied
