"""Reads a file in a process of its own, within bounds of memory and time.

    for block, page, pages in read(content, "prices.pdf", context.check): ...

A file that is broken, huge or made to do harm ends that process and no more: the caller gets `NotRead`, with
a sentence.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from agents.knowledge import why_not
from agents.knowledge.chunking import TextBlock
from agents.knowledge.errors import NotRead

PARSER = "agents.knowledge.parsing"
ROOT = Path(__file__).resolve().parents[2]
SILENT = 0.5  # seconds after which a reader that writes nothing is asked about
CHUNK = 65_536


def read(
    content: bytes, name: str, check: Callable[[], None], seconds: int | None = None
) -> Iterator[tuple[TextBlock, int, int]]:
    """The blocks of a file with the page that each is on and how many there are (0: not known).

    `check` is called twice a second at least, and may raise to stop. `seconds` are those that a document may
    take, unless fewer are given. Raises NotRead, with the reason `too_slow` where they were not enough.
    """
    with tempfile.NamedTemporaryFile(prefix="document-") as file:
        file.write(content)
        file.flush()
        within = settings.DOCUMENT_SECONDS if seconds is None else seconds
        yield from _blocks(file.name, name, check, within)


def environment() -> dict[str, str]:
    """What the process knows of ours: where Python and the program are, and no secret."""
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT)}


def _blocks(
    path: str, name: str, check: Callable[[], None], seconds: int
) -> Iterator[tuple[TextBlock, int, int]]:
    megabytes = settings.DOCUMENT_MEGABYTES_OF_MEMORY
    command = [sys.executable, "-m", PARSER, path, name[-200:], str(megabytes), str(seconds)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        late = threading.Event()
        timer = threading.Timer(seconds, _stop, (process, late))
        timer.start()
        ended: dict[str, Any] = {}
        try:
            for line in _lines(process.stdout, check):
                message = json.loads(line)
                if "text" in message:
                    block = TextBlock(message["text"], message["section"][:200], message["page"] or None)
                    yield block, message["page"], message["of"]
                else:
                    ended = message
            process.wait()
        finally:
            timer.cancel()
            process.kill()
    if "error" in ended:
        raise NotRead(why_not.sentence(ended["error"], ended["about"]))
    if "done" not in ended:  # ended by a limit: of time (also of its own), or of memory
        slow = late.is_set() or process.returncode == -signal.SIGXCPU
        reason = "too_slow" if slow else "too_large"
        raise NotRead(why_not.sentence(reason, {"seconds": seconds}), reason)


def _lines(stream: IO[bytes] | None, check: Callable[[], None]) -> Iterator[bytes]:
    """The whole lines of a stream; `check` is called also while none comes."""
    if stream is None:
        return
    held: list[bytes] = []
    with selectors.DefaultSelector() as ready:
        ready.register(stream, selectors.EVENT_READ)
        while True:
            check()
            if not ready.select(SILENT):
                continue
            chunk = os.read(stream.fileno(), CHUNK)
            if not chunk:
                return
            *lines, rest = chunk.split(b"\n")
            if lines:
                yield b"".join([*held, lines[0]])
                yield from lines[1:]
                held = []
            held.append(rest)


def _stop(process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
    late.set()
    process.kill()
