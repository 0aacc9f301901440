"""What every embedder is, and how texts are given to it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LONGEST = 400  # characters: 1 500 words would take 115 ms, and the point is rarely there
NONE, BUNDLED, OPENAI = "none", "bundled", "openai"
NAMES = (BUNDLED, OPENAI, NONE)  # what the setting EMBEDDER may say


class Embedder(Protocol):
    """Gives each text a vector of length 1; a text that says nothing gets zeros.

    `name` says whose vectors they are: those of one name are comparable, of two they are not.
    """

    name: str

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """One row a text. Case does not count, nor what comes after `LONGEST` characters.

        Waits for nobody. Raises `NoVectors` where the vectors come from elsewhere and are not here.
        """
        ...

    def learn(self, texts: Sequence[str]) -> "Vectors":
        """The same for whoever can wait: it asks elsewhere if need be, and again. Raises `NoVectors`."""
        ...

    def knows(self, word: str) -> bool:
        """Whether a word is an ordinary one, of whatever language, and no typo: in small letters."""
        ...

    def warm(self) -> None:
        """Reads what the first text would otherwise wait for."""
        ...


def spell(text: str) -> str:
    """How a text is given to an encoder.

    Capitals would move it far away ("MEU PEDIDO NÃO CHEGOU" has a similarity of 0.49 to itself in small
    letters), and what holds no letter or digit would resemble a greeting.
    """
    # Half a sign (a lone surrogate) cannot be encoded.
    whole = text[:LONGEST].encode("utf-8", "replace").decode()
    cut = " ".join(whole.lower().split())
    return cut if any(map(str.isalnum, cut)) else ""
