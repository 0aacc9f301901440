"""A kind of chat model with a wire of its own.

It says the last message back, so that a team can be tried without one.
"""

from collections.abc import AsyncIterator
from typing import Any

from pydantic import BaseModel, Field

from agents.llm.package_wire import ModelCall


class EchoSettings(BaseModel):
    """The extra fields of a profile of this kind: Studio -> Models."""

    prefix: str = Field("You said:", description="What stands before it.")


class Echo:
    """Yields chunks as OpenAI's streams have them."""

    name = "echo"
    title = "Echo"
    settings = EchoSettings

    async def chunks(self, call: ModelCall) -> AsyncIterator[dict[str, Any]]:
        asked = [each["content"] for each in call.body["messages"] if each["role"] == "user"]
        for piece in (f"{call.settings.prefix} ", str(asked[-1] if asked else "")):
            yield {"choices": [{"delta": {"content": piece}}]}
        yield {
            "choices": [{"delta": {}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1},
        }
