"""What a streamed piece costs on its way: added delay and CPU, beside a view that only passes it on.

    python -m benchmarks.streamed_chunks

A model says 200 sentences, one every 20 ms. Delay: from the moment the model sent a sentence to its
arrival at the client. CPU: of the server process, of a long answer less that of a short one, by piece. The
demo's profiles stream by sentence: one is held back until its rails have read it.
"""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass, field

import httpx2

from benchmarks.measuring import cpu_seconds, machine, median, p95, serving_application, serving_model
from tests.parts.installation import installed, own_database

SENTENCES, BETWEEN, ROUNDS = 200, 0.02, 5
WORD = re.compile(r"q[a-z]{3}z")


@dataclass
class Subject:
    """Who streams: `long` and `short` are the addresses of servers on the long and the short answer."""

    name: str
    path: str
    long: tuple[str, int]
    short: tuple[str, int]
    delays: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


async def _arrivals(url: str, path: str) -> dict[str, float]:
    """When each word first arrived."""
    body = {
        "text": "Minha fatura veio alta", "agent_id": "telecom_contas", "tenant_id": "tenant_a",
        "session_id": uuid.uuid4().hex,
    }  # fmt: skip
    seen: dict[str, float] = {}
    async with (
        httpx2.AsyncClient(base_url=url, timeout=60) as client,
        client.stream("POST", path, json=body) as response,
    ):
        response.raise_for_status()
        async for line in response.aiter_lines():
            now = time.monotonic()
            for found in WORD.findall(line):
                seen.setdefault(found, now)
    return seen


async def measure(subjects: list[Subject], model: str) -> None:
    for number in range(ROUNDS + 1):
        for subject in subjects:
            spent = []
            for url, pid in (subject.short, subject.long):
                before = cpu_seconds(pid)
                seen = await _arrivals(url, subject.path)
                spent.append(cpu_seconds(pid) - before)
            async with httpx2.AsyncClient() as client:
                sent = (await client.get(f"{model}/sent")).json()
            assert len(seen) == SENTENCES, (subject.name, len(seen))
            if number:  # the first one is to warm up
                subject.delays += [(seen[word] - sent[word]) * 1000 for word in seen]
                subject.cpu.append((spent[1] - spent[0]) / (SENTENCES - 1) * 1000)


def main() -> None:
    with contextlib.ExitStack() as stack:
        given = {**stack.enter_context(serving_model("ticking")), "ENABLE_MCP_TOOLS": "0"}
        names = {"long": f"{SENTENCES}:{BETWEEN}", "short": f"1:{BETWEEN}"}
        home = stack.enter_context(installed(stack.enter_context(own_database()), **given))
        own = {name: home.start(MODEL=value) for name, value in names.items()}
        bare_database = {**given, "DATABASE_URL": stack.enter_context(own_database())}
        subprocess.run(
            [sys.executable, "-m", "benchmarks.bare_view"], env={**os.environ, **bare_database}, check=True
        )
        bare = {
            name: stack.enter_context(
                serving_application("benchmarks.bare_view", **{**bare_database, "MODEL": value})
            )
            for name, value in names.items()
        }
        ours = {name: (url, home.processes[url].pid) for name, url in own.items()}
        subjects = [
            Subject("Switchboard", "/gateway/message/sse", ours["long"], ours["short"]),
            Subject("bare view", "/stream", bare["long"], bare["short"]),
        ]
        asyncio.run(measure(subjects, given["OPENAI_BASE_URL"]))  # noqa: TID251
    print(machine())
    print(f"{'':14}{'delay, median ms':>18}{'p95':>8}{'CPU ms a piece':>16}")
    for subject in subjects:
        print(
            f"{subject.name:14}{median(subject.delays):18.1f}{p95(subject.delays):8.1f}"
            f"{median(subject.cpu):16.2f}"
        )


if __name__ == "__main__":
    main()
