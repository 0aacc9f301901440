"""Kinds of channels."""

from datetime import timedelta

import pytest
from django.utils import timezone

from delivery import outbox
from delivery.kinds import PATIENT
from delivery.models import Channel, Delivery
from tenancy.models import Tenant


def test_by_a_channel_of_a_kind_that_only_a_newer_version_knows_nothing_comes_or_goes() -> None:
    """While one is brought in, the older processes read its rows."""
    newer = Channel(kind="sms", url="https://crm.example.com/hooks")
    assert (newer.is_door, newer.has_receiver) == (False, False)
    assert newer.new_secret()


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "goes_on"), [("webhook", False), ("stream", True)])
def test_what_took_nothing_for_a_day_is_off_unless_it_is_the_installations(kind: str, goes_on: bool) -> None:
    acme = Tenant.objects.create(slug="acme")
    channel = Channel.unscoped.create(
        tenant=acme, name="told", kind=kind, url="https://crm.example.com/hooks"
    )
    row = outbox.put(channel, "test", {})
    row.attempts, row.created_at = len(PATIENT) + 1, timezone.now() - timedelta(days=1)
    row.save()
    outbox.settle(row, outbox.DeliveryResult(False, error="away"))
    channel.refresh_from_db()
    assert (channel.enabled, channel.failing_since is None) == (goes_on, False)
    assert "away" in channel.problem


@pytest.mark.django_db
def test_what_was_sent_to_a_kind_that_is_gone_meanwhile_counts_as_sent() -> None:
    channel = Channel.unscoped.create(tenant=Tenant.objects.create(slug="acme"), name="told", kind="sms")
    row = outbox.put(channel, "test", {})
    outbox.settle(row, outbox.DeliveryResult(True, status=200))
    row.refresh_from_db()
    channel.refresh_from_db()
    assert row.status == Delivery.Statuses.SENT and channel.sent_at is not None
