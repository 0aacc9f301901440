"""Parts that are not there or cannot be read: the release works without them, and they are made again."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from releases import freshness, part_files
from releases.errors import NothingToPublish
from releases.models import ReleasePart
from releases.publish import publish, repair
from tenancy.models import Tenant
from tests.releases import counting
from tests.releases.counting import add, anew, emptied_files, letters, live
from work import jobs, publishing, running
from work.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counts")]


class TestAReleaseWithoutItsPart:
    """It was published before parts were, or by a version that made them otherwise."""

    @pytest.fixture
    def old(self, acme, settings, tmp_path):
        publish(acme, "ana")
        ReleasePart.objects.of(acme).delete()
        emptied_files(settings, tmp_path)
        freshness.forget()
        return acme

    def test_it_works_and_says_what_it_lacks_until_it_has_it(self, old):
        release = live(old)
        assert release["agents"].specialists and not release.parts
        told = [("acme", 1, frozenset(counting.made), False)]
        assert freshness.lacking() == freshness.lacking() == told
        with pytest.raises(NothingToPublish):
            publish(old, "ana")
        assert live(old) is release and freshness.lacking() == []

    def test_a_job_makes_it_and_the_running_process_finds_it(self, old):
        release = live(old)
        assert publishing.look_after() == 1
        running.run(Job.objects.of(old).get(kind="learn").pk)
        assert live(old) is release, "what was built of the release stays"
        assert letters(release) == [8]

    def test_one_job_is_enough_for_all_processes(self, old):
        live(old)
        assert publishing.look_after() == 1
        anew(old)
        assert publishing.look_after() == 0
        assert Job.objects.of(old).filter(kind="learn").count() == 1

    def test_what_is_no_longer_live_is_left_alone_and_let_go(self, old):
        live(old)
        add(old, "city")
        Tenant.objects.filter(pk=old.pk).update(live_release=2)  # by another process
        assert publishing.look_after() == 0
        assert not Job.objects.of(old).exists() and freshness.lacking() == []

    @pytest.mark.parametrize("ending", ["failed", "cancelled"])
    def test_what_could_not_be_learnt_is_tried_again_an_hour_later(self, old, monkeypatch, ending):
        release = live(old)
        assert publishing.look_after() == 1
        first = Job.objects.of(old).get(kind="learn")
        with monkeypatch.context() as broken:
            broken.setattr(counting, "COUNT", "raise SystemExit(1)")
            if ending == "cancelled":
                jobs.cancel(old, first.pk)
            running.run(first.pk)
        assert jobs.get(old, first.pk).status == ending
        assert publishing.look_after() == 0, "not before the hour has passed"
        passed = first.created_at - timedelta(hours=publishing.AGAIN_HOURS, seconds=1)
        Job.unscoped.filter(pk=first.pk).update(created_at=passed)
        assert publishing.look_after() == 1
        running.run(Job.objects.of(old).filter(kind="learn").latest("created_at").pk)
        assert live(old) is release and letters(release) == [8]
        assert publishing.look_after() == 0 and freshness.lacking() == []

    def test_a_look_that_is_rolled_back_is_taken_again(self, old):
        live(old)
        with pytest.raises(DatabaseError), transaction.atomic():
            publishing.look_after()
            raise DatabaseError
        assert publishing.look_after() == 1

    def test_publishing_again_repairs_it_as_well(self, old):
        release = live(old)
        with pytest.raises(NothingToPublish):
            publish(old, "ana")
        assert live(old) is release and letters(release) == [8]

    def test_repairing_what_lacks_nothing_tells_nobody(self, acme):
        publish(acme, "ana")
        before = Tenant.objects.get(pk=acme.pk).operational_version
        assert repair(acme, live(acme)) == ()
        assert Tenant.objects.get(pk=acme.pk).operational_version == before

    def test_a_content_older_than_the_section_has_no_parts(self, acme):
        assert freshness.build(1, "x", {}).wanted == {}


class TestAPartThatCannotBeRead:
    """Its row was torn, or an older version wrote it otherwise than it said."""

    @pytest.fixture
    def torn(self, acme):
        publish(acme, "ana")
        ReleasePart.objects.of(acme).update(content=b"torn")
        freshness.forget()
        return acme

    def test_that_is_found_out_and_logged_once(self, torn, caplog):
        release = live(torn)
        assert letters(release) == letters(release) == [None]
        assert len([each for each in caplog.records if each.levelname == "ERROR"]) == 1
        assert "cannot be read" in caplog.text
        assert freshness.lacking() == [("acme", 1, frozenset(counting.made), False)]

    def test_a_job_makes_it_anew_whatever_the_file_says_and_the_running_process_finds_it(self, torn):
        release = live(torn)
        assert letters(release) == [None]
        key = counting.made[0]
        part_files.write(torn.pk, key, b"torn as well")
        assert publishing.look_after() == 1
        running.run(Job.objects.of(torn).get(kind="learn").pk)
        assert counting.made == [key, key]
        assert bytes(ReleasePart.objects.of(torn).get().content) == part_files.read(torn.pk, key) == b"8"
        assert live(torn) is release and letters(release) == letters(anew(torn)) == [8]

    def test_publishing_again_mends_it_as_the_sentence_says(self, torn):
        with pytest.raises(NothingToPublish):
            publish(torn, "ana")
        assert letters(anew(torn)) == [8]
