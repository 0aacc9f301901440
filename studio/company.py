"""Choosing the company to work for, for people who belong to several."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from tenancy.current import choose
from tenancy.errors import UnknownTenant


@require_POST
def page(request: HttpRequest) -> HttpResponse:
    """Remembers the choice in the session and goes home."""
    try:
        choose(request, request.POST.get("company", ""))
    except UnknownTenant as error:
        raise PermissionDenied from error
    return HttpResponseRedirect(reverse("admin:index"))
