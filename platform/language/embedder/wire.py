"""The wire of OpenAI-compatible embeddings: one request, its answer as rows of numbers.

rows = await vectors(Address("https://api.openai.com/v1", "sk-...", "text-embedding-3-small"), ["oi"], 2.0)
rows.shape  # (1, 1536): as many numbers as the answer has
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
import numpy as np
import orjson
from numpy.typing import NDArray

from language.embedder.errors import FORBIDDEN, NO_ANSWER, REFUSED, UNREADABLE, NoVectors
from outbound import refusals
from outbound.errors import AddressRefused, OutboundError
from outbound.policy import client

Floats = NDArray[np.float32]

MOST_NUMBERS = 8192  # of one vector; the largest models give 4 096
A_NUMBER = 32  # bytes of JSON
AROUND = 64 * 1024  # bytes of an answer beside its numbers
SAID = 200  # characters of what the other side says about a refusal
LONGEST_REST = 30.0  # seconds that the other side may ask us to wait
OF_THE_TEXTS = (400, 413, 422)  # what texts can bring about; not that the endpoint is out of order


@dataclass(frozen=True, slots=True)
class Address:
    """Where vectors come from. The key is never shown."""

    base_url: str  # without a slash at its end
    api_key: str = field(repr=False)
    model: str


async def vectors(address: Address, texts: Sequence[str], seconds: float) -> Floats:
    """A row of length 1 for each text, in order, within `seconds`. Raises `NoVectors`."""
    try:
        async with asyncio.timeout(seconds):
            status, headers, body = await _ask(address, texts)
    except (TimeoutError, httpx2.TimeoutException):
        raise NoVectors(NO_ANSWER, f"nothing within {seconds:.1f} s", again=True) from None
    except (OutboundError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _explain_failure(error) from error
    if not 200 <= status < 300:
        body_text = " ".join(refusals.words(body).split())
        # Before it is cut: of half a key nothing would be found.
        body_text = (body_text.replace(address.api_key, "…") if address.api_key else body_text)[:SAID]
        raise NoVectors(
            REFUSED,
            f"{status}: {body_text}" if body_text else str(status),
            again=status == 429 or status >= 500,
            rest=_rest(headers),
            texts=status in OF_THE_TEXTS,
        )
    return read(body, len(texts))


def read(body: bytes, count: int) -> Floats:
    """The vectors of an answer about `count` texts, each of length 1 (or zeros). Raises `NoVectors`.

    >>> read(b'{"data": [{"index": 0, "embedding": [3, 4]}]}', 1).tolist()
    [[0.6000000238418579, 0.800000011920929]]
    """
    try:
        rows = orjson.loads(body)["data"]
        if len(rows) != count:
            raise NoVectors(UNREADABLE, f"{len(rows)} vectors for {count} texts")
        places = [row.get("index", place) for place, row in enumerate(rows)]
        if sorted(places) != list(range(count)):
            raise NoVectors(UNREADABLE, "vectors of other texts")
        listed: list[Any] = [[]] * count
        for place, row in zip(places, rows, strict=True):
            listed[place] = row["embedding"]
        table = np.array(listed)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise NoVectors(UNREADABLE, "no list of vectors of one size") from error
    if table.ndim != 2 or table.dtype.kind not in "fiu" or not 0 < table.shape[1] <= MOST_NUMBERS:
        raise NoVectors(UNREADABLE, "no list of vectors of one size")
    # The largest number is taken out first: the squares of numbers that a double holds may be more than one.
    largest = np.abs(table).max(axis=1, keepdims=True).astype(np.float64)
    if not np.isfinite(largest).all():
        raise NoVectors(UNREADABLE, "a number that is none")
    scaled = table / np.where(largest > 0, largest, 1)
    lengths = np.linalg.norm(scaled, axis=1, keepdims=True)
    found: Floats = (scaled / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return found


async def _ask(address: Address, texts: Sequence[str]) -> tuple[int, httpx2.Headers, bytes]:
    """Status, headers and body of the answer; an answer longer than that of so many vectors is cut off."""
    http = client("embeddings")
    request = http.build_request(
        "POST",
        f"{address.base_url}/embeddings",
        content=orjson.dumps({"model": address.model, "input": list(texts), "encoding_format": "float"}),
        headers={
            "authorization": f"Bearer {address.api_key or 'none'}",
            "accept": "application/json",
            "content-type": "application/json",
        },
        extensions={"answer_bytes": AROUND + len(texts) * MOST_NUMBERS * A_NUMBER},
    )
    response = await http.send(request, stream=True)
    try:
        if response.is_success:
            return response.status_code, response.headers, await response.aread()
        return response.status_code, response.headers, await refusals.beginning(response)
    finally:
        await response.aclose()


def _explain_failure(error: Exception) -> NoVectors:
    refused = _outbound(error)
    if isinstance(refused, AddressRefused):
        return NoVectors(FORBIDDEN, str(refused))
    if refused is not None:
        return NoVectors(UNREADABLE, refused.code)
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return NoVectors(FORBIDDEN, "no address of http or https")
    return NoVectors(NO_ANSWER, type(error).__name__, lost=True, again=True)


def _outbound(error: BaseException | None) -> OutboundError | None:
    """The refusal of ours behind an error of the client's."""
    while error is not None:
        if isinstance(error, OutboundError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _rest(headers: httpx2.Headers) -> float:
    """The seconds that the other side asks us to wait; 0 when it names none, or a date."""
    named = headers.get("retry-after", "")
    return min(float(named), LONGEST_REST) if named.isascii() and named.isdigit() else 0.0
