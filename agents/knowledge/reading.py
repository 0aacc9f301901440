"""Reads a file in a process of its own, within bounds of memory and time.

    for block, page, pages in read(content, "prices.pdf", context.check): ...

A file that is broken, huge or made to do harm ends that process and no more: the caller gets `NotRead`, with
a sentence.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from agents.knowledge import why_not
from agents.knowledge.chunking import TextBlock
from agents.knowledge.errors import NotRead

PARSER = "agents.knowledge.parsing"
ROOT = Path(__file__).resolve().parents[2]


def read(content: bytes, name: str, check: Callable[[], None]) -> Iterator[tuple[TextBlock, int, int]]:
    """The blocks of a file with the page that each is on and how many there are (0: not known).

    `check` is called now and then, and may raise to stop. Raises NotRead.
    """
    with tempfile.NamedTemporaryFile(prefix="document-") as file:
        file.write(content)
        file.flush()
        yield from _lines(file.name, name, check)


def environment() -> dict[str, str]:
    """What the process knows of ours: where Python and the program are, and no secret."""
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT)}


def _lines(path: str, name: str, check: Callable[[], None]) -> Iterator[tuple[TextBlock, int, int]]:
    seconds, megabytes = settings.DOCUMENT_SECONDS, settings.DOCUMENT_MEGABYTES_OF_MEMORY
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
            for line in process.stdout or ():
                check()
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
        raise NotRead(why_not.sentence("too_slow" if slow else "too_large", {"seconds": seconds}))


def _stop(process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
    late.set()
    process.kill()
