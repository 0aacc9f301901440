"""How alike a text is to each intent, weighed with what the machine says of it.

An encoder's vectors may be seen in several ways (`language.embedder.pair.see`). In each of them are looked at
the nearest example, the nearest of title, description and keywords, the middle of the examples and that of
all of these. How much each counts was learnt from what people write to forty companies (ADR 113).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from language.embedder.pair import PAIR, scale_to_unit
from routing.decision.learning.features import Floats

# Of many examples: how much an intent's nearest one counts beside the machine, less where it is hardly like
# the message. Of 533 first messages of visitors to the demo 96.2 % have the right specialist first instead of
# 94.0, 89.4 instead of 81.7 by spelling alone; of BANKING77 no fewer are right (ADR 122).
NEAREST, LIKE = 4.0, 0.5
KINDS = 4  # of likeness, in each way of seeing
NONE = -2.0  # below every likeness


class Weights(NamedTuple):
    """What the machine's score counts, and each kind of likeness in each way of seeing; `least` is added."""

    machine: float
    kinds: tuple[float, ...]
    least: float

    def weigh(self, scores: Floats, looks: Floats) -> Floats:
        """The score of each intent: `scores` are the machine's, a text a row, `looks` those of `look`."""
        found: Floats = (self.machine * scores + looks @ np.array(self.kinds) + self.least).astype(np.float32)
        return found


# Of those encoders whose vectors are seen in several ways; `python -m benchmarks.fit_pair` learns them.
WEIGHTS = {
    PAIR: Weights(
        0.463,
        (1.516, 0.258, 1.49, 1.495, -0.008, 0.151, -0.453, -0.762, 0.421, 0.535, 0.052, -1.187),
        -1.768,
    )
}


def add_nearest(scores: Floats, likes: Floats) -> Floats:
    """The machine's scores with how alike the nearest example of each intent is, where there are many."""
    found: Floats = (scores + NEAREST * (likes - LIKE)).astype(np.float32)
    return found


@dataclass(frozen=True, eq=False)
class KnownSamples:
    """The samples in each way of seeing, those of an intent together, and which of them people say."""

    views: Sequence[Floats]
    owners: NDArray[np.int64]
    spoken: NDArray[np.bool_]

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where the samples of each intent begin."""
        return np.searchsorted(self.owners, np.arange(int(self.owners[-1]) + 1)).astype(np.int64)

    @cached_property
    def sums(self) -> list[tuple[tuple[Floats, Floats], ...]]:
        """For each way of seeing the examples alone and all samples, others as zeros, and their sums."""
        found = []
        for mine in self.views:
            kept = (mine * self.spoken[:, None], mine)
            found.append(tuple((each, np.add.reduceat(each, self.starts, axis=0)) for each in kept))
        return found

    @cached_property
    def middles(self) -> list[tuple[Floats, ...]]:
        """For each way of seeing the middles of the examples alone and of all samples."""
        return [tuple(scale_to_unit(sums) for _, sums in each) for each in self.sums]

    def look(self, views: Sequence[Floats]) -> Floats:
        """Of texts in the same ways of seeing: a text, an intent, a kind of likeness."""
        return np.concatenate(
            [self._look(number, rows, rows @ self.views[number].T) for number, rows in enumerate(views)], 2
        )

    def look_unseen(self) -> Floats:
        """Of the samples themselves, each held against the others."""
        found, at = [], np.arange(len(self.owners))
        for number, rows in enumerate(self.views):
            likes = rows @ rows.T
            likes[at, at] = NONE
            looks = self._look(number, rows, likes)
            for kind, (each, sums) in enumerate(self.sums[number], 2):
                looks[at, self.owners, kind] = (rows * scale_to_unit(sums[self.owners] - each)).sum(axis=1)
            found.append(looks)
        return np.concatenate(found, 2)

    def _look(self, number: int, rows: Floats, likes: Floats) -> Floats:
        found = np.zeros((len(rows), len(self.starts), KINDS), np.float32)
        for kind, which in enumerate((self.spoken, ~self.spoken)):
            nearest = np.maximum.reduceat(np.where(which, likes, NONE), self.starts, axis=1)
            found[:, :, kind] = np.where(nearest == NONE, 0, nearest)
        for kind, middles in enumerate(self.middles[number], 2):
            found[:, :, kind] = rows @ middles.T
        return found
