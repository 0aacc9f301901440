"""Session tokens: signed, short-lived, believed about who the user is.

    token = tokens.issue("tenant_a", "u1", {"msisdn": "5511999999999"}, ["chat"])
    claims = tokens.read(token)          # BadToken when it is not ours, changed or too old

Raising a company's `token_epoch` (`tokens.revoke_all`) ends every token issued for it before.
"""

import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core import signing
from django.db.models import F

from tenancy import operational
from tenancy.errors import BadToken
from tenancy.models import Tenant

SALT = "tenancy.session"
LONGEST = 12 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class Claims:
    """What a token says. `staff` is the primary key of a person who is logged in, for pages."""

    tenant_id: str
    user_id: str | None
    context: Mapping[str, str]
    scopes: frozenset[str]
    roles: frozenset[str]
    expires: float  # epoch seconds
    epoch: int
    id: str
    staff: int | None


def issue(
    tenant_id: str,
    user_id: str | None,
    context: Mapping[str, str],
    scopes: Iterable[str],
    roles: Iterable[str] = (),
    seconds: int = 3600,
    *,
    staff: int | None = None,
    epoch: int | None = None,
) -> str:
    """A token for one user of one company; `epoch` spares the query when the row is at hand.

    With `staff` (a page for somebody who is logged in) the person's role is looked up again each time the
    token is used: who loses the role loses the token.
    """
    if epoch is None:
        epoch = Tenant.objects.values_list("token_epoch", flat=True).get(pk=tenant_id)
    claims = {
        "t": tenant_id,
        "u": user_id,
        "c": dict(context),
        "s": sorted(scopes),
        "r": sorted(roles),
        "x": int(time.time()) + min(seconds, LONGEST),
        "e": epoch,
        "j": secrets.token_urlsafe(9),
        "p": staff,
    }
    return signing.dumps(claims, salt=SALT, compress=True)


def read(token: str) -> Claims:
    """The claims of a token whose signature and time hold; its epoch is for `authenticate` to compare."""
    try:
        raw = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise BadToken(str(error)) from error
    if raw["x"] <= time.time():
        raise BadToken("expired")
    return Claims(
        tenant_id=raw["t"],
        user_id=raw["u"],
        context=raw["c"],
        scopes=frozenset(raw["s"]),
        roles=frozenset(raw["r"]),
        expires=raw["x"],
        epoch=raw["e"],
        id=raw["j"],
        staff=raw["p"],
    )


def revoke_all(tenant: Tenant | str) -> None:
    """Ends every token of the company, at once and in every process."""
    slug = getattr(tenant, "pk", tenant)
    Tenant.objects.filter(pk=slug).update(token_epoch=F("token_epoch") + 1)
    operational.touch(slug)
