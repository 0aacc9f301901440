"""What a streamed piece costs by each way to a model: the lean wire, and LangChain's ChatOpenAI.

    python -m benchmarks.model_ways

A model says 2 000 short sentences as fast as they are read. CPU of this process by piece, rounds of both ways
in turn.
"""

import asyncio
import json
import os
import sys
import time

import django
from langchain_core.messages import HumanMessage

from benchmarks.measuring import machine, median, serving
from tests.parts.installation import free_port

PIECES, ROUNDS = 2000, 7
MODEL = f"{PIECES}:0"


async def measure(address: str) -> dict[str, list[float]]:
    """Milliseconds of CPU a piece, by way."""
    from agents.llm.events import TextPiece
    from agents.llm.openai_compatible import OpenAICompatible
    from agents.llm.request import ModelRequest
    from agents.specs import LLMSpec

    ways = {
        "lean wire": OpenAICompatible(LLMSpec("fast", model=MODEL), address, "none"),
        "LangChain": OpenAICompatible(LLMSpec("fast", "langchain", "general"), "", "none"),
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(ROUNDS + 1):
        for name, way in ways.items():
            before, pieces = time.process_time(), 0
            async for event in way.stream(ModelRequest((HumanMessage("hi"),))):
                pieces += isinstance(event, TextPiece)
            if number:  # the first one is to warm up
                assert pieces == PIECES, (name, pieces)
                spent[name].append((time.process_time() - before) / PIECES * 1000)
    return spent


def main() -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    options = {"model": MODEL, "base_url": f"{address}/v1", "api_key": "none"}
    os.environ["LANGCHAIN_MODELS"] = json.dumps(
        {"general": {"class": "langchain_openai.ChatOpenAI", "options": options}}
    )
    os.environ.update(OUTBOUND_ALLOW_LOOPBACK="1", DJANGO_SETTINGS_MODULE="config.settings")
    django.setup()
    with serving([sys.executable, "-m", "benchmarks.ticking_model", str(port)], f"{address}/sent"):
        spent = asyncio.run(measure(f"{address}/v1"))  # noqa: TID251
    print(machine())
    lean = median(spent["lean wire"])
    for name, values in spent.items():
        print(f"{name:12}{median(values):8.3f} ms CPU a piece{median(values) / lean:8.1f} x")


if __name__ == "__main__":
    main()
