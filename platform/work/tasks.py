"""The Celery tasks of this room. They take ids; everything else is in the rows."""

from celery import shared_task
from django.conf import settings

from outbound import runtime
from work import branch_running, running

STORING_SECONDS = 30.0  # beyond a branch's own deadline, which it keeps itself


@shared_task(name="work.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Runs a job in a worker (`celery -A config worker -P threads`)."""
    running.run_and_let_go(job_id)


@shared_task(name="work.run_branch", ignore_result=True, acks_late=True)
def run_branch(branch_id: str, sent: int) -> None:
    """Runs a branch of a turn on the worker's runtime loop."""
    runtime.run(branch_running.claimed(branch_id, sent), settings.TURN_DEADLINE + STORING_SECONDS)
