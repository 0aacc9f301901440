"""For which company somebody who is logged in works on a page."""

from typing import Any

from django.http import HttpRequest

from tenancy.errors import NoCompany, UnknownTenant
from tenancy.models import Tenant
from tenancy.standing import bind_tenant, memberships

SESSION_KEY = "tenant"


def tenants_of(user: Any) -> list[Tenant]:
    """The companies the person may choose among; all of them for a superuser."""
    rows = Tenant.objects.order_by("slug")
    return list(rows if user.is_superuser else rows.filter(pk__in=memberships(user)))


def tenant_of(request: HttpRequest) -> Tenant:
    """The company of this request: the one chosen in the session, else the person's first.

    Also tells the role backend which company's role counts. Raises `NoCompany` when there is none.
    """
    cached: Tenant | None = getattr(request, "_tenant", None)
    if cached is not None:
        return cached
    user = request.user
    if not user.is_authenticated:
        raise NoCompany
    choices = {tenant.pk: tenant for tenant in tenants_of(user)}
    if not choices:
        raise NoCompany
    chosen = choices.get(request.session.get(SESSION_KEY, "")) or next(iter(choices.values()))
    bind_tenant(user, chosen.pk)
    request._tenant = chosen  # type: ignore[attr-defined]
    return chosen


def choose(request: HttpRequest, slug: str) -> Tenant:
    """Remembers the company in the session; `UnknownTenant` when it is not one of the person's."""
    for tenant in tenants_of(request.user):
        if tenant.pk == slug:
            request.session[SESSION_KEY] = slug
            request._tenant = tenant  # type: ignore[attr-defined]
            bind_tenant(request.user, slug)
            return tenant
    raise UnknownTenant(slug)
