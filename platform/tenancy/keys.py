"""The life of an API key after it was made: used, revoked; and the program that authors with it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from outbound.sentences import Sentence as _
from tenancy import operational
from tenancy.company_lock import lock_row
from tenancy.errors import Forbidden, NotUsable
from tenancy.models import ApiKey, Tenant
from tenancy.principal import Principal

USED_EVERY = timedelta(minutes=1)
OVERLAP = timedelta(days=7)  # in which programs take the new key


@dataclass(frozen=True, slots=True)
class Program:
    """A program that authors with a key.

    The record names it by its key; `person` made that and answers for the addresses that it says (None:
    whoever has the installation's own shell).
    """

    tenant: Tenant
    name: str
    scopes: frozenset[str]
    person: Any = None

    @classmethod
    def of(cls, principal: Principal) -> "Program":
        """The program behind a credential.

        Raises Forbidden for what is no key: a page or an end user authors nothing.
        """
        if principal.kind != "key":
            raise Forbidden(detail=_("This needs an API key of the company."))
        keys = ApiKey.objects.of(principal.tenant_id).select_related("tenant", "made_by")
        row = keys.get(prefix=principal.id)
        return cls(row.tenant, str(row), principal.scopes, row.made_by)

    def __str__(self) -> str:
        return self.name


def name_of(principal: Principal) -> str:
    """Who acts by a credential, as people read it: a user, the key by its name, else what was brought."""
    if not principal.user_id and principal.kind == "key":
        return str(ApiKey.objects.of(principal.tenant_id).get(prefix=principal.id))
    return principal.user_id or principal.credential


def note_use(key: ApiKey) -> None:
    """Notes the use, at most once a minute, so that a busy key does not write with every message."""
    now = timezone.now()
    if key.last_used is None or key.last_used < now - USED_EVERY:
        stale = Q(last_used=None) | Q(last_used__lt=now - USED_EVERY)
        noted = ApiKey.unscoped.filter(stale, pk=key.pk)
        # By itself, when nothing is locked: whoever revokes the key holds the company and waits for its row.
        transaction.on_commit(lambda: noted.update(last_used=now), robust=True)


def rotate(key: ApiKey, overlap: timedelta = OVERLAP, by: Any = None) -> tuple[ApiKey, str]:
    """A new key that may the same, and its text.

    The old one goes on for `overlap`, and no longer than it would have.

    Raises NotUsable for a key that is over.
    """
    with lock_row(key) as old:
        now = timezone.now()
        if not old.usable(now):
            raise NotUsable(str(old))
        made = ApiKey.make(old.tenant_id, old.name, old.scopes, old.expires_at, by)
        old.expires_at = min(old.expires_at or now + overlap, now + overlap)
        old.save(update_fields=["expires_at"])
        operational.touch(old.tenant_id)
    key.expires_at = old.expires_at
    return made


def revoke(key: ApiKey) -> None:
    """Ends the key at once, for good; connections that were opened with it see the counter move."""
    with lock_row(key) as row:
        if row.revoked_at is None:
            row.revoked_at = timezone.now()
            row.save(update_fields=["revoked_at"])
            operational.touch(key.tenant_id)
    key.refresh_from_db(fields=["revoked_at"])
