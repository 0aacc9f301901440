"""SIGTERM: first nothing new is taken, some seconds later the socket shuts.

A server shuts its socket at once when it is told to stop, and whoever sends a message before the proxy has
noticed is refused the connection. Here the process says for `STOP_NOTICE_SECONDS` that it goes (503 at
`/readyz` and for new messages), and only then hands the signal on to its server.
"""

import asyncio
import signal
import threading
from types import FrameType

from django.conf import settings

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
