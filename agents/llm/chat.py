"""The interface every model stands behind."""

from collections.abc import AsyncIterator
from typing import Protocol

from agents.llm.events import ModelEvent
from agents.llm.request import ModelRequest


class ChatModel(Protocol):
    """A model: `name` is the LLM profile's, `provider` whose it is, `model` the name the other side knows."""

    @property
    def name(self) -> str: ...

    @property
    def provider(self) -> str: ...

    @property
    def model(self) -> str: ...

    def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer as it comes. Raises `agents.errors.ModelFailed`."""
        ...
