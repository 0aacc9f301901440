"""Parts of a release: made once, stored with it, found again."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.models import Slot
from releases import draft, freshness, part_files, parts
from releases.errors import PartNotMade
from releases.models import Release, ReleasePart
from releases.publish import publish
from releases.rollback import roll_back
from rollout import control
from tenancy.models import Tenant
from tests.releases import company, counting
from tests.releases.counting import add, anew, emptied_files, letters, live
from work import jobs, running
from work.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counts")]


def test_a_part_is_made_at_publishing_stored_and_loaded_with_its_release(acme):
    publish(acme, "ana")
    assert letters(live(acme)) == letters(anew(acme)) == [len("order_id")]
    assert counting.made == [counting.key_of(["order_id"])]
    row = ReleasePart.objects.of(acme).get()
    assert (row.key, bytes(row.content)) == (counting.made[0], b"8")


def test_loading_a_release_with_its_parts_costs_two_queries_and_a_turn_none(acme):
    publish(acme, "ana")
    freshness.forget()
    row = Tenant.objects.get(pk=acme.pk)
    freshness._operational.get(row.pk, row.operational_version, dict)
    with CaptureQueriesContext(connection) as asked:
        pinned = freshness.pin(row.pk, row.live_release, row.operational_version)
    assert [("release_part" in each["sql"] or "releasepart" in each["sql"]) for each in asked] == [
        False,
        True,
    ]
    with CaptureQueriesContext(connection) as asked:
        assert freshness.pin(row.pk, row.live_release, row.operational_version).release is pinned.release
        assert letters(pinned.release) == [8]
    assert not asked


def test_releases_with_the_same_origin_share_the_part_and_what_was_built_of_it(acme):
    publish(acme, "ana")
    first = live(acme)
    control.set_switch(acme, "tool", "find_order", reason="a new counter")
    Slot.objects.of(acme).update(pattern=r"Q\d{3,}", example="Q100")
    publish(acme, "ana")
    second = live(acme)
    assert second.number == 2
    assert list(first.parts.values()) == list(second.parts.values())
    assert ReleasePart.objects.of(acme).count() == len(counting.made) == 1


def test_only_what_is_new_is_made(acme):
    publish(acme, "ana")
    add(acme, "city")
    publish(acme, "ana")
    assert letters(live(acme)) == [len("order_id") + len("city")]
    assert counting.made == [counting.key_of(["order_id"]), counting.key_of(["city", "order_id"])]


def test_what_was_made_once_is_not_made_again_after_a_reset(acme):
    publish(acme, "ana")
    ReleasePart.objects.of(acme).delete()
    Release.objects.of(acme).delete()
    publish(Tenant.objects.get(pk=acme.pk), "ana")
    assert len(counting.made) == 1
    assert letters(anew(acme)) == [8]


class TestMakingThatFails:
    """Nothing goes live, and the sentence says why."""

    def test_the_process_died(self, acme):
        publish(acme, "ana")
        add(acme, "poison")
        with pytest.raises(PartNotMade) as refused:
            publish(acme, "ana")
        assert str(refused.value) == (
            "Could not be made: the letters (the process that counts ended). "
            "Nothing was published; what was live stays live."
        )
        assert Tenant.objects.get(pk=acme.pk).live_release == 1
        assert Release.objects.of(acme).count() == ReleasePart.objects.of(acme).count() == 1

    def test_nothing_came_of_it(self, acme):
        add(acme, "silent")
        with pytest.raises(PartNotMade, match="nothing came of it"):
            publish(acme, "ana")
        assert not Release.objects.of(acme).exists()

    def test_it_is_repaired_and_published(self, acme):
        add(acme, "poison")
        with pytest.raises(PartNotMade):
            publish(acme, "ana")
        Slot.objects.of(acme).get(name="poison").delete()
        assert publish(acme, "ana").number == 1

    def test_the_command_says_it_in_a_sentence(self, acme):
        add(acme, "poison")
        with pytest.raises(CommandError, match="the process that counts ended"):
            call_command("publish", tenant="acme", stdout=StringIO(), stderr=StringIO())

    def test_a_job_is_failed_with_the_sentence(self, acme):
        add(acme, "poison")
        job = jobs.start(acme, "publish", {"language": "es"})
        running.run(job.pk)
        row = jobs.get(acme, job.pk)
        assert row.status == "failed"
        assert "the process that counts ended" in row.error
        assert Tenant.objects.get(pk=acme.pk).live_release is None


def test_the_command_shows_how_far_it_is(acme):
    out = StringIO()
    call_command("publish", tenant="acme", stdout=out, stderr=StringIO())
    assert "0 % counting" in out.getvalue()
    assert "release 1 is live" in out.getvalue()


def test_a_publish_that_is_cancelled_while_it_learns_leaves_the_live_release(acme):
    publish(acme, "ana")
    add(acme, "city")
    job = jobs.start(acme, "publish", {})
    Job.unscoped.filter(pk=job.pk).update(cancel_requested=True)
    running.run(job.pk)
    assert jobs.get(acme, job.pk).status == "cancelled"
    assert Tenant.objects.get(pk=acme.pk).live_release == 1
    assert len(counting.made) == 1


class TestGoingBack:
    def test_an_older_release_comes_back_with_its_part(self, acme):
        publish(acme, "ana")
        add(acme, "city")
        publish(acme, "ana")
        roll_back(acme, 1, "bia")
        assert letters(anew(acme)) == [8]
        assert len(counting.made) == 2

    def test_a_part_that_was_cleared_is_made_again(self, acme, settings, tmp_path):
        publish(acme, "ana")
        add(acme, "city")
        publish(acme, "ana")
        ReleasePart.objects.of(acme).filter(key=counting.made[0]).delete()
        emptied_files(settings, tmp_path)
        roll_back(acme, 1, "bia")
        assert counting.made[2:] == counting.made[:1]
        assert letters(anew(acme)) == [8]

    def test_it_is_possible_when_the_part_can_no_longer_be_made(self, acme, settings, tmp_path, monkeypatch):
        publish(acme, "ana")
        add(acme, "city")
        publish(acme, "ana")
        ReleasePart.objects.of(acme).delete()
        emptied_files(settings, tmp_path)
        monkeypatch.setattr(counting, "COUNT", "raise SystemExit(1)")
        assert roll_back(acme, 1, "bia").number == 3
        assert letters(anew(acme)) == []

    def test_what_the_live_release_lacked_is_stored_when_the_draft_alone_is_thrown_away(
        self, acme, settings, tmp_path
    ):
        publish(acme, "ana")
        add(acme, "city")
        ReleasePart.objects.of(acme).delete()
        emptied_files(settings, tmp_path)
        release = anew(acme)
        assert letters(release) == []
        assert roll_back(acme, 1, "bia").number == 1
        assert ReleasePart.objects.of(acme).count() == 1
        assert live(acme) is release and letters(release) == [8], "the running process finds it"

    def test_a_job_goes_back_too(self, acme):
        publish(acme, "ana")
        add(acme, "city")
        publish(acme, "ana")
        job = jobs.start(acme, "restore", {"number": 1}, author="bia")
        running.run(job.pk)
        assert jobs.get(acme, job.pk).result["release"] == 3
        assert Release.objects.of(acme).get(number=3).restored_from == 1


def test_the_draft_has_what_is_made_already(acme):
    publish(acme, "ana")
    assert letters(draft.of(acme).loaded) == [8]
    add(acme, "city")
    assert letters(draft.of(acme).loaded) == []


def test_companies_never_see_each_others_parts(acme):
    rival = company.author("rival")
    publish(acme, "ana")
    assert parts.find_stored("rival", live(acme).wanted) == {}
    assert part_files.read("rival", counting.made[0]) is None
    publish(rival, "bia")
    assert len(counting.made) == 2, "learnt anew: not even the time tells that somebody has the same"
    (one,), (other,) = live(acme).parts.values(), live(rival).parts.values()
    assert one is not other
    assert not ReleasePart.objects.of(acme).exclude(tenant="acme").exists()


def test_parts_of_the_last_releases_stay_and_older_ones_go(acme):
    for number in range(parts.RELEASES_KEPT + 2):
        add(acme, f"slot_{number}")
        publish(acme, "ana")
    stored = set(ReleasePart.objects.of(acme).values_list("key", flat=True))
    assert stored == set(counting.made[-parts.RELEASES_KEPT :])


def test_a_part_that_is_live_stays_however_many_releases_share_it(acme):
    for number in range(parts.RELEASES_KEPT + 2):
        Slot.objects.of(acme).update(example=f"P{100 + number}")
        publish(acme, "ana")
    assert letters(anew(acme)) == [8]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_publish_the_same_at_once_one_makes_the_part_and_one_publishes():
    company.author()
    numbers = company.published_at_once("ana", "bia")
    assert sorted(numbers, key=str) == [1, None]
    assert len(counting.made) == ReleasePart.objects.of("acme").count() == 1


def test_a_part_is_told_in_json_nowhere(acme):
    """A release stays words: parts are beside it."""
    assert "8" not in json.dumps(publish(acme, "ana").content["counting"])
