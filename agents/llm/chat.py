"""The interface every model stands behind."""

from collections.abc import AsyncIterator, Mapping
from typing import Protocol

from agents.llm.events import ModelEvent
from agents.llm.providers import OFFLINE
from agents.llm.request import ModelRequest
from conversations.files import FileKind
from conversations.turn import Json


class ChatModel(Protocol):
    """A model: `name` is the LLM profile's, `provider` whose it is, `model` the name the other side knows."""

    @property
    def name(self) -> str: ...

    @property
    def provider(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def about(self) -> Mapping[str, Json]:
        """What the record says beside its names: whom it answers for (`instead_of`) and why (`because`)."""
        ...

    @property
    def reads(self) -> frozenset[FileKind]:
        """The kinds of files that are handed to it."""
        ...

    def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer as it comes. Raises `agents.errors.ModelFailed`."""
        ...


def mark_routing(model: ChatModel) -> Mapping[str, bool]:
    """What the record says of a call that is to decide who or what serves a message. Nothing for the offline
    model, which is a rule, unless it stands in for a model that was asked."""
    return {"routes": True} if model.provider != OFFLINE or model.about else {}
