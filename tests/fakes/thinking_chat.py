"""A chat model of LangChain that thinks in signed parts, as Anthropic's does.

What it was given is in `GIVEN`.
"""

from collections.abc import AsyncIterator
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult

GIVEN: list[list[BaseMessage]] = []


class ThinkingChat(BaseChatModel):
    """Thinks, then calls the first tool that it is offered; once a result is there, it answers."""

    @property
    def _llm_type(self) -> str:
        return "thinking"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self.bind(tools=tools)

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        raise TypeError("it only streams")

    async def _astream(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        GIVEN.append(messages)
        if messages[-1].type == "tool":
            yield ChatGenerationChunk(message=AIMessageChunk("found"))
            return
        for part in ({"thinking": "Let me "}, {"thinking": "look."}, {"signature": "c2lnbmVk"}):
            yield ChatGenerationChunk(message=AIMessageChunk([{"type": "thinking", "index": 0, **part}]))
        name = kwargs["tools"][0]["function"]["name"]
        call = {"name": name, "args": "{}", "id": "c1", "index": 1}
        yield ChatGenerationChunk(
            message=AIMessageChunk([{"type": "text", "text": "One moment."}], tool_call_chunks=[call])
        )
