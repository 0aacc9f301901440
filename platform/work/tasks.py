"""The Celery tasks of this room. They take ids; everything else is in the rows."""

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from outbound import runtime
from telemetry import tracing
from work import branch_running, running

STORING_SECONDS = 30.0  # beyond a branch's own deadline, which it keeps itself


@shared_task(name="work.run_job", ignore_result=True, bind=True)
def run_job(self: Task[Any, Any], job_id: str) -> None:
    """Runs a job in a worker (`celery -A config worker -P threads`), within the trace of who began it."""
    with tracing.carry(_traceparent(self)):
        running.run_and_let_go(job_id)


@shared_task(name="work.run_branch", ignore_result=True, acks_late=True, bind=True)
def run_branch(self: Task[Any, Any], branch_id: str, sent: int) -> None:
    """Runs a branch of a turn on the worker's runtime loop, within the trace of its turn."""

    async def claimed() -> None:
        with tracing.carry(traceparent):
            await branch_running.from_row(branch_id, sent)

    traceparent = _traceparent(self)
    runtime.run(claimed(), settings.TURN_DEADLINE + STORING_SECONDS)


def _traceparent(task: Task[Any, Any]) -> str:
    """That of the message which the task came with."""
    return str((task.request.headers or {}).get("traceparent", ""))
