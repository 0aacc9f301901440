"""How a decision gets vectors that come over a network: they are there before it asks for them.

Decisions are taken at once, on the event loop, where nobody may wait. So one is taken as if on trial: a text
whose vector is not here is noted, and what came of it thrown away; what was noted is fetched in one request,
and the decision taken again. A message that no vector is needed for (a strong keyword decides, or a reply
does) asks for none.
"""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

from language.embedder.errors import NO_ANSWER, NoVectors

if TYPE_CHECKING:
    from language.embedder.base import Vectors

T = TypeVar("T")
ROUNDS = 4  # requests of one decision: keywords, the message, what is left of it, its clauses


class Supply(Protocol):
    """Takes a decision with the vectors that it needs.

    One for all decisions of a message, which share its time.
    """

    async def __call__(self, decide: Callable[[], T]) -> T: ...


class InProcess:
    """For embedders that wait for nobody."""

    async def __call__(self, decide: Callable[[], T]) -> T:
        return decide()


class Fetching(Protocol):
    """What fetches vectors: an endpoint."""

    async def fetch(
        self, texts: list[str], whose: str, seconds: float
    ) -> "tuple[Mapping[str, Vectors], float]":
        """The vectors by text, and how many seconds they took. Raises NoVectors."""


class Fetched:
    """Fetches from an endpoint what a decision asks for, on behalf of one company and within `seconds` in
    all.

    When that fails the decision is taken without, and each text that it asks about says why (`NoVectors`).
    """

    def __init__(self, endpoint: Fetching, whose: str, seconds: float) -> None:
        self.failed: NoVectors | None = None
        self.found: dict[str, Vectors] = {}  # by the text as it is spelt
        self._endpoint, self._whose, self._left = endpoint, whose, seconds
        self._wanted: dict[str, None] = {}

    async def __call__(self, decide: Callable[[], T]) -> T:
        token = asking.set(self)
        try:
            for _round in range(ROUNDS):
                self._wanted.clear()
                try:
                    decided = decide()
                except NoVectors:
                    if not self._wanted:
                        raise
                else:
                    if not self._wanted:
                        return decided
                await self._fetch()
            self.failed = self.failed or NoVectors(NO_ANSWER, "too many requests for one decision")
            return decide()
        finally:
            asking.reset(token)

    def want(self, texts: list[str]) -> NoVectors:
        """Notes texts that a decision asks about and that are not here; what to raise for them."""
        if self.failed is not None:
            return self.failed
        self._wanted.update(dict.fromkeys(texts))
        return NoVectors(NO_ANSWER)

    async def _fetch(self) -> None:
        try:
            rows, took = await self._endpoint.fetch(list(self._wanted), self._whose, self._left)
        except NoVectors as error:
            self.failed = error
        else:
            self._left -= took
            self.found.update(rows)


asking: ContextVar[Fetched | None] = ContextVar("asking", default=None)
