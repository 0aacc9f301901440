"""A model with others behind it: the next one answers where the one before fails.

model = FallbackChain([fast, other])
async for event in model.stream(request): ...
model.name                                   # who answered; `about` says instead of whom
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

from agents.errors import ModelFailed
from agents.llm.chat import ChatModel
from agents.llm.events import ModelEvent
from agents.llm.providers import OFFLINE
from agents.llm.request import ModelRequest
from conversations.files import FileKind
from conversations.turn import Json


class FallbackChain:
    """Models in order. Who took over stays for the further requests of the same work.

    One that has others behind it must begin to answer within its share of the time; once it has begun it may
    take all of it.
    """

    def __init__(self, models: Sequence[ChatModel]) -> None:
        self._models = tuple(models)
        self._at = 0
        self._because = ""

    @property
    def name(self) -> str:
        return self._models[self._at].name

    @property
    def provider(self) -> str:
        return self._models[self._at].provider

    @property
    def model(self) -> str:
        return self._models[self._at].model

    @property
    def about(self) -> Mapping[str, Json]:
        if not self._at:
            return {}
        return {"instead_of": self._models[0].name, "because": self._because}

    @property
    def reads(self) -> frozenset[FileKind]:
        return self._models[self._at].reads

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer of the first that gives one. Raises `ModelFailed` of the last."""
        clock = asyncio.get_running_loop().time
        end = clock() + request.deadline_seconds
        while True:
            left = max(end - clock(), 0.0)
            behind = self._behind(request)
            patience = left / (behind + 1) if behind else None
            own = replace(request, deadline_seconds=left, patience_seconds=patience)
            try:
                async for event in self._models[self._at].stream(own):
                    yield event
            except ModelFailed as error:  # nothing of its answer was given on
                if not behind:
                    raise
                self._at += 1
                self._because = error.reason
            else:
                return

    def _behind(self, request: ModelRequest) -> int:
        """How many may take over; the offline model makes no choice that was to be one call."""
        others = self._models[self._at + 1 :]
        return sum(other.provider != OFFLINE or not request.must_call for other in others)
