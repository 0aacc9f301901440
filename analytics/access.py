"""Who may look at figures: credentials with the scope, the demo's visitor, people of the staff."""

from django.http import HttpRequest

from tenancy.authenticate import RawCredentials, authenticate
from tenancy.current import tenant_of
from tenancy.errors import Forbidden, Unauthenticated
from tenancy.roles import memberships

SCOPE = "analytics:read"
ROLES = ("analyst", "operator", "admin")


def reader(request: HttpRequest, named: str | None = None) -> str:
    """The slug of the company whose figures this request may read.

    A person who is logged in reads their own company's; anybody else shows a key or a token (or is the
    visitor of a demo). Raises `Unauthenticated`, `Forbidden`, `UnknownTenant`.
    """
    raw = RawCredentials.of(request, named)
    if raw.authorization is None and request.user.is_authenticated:
        return _person(request)
    principal = authenticate(raw)
    if not principal.may(SCOPE):
        raise Forbidden(SCOPE)
    return principal.tenant_id


def _person(request: HttpRequest) -> str:
    if not request.user.is_staff:  # type: ignore[union-attr]
        raise Unauthenticated
    slug = tenant_of(request).pk
    if request.user.is_superuser or memberships(request.user).get(slug) in ROLES:  # type: ignore[union-attr]
        return slug
    raise Forbidden(SCOPE)
