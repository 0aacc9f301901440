"""Answers ASGI lifespan: what starts with the process and what it finishes before it ends."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from config import checks, notice
from routing.turns import life

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
                    notice.stand_before_the_server()
                except Exception as error:
                    logger.exception("The process could not start")
                    await send({"type": "lifespan.startup.failed", "message": str(error)})
                    return
                await send({"type": "lifespan.startup.complete"})
            else:
                await life.finish()
                await send({"type": "lifespan.shutdown.complete"})
                return
