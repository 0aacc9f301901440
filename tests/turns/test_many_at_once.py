"""Many messages at the same moment: each is answered well or refused at once, and nobody idle is blamed."""

import asyncio
import time
from collections import Counter

import httpx2
import pytest

from benchmarks.held_turns import BODY
from tests.parts.installation import installed, slow_model

REFUSED_SECONDS = 30.0  # of a thousand that a busy machine must read first


async def _one(client: httpx2.AsyncClient, name: str) -> tuple[httpx2.Response, float]:
    began = time.monotonic()
    message = {**BODY, "payload": {**BODY["payload"], "session_id": name}}
    return await client.post("/gateway/message", json=message), time.monotonic() - began


async def _at_once(url: str, count: int) -> list[tuple[httpx2.Response, float]]:
    limits = httpx2.Limits(max_connections=count + 10)
    async with httpx2.AsyncClient(base_url=url, timeout=150, limits=limits) as client:
        await _one(client, "warm")
        return await asyncio.gather(*(_one(client, f"many-{n}") for n in range(count)))


def many(count: int) -> None:
    """So many messages, each of a conversation of its own, on a model that takes a second."""
    with slow_model(1.0) as model, installed(**model) as here:
        answers = asyncio.run(_at_once(here.start(), count))  # noqa: TID251
    told = Counter(
        answer.json()["metadata"]["status"] if answer.status_code == 200 else answer.json()["code"]
        for answer, _ in answers
    )
    times = sorted(seconds for answer, seconds in answers if answer.status_code == 200)
    print(
        f"{count} at once: {dict(told)}; answered after {times[len(times) // 2]:.1f} s, at most "
        f"{times[-1]:.1f}"
    )
    assert told.keys() <= {"answered", "overloaded"}
    for answer, seconds in answers:
        if answer.status_code == 503:
            assert int(answer.headers["Retry-After"]) >= 5
            assert seconds < REFUSED_SECONDS
        else:
            failed = [call for call in answer.json()["metadata"]["tool_calls"] if not call["ok"]]
            assert failed == []


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.stores
def test_hundreds_at_once_are_answered_and_no_tool_is_blamed():
    many(300)


@pytest.mark.endurance
def test_a_thousand_at_once_are_answered_or_refused():
    many(1000)
