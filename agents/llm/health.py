"""Whether a model is well, as all calls to it in this process find out together.

    health = health_of((provider, model, address, key))
    if health.allows(): ...
    health.note_choice_refused("fast")         # it wants to choose itself what it calls
    health.note_begin(0.4)                     # it began to answer after so many seconds
    opened = health.note_failure(silent=True)  # it did not in the time that it was given

A circuit breaker stands before each model, address and key: after `FAILURES` failed tries in a row the
model is left alone for 30 s, whoever still waits for it waits no longer, and then one call tries it. Refusals
do not count, and neither does a quota that is used up: the model itself is well then. Of the tries of one
call that end with 500 only the first counts: it may break on that message alone.

How long one may take to begin is learnt: `TIMES` as long as it lately took, and never less than `LEAST`, nor
than what is fair in its call: where nobody stands behind it `SHARE` of the call's time, so that it is asked
twice at most, and after one that was given up so all of it, for it may have become slow. One that nobody has
heard yet has all the time of its call, until a call waited for it in vain.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from agents.errors import TOO_MANY, Refusal
from agents.llm.trouble import is_late, worth_a_retry
from outbound.circuit import Circuit
from outbound.last_used import LastUsed

log = logging.getLogger(__name__)
FAILURES = 5  # tries in a row
MOST = 1000  # models in memory
LEAST = 5.0  # seconds that a model has at least, for its slowness to count
TIMES = 4
SHARE = 0.5  # of a call's time
RECENT = 20  # beginnings that are remembered
BROKE = 500

Key = tuple[str, str, str, str]  # provider, model, address, key


@dataclass(slots=True)
class ModelHealth:
    """What calls found out about one model where it is now."""

    circuit: Circuit = field(default_factory=lambda: Circuit(FAILURES))
    begins: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))
    refuses_choice: bool = False  # it takes no `tool_choice`: a call was refused for it
    silent: bool = False  # a call waited for it in vain, and none was answered since
    gave_up: bool = False  # the last call that heard nothing did not wait all its time
    waiting: dict[asyncio.Timeout, tuple[asyncio.AbstractEventLoop, float, float]] = field(
        default_factory=dict
    )

    def allows(self) -> bool:
        """Whether a call may be made now; the one that tries a model that rested has all its time."""
        allowed = self.circuit.allows()
        if allowed and self.circuit.failures >= self.circuit.limit:
            self.silent = False
            self.begins.clear()  # else one that became slow would be given up each time
        return allowed

    def patience(self, whole: float) -> float | None:
        """Seconds that it may take to begin; None: as many as the call has.

        `whole` are the seconds of a call that nobody else would answer (0.0: somebody would).
        """
        if not self.begins and not self.silent:
            return None
        fair = whole if self.gave_up else SHARE * whole
        return max(LEAST, TIMES * max(self.begins, default=0.0), fair)

    def note_begin(self, seconds: float) -> None:
        self.begins.append(seconds)
        self.silent = self.gave_up = False

    def note_choice_refused(self, name: str) -> None:
        """It is asked in words from now on, which is said once."""
        if not self.refuses_choice:
            log.warning("model profile %s refuses a forced tool call: it is asked in words", name)
        self.refuses_choice = True

    def note_failure(self, silent: bool, gave_up: bool = False) -> bool:
        """Counts a failed try, of which those hear that wait; whether it is left alone from now on.

        `gave_up`: the call would have had more time for it.
        """
        self.silent = self.silent or silent
        if silent:
            self.gave_up = gave_up
        opened = self.circuit.count_failure()
        if opened or silent:
            for timeout, (loop, began, whole) in list(self.waiting.items()):
                patience = 0.0 if opened else self.patience(whole) or 0.0
                loop.call_soon_threadsafe(_shorten, timeout, began + patience)
        return opened

    @contextmanager
    def watch(self, timeout: asyncio.Timeout, whole: float) -> Iterator[None]:
        """While it is waited for the first piece, within this time limit; `whole` as for `patience`."""
        loop = asyncio.get_running_loop()
        self.waiting[timeout] = loop, loop.time(), whole
        try:
            yield
        finally:
            del self.waiting[timeout]


def _shorten(timeout: asyncio.Timeout, when: float) -> None:
    end = timeout.when()
    if end is not None and when < end and not timeout.expired():
        try:
            timeout.reschedule(when)
        except RuntimeError:
            return  # it is over by now


_models: LastUsed[Key, ModelHealth] = LastUsed(MOST)


def health_of(key: Key) -> ModelHealth:
    """The health of a model where it is now."""
    return _models.find_or_make(key, ModelHealth)


def is_of_message(error: BaseException | None) -> bool:
    """Whether it may be this message that the other side breaks on."""
    return isinstance(error, Refusal) and error.status == BROKE


def count_failure(key: Key, error: BaseException, seconds: float, tries: int, gave_up: bool = False) -> None:
    """Counts a try of so many seconds that failed, the call's `tries` before it, if that is the model's."""
    if tries and is_of_message(error):
        return
    if _counts(error, seconds) and health_of(key).note_failure(is_late(error), gave_up):
        log.warning("model %s at %s failed %d times in a row: it rests", key[1], key[2] or key[0], FAILURES)


def _counts(error: BaseException, seconds: float) -> bool:
    if is_late(error):
        return seconds > 0.99 * LEAST
    busy = isinstance(error, Refusal) and error.status == TOO_MANY
    return isinstance(error, Exception) and worth_a_retry(error) and not busy


def forget() -> None:
    """Begins anew (tests)."""
    _models.clear()
