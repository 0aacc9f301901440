"""CPU of a whole keyword-routed turn without tools, beside a bare view and beside LangGraph.

    python -m benchmarks.turn_cost [--langgraph PYTHON] [--turns 100] [--rounds 7]

The same model (a local process that answers at once), the same PostgreSQL, one server process each; every
turn opens a conversation of its own. The rounds take turns, so that a busy machine hits each alike. Prints
medians of CPU milliseconds a turn (the server process with all its threads) and of the answer's time with
one request under way, and the ratios. PYTHON is one that has the dependency group `bench`:

    uv venv .venv-bench && uv pip install --python .venv-bench/bin/python --group bench
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from benchmarks.measuring import at_once, cpu_seconds, machine, median, serving_application
from tests.parts.installation import installed, own_database, slow_model

TEXT = "Minha fatura veio alta"
TOGETHER = 4


@dataclass
class Subject:
    """One of those who are compared: where it listens, its process, what was measured."""

    name: str
    url: str
    pid: int
    path: str = "/message"
    also: dict[str, str] = field(default_factory=dict)  # in the body, beside text and session
    # Both home-made ones read who asks from the database: a key, or the demo's visitor and company.
    headers: dict[str, str] = field(default_factory=dict)
    cpu: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)

    async def round(self, turns: int) -> None:
        """One round: CPU a turn with several under way, then the time of single ones."""
        async with httpx2.AsyncClient(base_url=self.url, timeout=60) as client:

            async def one(_number: int) -> None:
                body = {"text": TEXT, "session_id": uuid.uuid4().hex, **self.also}
                (await client.post(self.path, json=body, headers=self.headers)).raise_for_status()

            await one(0)
            before = cpu_seconds(self.pid)
            await at_once(one, turns, TOGETHER)
            self.cpu.append((cpu_seconds(self.pid) - before) / turns * 1000)
            for _ in range(max(1, turns // 5)):
                began = time.perf_counter()
                await one(0)
                self.alone.append((time.perf_counter() - began) * 1000)


@contextlib.contextmanager
def subjects(langgraph: str) -> Iterator[list[Subject]]:
    """All servers, running."""
    with contextlib.ExitStack() as stack:
        model = stack.enter_context(slow_model(0))
        made = []
        databases = [stack.enter_context(own_database()) for _ in range(3)]
        home = stack.enter_context(installed(databases[0], **model, ENABLE_MCP_TOOLS="0"))
        url = home.start()
        whom = {"agent_id": "telecom_contas", "tenant_id": "tenant_a"}
        made.append(Subject("Switchboard", url, home.processes[url].pid, "/gateway/message", whom))
        bare = {**model, "DATABASE_URL": databases[1]}
        subprocess.run([sys.executable, "-m", "benchmarks.bare_view"], env={**os.environ, **bare}, check=True)
        served = stack.enter_context(serving_application("benchmarks.bare_view", **bare))
        made.append(Subject("bare view", *served, headers={"authorization": "Bearer bench-key"}))
        if langgraph:
            graph = {**model, "DATABASE_URL": databases[2], "PYTHONPATH": str(Path(__file__).parent)}
            served = stack.enter_context(serving_application("langgraph_app", langgraph, **graph))
            made.append(Subject("LangGraph", *served))
        yield made


async def measure(found: list[Subject], turns: int, rounds: int) -> None:
    for subject in found:
        await subject.round(turns)  # warm
        subject.cpu.clear()
        subject.alone.clear()
    for _ in range(rounds):
        for subject in found:
            await subject.round(turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--langgraph", default="", help="a Python with the dependency group bench")
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with subjects(options.langgraph) as found:
        asyncio.run(measure(found, options.turns, options.rounds))  # noqa: TID251
    print(machine())
    print(f"{'':14}{'CPU ms a turn':>14}{'ratio':>8}{'ms alone':>10}{'ratio':>8}")
    bare = next(subject for subject in found if subject.name == "bare view")
    for subject in found:
        cpu, alone = median(subject.cpu), median(subject.alone)
        print(
            f"{subject.name:14}{cpu:14.2f}{cpu / median(bare.cpu):8.2f}{alone:10.1f}"
            f"{alone / median(bare.alone):8.2f}"
        )


if __name__ == "__main__":
    main()
