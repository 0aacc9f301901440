"""Eight branches of 500 ms at once, beside LangGraph's Send: `python -m benchmarks.fan_out [RUNS]`.

Prints the median, p95 and slowest of RUNS fan-outs (20) in process, through one Celery worker (needs
PostgreSQL and Redis on their standard local ports) and with LangGraph, which is not among the requirements:
add `--group bench` to a copy of the environment to see its row.
"""

import asyncio
import contextlib
import operator
import os
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, TypedDict

from benchmarks.measuring import median, p95
from tests.parts.installation import own_database

BRANCHES, SECONDS = 8, 0.5
LIMIT = 1.06 * SECONDS + 0.040
WARM_UPS = 3
BROKER = os.environ.get("SWITCHBOARD_TEST_BROKER", "redis://127.0.0.1:6379/14")
Once = Callable[[], Awaitable[object]]


async def _measured(title: str, once: Once, runs: int) -> None:
    for _ in range(WARM_UPS):
        await once()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        await once()
        times.append(time.perf_counter() - began)
    middle = median(times)
    word = "within" if middle <= LIMIT else "OVER"
    print(
        f"{title:<28} median {middle * 1000:4.0f} ms, p95 {p95(times) * 1000:4.0f}, "
        f"slowest {max(times) * 1000:4.0f}; {word} {LIMIT * 1000:.0f} ms ({runs} runs)",
        flush=True,
    )


def _fan_out(broker: str) -> Once:
    """One fan-out of a turn of its own, as a node of the graph does it."""
    from django.conf import settings

    from conversations.models import Conversation, Turn
    from conversations.visits import visit
    from work.branch_kinds import BranchSpec
    from work.branches import fan_out

    settings.CELERY_BROKER_URL = broker
    specs = [BranchSpec(f"agent_{n}", {"seconds": SECONDS}) for n in range(BRANCHES)]
    numbers = iter(range(1, 1_000_000))

    def make() -> str:
        talk, _ = Conversation.unscoped.get_or_create(tenant_id="acme", key="acme:team:s", agent_id="team")
        return Turn.unscoped.create(tenant_id="acme", conversation=talk, number=next(numbers)).pk

    turns: list[str] = []

    async def once() -> None:
        if broker and not turns:  # made beforehand: what opens a turn is not what is measured
            turns.extend([await visit(make) for _ in range(200)])
        turn = turns.pop() if broker else "none"
        results = await fan_out("sleep", "acme", turn, 1, specs, time.time() + 30)
        assert [result.status for result in results] == ["done"] * BRANCHES, results

    return once


def _send() -> Once:
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import Send

    class State(TypedDict):
        results: Annotated[list[str], operator.add]

    async def branch(part: dict[str, str]) -> State:
        await asyncio.sleep(SECONDS)
        return {"results": [part["step"]]}

    graph = StateGraph(State)
    graph.add_node("branch", branch)
    graph.add_conditional_edges(
        START, lambda state: [Send("branch", {"step": f"agent_{n}"}) for n in range(BRANCHES)], ["branch"]
    )
    graph.add_edge("branch", END)
    compiled = graph.compile()

    async def once() -> None:
        state = await compiled.ainvoke({"results": []})
        assert len(state["results"]) == BRANCHES

    return once


async def _all(runs: int) -> None:
    from conversations import redis_client, wakes

    await _measured("In process", _fan_out(""), runs)
    reading = asyncio.create_task(wakes.listen(lambda kind, turn_id: None))
    once = _fan_out(BROKER)
    await asyncio.sleep(0)
    await _measured("Celery, one worker", once, runs)
    reading.cancel()
    await redis_client.close()
    try:
        once = _send()
    except ImportError:
        print("LangGraph's Send: not installed (--group bench), left out")
    else:
        await _measured("LangGraph's Send", once, runs)


def main(runs: int) -> None:
    with own_database() as database, contextlib.ExitStack() as stack:
        os.environ |= {"DATABASE_URL": database, "REDIS_URL": BROKER}
        import django

        django.setup()
        import uvloop
        from django.core.management import call_command

        import tests.work.sleepers  # noqa: F401  registers the kind
        from conversations import visits
        from tenancy.models import Tenant
        from tests.parts.workers import Workers

        call_command("migrate", verbosity=0)
        Tenant.objects.create(slug="acme")
        workers = Workers(BROKER, database, threads=32, include="tests.work.sleepers")
        stack.callback(visits.close)
        stack.callback(workers.end_all)
        workers.start("one")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_all(runs))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
