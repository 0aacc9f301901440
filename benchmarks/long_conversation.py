"""Turn 1000 of a conversation beside turn 20 of a new one.

`python -m benchmarks.long_conversation [TURNS [SHORT]]`.

PostgreSQL, one process, the offline model. Prints medians of the answer's time with one request under way and
of the server's CPU, and the ratio.
"""

import asyncio
import sys
import time

import httpx2

from benchmarks.measuring import cpu_seconds, machine, median
from tests.parts.installation import installed, own_database

MEASURED = 30
BODY = {"text": "Minha fatura veio alta", "agent_id": "telecom_contas", "tenant_id": "tenant_a"}
CONTEXT = {"context": {"msisdn": "5511999999999", "invoice_id": "INV001"}}


async def measure(url: str, pid: int, turns: int, short: int) -> tuple[list[float], list[float]]:
    """Milliseconds and CPU milliseconds: [turn `short`, turn `turns`]."""
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:

        async def turn(session: str) -> None:
            body = {**BODY, **CONTEXT, "session_id": session}
            (await client.post("/gateway/message", json=body)).raise_for_status()

        for _ in range(turns):
            await turn("long")
        taken: list[list[float]] = [[], []]
        spent: list[list[float]] = [[], []]
        for number in range(MEASURED):  # by turns, so that a busy machine hits both alike
            for _ in range(short - 1):
                await turn(f"short-{number}")
            for which, session in enumerate((f"short-{number}", "long")):
                began, before = time.perf_counter(), cpu_seconds(pid)
                await turn(session)
                taken[which].append((time.perf_counter() - began) * 1000)
                spent[which].append((cpu_seconds(pid) - before) * 1000)
        return [median(each) for each in taken], [sum(each) / len(each) for each in spent]


def main(turns: int = 1000, short: int = 20) -> None:
    with own_database() as database, installed(database) as home:
        url = home.start()
        ms, cpu = asyncio.run(measure(url, home.processes[url].pid, turns, short))  # noqa: TID251
    print(machine())
    print(
        f"turn {short}: {ms[0]:.1f} ms, {cpu[0]:.1f} ms of CPU; turns {turns + 1} and after: {ms[1]:.1f} "
        f"ms, {cpu[1]:.1f}"
    )
    print(f"ratio {ms[1] / ms[0]:.2f}, of CPU {cpu[1] / cpu[0]:.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
