"""Every refusal of a door as RFC 9457 `application/problem+json`.

Below `/v1/` it has the shape that OpenAI's clients read: {"error": {message, type, param, code}}.

The rooms below raise small error families whose members carry `code`, `status`, `title` and, some,
`retry_after` and `errors`; this file only gives them their form. What nobody expected becomes a 500
with the request's id, and the traceback goes to the log.
"""

import logging
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import orjson
from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework.exceptions import ValidationError

from conversations import visits
from outbound.sentences import say_again

logger = logging.getLogger(__name__)
TYPE = "urn:switchboard:problem:"
OPENAI_PREFIX = "/v1/"
# Our codes in OpenAI's words, with the parameter that is meant.
OPENAI_CODES = {
    "unknown_agent": (404, "model_not_found", "model"),
    "message_too_long": (400, "context_length_exceeded", None),
    "unauthenticated": (401, "invalid_api_key", None),
    "conversation_busy": (429, "rate_limit_exceeded", None),
    "too_many_requests": (429, "rate_limit_exceeded", None),
    "limit_reached": (429, "insufficient_quota", None),
    "budget_spent": (429, "insufficient_quota", None),
    "not_found": (404, "unknown_url", None),
}
OPENAI_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    409: "conflict_error",
    429: "rate_limit_error",
}


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a body: where (a JSON pointer) and what is expected."""

    pointer: str
    detail: str


class Refused(Exception):
    """A door's own refusal, before the engine was asked.

    >>> raise Refused(413, "body_too_large", "The body is too large", "Send at most 256 KB.")
    """

    def __init__(
        self,
        status: int,
        code: str,
        title: str,
        detail: str,
        flaws: Iterable[Flaw] = (),
        headers: dict[str, str] | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.title, self.detail = status, code, title, detail
        self.flaws = tuple(flaws)
        self.headers = headers or {}
        self.members = dict(members or {})  # of this kind of problem alone


def invalid(*flaws: Flaw) -> Refused:
    """422 for a body that is JSON but not what the door takes."""
    first = flaws[0]
    where = first.pointer.replace("/", ".").lstrip(".")
    return Refused(
        422,
        "invalid_request",
        _("The request cannot be read"),
        f"{where}: {first.detail}" if where else first.detail,
        flaws,
    )


def wrong_method(allowed: str) -> Refused:
    """405 with the methods that are taken, as in the header Allow."""
    return Refused(
        405,
        "method_not_allowed",
        _("This address does not take that method"),
        _("Allowed here: %(methods)s.") % {"methods": allowed},
        headers={"Allow": allowed},
    )


def answer(error: Exception, request: HttpRequest) -> HttpResponse:
    """The response for anything a door may raise; never a stack trace."""
    refused = _find_refusal(error)
    if refused is None:
        logger.error(
            "request %s: %s %s failed", request_id(request), request.method, request.path, exc_info=error
        )
        refused = Refused(
            500,
            "unexpected",
            _("Something went wrong"),
            _("This was not expected and is in the log under this request id. Nothing you sent is lost."),
        )
    if request.path_info.startswith(OPENAI_PREFIX):
        return answer_openai(refused, request_id(request))
    response = HttpResponse(
        orjson.dumps(body(refused, request), default=str),
        status=refused.status,
        content_type="application/problem+json",
    )
    for name, value in refused.headers.items():
        response.headers[name] = value
    return response


def body(refused: Refused, request: HttpRequest) -> dict[str, Any]:
    """The members of the problem document, in the order a person reads them."""
    return {
        "type": TYPE + refused.code,
        "title": refused.title,
        "status": refused.status,
        "detail": refused.detail,
        "instance": request.path,
        "code": refused.code,
        "errors": [{"pointer": flaw.pointer, "detail": flaw.detail} for flaw in refused.flaws],
        "request_id": request_id(request),
        **refused.members,
    }


def in_stream(error: Exception, request: HttpRequest) -> dict[str, Any]:
    """The same document for a stream or a socket that has already begun, with the seconds to wait, elsewhere
    a header.
    """
    response = answer(error, request)
    wait = response.headers.get("Retry-After")
    return {**orjson.loads(response.content), **({"retry_after": int(wait)} if wait else {})}


def request_id(request: HttpRequest) -> str:
    """The id that the middleware gave this request."""
    return str(getattr(request, "request_id", ""))


def _find_refusal(error: Exception) -> Refused | None:
    if isinstance(error, Refused):
        return error
    if isinstance(error, ValidationError):
        return invalid(*list_flaws(error.detail))
    # On the class: a model's error has the other side's status on the instance.
    code, status = getattr(type(error), "code", None), getattr(type(error), "status", None)
    if isinstance(code, str) and isinstance(status, int):
        return _of_family(error, code, status)
    if isinstance(error, RequestDataTooBig):
        return Refused(413, "body_too_large", _("The body is too large"), str(error))
    if isinstance(error, UnreadablePostError):
        return Refused(400, "unreadable", _("The body did not arrive"), _("Send the request again."))
    if isinstance(error, SuspiciousOperation | MultiPartParserError):
        return Refused(400, "bad_request", _("The request cannot be read"), str(error))
    if isinstance(error, PermissionDenied):
        return Refused(403, "forbidden", _("Not allowed"), str(error) or _("You may not do this."))
    if isinstance(error, Http404):
        return Refused(404, "not_found", _("Nothing here"), _("There is nothing at this address."))
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("the database did not answer", exc_info=error)
        return Refused(
            503,
            "database_unavailable",
            _("The database does not answer"),
            _(
                "Send the same request again in a moment; with the same Idempotency-Key nothing happens "
                "twice."
            ),
            headers={"Retry-After": "2"},
        )
    return None


def _of_family(error: Exception, code: str, status: int) -> Refused:
    retry = getattr(error, "retry_after", None)
    headers = {"Retry-After": str(max(1, round(retry)))} if retry else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    title = getattr(error, "title", "") or HTTPStatus(status).phrase
    flaws = [Flaw(pointer, detail) for pointer, detail in getattr(error, "errors", ())]
    return Refused(
        status, code, str(title), say_again(error), flaws, headers, getattr(error, "members", None)
    )


def list_flaws(detail: Any, pointer: str = "") -> list[Flaw]:
    """A serializer's nested errors as a flat list with JSON pointers."""
    if isinstance(detail, dict):
        return [
            flaw
            for name, inner in detail.items()
            for flaw in list_flaws(
                inner, pointer if name == "non_field_errors" else f"{pointer}/{escape(str(name))}"
            )
        ]
    if isinstance(detail, list):
        if any(isinstance(inner, dict) and inner for inner in detail):
            return [f for n, inner in enumerate(detail) if inner for f in list_flaws(inner, f"{pointer}/{n}")]
        return [Flaw(pointer, str(inner)) for inner in detail]
    return [Flaw(pointer, str(detail))]


def escape(name: str) -> str:
    """A name as a JSON pointer spells it."""
    return name.replace("~", "~0").replace("/", "~1")


# --- below /v1/ --------------------------------------------------------------------------------------
def answer_openai(refused: Refused, request_id: str) -> HttpResponse:
    """The response. What this platform refuses as 422 is OpenAI's 400."""
    status, _code, _param = _translate(refused)
    return HttpResponse(
        orjson.dumps(_describe_for_openai(refused, request_id), default=str),
        status=status,
        content_type="application/json",
        headers={"X-Request-Id": request_id, **refused.headers},
    )


def _describe_for_openai(refused: Refused, request_id: str) -> dict[str, Any]:
    """The document, also for a stream that has begun."""
    status, code, param = _translate(refused)
    kind = OPENAI_TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    message = refused.detail
    if status == 401:  # a client of OpenAI's knows of keys alone
        key = _(
            "An API key of this platform is expected, as api_key or as the header Authorization: Bearer "
            "sb_live_…; make one in the Studio, under “API keys”."
        )
        message = f"{message} {key}"
    return {
        "error": {
            "message": message,
            "type": kind,
            "param": param,
            "code": code,
            "request_id": request_id,
        }
    }


def _translate(refused: Refused) -> tuple[int, str, str | None]:
    pointer = refused.flaws[0].pointer if refused.flaws else ""
    param = pointer.lstrip("/").replace("/", ".") or None
    if refused.code in OPENAI_CODES:
        status, code, named = OPENAI_CODES[refused.code]
        return status, code, named or param
    return 400 if refused.status in (413, 415, 422) else refused.status, refused.code, param


# --- outside a door: handler400 ... handler500 of the URL configuration, forged forms, bodies refused ----
def refuse(refused: Refused, request: HttpRequest) -> HttpResponse:
    """A refusal before a view was reached: a document where programs ask, a page where people do."""
    if _wants_problem(request):
        return answer(refused, request)
    shown = {"title": refused.title, "detail": refused.detail}
    return HttpResponse(render_to_string("refused.html", shown), status=refused.status)


def _wants_problem(request: HttpRequest) -> bool:
    """Where programs ask: at the doors and everywhere else below /api/."""
    return request.path_info.startswith(("/api/", *settings.DOOR_PREFIXES))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """400 before a view was reached: a Host that is not ours, a form with thousands of fields."""
    if isinstance(exception, TooManyFieldsSent | TooManyFilesSent):
        detail = _("There are too many fields or files in this form. Send fewer at once.")
    elif isinstance(exception, RequestDataTooBig):
        detail = _("The form is too large. Send less at once.")
    else:
        detail = _("Something in its address or its form is not as it should be. Go back and try again.")
    refused = _find_refusal(exception) if _wants_problem(request) else None
    return refuse(refused or Refused(400, "bad_request", _("The request cannot be read"), detail), request)


def refuse_forged(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """403 of a form without the token that our own pages put into theirs."""
    detail = _(
        "This form was open for too long, or comes from another site. Go back, load the page again, send it "
        "again."
    )
    return refuse(Refused(403, "forged", _("The form was not accepted"), detail), request)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """403 of a page."""
    if _wants_problem(request):
        return answer(PermissionDenied(str(exception)), request)
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """404: a problem document where programs ask, a page where people do."""
    if _wants_problem(request):
        return answer(Http404(), request)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500 outside a door, 503 where the database is away: a statement that it refused is our mistake."""
    error = sys.exception()
    if isinstance(error, OperationalError | InterfaceError) and visits.is_lost(error):
        visits.note_silence(error)
        return database_away(request, error)
    if _wants_problem(request):
        return answer(RuntimeError("outside a door"), request)
    return defaults.server_error(request)


def database_away(request: HttpRequest, error: Exception) -> HttpResponseBase:
    """503 of a page, for which the database is asked nothing more."""
    if _wants_problem(request):
        return answer(error, request)
    title = _("The database does not answer")
    shown = Refused(503, "database_unavailable", title, _("Load this page again in a moment."))
    response = refuse(shown, request)
    response.headers["Retry-After"] = "2"
    return response
