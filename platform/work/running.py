"""Runs one job in this process: claim it, work, report, write what came of it."""

import logging
from typing import Any

from django.db import connection
from django.utils import timezone
from opentelemetry.trace import SpanKind

from audit.actors import Actor, acting
from conversations import wakes
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from telemetry import tracing
from work import kinds, pulse
from work.context import JobContext
from work.errors import JobCancelled
from work.models import Job

logger = logging.getLogger(__name__)


def run(job_id: str) -> None:
    """Runs a queued job to its end; does nothing when another process has claimed it."""
    context = _claim(job_id)
    if context is None:
        return
    try:
        with pulse.beating(job_id):
            kind = Job.unscoped.values_list("kind", flat=True).get(pk=job_id)
            outcome = _work_in_span(context, kind)
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


def _work_in_span(context: JobContext, kind: str) -> dict[str, Any]:
    """`_work` as a span of its own, named after the kind of work."""
    about = {
        "switchboard.job.kind": kind,
        "switchboard.job.id": context.job_id,
        "switchboard.job.attempt": context.attempt,
        "switchboard.tenant": context.tenant_id,
        "switchboard.process": wakes.process_name(),
    }
    with tracing.open_span(f"job {kind}", about, SpanKind.CONSUMER) as span:
        outcome = _work(context, kind)
        if span is not None:
            span.set_attribute("switchboard.outcome", outcome["status"])
            if outcome["status"] == Job.Statuses.FAILED:
                tracing.fail(span, "failed")
        return outcome


def _work(context: JobContext, kind: str) -> dict[str, Any]:
    """The columns that tell what came of it."""
    try:
        with acting(Actor("job", str(context.author))):
            result = kinds.get(kind).run(context)
    except JobCancelled:
        return {"status": Job.Statuses.CANCELLED}
    except Exception as error:
        if hasattr(error, "code"):  # one of the house's errors: its sentence is for people
            return {"status": Job.Statuses.FAILED, "error": sentence_of(error)}
        logger.exception("job %s (%s) failed", context.job_id, kind)
        why = {"error": type(error).__name__}
        sentence = _("It failed unexpectedly (%(error)s); the details are in the log.") % why
        return {"status": Job.Statuses.FAILED, "error": sentence}
    return {"status": Job.Statuses.DONE, "progress": 100, "result": result}
