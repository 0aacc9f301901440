"""The one Celery task of this room. It takes an id; everything else is in the row."""

from celery import shared_task

from work import running


@shared_task(name="work.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Runs a job in a worker (`celery -A config worker -P threads`)."""
    running.run_and_let_go(job_id)
