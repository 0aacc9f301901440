"""The Studio's sidebar, asked for late: settings cannot import the apps they name."""

from typing import Any

from django.http import HttpRequest


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Sections of the sidebar, in the order of the work."""
    from studio.navigation import sections

    return sections(request)
