"""Files that tools made, offered for download for an hour at an address nobody can guess.

They live in memory and are never written to a disk: a restart forgets them, and so does time. The address is
the right to read (256 random bits); the page that shows it does not send it on (`noreferrer`), and the answer
says that it may not be stored, sniffed or framed.
"""

import os
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

SECONDS = 3600.0
MOST = 64  # files; the oldest goes first
LARGEST = 16 * 1024 * 1024  # bytes of all of them together
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'",
}


@dataclass(frozen=True, slots=True)
class File:
    """One file: its name for people, its bytes, and until when (monotonic seconds) it is there."""

    name: str
    content: bytes
    until: float


@dataclass
class KeptFiles:
    """The files of this process. `site` is the address under which people reach it, without a slash."""

    site: str = ""
    seconds: float = SECONDS
    _files: OrderedDict[str, File] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, name: str, content: bytes) -> str:
        """Keeps a file and gives its address. Raises ValueError for one that is larger than all may be."""
        if len(content) > LARGEST:
            raise ValueError("The file is too large to be kept.")
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._files[token] = File(name, content, time.monotonic() + self.seconds)
            self._let_go()
        return f"{self.site}/files/{token}/{quote(name)}"

    def find(self, token: str) -> File | None:
        """The file of an address, while it is there."""
        with self._lock:
            self._let_go()
            return self._files.get(token)

    def _let_go(self) -> None:
        """Forgets what has expired, and the oldest until the rest fits."""
        now = time.monotonic()
        for token in [token for token, file in self._files.items() if file.until <= now]:
            del self._files[token]
        while len(self._files) > MOST or sum(len(file.content) for file in self._files.values()) > LARGEST:
            self._files.popitem(last=False)

    async def answer(self, request: Request) -> Response:
        """GET /files/{token}/{name}.

        The file as an attachment, or 404 for all that is not there (any more).
        """
        file = self.find(request.path_params["token"])
        if file is None or file.name != request.path_params["name"]:
            return PlainTextResponse("This file is not here (any more).", 404, HEADERS)
        attached = f"attachment; filename*=UTF-8''{quote(file.name)}"
        return Response(file.content, 200, {**HEADERS, "Content-Disposition": attached}, XLSX)


def public_site(default: str) -> str:
    """Where people reach this server: `DEMO_QAHELPER_PUBLIC_URL`, else the address that it listens at."""
    return (os.environ.get("DEMO_QAHELPER_PUBLIC_URL") or default).rstrip("/")
