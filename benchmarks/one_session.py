"""50 parallel messages in one session, ten times, with a queue of 64 and of 5.

`python -m benchmarks.one_session`.

All accepted messages must be answered in the order of acceptance; the rest must be 429 and nothing else.
"""

import asyncio
import statistics
import time
from collections import Counter

import httpx2

from tests.parts.installation import running

MESSAGES, ROUNDS = 50, 10


async def _round(client: httpx2.AsyncClient, session: str) -> tuple[Counter[int], bool, float]:
    async def one(n: int) -> int:
        body = {
            "agent_id": "telecom_contas",
            "tenant_id": "tenant_a",
            "text": f"oi {n}",
            "session_id": session,
        }
        return (await client.post("/gateway/message", json=body)).status_code

    began = time.perf_counter()
    statuses = Counter(await asyncio.gather(*(one(n) for n in range(MESSAGES))))
    seconds = time.perf_counter() - began
    key = f"tenant_a:telecom_contas:{session}"
    messages = (await client.get(f"/sessions/{key}/messages", params={"limit": 200})).json()["messages"]
    asked = [m["turn_id"] for m in messages if m["role"] == "user"]
    answered = [m["turn_id"] for m in messages if m["role"] != "user"]
    return statuses, asked == answered and len(asked) == statuses[200], seconds


async def _rounds(url: str) -> list[tuple[Counter[int], bool, float]]:
    limits = httpx2.Limits(max_connections=MESSAGES + 5)
    async with httpx2.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        return [await _round(client, f"one-{n}") for n in range(ROUNDS)]


def main() -> None:
    for postgres in (False, True):
        for queue in ("64", "5"):
            with running(postgres=postgres, model_seconds=None, QUEUED_TURNS=queue) as url:
                rounds = asyncio.run(_rounds(url))  # noqa: TID251
            total = sum((statuses for statuses, _, _ in rounds), Counter())
            ordered = sum(ok for _, ok, _ in rounds)
            median = statistics.median(seconds for _, _, seconds in rounds)
            print(
                f"{'PostgreSQL' if postgres else 'SQLite'}, QUEUED_TURNS={queue}: {MESSAGES} at once x "
                f"{ROUNDS}: {dict(total)}, {ordered} of {ROUNDS} rounds whole and in order, median round "
                f"{median:.2f} s"
            )


if __name__ == "__main__":
    main()
