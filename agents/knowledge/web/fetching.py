"""Fetches one address as everybody may see it.

What is wrong with it is `NotRead`, with a sentence that says what to do.

>>> fetch("https://docs.example.com/plans", internal=False).kind  # doctest: +SKIP
'html'
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx2
from django.conf import settings

from agents.knowledge import why_not
from agents.knowledge.errors import NotRead
from outbound import policy, runtime
from outbound.addresses import host_allowed
from outbound.errors import DeadlinePassed, OutboundError, TooLarge

SECONDS = 30.0
REDIRECTS = 5
AGENT = "switchboard"  # whom a site's robots.txt speaks of
KINDS: Mapping[str, str] = {
    "text/html": "html", "application/xhtml+xml": "html", "text/plain": "txt", "text/markdown": "md",
    "text/csv": "csv", "application/pdf": "pdf", "application/xml": "xml", "text/xml": "xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
}  # fmt: skip
GONE, LOGIN = frozenset({404, 410}), frozenset({401, 403, 407})


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """What stands at an address, and the day since when, where its server says it."""

    address: str
    kind: str
    content: bytes
    dated: date | None = None


def fetch(
    address: str,
    *,
    internal: bool,
    kinds: Mapping[str, str] = KINDS,
    allows: Callable[[str], bool] = lambda address: True,
) -> FetchedPage:
    """Gets an address, from a job's thread.

    `internal`: whether a machine that settings allow by name may be asked.

    Redirects are followed on the same machine alone, and where the site `allows` it; the page says where it
    ended. Raises NotRead.
    """
    try:
        address, response = _follow(address, internal, allows)
    except TooLarge as error:
        raise _not_read("too_large") from error
    except OutboundError as error:
        raise _not_read("web_unreachable", said=_unreachable(error)) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise _not_read("web_unreachable", said=type(error).__name__) from error
    if response.status_code != 200:
        raise _not_read(_of_status(response.status_code), status=response.status_code)
    media = response.headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    if media not in kinds:
        raise _not_read("web_type", said=media[:60])
    return FetchedPage(
        address, kinds[media], response.content, _day(response.headers.get("last-modified", ""))
    )


def is_same_site(address: str, other: str) -> bool:
    """Whether two addresses are on one machine; `www.` before its name makes no other of it.

    >>> is_same_site("https://example.com/a", "https://www.example.com/b")
    True
    """
    return _site(address) == _site(other)


def _follow(address: str, internal: bool, allows: Callable[[str], bool]) -> tuple[str, httpx2.Response]:
    """Where an address leads to, and what is there."""
    until = time.monotonic() + SECONDS
    for _hop in range(REDIRECTS):
        if not internal and host_allowed(urlsplit(address).hostname or ""):
            raise _not_read("web_internal")
        response = runtime.run(_get(address), max(until - time.monotonic(), 0.1))
        target = response.headers.get("location", "")
        if not response.is_redirect or not target:
            return address, response
        onward = urldefrag(urljoin(address, target))[0]
        if not is_same_site(address, onward):
            raise _not_read("web_elsewhere", said=urlsplit(onward).netloc[:100])
        if not allows(onward):
            raise _not_read("web_robots")
        address = onward
    raise _not_read("web_loop")


async def _get(address: str) -> httpx2.Response:
    return await policy.client("web").get(
        address,
        headers={"accept": ", ".join(KINDS)},
        extensions={"answer_bytes": settings.DOCUMENT_BYTES},
    )


def _site(address: str) -> tuple[str, int | None]:
    try:
        parts = urlsplit(address)
        return (parts.hostname or "").removeprefix("www."), parts.port
    except ValueError:
        return "", None


def _of_status(status: int) -> str:
    if status in GONE:
        return "web_gone"
    return "web_login" if status in LOGIN else "web_status"


def _unreachable(error: OutboundError) -> str:
    return "timeout" if isinstance(error, DeadlinePassed) else str(error)[:200]


def _day(modified: str) -> date | None:
    try:
        return parsedate_to_datetime(modified).date() if modified else None
    except (ValueError, TypeError):
        return None


def _not_read(code: str, **about: object) -> NotRead:
    return NotRead(why_not.sentence(code, about), code)
