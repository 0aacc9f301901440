"""A model behind the wire of a package: an asynchronous generator of chunks of OpenAI's shape.

async def chunks(self, call: ModelCall) -> AsyncIterator[dict]:
    yield {"choices": [{"delta": {"content": "Hello."}, "finish_reason": "stop"}]}
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

from agents import model_kinds, plugin_settings
from agents.llm.body import request_body
from agents.llm.request import ModelRequest
from agents.specs import LLMSpec


@dataclass(frozen=True, slots=True)
class ModelCall:
    """What a wire of a package is given.

    `settings` is its own model, filled in from the profile's extra fields.
    """

    spec: LLMSpec
    request: ModelRequest
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    settings: Any = None

    @property
    def body(self) -> dict[str, Any]:
        """The request as OpenAI's chat completions have it, with all messages and tools."""
        return request_body(replace(self.spec, extra_body={}), self.request)


async def chunks(call: ModelCall, end: float) -> AsyncIterator[dict[str, Any]]:
    """The answer, until loop time `end`; raises `TimeoutError` then, and what the package raises."""
    kind = model_kinds.MODELS[call.spec.provider]
    settings = plugin_settings.fill_settings(kind, call.spec.extra_body)
    stream = kind.chunks(replace(call, settings=settings))
    try:
        while True:
            async with asyncio.timeout_at(end):
                chunk = await anext(stream, None)
            if chunk is None:
                return
            yield chunk
    finally:
        await stream.aclose()
