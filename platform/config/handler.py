"""Django's ASGI handler, without a thread for what a door's request begins and ends with."""

import asyncio
import contextlib
from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.middleware import is_door
from routing.turns import registry


class Handler(ASGIHandler):
    """Django's for pages. A door's request stays in the loop from its first byte to its last.

    Django sends "request started" and closes the response on a thread that it makes for each request, because
    what listens may close the thread's database connection. A door's work with the database is on the
    executor of the visits, which keeps its connections: there is nothing to close, and no thread is made.
    """

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        if not is_door(scope["path"]):
            await super().handle(scope, receive, send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with contextlib.closing(body):
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refused = self.create_request(scope, body)
            if refused is not None:
                await self._say(refused, send)
                return
            leaving = asyncio.ensure_future(self.listen_for_disconnect(receive))
            answering = asyncio.ensure_future(self._answer(request, send))
            await asyncio.wait((leaving, answering), return_when=asyncio.FIRST_COMPLETED)
            for task in (leaving, answering):
                if not task.done():
                    task.cancel()
            with contextlib.suppress(asyncio.CancelledError, RequestAborted):
                await leaving
            with contextlib.suppress(asyncio.CancelledError):  # the client left while its answer was made
                await answering

    async def send_response(self, response: Any, send: Any) -> None:
        if registry.draining():
            response["Connection"] = "close"  # whoever keeps a line open asks another process next time
        await super().send_response(response, send)

    async def _answer(self, request: Any, send: Any) -> None:
        await self._say(await self.run_get_response(request), send)

    async def _say(self, response: HttpResponseBase, send: Any) -> None:
        try:
            await self.send_response(response, send)
        finally:
            response.close()
