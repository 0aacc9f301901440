"""The ASGI application: Django and the socket behind a lifespan that starts and drains this process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from functools import partial

import django

from config import extras

extras.set_up(partial(django.setup, set_prefix=False))

from config import checks  # noqa: E402
from config.lifespan import App, Lifespan, Receive, Scope, Send  # noqa: E402


async def _serve_nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Stands for an application that could not be made: a process that is not started serves nobody."""


def _load() -> App:
    """Django and the socket.

    What keeps them from being made, a middleware that is none, lifespan tells as it tells all that an
    installation must not start with.
    """
    try:
        from config.protocols import protocols
    except Exception:
        if not checks.refusal():
            raise
        return _serve_nothing
    return protocols  # type: ignore[return-value]


application = Lifespan(_load())
