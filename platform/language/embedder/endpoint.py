"""An embedder behind an address that speaks OpenAI's API for embeddings.

OpenAI's own, vLLM, Ollama, and many more.

The texts leave this installation. What is said here of one company is never told to another: neither what it
wrote (vectors are kept for each apart, or the time of an answer would tell), nor that what it wrote broke the
other side.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from language.embedder import wire
from language.embedder.asking import Fetched, asking
from language.embedder.base import OPENAI, spell
from language.embedder.errors import NO_ANSWER, RESTING, SIZES, UNASKED, NoVectors
from language.embedder.wire import Address, Floats
from outbound import runtime
from outbound.circuit import REST, Circuit
from outbound.last_used import LastUsed

logger = logging.getLogger(__name__)
REMEMBERED = 1024  # vectors, 6 to 12 KB each
COMPANIES = 1024  # whose failures are counted apart
BATCH = 64  # texts of one request while learning
PATIENCE = 30.0  # seconds for one such request
RESTS = (1.0, 2.0, 4.0, 8.0)  # seconds between tries of one such request


class Endpoint:
    """One model behind one address; one of these is enough for a process."""

    def __init__(self, address: Address) -> None:
        self.name = f"{OPENAI}:{address.model}"
        self._address = address
        self._remembered: LastUsed[tuple[str, str], Floats] = LastUsed(REMEMBERED)  # by company and text
        self._circuits: LastUsed[str, Circuit] = LastUsed(COMPANIES)
        self._numbers = 0  # of a vector, as learnt; known from the first answer on

    # --- while a decision is taken ------------------------------------------------------------------
    def embed(self, texts: Sequence[str]) -> Floats:
        """Vectors that were fetched for the decision that is being taken (`asking`)."""
        spelled = list(map(spell, texts))
        supply = asking.get()
        found = supply.found if supply is not None else {}
        if missing := [text for text in spelled if text and text not in found]:
            raise supply.want(missing) if supply is not None else NoVectors(UNASKED)
        return _rows(spelled, found)

    def supply(self, whose: str, seconds: float) -> Fetched:
        """Takes decisions on a message of that company, for which it fetches vectors within `seconds`."""
        return Fetched(self, whose, seconds)

    async def fetch(
        self, texts: Sequence[str], whose: str, seconds: float
    ) -> tuple[Mapping[str, Floats], float]:
        """The vectors of texts as they are spelt, and the seconds that it took. Raises `NoVectors`."""
        found = {text: kept for text in texts if (kept := self._remembered.find((whose, text))) is not None}
        rest = [text for text in texts if text not in found]
        if not rest:
            return found, 0.0
        circuit = self._circuits.find_or_make(whose, Circuit)
        if seconds <= 0:
            raise NoVectors(NO_ANSWER, "no time is left")
        if not circuit.allows():
            raise NoVectors(RESTING)
        began = time.monotonic()
        try:
            rows = await self._ask(rest, began + seconds)
        except NoVectors as error:
            if error.texts:  # what the other side says of it may repeat them
                logger.info("%s has no vectors for %d texts: %s", self.name, len(rest), error.code)
            elif circuit.count_failure():
                logger.warning("%s fails and is not asked for %d s: %s", self.name, REST, error)
            raise
        if circuit.count_success():
            logger.info("%s answers again", self.name)
        for text, row in zip(rest, rows, strict=True):
            found[text] = self._remembered.keep((whose, text), row)
        return found, time.monotonic() - began

    async def _ask(self, texts: Sequence[str], end: float) -> Floats:
        """A connection that the other side let go of meanwhile is only found out by using it.

        Once more, then.
        """
        try:
            return await wire.vectors(self._address, texts, end - time.monotonic())
        except NoVectors as error:
            if not error.lost or time.monotonic() >= end:
                raise
        return await wire.vectors(self._address, texts, end - time.monotonic())

    # --- while examples are learnt ------------------------------------------------------------------
    def learn(self, texts: Sequence[str]) -> Floats:
        """Vectors of one size, in batches; each is asked for again while that may help."""
        spelled = list(map(spell, texts))
        wanted = list(dict.fromkeys(text for text in spelled if text))
        if not wanted and not self._numbers:
            wanted = ["a"]  # says how many zeros stand for a text that says nothing
        found: dict[str, Floats] = {}
        for start in range(0, len(wanted), BATCH):
            batch = wanted[start : start + BATCH]
            rows = runtime.run(self._patiently(batch), (PATIENCE + wire.LONGEST_REST) * (len(RESTS) + 1))
            self._numbers = self._numbers or rows.shape[1]
            if rows.shape[1] != self._numbers:
                raise NoVectors(SIZES, f"{rows.shape[1]} numbers, and {self._numbers}")
            found.update(zip(batch, rows, strict=True))
        return _rows(spelled, found, self._numbers)

    async def _patiently(self, texts: Sequence[str]) -> Floats:
        for rest in RESTS:
            try:
                return await wire.vectors(self._address, texts, PATIENCE)
            except NoVectors as error:
                if not error.again:
                    raise
                await asyncio.sleep(max(rest, error.rest))
        return await wire.vectors(self._address, texts, PATIENCE)

    # --- the rest of an embedder --------------------------------------------------------------------
    def knows(self, word: str) -> bool:
        """Every word counts as one, so that none is mended.

        The endpoint cannot be asked, and to mend what may be an ordinary word ("contar", "conta") misreads
        more than a model that knows runs of letters misses.
        """
        return True

    def warm(self) -> None:
        """Nothing is read, and nobody is asked before there is a message."""


def _rows(spelled: Iterable[str], found: Mapping[str, Floats], numbers: int = 0) -> Floats:
    """A row for each text, zeros for one that says nothing."""
    numbers = numbers or next((row.size for row in found.values()), 0)
    nothing = np.zeros(numbers, np.float32)
    rows = [found[text] if text else nothing for text in spelled]
    return np.stack(rows) if rows else np.zeros((0, numbers), np.float32)
