"""Turns what a request carries into a `Principal`; every door asks here, and only here.

raw = RawCredentials.of(request, body.get("tenant_id"))
principal = authenticate(raw)        # in the visit that opens the turn
"""

import math
import secrets
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Self

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tenancy import ending, key_text, keys, rates, tokens
from tenancy.errors import BadToken, Unauthenticated, UnknownTenant
from tenancy.models import ApiKey, Tenant
from tenancy.principal import Principal
from tenancy.roles import ROLES
from tenancy.standing import standing
from tenancy.statements import find

FORWARDING = (
    "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via",
    "cf-connecting-ip", "true-client-ip", "x-forwarded-port", "x-forwarded-server", "x-forwarded-by",
    "x-client-ip",
    "x-cluster-client-ip", "x-original-forwarded-for", "x-envoy-external-address", "fly-client-ip",
)  # fmt: skip
DEMO_SCOPES = frozenset(
    {"chat", "chat:multi_agent", "context:trusted", "sessions", "debug", "analytics:read"}
)
DEMO_ROLES = frozenset({"operator", "analyst"})


@dataclass(frozen=True, slots=True)
class RawCredentials:
    """What a request says about itself, unproven. `tenant` is the company it names, if any."""

    authorization: str | None = None
    peer: str | None = None
    forwarded: bool = False
    tenant: str | None = None

    @classmethod
    def of(cls, request: Any, tenant: str | None = None) -> Self:
        """From a Django or REST framework request."""
        return cls(
            request.headers.get("authorization"),
            request.META.get("REMOTE_ADDR"),
            any(name in request.headers for name in FORWARDING),
            tenant,
        )


def authenticate(raw: RawCredentials) -> Principal:
    """Who this is. Raises `Unauthenticated`, or `UnknownTenant` when it names a company not its own.

    A wrong credential is never taken for none: it is refused even where the demo lets strangers in.
    """
    return admit_with_tenant(raw)[0]


def refuse_strangers(raw: RawCredentials) -> None:
    """Raises `Unauthenticated` where nothing says who asks and nobody is let in so; asks no database."""
    if raw.authorization is None and not _is_local(raw):
        raise Unauthenticated


def admit_with_tenant(raw: RawCredentials) -> tuple[Principal, Tenant]:
    """The same with the company's row, which was read in the same query as the credential's."""
    if raw.authorization is None:
        principal, tenant = _visitor(raw)
    else:
        scheme, _space, value = raw.authorization.strip().partition(" ")
        value = value.strip()
        if scheme.lower() != "bearer" or not value:
            raise Unauthenticated(_("Send the credential as: Authorization: Bearer <key or token>."))
        try:
            principal, tenant = _by_key(value) if value.startswith(key_text.START) else _by_token(value)
        except Unauthenticated:
            rates.companies.forget(raw.authorization)
            raise
        rates.companies.learn(raw.authorization, principal.tenant_id)
    if raw.tenant and raw.tenant != principal.tenant_id:
        raise UnknownTenant(raw.tenant)
    return principal, tenant


def _by_key(plain: str) -> tuple[Principal, Tenant]:
    prefix = key_text.prefix_of(plain)
    row = ApiKey.unscoped.select_related("tenant").filter(prefix=prefix).first() if prefix else None
    if row is None or not secrets.compare_digest(row.digest, key_text.digest(plain)):
        raise Unauthenticated(_("This API key is not known."))
    if not row.usable(timezone.now()):
        raise Unauthenticated(_("This API key has expired or was revoked."))
    keys.note_use(row)
    scopes = frozenset(row.scopes)
    trusted = "context:trusted" in scopes
    until = row.expires_at.timestamp() if row.expires_at else math.inf
    principal = Principal(
        row.tenant_id, "key", row.prefix, None, scopes, trusted=trusted, key=row.prefix, until=until
    )
    return principal, row.tenant


def _by_token(text: str) -> tuple[Principal, Tenant]:
    try:
        claims = tokens.read(text)
    except BadToken:
        if not tokens.is_shaped(text):  # another product's key, or a placeholder such as "none"
            raise Unauthenticated(_("This is neither an API key (sb_live_…) nor a session token.")) from None
        raise Unauthenticated(_("This session token is not valid, or has expired.")) from None
    tenant = find(Tenant, {"slug": claims.tenant_id})
    if tenant is None or claims.epoch != tenant.token_epoch or not ending.stands(tenant, claims):
        raise Unauthenticated(_("This session token has been revoked."))
    if claims.staff is not None:
        return _by_page(claims, claims.staff), tenant
    principal = Principal(
        claims.tenant_id,
        "token",
        claims.user_id or claims.id,
        claims.user_id,
        claims.scopes,
        claims.roles,
        trusted="context:trusted" in claims.scopes,
        context=claims.context,
        key=claims.key,
        until=claims.expires,
    )
    return principal, tenant


def _by_page(claims: tokens.TokenClaims, person: int) -> Principal:
    """A page of somebody who is logged in: what the token says, as far as their role still allows it."""
    found = standing(person, claims.tenant_id)
    if found is None or found.mark != claims.mark or claims.issued <= found.ended_at:
        raise Unauthenticated(_("This session token has been revoked."))
    role = found.role
    if role is None:
        raise Unauthenticated(_("You no longer work for this company; log in again."))
    scopes = claims.scopes & ROLES[role].scopes
    return Principal(
        claims.tenant_id,
        "staff",
        str(person),
        claims.user_id,
        scopes,
        frozenset({role}),
        trusted="context:trusted" in scopes,
        context=claims.context,
        until=claims.expires,
    )


def _visitor(raw: RawCredentials) -> tuple[Principal, Tenant]:
    refuse_strangers(raw)
    name = raw.tenant or settings.DEMO_TENANTS[0]
    tenant = find(Tenant, {"slug": name}) if name in settings.DEMO_TENANTS else None
    if tenant is None:
        raise UnknownTenant(name)
    return Principal(name, "demo", "visitor", None, DEMO_SCOPES, DEMO_ROLES, trusted=True), tenant


def _is_local(raw: RawCredentials) -> bool:
    """Whether it comes from this machine to a demo."""
    return bool(settings.DEMO) and not raw.forwarded and _loopback(raw.peer)


def _loopback(peer: str | None) -> bool:
    try:
        ip = ip_address(peer or "")
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback
