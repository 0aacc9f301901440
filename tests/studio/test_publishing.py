"""Publishing with much to learn.

The page shows how far it is, and the release goes live with what was learnt.
"""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from agents.models import Slot
from releases import freshness, part_files, sections
from releases.models import ReleasePart
from releases.publish import publish
from tenancy.models import Tenant
from tests.releases import counting
from tests.studio.conftest import login
from work import running
from work.models import Job

PAGE = "admin:publish"


@pytest.fixture(autouse=True)
def much(monkeypatch, settings, tmp_path):
    """One slot's name is already more than a page waits for."""
    monkeypatch.setattr(sections, "_sections", sections._sections | {"counting": counting.SECTION})
    settings.PARTS_DIR, settings.LEARN_AT_ONCE = tmp_path, 0
    freshness.forget()


@pytest.fixture
def publisher(acme: SimpleNamespace):
    return login("publisher", acme.tenant)


def started(acme: SimpleNamespace) -> Job:
    return Job.objects.of(acme.tenant).get(status="queued")


def test_much_to_learn_becomes_a_job_that_the_page_shows_until_the_release_is_live(acme, publisher) -> None:
    seen = publisher.get(reverse(PAGE)).context["review"].digest
    sent = publisher.post(reverse(PAGE), {"note": "much", "digest": seen}, follow=True)
    job = started(acme)
    assert sent.redirect_chain == [(f"{reverse(PAGE)}?job={job.pk}", 302)]
    page = sent.content.decode()
    assert "A release is being made" in page and "data-watch" in page
    assert '<noscript><meta http-equiv="refresh"' in page, "without JavaScript the page asks again by itself"
    assert 'name="digest"' not in page, "nobody publishes a second time meanwhile"
    assert Tenant.objects.get(pk="acme").live_release is None

    Job.unscoped.filter(pk=job.pk).update(status="running", progress=40, note="counting")
    assert "40 % · counting" in publisher.get(reverse(PAGE)).content.decode()
    Job.unscoped.filter(pk=job.pk).update(status="queued")

    running.run(job.pk)
    page = publisher.get(reverse(PAGE), {"job": job.pk}).content.decode()
    assert "Release 1 is live" in page and "Everything is published" in page
    assert "data-watch" not in page and "http-equiv" not in page
    assert ReleasePart.objects.of(acme.tenant).count() == 1
    row = Tenant.objects.get(pk="acme")
    assert freshness.release("acme", row.live_release).parts


def test_little_to_learn_is_published_while_the_page_waits(acme, publisher, settings) -> None:
    settings.LEARN_AT_ONCE = 400
    page = publisher.post(reverse(PAGE), {}, follow=True).content.decode()
    assert "Release 1 is live" in page
    assert not Job.objects.of(acme.tenant).filter(status="queued").exists()


def test_a_page_does_not_wait_for_another_process_that_learns(acme, publisher, settings) -> None:
    settings.LEARN_AT_ONCE = 400
    with part_files.alone("acme"):
        answer = publisher.post(reverse(PAGE), {"note": "little"})
    job = started(acme)
    assert (job.kind, job.payload["note"]) == ("publish", "little")
    assert answer.headers["location"] == f"{reverse(PAGE)}?job={job.pk}"
    running.run(job.pk)
    assert Tenant.objects.get(pk="acme").live_release == 1


def test_what_is_learnt_already_needs_no_job(acme, publisher) -> None:
    publish(acme.tenant, "setup")
    Slot.objects.of(acme.tenant).get().delete()
    assert "Release 2 is live" in publisher.post(reverse(PAGE), {}, follow=True).content.decode()


def test_what_the_checks_refuse_is_refused_at_once(acme, publisher) -> None:
    Slot.objects.of(acme.tenant).update(pattern="P(")
    publisher.post(reverse(PAGE), {})
    assert not Job.objects.of(acme.tenant).filter(status="queued").exists()


def test_who_comes_while_a_release_is_made_waits_for_it(acme, publisher) -> None:
    publisher.post(reverse(PAGE), {})
    job = started(acme)
    other = login("admin", acme.tenant)
    answer = other.post(reverse(PAGE), {}, follow=True)
    assert started(acme) == job
    assert "A release is being made already" in answer.content.decode()
    assert "A release is being made" in other.get(reverse(PAGE)).content.decode()


def test_learning_that_dies_is_told_on_the_page_in_the_readers_language(acme, publisher) -> None:
    Slot(tenant=acme.tenant, name="poison", pattern="x").save()
    publisher.cookies["django_language"] = "es"
    publisher.post(reverse(PAGE), {})
    job = started(acme)
    assert job.payload["language"] == "es"
    running.run(job.pk)
    page = publisher.get(reverse(PAGE), {"job": job.pk}).content.decode()
    assert "No se publicó nada" in page and "the process that counts ended" in page
    assert 'name="digest"' in page, "it can be tried again"
    assert Tenant.objects.get(pk="acme").live_release is None


def test_going_back_to_what_must_be_learnt_again_is_a_job_too(acme, publisher, settings, tmp_path) -> None:
    settings.LEARN_AT_ONCE = 400
    publish(acme.tenant, "setup")
    Slot(tenant=acme.tenant, name="city", pattern="x").save()
    publish(acme.tenant, "setup")
    ReleasePart.objects.of(acme.tenant).delete()
    settings.PARTS_DIR, settings.LEARN_AT_ONCE = tmp_path / "emptied", 0
    answer = publisher.post(reverse("admin:restore", args=[1]), {})
    job = started(acme)
    assert (job.kind, answer.headers["location"]) == ("restore", f"{reverse(PAGE)}?job={job.pk}")
    running.run(job.pk)
    assert "Release 3 is live" in publisher.get(reverse(PAGE), {"job": job.pk}).content.decode()


def test_a_job_of_another_company_or_of_another_kind_is_not_shown(acme, rival, publisher) -> None:
    login("publisher", rival.tenant).post(reverse(PAGE), {})
    foreign = Job.objects.of(rival.tenant).get(status="queued")
    other = Job(tenant=acme.tenant, kind="discover_tools", status="failed", error="secret of a server")
    other.save()
    for job in (foreign.pk, other.pk, "nothing", "x" * 400):
        page = publisher.get(reverse(PAGE), {"job": job}).content.decode()
        assert "data-job" not in page and "secret of a server" not in page
