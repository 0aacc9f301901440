"""The bundled encoder and E5 side by side, for profiles that have few examples to learn from.

What both say is seen in three ways (`see`): through a projection that was learnt from what people write to
forty companies and keeps apart what they mean to keep apart (ADR 107, 113; `python -m benchmarks.fit_pair`),
and as each of both says it. A text takes E5's 10 to 25 ms: on the event loop another thread takes them
(`fetch`), and the decision is taken again.

After `out_of_scope.yaml` was edited: `python -m language.embedder.pair`. Each profile that learns reads those
texts, and each message is held against them, so their vectors are kept beside this file.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from language.embedder import e5
from language.embedder.asking import Fetched, asking
from language.embedder.base import BUNDLED, spell
from language.embedder.encoder import Bundled
from language.embedder.errors import NO_ANSWER, NoVectors
from language.language_data import out_of_scope_texts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PAIR = f"{BUNDLED}+e5"
KEPT = Path(__file__).parent / "pair.npz"


class Kept(NamedTuple):
    """What was learnt of both encoders: `vectors` of the texts of out_of_scope.yaml, as they are spelt,
    the `middle` of E5's, near which all of E5's lie, and the `projection` of both.
    """

    vectors: "Mapping[str, Floats]"
    middle: "Floats"
    projection: "Floats"


class PairedEncoder(Bundled):
    """Both vectors as one."""

    name = PAIR
    dimensions = Bundled.dimensions + e5.DIMENSIONS

    def supply(self, whose: str, seconds: float) -> Fetched:
        """Takes decisions on the event loop, with vectors that another thread works out."""
        return Fetched(self, whose, seconds)

    async def fetch(
        self, texts: Sequence[str], whose: str, seconds: float
    ) -> "tuple[Mapping[str, Floats], float]":
        """The vectors of texts as they are spelt, and the seconds that they took; nothing of it is kept.

        Raises NoVectors after `seconds`.
        """
        began = time.monotonic()
        try:
            rows = await asyncio.wait_for(asyncio.to_thread(self._encode, texts), seconds)
        except TimeoutError:
            raise NoVectors(NO_ANSWER, "no time is left") from None
        return dict(zip(texts, rows, strict=True)), time.monotonic() - began

    def warm(self) -> None:
        super().warm()
        e5.load()

    def _one(self, text: str) -> "Floats":
        fetching = asking.get()
        if fetching is None:
            return super()._one(text)
        if text not in fetching.found:
            raise fetching.want([text])
        return fetching.found[text]

    def _encode(self, texts: Sequence[str]) -> "Floats":
        import numpy as np

        kept = load_kept()
        new = [text for text in texts if text not in kept.vectors]
        found = dict(zip(new, self._look(new), strict=True)) if new else {}
        return np.stack([found[text] if text in found else kept.vectors[text] for text in texts])

    def _look(self, texts: Sequence[str]) -> "Floats":
        """The vectors of texts, worked out."""
        return join(super()._encode(list(texts)), e5.embed_queries(texts), load_kept().middle)


def join(own: "Floats", others: "Floats", middle: "Floats") -> "Floats":
    """The vectors of both encoders as one of length 1, E5's (`others`) without what they all share."""
    import numpy as np

    return scale_to_unit(
        np.hstack([own, scale_to_unit(np.where(others.any(axis=1, keepdims=True), others - middle, 0))])
    )


def see(name: str, rows: "Floats") -> "tuple[Floats, ...]":
    """The vectors of the embedder of that name in each way of seeing, the first what all else is read by.

    Those of one encoder alone are seen as they are.
    """
    if name != PAIR:
        return (rows,)
    return see_through(load_kept().projection, rows)


def see_through(projection: "Floats", rows: "Floats") -> "tuple[Floats, ...]":
    """Both vectors through a projection, and each of them alone."""
    if len(rows) == 1:  # it is symmetric, and this way takes 0.05 ms of CPU instead of 2
        seen = scale_to_unit((projection @ rows[0])[None])
    else:
        seen = scale_to_unit(rows @ projection)
    return seen, scale_to_unit(rows[:, : Bundled.dimensions]), scale_to_unit(rows[:, Bundled.dimensions :])


def scale_to_unit(rows: "Floats") -> "Floats":
    """The same directions, of length 1; zeros stay."""
    import numpy as np

    found: Floats = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)).astype(np.float32)
    return found


@lru_cache(maxsize=1)
def load_kept() -> Kept:
    """What lies beside this file."""
    import numpy as np

    with np.load(KEPT, allow_pickle=False) as stored:
        rows = {name: stored[name].astype(np.float32) for name in ("vectors", "middle", "projection")}
        texts = stored["texts"].tolist()
    return Kept(dict(zip(texts, rows["vectors"], strict=True)), rows["middle"], rows["projection"])


@lru_cache(maxsize=4)
def load_other_matters(name: str) -> "Floats":
    """The vectors of texts of other matters by the embedder of that name, in the first way of seeing; none
    but of this one.

    The same rows for every profile that learnt with it.
    """
    import numpy as np

    if name != PAIR:
        return np.zeros((0, 1), np.float32)
    return see(name, np.stack(list(load_kept().vectors.values())))[0]


def read_texts() -> list[str]:
    """The texts of other matters in every language, as they are spelt."""
    return list(dict.fromkeys(map(spell, out_of_scope_texts())))


def write(projection: "Floats") -> None:
    """Works the vectors of the texts of other matters out and keeps them."""
    import numpy as np

    texts = read_texts()
    others = e5.embed_queries(texts)
    vectors = join(Bundled().embed(texts), others, others.mean(axis=0))
    small = {"vectors": vectors, "middle": others.mean(axis=0), "projection": projection}
    np.savez_compressed(
        KEPT, texts=np.array(texts), **{name: rows.astype(np.float16) for name, rows in small.items()}
    )


if __name__ == "__main__":
    write(load_kept().projection)
