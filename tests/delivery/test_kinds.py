"""Kinds of channels."""

from delivery.models import Channel


def test_by_a_channel_of_a_kind_that_only_a_newer_version_knows_nothing_comes_or_goes() -> None:
    """While one is brought in, the older processes read its rows."""
    newer = Channel(kind="sms", url="https://crm.example.com/hooks")
    assert (newer.is_door, newer.has_receiver) == (False, False)
    assert newer.new_secret()
