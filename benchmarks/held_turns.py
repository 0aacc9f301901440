"""Turns held at the same time on a model that takes 1 s: `python -m benchmarks.held_turns [TURNS]`.

Prints, for SQLite and PostgreSQL: errors, the median, p95 and slowest answer in milliseconds, and the ratio
of the median to the model's own second.
"""

import asyncio
import sys
import time
from collections import Counter

import httpx2

from benchmarks.measuring import median, p95
from tests.parts.installation import running

BODY = {
    "channel": "web",
    "agent_id": "telecom_contas",
    "tenant_id": "tenant_a",
    "payload": {
        "text": "Minha fatura veio alta",
        "context": {"msisdn": "5511999999999", "invoice_id": "INV001"},
    },
}


async def _one(client: httpx2.AsyncClient, name: str) -> tuple[str, float]:
    began = time.perf_counter()
    try:
        response = await client.post(
            "/gateway/message", json={**BODY, "payload": {**BODY["payload"], "session_id": name}}
        )
        outcome = str(response.status_code)
        if response.status_code == 200:
            outcome = response.json()["metadata"]["status"]
    except httpx2.HTTPError as error:
        outcome = type(error).__name__
    return outcome, (time.perf_counter() - began) * 1000


async def _round(url: str, turns: int) -> list[tuple[str, float]]:
    limits = httpx2.Limits(max_connections=turns + 10)
    async with httpx2.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        await _one(client, "warm")
        return await asyncio.gather(*(_one(client, f"held-{n}") for n in range(turns)))


def main(turns: int) -> None:
    for title, postgres in (("SQLite", False), ("PostgreSQL", True)):
        with running(postgres=postgres) as url:
            results = asyncio.run(_round(url, turns))  # noqa: TID251
        outcomes = Counter(outcome for outcome, _ in results)
        times = [ms for _, ms in results]
        print(
            f"{title}: {turns} turns at once, {turns - outcomes['answered']} errors {dict(outcomes)}, median "
            f"{median(times):.0f} ms, p95 {p95(times):.0f}, slowest {max(times):.0f}; "
            f"{median(times) / 1000:.2f} x the model's own second"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
