"""The offline model as a LangChain chat model, and as one of ours."""

import re
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from agents.errors import ModelFailed
from agents.llm import usage
from agents.llm.events import UNSERVED, Finish, ModelEvent, ModelUsage, TextPiece, ToolCall
from agents.llm.offline.serving import ModelAnswer, think
from agents.llm.providers import OFFLINE
from agents.llm.request import ModelRequest, ReleaseSlice
from conversations.files import FileKind
from conversations.turn import Json

PIECE = re.compile(r"(?:\S+\s*){1,6}")  # a few words


class OfflineChat(BaseChatModel):
    """Answers from the messages, the tools offered and the release slice, and from nothing else.

    OfflineChat().invoke(messages, tools=["get_invoice", "ask_user"], slice=ReleaseSlice(...))
    """

    @property
    def _llm_type(self) -> str:
        return OFFLINE

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        thought = _think(messages, kwargs)
        calls = [tool_call(name=name, args=dict(args), id=_call_id()) for name, args in thought.calls]
        message = AIMessage(content=thought.text, tool_calls=calls, usage_metadata=_usage())
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        yield from _chunks(_think(messages, kwargs))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in _chunks(_think(messages, kwargs)):
            yield chunk


def _think(messages: Sequence[BaseMessage], options: dict[str, Any]) -> ModelAnswer:
    part = options.get("slice") or ReleaseSlice(agent="", text=messages[-1].text if messages else "")
    return think(messages, frozenset(options.get("tools") or ()), part)


def _chunks(thought: ModelAnswer) -> Iterator[ChatGenerationChunk]:
    for piece in PIECE.findall(thought.text):
        yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
    calls = [tool_call(name=name, args=dict(args), id=_call_id()) for name, args in thought.calls]
    about = {"finish_reason": UNSERVED} if thought.unserved else {}
    message = AIMessageChunk(content="", tool_calls=calls, usage_metadata=_usage(), response_metadata=about)
    yield ChatGenerationChunk(message=message)


def _call_id() -> str:
    return f"call_{uuid.uuid4().hex[:16]}"


def _usage() -> UsageMetadata:
    """It reads and writes no tokens."""
    return UsageMetadata(input_tokens=0, output_tokens=0, total_tokens=0)


class OfflineModel:
    """The offline model behind the interface of all models."""

    provider = OFFLINE
    model = OFFLINE
    about: Mapping[str, Json] = MappingProxyType({})
    reads: frozenset[FileKind] = frozenset()

    def __init__(self, name: str = OFFLINE) -> None:
        self.name = name
        self._chat = OfflineChat()

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer in pieces of a few words, then the calls."""
        offered = [tool.name for tool in request.tools if request.may_call]
        calls: list[Any] = []
        ended = "stop"
        try:
            async for chunk in self._chat.astream(list(request.messages), tools=offered, slice=request.slice):
                if chunk.text:
                    yield TextPiece(chunk.text)
                calls += getattr(chunk, "tool_calls", [])
                ended = str(chunk.response_metadata.get("finish_reason") or ended)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelFailed(f"The offline model could not read what it was given: {error}") from error
        for call in calls:
            yield ToolCall(str(call["id"]), call["name"], call["args"])
        used = ModelUsage(OFFLINE)
        usage.note(lambda: used)
        yield used
        yield Finish("tool_calls" if calls else ended)
