"""Django's site middleware, asleep on the doors, which take keys and tokens and never cookies.

Four of them gated took a door's request from 4.1 ms to 2.7 ms (measured).
"""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import reverse
from django.utils import timezone
from whitenoise.middleware import WhiteNoiseMiddleware

from audit import actors
from conversations import visits
from conversations.errors import DatabaseAway
from telemetry import logs
from tenancy import first_passwords

PROBES = ("/healthz", "/readyz")
access = logging.getLogger("access")
REQUEST_ID = re.compile(r"[\x21-\x7e]{1,128}")


def is_door(path: str) -> bool:
    """Whether a path belongs to a door: no cookie is read or set there."""
    return path.startswith(settings.DOOR_PREFIXES)


class _SyncAndAsync:
    """Of our own middleware: takes the colour (sync or async) of what stands behind it."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)  # type: ignore[type-var]  # a subclass is called


class RequestId(_SyncAndAsync):
    """Gives every request an id, takes the caller's `X-Request-Id` if it is printable, sends it back.

    Log lines that are written meanwhile carry it, and so does the request's own (`ACCESS_LOG`), which names
    the path without what stands behind a question mark.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        given = request.headers.get("X-Request-Id", "")
        own = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = own  # type: ignore[attr-defined]
        if self.is_async:
            return self._later(request)
        with logs.bind(request_id=request.request_id):  # type: ignore[attr-defined]
            began = time.perf_counter()
            return self._mark(request, self.get_response(request), began)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        with logs.bind(request_id=request.request_id):  # type: ignore[attr-defined]
            began = time.perf_counter()
            return self._mark(request, await self.get_response(request), began)

    @staticmethod
    def _mark(request: HttpRequest, response: HttpResponseBase, began: float) -> HttpResponseBase:
        response.headers["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        if settings.ACCESS_LOG and request.path_info not in PROBES:
            ms = round((time.perf_counter() - began) * 1000, 1)
            about = {
                "method": request.method,
                "path": request.path_info,
                "status": response.status_code,
                "ms": ms,
            }
            access.info("%(method)s %(path)s %(status)s", about, extra=about)
        return response


class _SkipsDoors:
    """Mixin: hands a door's request on untouched, in the caller's own colour (sync or async)."""

    get_response: Callable[[HttpRequest], Any]

    def __call__(self, request: HttpRequest) -> Any:
        if is_door(request.path_info):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class _InLoop:
    """Mixin for what only looks at headers: Django would send each of its two steps to a thread."""

    get_response: Callable[[HttpRequest], Any]

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        ask, tell = getattr(self, "process_request", None), getattr(self, "process_response", None)
        response = ask(request) if ask is not None else None
        response = response or await self.get_response(request)
        return tell(request, response) if tell is not None else response  # type: ignore[no-any-return]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise without a thread for every request that asks for no file.

    It is synchronous by nature: with 200 turns held, 200 threads did nothing but wait for their answers.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        # Without a file the answer is the next one's: a coroutine where that is asynchronous.
        if iscoroutinefunction(self.get_response):
            return self._later(request)
        return super().__call__(request)

    async def _later(self, request: HttpRequest) -> Any:
        path = request.path_info
        if not path.startswith(self.static_prefix):
            return await self.get_response(request)
        found = self.find_file(path) if self.autorefresh else self.files.get(path)
        return _whole(self.serve(found, request)) if found is not None else await self.get_response(request)


def _whole(response: Any) -> HttpResponse:
    """A file's answer with the file read at once.

    Django reads a file that is streamed under ASGI at once too, and warns of it at every request.
    """
    made = HttpResponse(b"".join(response.streaming_content), status=response.status_code)
    del made.headers["Content-Type"]
    for name, value in response.headers.items():
        made.headers[name] = value
    response.close()
    return made


class Common(_InLoop, CommonMiddleware):
    """Django's, which refuses unknown host names; a probe names a machine's address, not the site."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path_info in PROBES else super().process_request(request)


class Security(_InLoop, SecurityMiddleware): ...


class Frames(_InLoop, XFrameOptionsMiddleware): ...


class SilentDatabase(_SyncAndAsync):
    """No page is begun while the database answers nobody: each would wait for it anew."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if visits.is_silent() and not is_door(request.path_info):
            from routing.api import problems  # this file is read before apps are ready

            refused = problems.database_away(request, DatabaseAway())
            return self._refuse(refused) if self.is_async else refused
        return self.get_response(request)  # type: ignore[no-any-return]

    async def _refuse(self, refused: HttpResponseBase) -> HttpResponseBase:
        return refused


class Sessions(_SkipsDoors, SessionMiddleware): ...


class Locale(_SkipsDoors, LocaleMiddleware): ...


class Authentication(_SkipsDoors, AuthenticationMiddleware):
    """Django's; whoever logged in with a password that somebody else knows is sent to choose another one
    first.
    """

    FREE = ("admin:password_change", "admin:logout", "admin:login", "admin:jsi18n", "set_language")

    def process_request(self, request: HttpRequest) -> HttpResponse | None:  # type: ignore[override]
        super().process_request(request)
        if not first_passwords.stands(request) or request.path_info in map(reverse, self.FREE):
            return None
        return HttpResponseRedirect(reverse("admin:password_change"))


class Acting(_SyncAndAsync):
    """Whoever is logged in stands in the audit log for what a page changes or reads (`audit.actors`); the
    time zone of the company that a page is about ends with it."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if is_door(request.path_info):  # it names its caller itself
            return self.get_response(request)  # type: ignore[no-any-return]
        if self.is_async:
            return self._later(request)
        with actors.acting(partial(actors.of_page, request)), timezone.override(None):
            return self.get_response(request)  # type: ignore[no-any-return]

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        with actors.acting(partial(actors.of_page, request)), timezone.override(None):
            return await self.get_response(request)  # type: ignore[no-any-return]


class Messages(_SkipsDoors, MessageMiddleware): ...


class Csp(_SkipsDoors, CSPMiddleware): ...  # type: ignore[misc]


class Csrf(_SkipsDoors, CsrfViewMiddleware):
    """CSRF for pages; a door reads no cookie, so there is nothing to forge."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            # Django would look at the view on a thread; a door must not wait for one to hear "nothing".
            self.process_view = self._view_later  # type: ignore[method-assign]

    def process_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return None if is_door(request.path_info) else super().process_view(request, *args, **kwargs)

    async def _view_later(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if is_door(request.path_info):
            return None
        return await sync_to_async(super().process_view, thread_sensitive=True)(request, *args, **kwargs)
