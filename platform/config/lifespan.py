"""Answers ASGI lifespan: what starts with the process and what it finishes before it ends.

SIGTERM: first nothing new is taken, some seconds later the socket shuts.

A server shuts its socket at once when it is told to stop, and whoever sends a message before the proxy has
noticed is refused the connection. Here the process says for `STOP_NOTICE_SECONDS` that it goes (503 at
`/readyz` and for new messages), and only then hands the signal on to its server.
"""

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from types import FrameType
from typing import Any

from django.conf import settings

from config import checks
from routing.turns import life


def stand_before_the_server() -> None:
    """Hears the signals to stop first, where the server hears them: in its process's main thread.

    Ctrl-C comes from a person who waits, and acts at once. SIGTERM may come twice, from a supervisor and from
    whoever told that one and all its children: the first counts.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number, seconds in ((signal.SIGTERM, settings.STOP_NOTICE_SECONDS), (signal.SIGINT, 0.0)):
        _stand_before(number, seconds, loop)


def _stand_before(number: signal.Signals, seconds: float, loop: asyncio.AbstractEventLoop) -> None:
    server = signal.getsignal(number)
    if not callable(server):
        return

    def leave(frame: FrameType | None) -> None:
        already = life.leaving()
        life.leave(seconds)
        if not seconds:
            server(number, frame)
        elif not already:
            loop.call_later(seconds, server, number, frame)

    def hear(_number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(leave, frame)

    signal.signal(number, hear)


Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
LOADING_SECONDS = 60.0  # after which a process serves all the same: the database may be away for longer
logger = logging.getLogger(__name__)


class Lifespan:
    """Wraps the application; everything but `lifespan` is passed on."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                if why := checks.refusal():
                    await send({"type": "lifespan.startup.failed", "message": why})
                    return
                try:
                    await life.begin()
                    if checks.web_processes() > 1:  # until it serves, its address is the others'
                        await life.until_loaded(LOADING_SECONDS)
                    stand_before_the_server()
                except Exception as error:
                    logger.exception("The process could not start")
                    await send({"type": "lifespan.startup.failed", "message": str(error)})
                    return
                await send({"type": "lifespan.startup.complete"})
            else:
                await life.finish()
                await send({"type": "lifespan.shutdown.complete"})
                return
