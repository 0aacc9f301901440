"""Refusals below `/v1/` in the shape that OpenAI's clients read: {"error": {message, type, param, code}}."""

from typing import Any

import orjson
from django.http import HttpResponse
from django.utils.translation import gettext as _

from routing.api.refusal import Refused

PREFIX = "/v1/"
# Our codes in OpenAI's words, with the parameter that is meant.
CODES = {
    "unknown_agent": (404, "model_not_found", "model"),
    "message_too_long": (400, "context_length_exceeded", None),
    "unauthenticated": (401, "invalid_api_key", None),
    "conversation_busy": (429, "rate_limit_exceeded", None),
    "too_many_requests": (429, "rate_limit_exceeded", None),
    "limit_reached": (429, "insufficient_quota", None),
    "budget_spent": (429, "insufficient_quota", None),
    "not_found": (404, "unknown_url", None),
}
TYPES = {
    401: "authentication_error",
    403: "permission_error",
    409: "conflict_error",
    429: "rate_limit_error",
}


def answer(refused: Refused, request_id: str) -> HttpResponse:
    """The response. What this platform refuses as 422 is OpenAI's 400."""
    status, _code, _param = _translate(refused)
    return HttpResponse(
        orjson.dumps(body(refused, request_id), default=str),
        status=status,
        content_type="application/json",
        headers={"X-Request-Id": request_id, **refused.headers},
    )


def body(refused: Refused, request_id: str) -> dict[str, Any]:
    """The document, also for a stream that has begun."""
    status, code, param = _translate(refused)
    kind = TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
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
    if refused.code in CODES:
        status, code, named = CODES[refused.code]
        return status, code, named or param
    return 400 if refused.status in (413, 415, 422) else refused.status, refused.code, param
