"""Parts that come late: publishing does not wait for them, a job makes them, files have them next time."""

from dataclasses import replace
from datetime import timedelta

import pytest

from releases import freshness, part_files, parts, sections
from releases.models import Release, ReleasePart
from releases.publish import publish, repair
from releases.rollback import roll_back
from tenancy.models import Tenant
from tests.releases import counting
from tests.releases.counting import add, anew, key_of, letters, live
from work import kinds, publishing, running
from work.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("late")]


@pytest.fixture
def late(counts, monkeypatch) -> None:
    """The section whose part comes late."""

    def late_parts(release):
        return [replace(part, late=True) for part in counting.parts(release)]

    section = replace(counting.SECTION, parts=late_parts)
    monkeypatch.setattr(sections, "_sections", sections._sections | {"counting": section})


def test_publishing_does_not_wait_and_the_release_lacks_it_until_it_is_made(acme) -> None:
    assert parts.to_make(acme.pk, freshness.build(0, "", {"counting": ["a"]}).wanted.values()) == []
    publish(acme, "ana")
    assert counting.made == [] and letters(live(acme)) == []
    lacking = [each for each in freshness.lacking() if each.tenant == acme.pk]
    assert [len(each.keys) for each in lacking] == [1]
    repair(acme, live(acme))
    assert counting.made == []
    repair(acme, live(acme), late=True)
    assert len(counting.made) == 1 and letters(anew(acme)) == [8]
    assert not [each for each in freshness.lacking() if each.tenant == acme.pk]


def test_what_lies_in_a_file_is_there_at_once(acme) -> None:
    publish(acme, "ana")
    repair(acme, live(acme), late=True)
    ReleasePart.objects.of(acme).delete()
    Release.objects.of(acme).delete()
    publish(Tenant.objects.get(pk=acme.pk), "ana")
    assert len(counting.made) == 1 and letters(anew(acme)) == [8]


def test_going_back_does_not_wait_either(acme) -> None:
    first = publish(acme, "ana")
    add(acme, "invoice")
    publish(acme, "ana")
    roll_back(Tenant.objects.get(pk=acme.pk), first.number, "ana")
    assert counting.made == []


class TestOneAtOnceAndOneLate:
    """A release with a part that publishing waits for, and one that comes late."""

    @pytest.fixture
    def both(self, acme, monkeypatch, settings, tmp_path):
        def make(wanted, progress, folder):
            progress(0, "late")
            if failing:
                raise counting.CountingDied("the second look cannot be learnt")
            return {part.key: b"70" for part in wanted}

        def both_parts(release):
            for part in counting.parts(release):
                yield part
                yield replace(part, key=key_of([*part.given, "late"]), make=make, late=True)

        failing: list[bool] = []
        section = replace(counting.SECTION, parts=both_parts)
        monkeypatch.setattr(sections, "_sections", sections._sections | {"counting": section})
        publish(acme, "ana")
        ReleasePart.objects.of(acme).delete()
        counting.emptied_files(settings, tmp_path)
        freshness.forget()
        live(acme)
        return failing

    def run(self, acme, kind) -> Job:
        job = Job.objects.of(acme).get(kind=kind)
        running.run(job.pk)
        job.refresh_from_db()
        return job

    def test_a_late_part_that_fails_keeps_nothing_from_the_other(self, acme, both) -> None:
        both.append(True)
        assert publishing.look_after() == 2
        assert self.run(acme, "learn_late").status == "failed"
        assert self.run(acme, "learn").status == "done"
        assert letters(anew(acme)) == [8]

    def test_each_has_a_job_and_the_late_one_waits_for_its_like_alone(self, acme, both) -> None:
        assert publishing.look_after() == 2 and publishing.look_after() == 0
        assert kinds.is_slow("learn_late") and not kinds.is_slow("learn")
        for kind in ("learn", "learn_late"):
            assert self.run(acme, kind).status == "done"
        assert sorted(letters(anew(acme))) == [8, 70] and freshness.lacking() == []

    def test_nobody_waits_while_late_parts_are_made(self, acme, both) -> None:
        add(acme, "invoice")
        with part_files.alone(acme.pk, late=True):
            assert publish(acme, "ana", wait=False).number == 2
            assert roll_back(Tenant.objects.get(pk=acme.pk), 1, "ana", wait=False).number == 3

    def test_what_is_no_longer_live_is_not_learnt_for(self, acme, both) -> None:
        assert publishing.look_after() == 2
        add(acme, "invoice")
        publish(acme, "ana")
        job = self.run(acme, "learn_late")
        assert (job.status, job.result["added"]) == ("done", [])
        assert ReleasePart.objects.of(acme).count() == 1

    def test_what_a_worker_does_not_learn_at_all_is_asked_for_once_a_day(
        self, acme, both, monkeypatch
    ) -> None:
        assert publishing.look_after() == 2
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(sections, "_sections", sections._sections | {"counting": counting.SECTION})
            held = live(acme)
            freshness.forget()
            job = self.run(acme, "learn_late")
        assert job.status == "done" and job.result["unknown"] == job.payload["keys"]
        freshness.remember(acme.pk, held)
        self.run(acme, "learn")
        for hours, started in ((publishing.AGAIN_HOURS, 0), (publishing.UNKNOWN_HOURS, 1)):
            begun = job.created_at - timedelta(hours=hours, seconds=1)
            Job.unscoped.filter(pk=job.pk).update(created_at=begun)
            live(acme)
            assert publishing.look_after() == started
