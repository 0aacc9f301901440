"""Web processes show that they live, and each notices which of the others no longer does.

One thread a process, with a connection of its own: a loop that is busy and visits that queue are no death. It
beats in a row of the database, because where that cannot be reached nothing can be taken over either
(docs/adr/0040).

    # Told, from the thread, of a process that fell silent, again and again; `keep` runs with each beat.
    alive.begin(lambda name, beat: ..., keep)
    alive.end()
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import F

from conversations import wakes
from conversations.models import WebProcess
from tenancy.statements import find, send, skip_flush

logger = logging.getLogger(__name__)
BEAT_SECONDS = 1.0
FROZEN_SECONDS = 3 * BEAT_SECONDS  # between two looks: this process stood still, or the database did
Told = Callable[[str, int], object]
_end = threading.Event()
_shown = threading.Event()  # that this process lives
_thread: threading.Thread | None = None


class Silences:
    """How long each of the others was silent, by this process's own clock.

    Beats that nobody could hear count for nothing: after a look that failed (`anew`), or one that came late,
    counting begins anew.

    >>> silences = Silences(8)
    >>> silences.look({"a": 1}, now=10), silences.look({"a": 1}, now=12)
    ([], [])
    """

    def __init__(self, after: float) -> None:
        self._after = after
        self._heard: dict[str, tuple[int, float]] = {}  # the last beat, and when it was first seen
        self._looked = 0.0

    def anew(self) -> None:
        """Forgets how long anybody was silent."""
        self._heard.clear()

    def look(self, beats: Mapping[str, int], now: float) -> list[str]:
        """Who has been silent for too long at `now` (monotonic seconds), when these are the beats."""
        if now - self._looked > FROZEN_SECONDS:
            self.anew()
        self._looked = now
        before = self._heard
        self._heard = {
            name: before[name] if before.get(name, (None,))[0] == beat else (beat, now)
            for name, beat in beats.items()
        }
        return [name for name, (_, since) in self._heard.items() if now - since >= self._after]


def begin(silent: Told, keep: Callable[[], object] = lambda: None) -> None:
    """Beats from now on, and tells `silent` of others with the beat that was their last.

    `keep` writes, after each beat, what the others must know of this process should it die.
    """
    global _thread
    if _thread is None:
        _end.clear()
        _thread = threading.Thread(target=_live, args=(silent, keep), name="alive", daemon=True)
        _thread.start()


def end() -> None:
    """Beats no more. What this process leaves running, others take over in a while."""
    global _thread
    if _thread is not None:
        _end.set()
        _thread.join(5)
        _thread = None
    _shown.clear()


def name_shown() -> str:
    """What this process is called where it shows that it lives; empty where it does not."""
    return wakes.process_name() if _shown.is_set() else ""


def is_dead(name: str) -> bool:
    """Whether a process that once showed that it lives was found silent, and all that it had taken over."""
    return bool(name) and find(WebProcess, {"name": name}) is None


def _live(silent: Told, keep: Callable[[], object]) -> None:
    # Of the seconds from a death to its being noticed, the last beat and the look after it take one each.
    silences = Silences(settings.DEAD_AFTER_SECONDS - 2 * BEAT_SECONDS)
    away = False
    while not _end.is_set():
        try:
            beats, away = _beat(), False
            _shown.set()
            for name in silences.look(beats, time.monotonic()):
                silent(name, beats[name])
            keep()
        except Error as error:
            if not away:
                logger.warning("This process cannot show that it lives: %s", error)
            away = True
            silences.anew()
            connection.close()
        except Exception:  # whatever it was, the next beat must come
            logger.exception("A beat failed")
        _end.wait(BEAT_SECONDS)
    connection.close()


def _beat() -> dict[str, int]:
    """Shows that this process lives; gives the beats of the others."""
    me = wakes.process_name()
    with transaction.atomic():
        send(*skip_flush())
        if not WebProcess.objects.filter(pk=me).update(beat=F("beat") + 1):
            WebProcess.objects.create(pk=me)
        return dict(WebProcess.objects.exclude(pk=me).values_list("pk", "beat"))
