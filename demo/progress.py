"""What a start is at: said when something new begins, and every few seconds while it lasts.

>>> with Progress() as progress:
...     progress.begin("Preparing the database", of=81)
...     progress.at(40)
Preparing the database ...
Preparing the database: [##########----------] 40 of 81 (7 s)
"""

import os
import threading
import time
from types import TracebackType
from typing import Self

SECONDS = 3.0  # of silence at most
BAR = 20
PERCENT = 100


class ProgressLines:
    """Lines on the standard output.

    Seconds are counted from the start of all: from make's, where it said so.
    """

    def __init__(self) -> None:
        self.began = float(os.environ.get("SWITCHBOARD_STARTED") or time.time())
        self._what, self._at, self._of = "", 0, 0
        self._ends = threading.Event()
        self._told = threading.Event()  # something was said: the silence begins anew

    @property
    def seconds(self) -> float:
        return time.time() - self.began

    def begin(self, what: str, of: int = 0) -> None:
        """Something new, of so many parts where that is known."""
        self._what, self._at, self._of = what, 0, of
        self.say(f"{what} ...")

    def at(self, done: int, of: int | None = None) -> None:
        """How many parts are done; said when the next seconds have passed."""
        self._at, self._of = done, self._of if of is None else of

    def say(self, sentence: str) -> None:
        print(sentence, flush=True)
        self._told.set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._speak, daemon=True, name="progress").start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        self._ends.set()
        self._told.set()

    def _speak(self) -> None:
        while not self._ends.is_set():
            if not self._told.wait(SECONDS) and self._what:
                print(line(self._what, self._at, self._of, self.seconds), flush=True)
            self._told.clear()


def line(what: str, at: int, of: int, seconds: float) -> str:
    """How far something is, in one line.

    >>> line("Learning", 45, 100, 12.3)
    'Learning: [#########-----------] 45 % (12 s)'
    """
    if not of:
        return f"{what} ... ({seconds:.0f} s)"
    full = min(BAR, BAR * at // of)
    share = f"{at} %" if of == PERCENT else f"{at} of {of}"
    return f"{what}: [{'#' * full}{'-' * (BAR - full)}] {share} ({seconds:.0f} s)"
