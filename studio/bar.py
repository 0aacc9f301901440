"""The bar on every page of the Studio: how much of the draft has not been published."""

from dataclasses import dataclass

from django.http import HttpRequest

from releases import draft
from studio.access import is_allowed, tenant
from tenancy.current import tenants_of
from tenancy.errors import NoCompany
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar says. `count` is None when the person has no company to look at."""

    tenant: Tenant | None = None
    count: int | None = None
    publisher: bool = False
    companies: tuple[Tenant, ...] = ()  # to choose among, when there are several


def bar(request: HttpRequest) -> Bar:
    """The bar of a request; an empty one where the person sees no drafts."""
    user = request.user
    if not (user.is_authenticated and user.is_staff):
        return Bar()
    try:
        company = tenant(request)
    except NoCompany:
        return Bar()
    if not is_allowed(request, "routing.view_intent"):
        return Bar(company, companies=_several(user))
    publisher = is_allowed(request, "releases.publish_release")
    return Bar(company, draft.of(company).count, publisher, _several(user))


def _several(user: object) -> tuple[Tenant, ...]:
    companies = tuple(tenants_of(user))
    return companies if len(companies) > 1 else ()
