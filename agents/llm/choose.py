"""Which model answers: the specialist's own, else the point of use, else `default`, else the environment.

Behind it stand those that its row names for when it fails. With none configured, or with all of them switched
off, the offline model answers.

Where a budget is used up (`Resources.saves`) specialists get the model that is named for that, at the point
`budget`, or the offline one, and nobody else gets any.

A model with others behind it: the next one answers where the one before fails.

model = FallbackChain([fast, other])
async for event in model.stream(request): ...
model.name                                   # who answered; `about` says instead of whom
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from django.conf import settings

from agents.errors import ModelFailed, type_of
from agents.llm import pricing
from agents.llm.chat import ChatModel
from agents.llm.events import ModelEvent
from agents.llm.files import readable
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.providers import LANGCHAIN, OFFLINE, address_of, own_address
from agents.llm.request import ModelRequest
from agents.resources import LLMAddress, Resources
from agents.specs import AgentsSection, LLMSpec, SpecialistSpec
from budgets.snapshot import BudgetsSnapshot
from conversations.files import FileKind
from conversations.turn import Json
from outbound.sentences import Sentence as _

FAILED = "failed_before"  # in a step's detail: who was asked before whoever answered


class FallbackChain:
    """Models in order. Who took over stays for the further requests of the same work.

    One that has others behind it must begin to answer within its share of the time; once it has begun it may
    take all of it.
    """

    def __init__(self, models: Sequence[ChatModel]) -> None:
        self._models = tuple(models)
        self._at = 0
        self._because = ""
        self._failed: list[Json] = []  # those of the last request

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
        about: dict[str, Json] = {"instead_of": self._models[0].name, "because": self._because}
        return {**about, FAILED: self._failed} if self._failed else about

    @property
    def reads(self) -> frozenset[FileKind]:
        return self._models[self._at].reads

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer of the first that gives one. Raises `ModelFailed` of the last."""
        clock = asyncio.get_running_loop().time
        end = clock() + request.deadline_seconds
        self._failed = []
        while True:
            at, began = time.time(), clock()
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
                failed = self._models[self._at]
                self._failed.append(
                    {
                        "model": failed.model,
                        "provider": failed.provider,
                        "reason": type_of(error),
                        "at": at,
                        "ms": (clock() - began) * 1000,
                    }
                )
                self._at += 1
                self._because = error.reason
            else:
                return

    def give_up(self, because: str) -> bool:
        """Leaves the one that began and did not end, of whose answer nobody has seen; False: none is behind
        it.
        """
        if self._at + 1 == len(self._models):
            return False
        self._at += 1
        self._because = because
        return True

    def _behind(self, request: ModelRequest) -> int:
        """How many may take over; the offline model makes no choice that was to be one call."""
        others = self._models[self._at + 1 :]
        return sum(other.provider != OFFLINE or not request.must_call for other in others)


def give_up(model: ChatModel, because: str) -> bool:
    """Whether another model answers from now on instead of one that took too long."""
    return isinstance(model, FallbackChain) and model.give_up(because)


ENVIRONMENT = "environment"
BUDGET = "budget"  # the point of use of the model that answers when the money is used up


def model_for(resources: Resources, specialist: SpecialistSpec | None, point: str = "default") -> ChatModel:
    """The model for a specialist at a point of use (default, judge).

    >>> model_for(kit, specialist, "default").provider  # doctest: +SKIP
    'offline'
    """
    section = resources.section
    if resources.saves:
        spare = section.llms.get(section.points.get(BUDGET, "")) if point == "default" else None
        return (spare and _chain([*_answering(resources, spare, True)])) or offline()
    own = specialist.llm if specialist else ""
    for name in (own, section.points.get(point, ""), section.points.get("default", "")):
        spec = section.llms.get(name)
        if spec is not None:
            return _chain([*_answering(resources, spec, bool(specialist))]) or offline(spec.name)
    return from_environment(resources.budgets)


def online(resources: Resources, spec: LLMSpec, tokens: int | None = None) -> ChatModel | None:
    """The model of a published profile with those behind it, with room for so many `tokens` at most; None for
    the offline one, where an operator switched them off, and where a budget is used up."""
    if resources.saves:
        return None
    return _chain([*_answering(resources, spec, False, tokens)])


def _chain(models: list[ChatModel]) -> ChatModel | None:
    return FallbackChain(models) if len(models) > 1 else models[0] if models else None


def _answering(
    resources: Resources, spec: LLMSpec, to_user: bool, tokens: int | None = None
) -> Iterator[ChatModel]:
    """The model of a profile, then those that answer instead of it; the offline one only `to_user`s."""
    named: set[str] = set()
    each: LLMSpec | None = spec
    while each is not None and each.name not in named:
        named.add(each.name)
        if each.provider == OFFLINE:
            if to_user:
                yield offline(each.name)
        elif not resources.switches.off("model", each.name):
            yield _reach(resources, within(each, tokens) if tokens else each)
        each = resources.section.llms.get(each.fallback)


def within(spec: LLMSpec, tokens: int) -> LLMSpec:
    """A profile with room for so many tokens at most."""
    return replace(spec, max_tokens=min(spec.max_tokens or tokens, tokens))


def find_address(resources: Resources, spec: LLMSpec) -> LLMAddress:
    """Where requests of a published profile go and with which key; `problem` says why there is no such
    place.
    """
    # A row that is gone took its address along: the provider's own was never said of it.
    address = resources.operational.llms.get(spec.name) or LLMAddress(
        problem=_("Its row is gone, and its address with it.")
    )
    if not address.base_url and address.provider not in ("", spec.provider):
        # A key goes to nobody that it was not given for.
        address = LLMAddress(
            problem=_("Its key is for another provider. Publish the change, or write a key of this one.")
        )
    return replace(address, base_url=(address.base_url or own_address(spec.provider)).rstrip("/"))


def _reach(resources: Resources, spec: LLMSpec) -> ChatModel:
    at = find_address(resources, spec)
    return OpenAICompatible(spec, at.base_url, at.api_key, at.problem, at.headers, resources.budgets)


def from_environment(own_prices: BudgetsSnapshot | None = None) -> ChatModel:
    """The model that OPENAI_API_KEY / OPENAI_BASE_URL and MODEL name, else the offline model."""
    if settings.MODEL and (settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL):
        address = address_of("openai", settings.OPENAI_BASE_URL)
        return _build_named(_spec_of_environment(), address, settings.OPENAI_API_KEY, own_prices)
    return offline()


def prepare(section: AgentsSection) -> None:
    """Imports what the models of a release, or the one of the environment, are called with: up to seconds,
    which their first call need not wait for."""
    specs = (*section.llms.values(), *((_spec_of_environment(),) if settings.MODEL else ()))
    if any(spec.provider != OFFLINE for spec in specs):
        pricing.warm()
    for spec in specs:
        if spec.provider in LANGCHAIN:
            from agents.llm import langchain

            langchain.warm(spec)


def read_kinds(section: AgentsSection) -> frozenset[FileKind]:
    """The kinds of files that any model of a release reads, or the one that the environment names."""
    return frozenset[FileKind]().union(
        *(readable(spec) for spec in (*section.llms.values(), _spec_of_environment()))
    )


def _spec_of_environment() -> LLMSpec:
    return LLMSpec(
        ENVIRONMENT,
        model=settings.MODEL,
        timeout_seconds=settings.MODEL_DEADLINE,
        reads_pictures="pictures" in settings.MODEL_READS,
        reads_documents="documents" in settings.MODEL_READS,
    )


def offline(name: str = OFFLINE) -> ChatModel:
    """The offline model, under a profile's name."""
    from agents.llm.offline.model import (
        OfflineModel,  # LangChain's base class: 0.4 s that no command waits for
    )

    return OfflineModel(name)


@lru_cache(maxsize=16)
def _build_named(spec: LLMSpec, address: str, key: str, own_prices: BudgetsSnapshot | None) -> ChatModel:
    """Made once: a round of a supervised loop asks for it three times."""
    return OpenAICompatible(spec, address, key, own_prices=own_prices)
