"""The Studio's sidebar, asked for late: settings cannot import the apps they name."""

from typing import Any

from django.http import HttpRequest


def account(request: HttpRequest) -> list[dict[str, Any]]:
    """The menu of one's own account."""
    from django.urls import reverse
    from django.utils.translation import gettext as _

    return [{"title": _("Sign-in and devices"), "link": reverse("admin:account")}]


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Sections of the sidebar, in the order of the work."""
    from studio.navigation import list_sections

    return list_sections(request)
