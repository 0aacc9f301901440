"""1 000 open event streams, then as many sockets, on one web process.

`python -m benchmarks.open_streams [LINES]`.

All follow one turn of one conversation, of a model that says two sentences a second. Prints how many were
open, the time from the moment a sentence was one (the model began the next) until the last of them had it
(the worst sentence, and the median), and how much resident memory of the process each line took; ends with 1
when a sentence took longer than 2 s to reach all.
"""

import asyncio
import json
import re
import resource
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable

import httpx2
from websockets.asyncio.client import connect

from benchmarks.measuring import machine, serving_model
from benchmarks.web_memory import resident
from tests.parts.installation import installed

SENTENCES, BETWEEN, AIM = 50, 0.5, 2.0  # seconds
WORD = re.compile(r"q[a-z]{3}z")
TEAM = {"tenant_id": "tenant_a", "agent_id": "telecom_contas"}
AT_ONCE = 50  # lines that are opened at the same time
Follow = Callable[[httpx2.AsyncClient, str, str], AsyncIterator[str]]


async def by_stream(client: httpx2.AsyncClient, url: str, session: str) -> AsyncIterator[str]:
    """The turn's events as a stream's lines: open once the first one has come."""
    address = f"{url}/gateway/events/tenant_a:telecom_contas:{session}"
    async with client.stream("GET", address) as answer:
        answer.raise_for_status()
        async for line in answer.aiter_lines():
            if line.startswith(("event:", "data:")):
                yield line
            if line == "event: done":
                return


async def by_socket(_client: httpx2.AsyncClient, url: str, session: str) -> AsyncIterator[str]:
    """The same as frames."""
    address = f"{url.replace('http', 'ws', 1)}/ws/chat/{session}/"
    async with connect(address, proxy=None, compression=None, open_timeout=60) as wire:
        await wire.send(json.dumps({"type": "hello", "last_event_id": "0.0", **TEAM}))
        await wire.recv()  # ready
        async for frame in wire:
            yield str(frame)
            if '"event":"done"' in str(frame):
                return


async def one(
    lines: AsyncIterator[str], gate: asyncio.Semaphore, opened: Callable[[], None]
) -> dict[str, float]:
    """When each word arrived on one line."""
    seen: dict[str, float] = {}
    async with gate:
        await anext(lines)
    opened()
    async for line in lines:
        now = time.monotonic()
        for word in WORD.findall(line):
            seen.setdefault(word, now)
    return seen


async def measure(name: str, follow: Follow, url: str, model: str, pid: int, count: int) -> float:
    """Opens the lines while a turn runs.

    Gives the worst delay of a sentence that was said when all were open.
    """
    session = f"open-{name}"
    body = {**TEAM, "text": "Minha fatura veio alta", "session_id": session}
    at, gate = 0.0, asyncio.Semaphore(AT_ONCE)
    open_lines = 0

    def opened() -> None:
        nonlocal at, open_lines
        open_lines, at = open_lines + 1, time.monotonic()

    limits = httpx2.Limits(max_connections=count + 10)
    async with httpx2.AsyncClient(timeout=150, limits=limits) as client:
        asking = asyncio.create_task(client.post(f"{url}/gateway/message", json=body))
        while len((await client.get(f"{model}/sent")).json()) not in range(1, SENTENCES):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        begun, before = time.monotonic(), resident(pid)
        lines = [asyncio.create_task(one(follow(client, url, session), gate, opened)) for _ in range(count)]
        while open_lines < count:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)
        held = resident(pid) - before
        told = await asyncio.gather(*lines)
        await asking
        sent = (await client.get(f"{model}/sent")).json()
    # A sentence is held back until the next one has begun: only then is it an event.
    late = [
        max(seen.get(word, float("inf")) for seen in told) - when
        for word, when in zip(sent, list(sent.values())[1:], strict=False)
        if when > at
    ]
    if not late:
        print(
            f"{name}: the model had said all before {count} were open, after {at - begun:.1f} s: ask for "
            "fewer"
        )
        return float("inf")
    everything = all(len(seen) == SENTENCES for seen in told)
    print(
        f"{name}: {count} open after {at - begun:.1f} s, {held * 1024 / count:.0f} KB each; a sentence "
        f"reached all within {max(late):.2f} s at worst (median {statistics.median(late):.2f}, {len(late)} "
        f"sentences); {'each line had all' if everything else 'EVENTS WERE LOST'}"
    )
    return max(late) if everything else float("inf")


def main(count: int) -> int:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8 * count + 1000), hard))
    print(machine())
    given = {"MODEL": f"{SENTENCES}:{BETWEEN}", "ENABLE_MCP_TOOLS": "0"}
    given |= {"TURN_DEADLINE": "120", "MODEL_DEADLINE": "100"}  # as long as it takes to open them all
    worst = []
    with serving_model("ticking") as model, installed("", **(model | given)) as home:
        for name, follow in (("streams", by_stream), ("sockets", by_socket)):
            url = home.start()
            pid = home.processes[url].pid
            following = measure(name, follow, url, model["OPENAI_BASE_URL"], pid, count)
            worst.append(asyncio.run(following))  # noqa: TID251
            home.end(url)
    print("aim met" if max(worst) <= AIM else "AIM MISSED")
    return 0 if max(worst) <= AIM else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
