"""A door to a server that may be frozen: connections stay, and nothing passes.

with freezing("127.0.0.1", 5432) as door:
    connect(door.port)
    door.frozen = True
"""

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass
class FrozenDoor:
    """Where it listens; `frozen` holds back what arrives."""

    port: int
    frozen: bool = False
    ended: bool = False


@contextlib.contextmanager
def freezing(host: str, port: int) -> Iterator[FrozenDoor]:
    """An open door to this address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        door = FrozenDoor(listener.getsockname()[1])
        serving = threading.Thread(target=_serve, args=(listener, door, host, port), daemon=True)
        serving.start()
        try:
            yield door
        finally:
            door.ended = True
            serving.join(5)


def _serve(listener: socket.socket, door: FrozenDoor, host: str, port: int) -> None:
    with selectors.DefaultSelector() as chosen, contextlib.ExitStack() as opened:
        while not door.ended:
            if door.frozen:
                time.sleep(0.02)
                continue
            with contextlib.suppress(TimeoutError):
                near = opened.enter_context(listener.accept()[0])
                far = opened.enter_context(socket.create_connection((host, port)))
                chosen.register(near, selectors.EVENT_READ, far)
                chosen.register(far, selectors.EVENT_READ, near)
            _pass_on(chosen, door)


def _pass_on(chosen: selectors.BaseSelector, door: FrozenDoor) -> None:
    """What has arrived, as long as more comes at once."""
    while not door.frozen and (ready := chosen.select(0.02) if chosen.get_map() else ()):
        for key, _mask in ready:
            near, far = key.fileobj, key.data
            assert isinstance(near, socket.socket)
            with contextlib.suppress(OSError):
                if found := near.recv(65536):
                    far.sendall(found)
                    continue
                far.shutdown(socket.SHUT_WR)
            chosen.unregister(near)
