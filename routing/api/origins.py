"""Other sites whose pages may speak to the doors: those of `CHAT_ORIGINS`, none by default.

A door takes no cookie, so such a page can do what its token allows and nothing else.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from routing.api.refusal import Refused

TAKEN = "Accept-Language, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id"
SHOWN = "Location, Retry-After, X-Request-Id"
REMEMBERED = "600"  # seconds that a browser need not ask again


def allow(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Marks an answer as readable by the page that asked, where its origin is one of ours."""
    if not settings.CHAT_ORIGINS:
        return response
    patch_vary_headers(response, ["Origin"])  # type: ignore[arg-type]
    origin = request.headers.get("Origin", "")
    if origin not in settings.CHAT_ORIGINS:
        return response
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Expose-Headers"] = SHOWN
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = TAKEN
        response.headers["Access-Control-Max-Age"] = REMEMBERED
    return response


def require(request: HttpRequest) -> None:
    """The same rule for a socket, which a browser opens for any page without asking whether it may.

    Programs name no origin; our own pages name ours.
    :raises Refused: 403 for a page of another site.
    """
    origin = request.headers.get("Origin")
    ours = f"{request.scheme}://{request.get_host()}".lower()
    if origin is None or origin == ours or origin in settings.CHAT_ORIGINS:
        return
    raise Refused(
        403,
        "foreign_origin",
        _("This page may not connect"),
        _("Name its origin in CHAT_ORIGINS: %(origin)s") % {"origin": origin[:200]},
    )
