"""Where WebSockets are: `ws/chat/{session_id}/`, and nowhere else."""

import re

from config.lifespan import App, Receive, Scope, Send
from routing.api.socket import Socket

CHAT = re.compile(r"/ws/chat/([^/]+)/?")


class Sockets:
    """Hands a socket of the chat to its door; an address without one is refused before it is open (403)."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
        elif found := CHAT.fullmatch(scope["path"].removeprefix(scope.get("root_path", ""))):
            await Socket(scope, receive, send, session=found[1]).serve()
        else:
            await send({"type": "websocket.close"})
