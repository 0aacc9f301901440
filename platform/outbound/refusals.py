"""What the other side of an OpenAI-compatible address says when it refuses.

Read no further than is of use.
"""

import json
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
