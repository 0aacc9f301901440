"""A Redis of a test's own, which it may stop, kill, freeze, slow down and start again where it was.

with redis_server.started() as own:
    own.stop()                # connections are refused
    own.start()               # empty, at the same address
    with own.frozen(): ...    # connections are taken, and nothing is answered
    with own.slow(0.4): ...   # whoever asks waits up to so many seconds
"""

import contextlib
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import redis

from tests.parts.installation import free_port

SECONDS = 10.0


@dataclass
class RedisServer:
    """A server at `url`, on the port that it keeps."""

    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Starts it; it holds nothing. Returns once it answers."""
        command = ["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        command += ["--enable-debug-command", "local", "--loglevel", "warning"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + SECONDS
        with self.client() as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    assert self.process.poll() is None and time.monotonic() < until, "Redis did not start"
                    time.sleep(0.02)

    def stop(self) -> None:
        """Ends it as an operator would; what it held is gone."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.send_signal(signal.SIGCONT)
            self.process.wait(SECONDS)
            self.process = None

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Stopped for as long as the block lasts."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Takes connections and answers nothing for as long as the block lasts."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """Answers, but lets whoever asks wait, up to `seconds`."""
        over, asleep = threading.Event(), threading.Event()

        def hold_up() -> None:
            with self.client() as client:
                while not over.is_set():
                    asleep.set()
                    client.execute_command("DEBUG", "SLEEP", seconds)

        sleeper = threading.Thread(target=hold_up)
        sleeper.start()
        asleep.wait(SECONDS)
        try:
            yield
        finally:
            over.set()
            sleeper.join()

    def client(self) -> redis.Redis:
        """A connection for the test itself."""
        return redis.Redis(port=self.port, retry=None, socket_connect_timeout=1)


@contextlib.contextmanager
def started() -> Iterator[RedisServer]:
    """A running server; the test is skipped where Redis is not installed."""
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server on this machine")
    server = RedisServer(free_port())
    server.start()
    try:
        yield server
    finally:
        server.kill()
