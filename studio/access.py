"""Whose company a request of the Studio is about, and what the person may do there."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from tenancy.current import tenant_of
from tenancy.days import find_zone
from tenancy.errors import NoCompany
from tenancy.models import Tenant
from tenancy.roles import ROLES
from tenancy.standing import role_in


def tenant(request: HttpRequest) -> Tenant:
    """The request's company; also the one whose role counts from here on, and in whose time zone days and
    times are read and told until the page is done (`config.middleware.Acting`)."""
    company = tenant_of(request)
    timezone.activate(find_zone(company.time_zone))
    return company


def is_allowed(request: HttpRequest, permission: str) -> bool:
    """Whether the person may do this in the request's company.

    >>> is_allowed(request, "routing.change_intent")
    True
    """
    user: Any = request.user
    if not user.is_authenticated:
        return False
    try:
        tenant(request)
    except NoCompany:
        return bool(user.is_superuser)  # who may make the first company
    return bool(user.has_perm(permission))


def require(request: HttpRequest, permission: str) -> None:
    """Refuses the request unless the person may do this."""
    if not is_allowed(request, permission):
        raise PermissionDenied


def scopes_of(request: HttpRequest) -> frozenset[str]:
    """What the person's role in the request's company may do at the doors."""
    role = role_in(request.user.pk or 0, tenant(request).pk)
    return ROLES[role].scopes if role else frozenset()
