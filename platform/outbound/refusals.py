"""What the other side says when it refuses, read no further than is of use, and how long it asks to be left
alone."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2

MOST = 64 * 1024  # bytes of a refusal that are read


async def beginning(response: httpx2.Response) -> bytes:
    """The first bytes of an answer, `MOST` and what came with the last of them."""
    read = b""
    async for piece in response.aiter_raw():
        read += piece
        if len(read) > MOST:
            break
    return read


def words(body: bytes) -> str:
    """The sentence in a body; empty where it is no JSON, or holds none."""
    try:
        return sentence(json.loads(body))
    except ValueError:
        return ""


def sentence(body: Any) -> str:
    """The same of a body that is read: `error.message`, or `error` itself; of a list, of its first.

    >>> sentence({"error": {"message": "no such model"}}), sentence([{"error": "busy"}]), sentence(7)
    ('no such model', 'busy', '')
    """
    body = body[0] if isinstance(body, list) and body else body
    error = body.get("error", body) if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return message if isinstance(message, str) else ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds until it may be asked again, by `Retry-After` (seconds or a day) or `retry-after-ms`.

    None: it says nothing.

    >>> seconds({"retry-after": "2"}), seconds({"retry-after-ms": "500"})
    (2.0, 0.5)
    """
    short, long = headers.get("retry-after-ms", ""), headers.get("retry-after", "").strip()
    if (found := _number(short)) is not None:
        return found / 1000
    if (found := _number(long)) is not None:
        return found
    try:
        day = parsedate_to_datetime(long)
    except ValueError:
        return None
    return max(0.0, (day.replace(tzinfo=day.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _number(text: str) -> float | None:
    return float(text) if text.replace(".", "", 1).isdecimal() else None
