"""The end of sessions before their time: of an API key, of an end user, of a person who is logged in.

    ending.of_key(key)                  # every token that it signed, and it may go on signing others
    ending.of_user("tenant_a", "u1")    # every token of this end user
    ending.of_person(user)              # logged out everywhere, and every page with it

A token is void when it was issued before such an end, and when the key that signed it is no longer one that
may. What is known of keys and ends is kept by the company's operational counter: while that stands, nobody is
asked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tenancy import operational
from tenancy.company_lock import lock_row
from tenancy.models import Account, ApiKey, EndedUser, Tenant
from tenancy.tenant_rows import slug_of
from tenancy.tokens import LONGEST, TokenClaims

SIGNS = "session:create"
SALT = "tenancy.ending"
HIDDEN = "hidden "  # before what stands for the name of somebody who is forgotten


@dataclass(slots=True)
class _Known:
    """What one process has read of a company since its counter was `version`."""

    version: int
    ended: dict[str, float]  # end user -> epoch seconds
    # Tokens of a key hold after, and until
    keys: dict[str, tuple[float, float]] = field(default_factory=dict)
    hides: bool = False  # whether an end user is among them whose name is hidden


_known: dict[str, _Known] = {}


def stands(tenant: Tenant, claims: TokenClaims) -> bool:
    """Whether nothing has ended this token since it was issued.

    `tenant` is its company's row as it is now.
    """
    known = _known.get(tenant.pk)
    if known is None or known.version != tenant.operational_version:
        rows = EndedUser.objects.of(tenant).values_list("user_id", "ended_at")
        ended = {user_id: at.timestamp() for user_id, at in rows}
        hides = any(name.startswith(HIDDEN) for name in ended)
        known = _Known(tenant.operational_version, ended, hides=hides)
        _known[tenant.pk] = known
    if claims.staff is not None:
        return True  # a person's own end stands with the person (`roles.standing`)
    if claims.issued <= known.ended.get(claims.user_id or "", 0.0):
        return False
    hidden = hash_user(SALT, tenant.pk, claims.user_id) if known.hides else ()
    if any(claims.issued <= known.ended.get(HIDDEN + each, 0.0) for each in hidden):
        return False
    if not claims.key:
        return True  # made by this platform for itself: a channel, a terminal
    if claims.key not in known.keys:
        known.keys[claims.key] = _of(tenant, claims.key)
    after, until = known.keys[claims.key]
    return after < claims.issued and timezone.now().timestamp() < until


def of_key(key: ApiKey) -> None:
    """Ends the tokens that this key signed until now."""
    with lock_row(key) as row:
        row.sessions_ended_at = timezone.now()
        row.save(update_fields=["sessions_ended_at"])
        operational.touch(key.tenant_id)


def of_user(tenant: Tenant | str, user_id: str) -> None:
    """Ends the tokens of one end user, whichever key signed them."""
    now, slug = timezone.now(), slug_of(tenant)
    with transaction.atomic():
        EndedUser.unscoped.filter(ended_at__lt=now - timedelta(seconds=LONGEST)).delete()
        EndedUser.unscoped.update_or_create(tenant_id=slug, user_id=user_id, defaults={"ended_at": now})
        operational.touch(slug)


def hide(row: EndedUser) -> None:
    """Takes the name off an end, and keeps that it ended.

    The tokens of somebody who is forgotten stay void.
    """
    hidden = HIDDEN + hash_user(SALT, row.tenant_id, row.user_id)[0]
    with transaction.atomic():
        EndedUser.objects.of(row.tenant_id).filter(user_id=hidden).delete()  # forgotten before
        row.user_id = hidden
        row.save(update_fields=["user_id"])
        operational.touch(row.tenant_id)


def hash_user(salt: str, tenant: str, user_id: str | None) -> list[str]:
    """What stands for a user id that is hidden: by the secret key as it is, then by those before it."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    made = (salted_hmac(salt, f"{tenant}\0{user_id}", secret=key, algorithm="sha256") for key in keys)
    return [each.hexdigest() for each in made]


def of_pages(person: Any) -> None:
    """Ends the tokens in pages of somebody who logs out; another browser that is logged in gets new ones."""
    Account.objects.update_or_create(user_id=person.pk, defaults={"ended_at": timezone.now()})


def of_person(person: Any, but: str | None = None) -> int:
    """Logs somebody out everywhere, `but` in the browser of this session; the number of browsers."""
    theirs = [key for key, content in _browsers() if key != but and content[SESSION_KEY] == str(person.pk)]
    with transaction.atomic():
        Session.objects.filter(pk__in=theirs).delete()
        of_pages(person)
    return len(theirs)


def of_members(tenant: Tenant | str, over: Callable[[Mapping[str, Any]], bool]) -> int:
    """Logs a company's members out where what the session says is `over`; the number of browsers."""
    members = get_user_model().objects.filter(memberships__tenant=tenant, is_superuser=False)
    people = {str(person.pk): person for person in members}
    ended = {
        key: content[SESSION_KEY]
        for key, content in _browsers()
        if content[SESSION_KEY] in people and over(content)
    }
    with transaction.atomic():
        Session.objects.filter(pk__in=ended).delete()
        for name in sorted(set(ended.values())):
            of_pages(people[name])
    return len(ended)


def _browsers() -> Iterator[tuple[str, dict[str, Any]]]:
    """Sessions in which somebody is logged in, by key. Whose one is, is told only when it is read."""
    for row in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        content = row.get_decoded()
        if SESSION_KEY in content:
            yield row.pk, content


def forget(tenant: str | None = None) -> None:
    """Empties this process's memory: of a company that is deleted or reset, or of all."""
    if tenant is None:
        _known.clear()
    else:
        _known.pop(tenant, None)


def _of(tenant: Tenant, prefix: str) -> tuple[float, float]:
    key = ApiKey.objects.of(tenant).filter(prefix=prefix, revoked_at=None).first()
    if key is None or SIGNS not in key.scopes:
        return 0.0, 0.0
    after = key.sessions_ended_at.timestamp() if key.sessions_ended_at else 0.0
    return after, key.expires_at.timestamp() if key.expires_at else float("inf")
