"""Which application answers what: Django for requests, Channels for WebSockets at `ws/chat/{session_id}/`."""

from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

from config.body_cap import BodyCap, Handler
from config.lifespan import Receive, Scope, Send
from routing.api.socket import ChatConsumer


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """An address without a socket: refused before it is open (403)."""
    await send({"type": "websocket.close"})


SOCKETS = [
    re_path(r"^ws/chat/(?P<session>[^/]+)/?$", ChatConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"", refuse),  # type: ignore[arg-type]
]
protocols = ProtocolTypeRouter(
    {"http": BodyCap(Handler()), "websocket": URLRouter(SOCKETS)}  # type: ignore[arg-type]
)
