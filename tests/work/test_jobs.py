"""Long jobs: their row tells everything, they run once, and a dead process does not lose them."""

import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from tenancy.models import Tenant
from tests.parts import redis_server
from tests.parts.phrases import try_each
from work import dispatch, jobs, kinds, running, worker_beats
from work.context import JobContext
from work.errors import UnknownJob, UnknownKind
from work.kinds import JobKind
from work.models import Job

pytestmark = pytest.mark.django_db


class OutOfPaper(Exception):
    code = "out_of_paper"


def count(context):
    for number in range(context.payload["to"]):
        context.check()
        context.progress(number, f"step {number}")
    return {"counted": context.payload["to"]}


def refuse(context):
    raise OutOfPaper("The printer has no paper.")


def crash(context):
    raise KeyError("secret detail")


@pytest.fixture(autouse=True)
def test_kinds(monkeypatch):
    monkeypatch.setattr(kinds, "_kinds", dict(kinds._kinds))
    for name, function in (("count", count), ("refuse", refuse), ("crash", crash)):
        kinds.register(JobKind(name, function, name))


@pytest.fixture
def acme():
    return Tenant.objects.create(slug="acme")


def ended(tenant, job):
    """The job's row once it has ended, waiting at most 10 s."""
    limit = time.monotonic() + 10
    while (row := jobs.get(tenant, job.pk)).open and time.monotonic() < limit:
        time.sleep(0.01)
    return row


def silent(job, **values):
    """Makes a job look as if its process died two minutes ago."""
    Job.unscoped.filter(pk=job.pk).update(alive_at=timezone.now() - timedelta(minutes=2), **values)


@pytest.mark.django_db(transaction=True)
def test_a_job_runs_in_this_process_and_leaves_its_result(acme, settings):
    settings.CELERY_BROKER_URL = ""
    row = ended(acme, jobs.start(acme, "count", {"to": 3}, author="ana"))
    assert (row.status, row.progress, row.result, row.error) == ("done", 100, {"counted": 3}, "")
    assert (row.author, row.attempt) == ("ana", 1)
    assert row.started_at <= row.finished_at


@pytest.mark.django_db(transaction=True)
def test_a_job_runs_in_this_process_where_no_worker_is_heard(acme, settings):
    with redis_server.started() as own:
        settings.CELERY_BROKER_URL = own.url
        assert ended(acme, jobs.start(acme, "count", {"to": 3})).status == "done"
        own.client().set(worker_beats.KEY, "one")
        waiting = jobs.start(acme, "count", {"to": 3})
        assert own.client().llen("celery") == 1
    assert jobs.get(acme, waiting.pk).status == "queued"


@pytest.mark.django_db(transaction=True)
def test_a_running_job_stops_when_it_is_cancelled(acme, settings):
    settings.CELERY_BROKER_URL = ""
    begun = threading.Event()

    def endless(context):
        begun.set()
        limit = time.monotonic() + 10
        while time.monotonic() < limit:
            context.check()
            time.sleep(0.01)

    kinds.register(JobKind("endless", endless, "endless"))
    job = jobs.start(acme, "endless", {})
    assert begun.wait(10)
    jobs.cancel(acme, job.pk)
    assert ended(acme, job).status == "cancelled"


@pytest.mark.django_db(transaction=True)
def test_slow_work_waits_for_its_like_and_holds_up_no_other(acme, settings):
    settings.CELERY_BROKER_URL = ""
    may_end = threading.Event()
    kinds.register(JobKind("slow", lambda context: may_end.wait(10), "slow", slow=True))
    slow = [jobs.start(acme, "slow", {}) for _ in range(dispatch.THREADS[False] + 1)]
    quick = jobs.start(acme, "count", {"to": 2})
    assert ended(acme, quick).status == "done"
    assert sum(jobs.get(acme, job.pk).status == "running" for job in slow) <= dispatch.THREADS[True]
    may_end.set()
    assert {ended(acme, job).status for job in slow} == {"done"}


def test_a_queued_job_is_cancelled_at_once_and_never_runs(acme):
    job = jobs.start(acme, "count", {"to": 3})
    assert jobs.cancel(acme, job.pk).status == "cancelled"
    running.run(job.pk)
    assert jobs.get(acme, job.pk).result is None


@try_each(
    ("kind", "sentence"),
    [("refuse", "The printer has no paper."), ("crash", "It failed unexpectedly (KeyError)")],
)
def test_a_failure_is_told_in_a_sentence_without_details(acme, kind, sentence):
    job = jobs.start(acme, kind, {})
    running.run(job.pk)
    row = jobs.get(acme, job.pk)
    assert row.status == "failed"
    assert row.error.startswith(sentence)
    assert "secret" not in row.error


def test_a_job_is_claimed_once(acme):
    job = jobs.start(acme, "count", {"to": 1})
    assert running._claim(job.pk) is not None
    assert running._claim(job.pk) is None


def test_progress_reaches_the_row_at_most_every_200_ms(acme, django_assert_num_queries):
    job = jobs.start(acme, "count", {"to": 1})
    now = [100.0]
    context = JobContext(job.pk, "acme", {}, "", running._claim(job.pk).attempt, clock=lambda: now[0])
    with django_assert_num_queries(2):  # one report: the row, and whether to stop
        for percent in range(50):
            context.progress(percent, "counting")
            assert not context.cancelled
    assert jobs.get(acme, job.pk).progress == 0
    now[0] += 0.2
    context.progress(140)
    assert jobs.get(acme, job.pk).progress == 100


def test_progress_reaches_the_row_though_it_was_asked_first_whether_to_stop(acme):
    """Asking used up the row's turn: seven kinds of work showed 0 % to their end."""
    job = jobs.start(acme, "count", {"to": 1})
    context = JobContext(job.pk, "acme", {}, "", running._claim(job.pk).attempt)
    context.check()
    context.progress(40, "counting")
    assert jobs.get(acme, job.pk).progress == 40


class TestSilence:
    """What the sweeper does with jobs whose process died."""

    @pytest.fixture(autouse=True)
    def sent(self, monkeypatch):
        found = []
        monkeypatch.setattr(dispatch, "send", lambda job_id, _kind: found.append(job_id))
        return found

    def test_a_job_whose_process_died_is_sent_out_again(self, acme, sent):
        job = jobs.start(acme, "count", {"to": 2})
        first = running._claim(job.pk)
        assert jobs.sweep() == 0
        silent(job)
        assert jobs.sweep() == 1
        assert jobs.sweep() == 0
        assert sent == [job.pk]
        running.run(job.pk)
        assert jobs.get(acme, job.pk).attempt == 2
        assert first.cancelled, "the process given up for dead must notice that the job is no longer its own"

    def test_a_job_is_given_up_after_three_attempts(self, acme, sent):
        job = jobs.start(acme, "count", {"to": 2})
        for _ in range(3):
            running._claim(job.pk)
            silent(job)
            jobs.sweep()
        row = jobs.get(acme, job.pk)
        assert (row.status, row.attempt, len(sent)) == ("failed", 3, 2)
        assert "three times" in row.error

    def test_a_lost_message_costs_no_attempt(self, acme, sent):
        job = jobs.start(acme, "count", {"to": 2})
        silent(job)
        assert jobs.sweep() == 1
        running.run(sent[0])
        assert (jobs.get(acme, job.pk).status, jobs.get(acme, job.pk).attempt) == ("done", 1)

    def test_a_cancelled_job_whose_process_died_ends(self, acme, sent):
        job = jobs.start(acme, "count", {"to": 2})
        running._claim(job.pk)
        jobs.cancel(acme, job.pk)
        silent(job)
        assert jobs.sweep() == 0
        assert jobs.get(acme, job.pk).status == "cancelled"


class TestWhatPeopleWrote:
    """It leaves a job's payload when the job ends, however that is, and its result after some weeks."""

    GIVEN = {"to": 2, "lines": ["my name is Ana"]}
    KEPT = {"to": 2}

    @pytest.fixture
    def read(self, monkeypatch):
        """A kind of work that reads lines; gives what registers how it ends."""
        monkeypatch.setattr(dispatch, "send", lambda job_id, kind: None)

        def ending(function):
            kinds.register(JobKind("read", function, "read", private=("lines", "worst")))

        ending(lambda context: {"read": len(context.payload["lines"]), "worst": ["my name is Ana"]})
        return ending

    def test_done(self, acme, read):
        job = jobs.start(acme, "read", self.GIVEN)
        assert jobs.get(acme, job.pk).payload == self.GIVEN
        running.run(job.pk)
        assert jobs.get(acme, job.pk).payload == self.KEPT

    def test_failed(self, acme, read):
        read(crash)
        job = jobs.start(acme, "read", self.GIVEN)
        running.run(job.pk)
        assert (jobs.get(acme, job.pk).status, jobs.get(acme, job.pk).payload) == ("failed", self.KEPT)

    def test_cancelled_while_it_waits(self, acme, read):
        job = jobs.start(acme, "read", self.GIVEN)
        assert jobs.cancel(acme, job.pk).payload == self.KEPT

    def test_cancelled_while_it_runs(self, acme, read):
        read(lambda context: (jobs.cancel(acme, context.job_id), context.check()))
        job = jobs.start(acme, "read", self.GIVEN)
        running.run(job.pk)
        assert (jobs.get(acme, job.pk).status, jobs.get(acme, job.pk).payload) == ("cancelled", self.KEPT)

    def test_given_up(self, acme, read):
        job = jobs.start(acme, "read", self.GIVEN)
        for attempt in range(3):
            assert jobs.get(acme, job.pk).payload == self.GIVEN, f"attempt {attempt} needs it"
            running._claim(job.pk)
            silent(job)
            jobs.sweep()
        assert (jobs.get(acme, job.pk).status, jobs.get(acme, job.pk).payload) == ("failed", self.KEPT)

    def test_cancelled_when_its_process_had_died(self, acme, read):
        job = jobs.start(acme, "read", self.GIVEN)
        running._claim(job.pk)
        jobs.cancel(acme, job.pk)
        silent(job)
        jobs.sweep()
        assert (jobs.get(acme, job.pk).status, jobs.get(acme, job.pk).payload) == ("cancelled", self.KEPT)

    def test_a_result_keeps_its_figures_for_good_and_the_words_for_a_while(self, acme, read, settings):
        job = jobs.start(acme, "read", self.GIVEN)
        running.run(job.pk)
        assert jobs.tidy() == 0 and "worst" in jobs.get(acme, job.pk).result
        over = timezone.now() - timedelta(days=settings.JOB_RESULT_DAYS, minutes=1)
        Job.unscoped.filter(pk=job.pk).update(finished_at=over)
        assert (jobs.tidy(), jobs.tidy()) == (1, 0)
        assert jobs.get(acme, job.pk).result == {"read": 1}


def test_unknown_kinds_and_foreign_jobs_are_refused(acme):
    with pytest.raises(UnknownKind):
        jobs.start(acme, "weather", {})
    job = jobs.start(acme, "count", {"to": 1})
    Tenant.objects.create(slug="other")
    for verb in (jobs.get, jobs.cancel):
        with pytest.raises(UnknownJob):
            verb("other", job.pk)
