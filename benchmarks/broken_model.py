"""What a model that is broken costs the people who write: seconds of each of six turns, one after the other.

    python -m benchmarks.broken_model [--seconds 24] [--behind] [--known]

It hangs, refuses the connection or answers 500. `--behind`: the offline model stands behind it; `--known`: it
had answered once before; `--at-once 4`: so many turns begin together.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Callable

import django


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--seconds", type=float, default=24.0, help="that a turn has for its model")
    arguments.add_argument("--behind", action="store_true")
    arguments.add_argument("--known", action="store_true")
    arguments.add_argument("--at-once", type=int, default=1)
    given = arguments.parse_args()
    os.environ.setdefault("OUTBOUND_ALLOW_LOOPBACK", "1")
    django.setup()
    for name in ("hangs", "refuses", "fails"):
        took = asyncio.run(_measure(name, given))  # noqa: TID251
        print(f"{name:8}", " ".join(f"{seconds:5.1f}" for seconds in took))


async def _measure(name: str, given: argparse.Namespace) -> list[float]:
    from outbound import policy
    from tests.fakes.openai_server import FakeOpenAI
    from tests.parts.installation import free_port

    took = []
    with FakeOpenAI() as server:
        ask = _prepare(server.base_url, given)
        if given.known:
            await ask()
        if name == "refuses":
            ask = _prepare(f"http://127.0.0.1:{free_port()}/v1", given)
        for _ in range(200):
            server.hangs(300.0) if name == "hangs" else server.fails(500)
        for _ in range(6):
            begun = time.monotonic()
            await asyncio.gather(*(ask() for _ in range(given.at_once)))
            took.append(time.monotonic() - begun)
        server.let_go()
        await policy.close()
    return took


def _prepare(address: str, given: argparse.Namespace) -> Callable[[], object]:
    from langchain_core.messages import HumanMessage

    from agents.errors import ModelFailed
    from agents.llm.choose import model_for
    from agents.llm.request import ModelRequest
    from agents.resources import AgentsOperational, LLMAddress, Resources
    from agents.specs import AgentsSection, LLMSpec, SpecialistSpec
    from rollout.evaluate import RolloutSnapshot

    llms = {"fast": LLMSpec("fast", model="m", fallback="rules" if given.behind else "")}
    llms["rules"] = LLMSpec("rules", "offline")
    places = AgentsOperational(llms={"fast": LLMAddress(address, provider="openai")})
    kit = Resources(AgentsSection(llms=llms, points={"default": "fast"}), places, RolloutSnapshot())

    async def ask() -> None:
        model = model_for(kit, SpecialistSpec("desk"))
        request = ModelRequest((HumanMessage("hi"),), deadline_seconds=given.seconds)
        try:
            async for _event in model.stream(request):
                pass
        except ModelFailed:
            return

    return ask


if __name__ == "__main__":
    main()
