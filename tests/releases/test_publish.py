"""A draft becomes a numbered release that never changes, and says in words what changed."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from agents.models import PromptPolicy, Slot
from releases import draft, snapshot
from releases.errors import NothingToPublish, PublishRefused, ReleaseIsImmutable, StaleDraft
from releases.models import Release
from releases.publish import publish
from tenancy.models import Tenant
from tests.releases.company import ADDRESS, SECRET


def rename(tenant, title):
    slot = Slot.objects.of(tenant).get(name="order_id")
    slot.label = {"en": title}
    slot.save()


def test_each_publish_gets_the_next_number_and_is_live(acme):
    first = publish(acme, "ana", "start")
    rename(acme, "the order's number")
    second = publish(acme, "ana")
    assert (first.number, second.number) == (1, 2)
    assert Tenant.objects.get(pk=acme.pk).live_release == acme.live_release == 2
    assert (first.author, first.note, first.digest == second.digest) == ("ana", "start", False)


def test_nothing_is_published_twice(acme):
    publish(acme, "ana")
    with pytest.raises(NothingToPublish):
        publish(acme, "ana")
    assert Release.objects.of(acme).count() == 1


def test_a_draft_that_changed_since_its_review_is_refused(acme):
    reviewed = draft.of(acme, fresh=True).review
    rename(acme, "another")
    with pytest.raises(StaleDraft):
        publish(acme, "ana", expected_digest=reviewed.digest)
    assert publish(acme, "ana", expected_digest=draft.of(acme, fresh=True).review.digest).number == 1


def test_errors_of_the_checks_refuse_and_leave_the_live_release(acme):
    publish(acme, "ana")
    Slot.objects.of(acme).update(pattern="P(")
    review = draft.of(acme, fresh=True).review
    with pytest.raises(PublishRefused) as refused:
        publish(acme, "ana")
    assert "order_id" in refused.value.problems[0].where
    assert not review.publishable
    assert Tenant.objects.get(pk=acme.pk).live_release == 1


def test_secrets_and_addresses_never_enter(acme):
    content = json.dumps(publish(acme, "ana").content)
    assert SECRET not in content
    assert ADDRESS not in content


def test_a_release_cannot_be_changed_or_deleted(acme):
    release = publish(acme, "ana")
    release.note = "other"
    with pytest.raises(ReleaseIsImmutable):
        release.save()
    with pytest.raises(ReleaseIsImmutable):
        Release.objects.of(acme).get(number=1).delete()


def test_numbers_go_on_when_old_releases_were_cleared(acme):
    """A process may hold number 1 in memory: it must not come to mean something else."""
    publish(acme, "ana")
    Release.objects.of(acme).delete()
    assert publish(Tenant.objects.get(pk=acme.pk), "ana").number == 2


def test_the_same_content_has_the_same_digest(acme):
    before = snapshot.digest(snapshot.take(acme))
    slot = Slot.objects.of(acme).get(name="order_id")
    slot.delete()
    slot.pk = None
    slot.save()
    assert snapshot.digest(snapshot.take(acme)) == before
    assert snapshot.digest({"a": 1, "b": 2}) == snapshot.digest({"b": 2, "a": 1})


def test_changes_are_counted_and_told_in_words(acme):
    assert draft.of(acme).count >= 8
    publish(acme, "ana")
    assert draft.of(acme).count == 0
    policy = PromptPolicy.objects.of(acme).get()
    policy.forbidden_phrases = ["never", "impossible"]
    policy.save()
    Slot(tenant=acme, name="city", pattern="[A-Z]{3}", label={"en": "the city"}).save()
    changes = [str(change) for change in draft.of(acme).changes]
    assert changes == [
        "Value to ask for 'city' added",
        "Prompt policy 'tone' changed; never say: + impossible, - no way",
    ] or changes == [
        "Prompt policy 'tone' changed; never say: + impossible, - no way",
        "Value to ask for 'city' added",
    ]


def test_a_draft_is_looked_at_in_few_queries(acme, django_assert_max_num_queries):
    publish(acme, "ana")
    for number in range(30):
        Slot(tenant=acme, name=f"slot_{number}", pattern=r"\d\d").save()
    with django_assert_max_num_queries(34):
        assert draft.of(acme).count == 30


def test_the_command_shows_publishes_and_may_be_repeated(acme):
    out = StringIO()
    call_command("publish", tenant="acme", dry_run=True, stdout=out)
    assert "Specialist 'orders' added" in out.getvalue()
    assert not Release.objects.of(acme).exists()
    for _ in range(2):
        call_command("publish", tenant="acme", note="from a shell", stdout=out, stderr=StringIO())
    assert Release.objects.of(acme).get().note == "from a shell"
    with pytest.raises(CommandError):
        call_command("publish", tenant="nobody")
