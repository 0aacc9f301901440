"""Models that are not ours, streaming.

Behind an OpenAI-compatible address, by way of LangChain, or of a package's own wire.

Whether a model is well is known to all calls of the process (`agents.llm.health`).
"""

import asyncio
import math
import random
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from agents import model_kinds
from agents.errors import ModelFailed, Refusal
from agents.llm import package_wire, usage, wire
from agents.llm.answer import StreamedAnswer
from agents.llm.body import request_body, request_headers
from agents.llm.events import ModelEvent, TextPiece
from agents.llm.files import readable
from agents.llm.health import FAILURES, ModelHealth, count_failure, health_of, is_of_message
from agents.llm.pricing import ModelPrices
from agents.llm.providers import ADDRESSES, LANGCHAIN, WITHOUT_ADDRESS
from agents.llm.request import ModelRequest
from agents.llm.trouble import BROKEN_OFF, BUSY, RESTS, is_late, make_failure, refuses_choice, worth_a_retry
from agents.specs import LLMSpec
from budgets.snapshot import BudgetsSnapshot
from conversations.files import FileKind
from conversations.turn import Json
from outbound import policy
from outbound.circuit import REST

TRIES_BEFORE_ANOTHER = 2  # of a model that fails, where another answers instead of it
BROKEN_TRIES = 2  # at an answer that ends without an end: it may do so each time
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0  # seconds before a model is asked anew
BREATH = 16  # pieces that may be read in a row: those that arrived together come without a pause


class OpenAICompatible:
    """A model profile's chat.

    Before the first piece of text it is asked anew on 429, 5xx, a lost connection, an end that is none and
    where it does not begin in the time that it usually takes, as long as its call's time allows and its
    breaker is closed; where another would answer instead, twice at most and not when it was silent. One that
    refuses to have its choice of tools made for it (`tool_choice`) is asked in words, then and from then on.

    An answer that breaks off later ends with `Finish("interrupted")`, or `Finish("timeout")` where its time
    was over.
    """

    about: Mapping[str, Json] = MappingProxyType({})

    def __init__(
        self,
        spec: LLMSpec,
        base_url: str,
        api_key: str,
        problem: str = "",
        headers: tuple[tuple[str, str], ...] = (),
        own_prices: BudgetsSnapshot | None = None,
    ) -> None:
        self._spec = spec
        self._prices = ModelPrices(spec.model, spec.provider, base_url, own_prices or BudgetsSnapshot())
        self._headers = headers
        self._problem = problem
        self._base_url = base_url
        self._api_key = api_key
        self._key = (spec.provider, spec.model, base_url, api_key)

    @property
    def name(self) -> str:
        return self._spec.name

    @property
    def provider(self) -> str:
        return self._spec.provider

    @property
    def model(self) -> str:
        return self._spec.model

    @property
    def reads(self) -> frozenset[FileKind]:
        return readable(self._spec)

    @property
    def health(self) -> ModelHealth:
        """What all calls of this process found out about it."""
        return health_of(self._key)

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer as it comes; `ModelFailed` says in words what the other side did."""
        if self._problem:
            raise ModelFailed(self._problem)
        if not self._spec.model or (self._spec.provider in WITHOUT_ADDRESS and not self._base_url):
            raise ModelFailed(
                _("The model profile '%(name)s' needs a model name and an address.") % {"name": self.name}
            )
        if not health_of(self._key).allows():
            raise ModelFailed(RESTS % {"model": self.model, "seconds": REST}, BUSY)
        async with policy.slot("llm"):
            async for event in self._answer(request):
                yield event

    async def _answer(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        clock = asyncio.get_running_loop().time
        end = clock() + min(request.deadline_seconds, self._spec.timeout_seconds)
        another = request.patience_seconds is not None
        begin_by = min(end, clock() + (request.patience_seconds or 0.0)) if another else end
        whole = 0.0 if another else end - clock()
        health, tries = health_of(self._key), 0
        earlier: Exception | None = None
        while True:
            answer, problem, began = StreamedAnswer(self._spec, request, self._prices), None, clock()
            usage.note(answer.measure)
            patience, in_words = health.patience(whole), health.refuses_choice
            until = begin_by if patience is None else min(begin_by, began + patience)
            try:
                async for piece in self._once(request, answer, until, end, whole):
                    yield piece
            except ModelFailed as error:
                answer.note_failure(error)
                raise
            except Exception as error:
                took = (end if answer.stands else until) - began
                count_failure(self._key, error, took, tries, clock() - began < 0.99 * whole)
                answer.note_failure(error)
                chosen = request.must_call or not request.may_call
                if chosen and not in_words and not answer.stands and refuses_choice(error):
                    health.note_choice_refused(self.name)
                    continue
                if not (answer.stands or worth_a_retry(error) or (is_late(error) and not another)):
                    raise make_failure(error, self._spec) from error
                if answer.stands:
                    answer.break_off(error)
                # A try that the end of the time cut off says less than what refused the one before it.
                problem = earlier = earlier if earlier is not None and is_late(error) else error
            else:
                health.circuit.count_success()  # with an answer, whole or not
            if answer.stands:
                break
            tries += 1
            late = problem is not None and is_late(problem)
            pause = 0.0 if late else choose_pause(tries, problem)  # it has been waited for long enough
            most = BROKEN_TRIES if problem is None else TRIES_BEFORE_ANOTHER if another else math.inf
            if is_of_message(problem):
                most = min(most, FAILURES)
            if tries >= most or clock() + pause >= begin_by or health.circuit.rests:
                if problem is not None:
                    raise make_failure(problem, self._spec) from problem
                raise ModelFailed(BROKEN_OFF % {"model": self.model})
            if pause:
                await asyncio.sleep(pause)
        for event in answer.rest():
            yield event

    async def _once(
        self, request: ModelRequest, answer: StreamedAnswer, begin_by: float, end: float, whole: float
    ) -> AsyncIterator[TextPiece]:
        """The pieces of one answer as they come; what else it says is noted in `answer`.

        `whole` as for `ModelHealth.patience`.
        """
        chunks, pieces = self._chunks(request, end), 0
        clock, health = asyncio.get_running_loop().time, health_of(self._key)
        began = clock()
        try:
            async with asyncio.timeout_at(begin_by) as timeout:
                with health.watch(timeout, whole):
                    chunk = await anext(chunks, None)
            if chunk is not None:
                health.note_begin(clock() - began)
            while chunk is not None:
                if text := answer.read(chunk):
                    yield TextPiece(text)
                if answer.is_full:
                    break
                pieces += 1
                if pieces % BREATH == 0:
                    await asyncio.sleep(0)
                chunk = await anext(chunks, None)
        finally:
            await chunks.aclose()  # type: ignore[attr-defined]

    def _chunks(self, request: ModelRequest, end: float) -> AsyncIterator[dict[str, Any]]:
        """All ways to a model give the same chunks."""
        spec = self._spec
        if health_of(self._key).refuses_choice:
            spec, request = replace(spec, can_force_tools=False), replace(request, may_call=True)
        if model_kinds.has_wire(spec.provider):
            call = package_wire.ModelCall(spec, request, self._base_url, self._api_key, self._headers)
            return package_wire.chunks(call, end)
        if spec.provider in LANGCHAIN:
            from agents.llm import langchain  # 0.4 s, for those who use it

            return langchain.chunks(spec, self._base_url, self._api_key, request, end, self._headers)
        base_url = self._base_url or ADDRESSES["openai"]
        body, headers = request_body(spec, request), request_headers(spec, self._headers)
        return wire.chunks(base_url, self._api_key, body, end, headers)


def choose_pause(tries: int, error: BaseException | None) -> float:
    """Seconds after so many tries; what the other side asked for (`Retry-After`) is the least.

    >>> 0.125 <= choose_pause(1, None) <= 0.25 and choose_pause(1, Refusal(429, "", retry_after=3)) >= 3
    True
    """
    most = min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE)
    jitter = random.uniform(most / 2, most)  # those who were refused together come apart
    least = error.retry_after if isinstance(error, Refusal) else None
    return least + jitter if least else jitter
