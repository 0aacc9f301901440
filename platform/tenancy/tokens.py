"""Session tokens: signed, short-lived, believed about who the user is.

    token = tokens.issue("tenant_a", "u1", {"msisdn": "5511999999999"}, ["chat"])
    claims = tokens.read(token)          # BadToken when it is not ours, changed or too old

A token names what it was made by: the API key, or the person who is logged in. It dies with that, and when
somebody ends its sessions (`tenancy.ending`). Raising a company's `token_epoch` (`tokens.revoke_all`) ends
all of a company.
"""

import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core import signing
from django.db import transaction

from tenancy import operational
from tenancy.errors import BadToken
from tenancy.models import Tenant
from tenancy.standing import mark_of
from tenancy.tenant_rows import slug_of

SALT = "tenancy.session.2"  # of tokens that name what they were made by
LONGEST = 12 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class TokenClaims:
    """What a token says.

    `key` is the prefix of the API key that signed it in; `staff` the primary key of a person who is logged
    in, for pages, and `mark` what that person's password was then.
    """

    tenant_id: str
    user_id: str | None
    context: Mapping[str, str]
    scopes: frozenset[str]
    roles: frozenset[str]
    expires: float  # epoch seconds
    epoch: int
    id: str
    staff: int | None
    issued: float  # epoch seconds
    key: str
    mark: str


def issue(
    tenant_id: str,
    user_id: str | None,
    context: Mapping[str, str],
    scopes: Iterable[str],
    roles: Iterable[str] = (),
    seconds: int = 3600,
    *,
    staff: int | None = None,
    key: str = "",
    epoch: int | None = None,
) -> str:
    """A token for one user of one company; `epoch` spares the query when the row is at hand.

    With `staff` (a page for somebody who is logged in) the person is looked up again each time the token is
    used: who loses the role, logs out or changes the password loses the token. With `key` (its prefix) so is
    the key.
    """
    if epoch is None:
        epoch = Tenant.objects.values_list("token_epoch", flat=True).get(pk=tenant_id)
    now = time.time()
    claims = {
        "t": tenant_id,
        "u": user_id,
        "c": dict(context),
        "s": sorted(scopes),
        "r": sorted(roles),
        "x": int(now) + min(seconds, LONGEST),
        "e": epoch,
        "j": secrets.token_urlsafe(9),
        "p": staff,
        "i": now,
        "k": key,
        "m": mark_of(staff) if staff is not None else "",
    }
    return signing.dumps(claims, salt=SALT, compress=True)


def is_shaped(text: str) -> bool:
    """Whether a text looks as a token does, whoever signed it and whenever."""
    return text.count(":") == 2


def read(token: str) -> TokenClaims:
    """The claims of a token whose signature and time hold; its epoch is for `authenticate` to compare."""
    try:
        raw = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise BadToken(str(error)) from error
    if raw["x"] <= time.time():
        raise BadToken("expired")
    return TokenClaims(
        tenant_id=raw["t"],
        user_id=raw["u"],
        context=raw["c"],
        scopes=frozenset(raw["s"]),
        roles=frozenset(raw["r"]),
        expires=raw["x"],
        epoch=raw["e"],
        id=raw["j"],
        staff=raw["p"],
        issued=raw["i"],
        key=raw["k"],
        mark=raw["m"],
    )


def revoke_all(tenant: Tenant | str) -> None:
    """Ends every token of the company, at once and in every process."""
    with transaction.atomic():
        row = Tenant.objects.select_for_update(no_key=True).get(pk=slug_of(tenant))
        row.token_epoch += 1
        row.save(update_fields=["token_epoch"])
        operational.touch(row)
