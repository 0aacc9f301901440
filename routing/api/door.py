"""The base of all doors: async, no cookies, JSON in, JSON or a problem document out.

Other sites whose pages may speak to the doors: those of `CHAT_ORIGINS`, none by default.

A door takes no cookie, so such a page can do what its token allows and nothing else.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from audit.actors import acting, of_principal
from conversations import visits
from conversations.as_json import to_json
from routing.api import body, problems, rates
from routing.api.body import read_form, read_query_once
from routing.api.endpoint_schema import BODY, QUERY
from routing.api.problems import Refused
from tenancy.authenticate import RawCredentials, authenticate, refuse_strangers
from tenancy.principal import Principal

TAKEN = "Accept-Language, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id"
SHOWN = "Location, Retry-After, X-Request-Id"
REMEMBERED = "600"  # seconds that a browser need not ask again


def allow_origin(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
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


def require_origin(request: HttpRequest) -> None:
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


T = TypeVar("T")
SENT = ("POST", "PUT")  # the methods that come with a body
OURS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME  # what `to_json` makes plain


class Door(APIView):
    """One address of the API. Handlers are `async def get/post/put/delete(request, ...)`.

    An APIView so that drf-spectacular sees it; its own async dispatch replaces DRF's, which costs three
    times as much and runs authenticators on a thread. `self.sent` is the JSON body of a POST or PUT,
    `self.query` what the handler's documented query read.
    """

    authentication_classes = []
    permission_classes = []
    view_is_async = True  # `dispatch` is, whatever the handlers are
    body_optional = False
    reads_json = True  # what is sent
    counted = True  # against the rates of its caller
    takes_messages = False  # of callers who must say who they are before anybody reads what they say
    takes_files = False  # with a message
    takes_form = False  # whole files as texts (`FILE_PREFIXES`)
    sent: dict[str, Any]
    query: dict[str, Any]

    async def dispatch(  # type: ignore[override]
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        with translation.override(translation.get_language_from_request(request)):
            try:
                handler = self._handler(request)
                if self.counted:
                    await rates.admit(request)
                if not all(name.isprintable() for name in kwargs.values()):
                    raise Http404  # nothing has such a name, and PostgreSQL would not even look for NUL
                if self.takes_messages and request.method in SENT:  # no preflight
                    refuse_strangers(RawCredentials.of(request))
                json = request.method in SENT and self.reads_json
                self.sent = self._read_body(request) if json else {}
                shape = getattr(handler, QUERY, None)
                self.query = read_form(shape, read_query_once(request)) if shape else {}
                response = await self.carry_out(handler, request, **kwargs)
            except Exception as error:  # a door answers everything with a document
                response = problems.answer(error, request)
            return allow_origin(request, response)

    def _read_body(self, request: HttpRequest) -> dict[str, Any]:
        return body.read(request, body.Cap.of(self.takes_files, self.takes_form), self.body_optional)

    async def carry_out(
        self, handler: Callable[..., Any], request: HttpRequest, **named: str
    ) -> HttpResponseBase:
        """Calls the handler; `named` is what the address names."""
        response: HttpResponseBase = await handler(request, **named)
        return response

    async def options(  # type: ignore[override]
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """The methods of this address."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def _handler(self, request: HttpRequest) -> Callable[..., Any]:
        name = (request.method or "").lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        if handler is None:
            raise problems.wrong_method(", ".join(self.allowed_methods))
        handle: Callable[..., Any] = handler
        return handle

    @staticmethod
    def read_checked(serializer: type[Serializer[Any]], sent: Any) -> dict[str, Any]:
        """What a serializer read from a body or a query.

        :raises rest_framework.exceptions.ValidationError: which becomes a 422 with pointers.
        """
        return read_form(serializer, sent)

    async def see(
        self,
        request: HttpRequest,
        read: Callable[[Principal], T],
        scope: str = "",
        named: Mapping[str, Any] | None = None,
    ) -> T:
        """Authenticates and reads in one visit.

        `named`, by default the query, may name `tenant_id` and, for trusted callers, `user_id`.

        >>> await self.see(request, lambda who: reading.turn(who, turn_id), "chat")
        """
        named = self.query if named is None else named
        raw = RawCredentials.of(request, named.get("tenant_id") or None)
        language = translation.get_language()  # the visit's thread does not know it

        def together() -> T:
            principal = authenticate(raw)
            if scope:
                principal.require(scope)
            with translation.override(language), acting(partial(of_principal, principal, request)):
                return read(principal.acting_for(named.get("user_id")))

        return await visits.visit(together)


class VisitDoor(Door):
    """A door whose handlers ask the database alone: plain functions of a `Principal`, each in one visit.

    `def get(self, who, ...)` gives the answer's JSON, or a response. `self.body` is what was sent, as its
    documented shape reads it.
    """

    scope = ""
    body: dict[str, Any]

    async def carry_out(
        self, handler: Callable[..., Any], request: HttpRequest, **named: str
    ) -> HttpResponseBase:
        if request.method == "OPTIONS":  # a preflight, which nobody signs and no visit answers
            return await super().carry_out(handler, request, **named)
        shape = getattr(handler, BODY, None) if self.reads_json else None
        self.body = self.read_checked(shape, self.sent) if shape and request.method in SENT else {}
        answer = await self.ask(request, lambda who: handler(who, **named))
        return answer if isinstance(answer, HttpResponseBase) else reply(answer)

    async def ask(self, request: HttpRequest, call: Callable[[Any], Any]) -> Any:
        """What the handler gives to whoever asks, whose credential has the door's `scope`."""
        return await self.see(request, call, self.scope, self.body or self.query)


def reply(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """Plain data or frozen words as a JSON response."""
    return HttpResponse(
        _write(data),
        status=status,
        content_type="application/json",
        headers=headers,
    )


def _write(data: Any) -> bytes:
    """What is plain JSON, as an answer is, is not gone through before it is written."""
    try:
        return orjson.dumps(data, default=_plain, option=OURS)
    except TypeError:  # keys that are no text
        return orjson.dumps(to_json(data), default=str)


def _plain(value: Any) -> Any:
    made = to_json(value)
    return str(value) if made is value else made
