"""CPU of one more round of a supervised loop, beyond its two model calls.

    python -m benchmarks.round_cost [--turns 100] [--rounds 7]

Turns of two and of four rounds in one server process (PostgreSQL, the tools switched off, a model in a
process of its own that answers at once), by turns, so that a busy machine hits both alike: half of the
difference is a round. Beside it the bare CPU of the two model calls of a round, made by the same client with
the same messages. Prints medians in CPU milliseconds; the overhead is the median of the rounds' own
differences.
"""

import argparse
import asyncio
import time
import uuid

import httpx2

from benchmarks.measuring import at_once, cpu_seconds, machine, median, serving_model
from tests.parts.installation import installed, own_database

TWO = "Minha fatura veio alta. Onde está meu pedido P100?"
FOUR = f"{TWO} Quais serviços tem o meu plano? Como funciona a garantia?"
TOGETHER = 4
IN_A_ROW = 20  # turns of one kind, then as many of the other: the machine drifts within seconds
CALLS = 300


async def turn(client: httpx2.AsyncClient, text: str, rounds: int) -> None:
    body = {
        "text": text, "session_id": uuid.uuid4().hex, "agent_id": "telecom_contas", "tenant_id": "tenant_a",
        "mode": "supervised",
    }  # fmt: skip
    answer = await client.post("/gateway/message", json=body)
    answer.raise_for_status()
    made = answer.json()["metadata"]["rounds"]
    if made != rounds:
        raise SystemExit(f"{made} rounds instead of {rounds}: {answer.json()['text'][:200]}")


async def measure(url: str, pid: int, address: str, turns: int, rounds: int) -> dict[int, list[float]]:
    """CPU milliseconds of a turn by its number of rounds, and of the bare calls (0).

    The first measurement warms up and is left out.
    """
    from outbound import runtime

    runtime.adopt()
    found: dict[int, list[float]] = {0: [], 2: [], 4: []}
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(rounds + 1):
            taken = {2: 0.0, 4: 0.0}
            for _ in range(parts := -(-turns // IN_A_ROW)):
                for count, text in ((2, TWO), (4, FOUR)):
                    before = cpu_seconds(pid)
                    await at_once(
                        lambda _, text=text, count=count: turn(client, text, count), IN_A_ROW, TOGETHER
                    )  # type: ignore[misc]
                    taken[count] += cpu_seconds(pid) - before
            for count, seconds in taken.items():
                found[count].append(seconds / (parts * IN_A_ROW) * 1000)
            found[0].append(await bare_calls(address))
    return {count: spent[1:] for count, spent in found.items()}


async def bare_calls(address: str) -> float:
    """CPU milliseconds of a specialist's call and a decision's, without anything around them."""
    from langchain_core.messages import HumanMessage, SystemMessage

    from agents.intent_slices import Target
    from agents.llm.openai_compatible import OpenAICompatible
    from agents.llm.request import ModelRequest
    from agents.specs import LLMSpec
    from agents.tools import deciding
    from agents.tools.signals import ask_offer

    bare = OpenAICompatible(LLMSpec("bare", model="round"), address, "none")
    team = [
        Target(f"specialist_{n}", purpose="Answers about one of the matters of this company.")
        for n in range(4)
    ]
    system = SystemMessage("You answer for a company. " * 60)  # as long as the demo's prompts
    spoken = ModelRequest((system, HumanMessage(TWO)), tools=(ask_offer(),))
    decided = ModelRequest(
        (system, HumanMessage('{"requests": []}')), tools=(deciding.offer(team),), must_call="decide_next"
    )

    async def one(_: int) -> None:
        for request in (spoken, decided):
            async for _event in bare.stream(request):
                pass

    await at_once(one, CALLS, TOGETHER)
    before = time.process_time()
    await at_once(one, CALLS, TOGETHER)
    return (time.process_time() - before) / CALLS * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with serving_model("round") as named:
        import django

        django.setup()
        with (
            own_database() as database,
            installed(database, **named, ENABLE_MCP_TOOLS="0", ROUNDS="6") as home,
        ):
            url = home.start()
            pid = home.processes[url].pid
            address = named["OPENAI_BASE_URL"]
            spent = asyncio.run(measure(url, pid, address, options.turns, options.rounds))  # noqa: TID251
    bare, two, four = median(spent[0]), median(spent[2]), median(spent[4])
    rounds = [(more - less) / 2 for less, more in zip(spent[2], spent[4], strict=True)]
    overhead = median([each - calls for each, calls in zip(rounds, spent[0], strict=True)])
    print(machine())
    print(f"turn of 2 rounds: {two:.2f}; of 4: {four:.2f}; one round more: {median(rounds):.2f}")
    print(f"its two model calls alone: {bare:.2f}; overhead of a round: {overhead:.2f} (aim 3.00)")


if __name__ == "__main__":
    main()
