"""The life of an API key after it was made: used, revoked."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tenancy import operational
from tenancy.models import ApiKey

USED_EVERY = timedelta(minutes=1)


def used(key: ApiKey) -> None:
    """Notes the use, at most once a minute, so that a busy key does not write with every message."""
    now = timezone.now()
    if key.last_used is None or key.last_used < now - USED_EVERY:
        stale = Q(last_used=None) | Q(last_used__lt=now - USED_EVERY)
        ApiKey.unscoped.filter(stale, pk=key.pk).update(last_used=now)


def revoke(key: ApiKey) -> None:
    """Ends the key at once, for good; connections that were opened with it see the counter move."""
    with transaction.atomic():
        if ApiKey.unscoped.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now()):
            operational.touch(key.tenant_id)
    key.refresh_from_db(fields=["revoked_at"])
