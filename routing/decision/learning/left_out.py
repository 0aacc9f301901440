"""How a model reads what it was never taught: intents left out of training in turn, texts of other matters.

>>> read_left_out(data, 7, lambda share: None).order[:, 0]  # what examples of missing intents are taken for
array([2, 0, 0, ...])
"""

from collections.abc import Callable, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from routing.decision.learning import features
from routing.decision.learning.calibrate import Ranked, Rows, rank
from routing.decision.learning.features import Floats
from routing.decision.learning.likeness import KnownSamples, Weights, add_nearest
from routing.decision.learning.surroundings import look_around
from routing.decision.learning.svm import Fitted, fit_svm

FOLDS = 4  # a quarter of the intents is missing each time
ENOUGH = 1000  # examples of missing intents; of thousands one quarter of the intents says as much as all
# Of few examples: how much a text's nearness to the middle of an intent counts beside what the machine
# learnt. Of 336 messages to four companies with 5 examples an intent 72.9 % are read rightly instead of
# 69.3 %.
CENTRE = 2.0


class TrainingData(NamedTuple):
    """Samples as numbers, those of an intent together: `table` is what the machine learns from, `views` are
    what they mean in each way of seeing, `owners` to which intent each belongs; `spoken` are those that
    people say; `few` of them are known; `others` is what texts of other matters mean, where texts are held
    against them; `weights` weigh the likenesses, where there are several ways of seeing."""

    table: Floats
    views: Sequence[Floats]
    owners: Rows
    spoken: NDArray[np.bool_]
    few: bool
    others: Floats
    texts: Sequence[str]
    weights: Weights | None = None

    @property
    def vectors(self) -> Floats:
        """What the samples mean, in the first way of seeing."""
        return self.views[0]

    @property
    def known(self) -> KnownSamples:
        """What texts are held against."""
        return KnownSamples(self.views, self.owners, self.spoken)

    @property
    def starts(self) -> Rows:
        """Where the samples of each intent begin, and where all end."""
        return np.searchsorted(self.owners, np.arange(self.owners[-1] + 2)).astype(np.int64)

    def fit(self, progress: Callable[[float], None]) -> Fitted:
        """The machine of each intent, with the middle of its meanings where few examples are known."""
        starts = self.starts
        fitted = fit_svm(self.table, self.owners, len(starts) - 1, progress)
        if not self.few or self.table.shape[1] == features.BINS:
            return fitted
        sums = np.add.reduceat(self.vectors, starts[:-1], axis=0)
        weights = fitted.weights.copy()
        weights[:, features.BINS :] += CENTRE / features.MEANING * _direct(sums)
        near = self.vectors @ _direct(sums).T
        rows = np.arange(len(self.owners))  # each example is held against the middle of the others
        near[rows, self.owners] = (self.vectors * _direct(sums[self.owners] - self.vectors)).sum(axis=1)
        return Fitted(weights, fitted.offsets, fitted.unseen + np.float32(CENTRE) * near)

    def read(self, fitted: Fitted, texts: Sequence[str], table: Floats, views: Sequence[Floats]) -> Ranked:
        """What other texts are taken for."""
        likes = np.maximum(np.maximum.reduceat(views[0] @ self.vectors.T, self.starts[:-1], axis=1), 0)
        around = look_around(texts, views[0], self.others)
        scores = table @ fitted.weights.T + fitted.offsets
        if self.weights is not None:
            scores = self.weights.weigh(scores, self.known.look(views))
        elif not self.few:
            scores = add_nearest(scores, likes)
        return rank(scores, likes, around)

    def score_unseen(self, fitted: Fitted, likes: Floats) -> Floats:
        """The scores of the samples, each without itself; `likes`: how alike the nearest others are."""
        if self.weights is None:
            return fitted.unseen if self.few else add_nearest(fitted.unseen, likes)
        return self.weights.weigh(fitted.unseen, self.known.look_unseen())


def read_left_out(data: TrainingData, outside: int, progress: Callable[[float], None]) -> Ranked:
    """What the examples of intents that are missing are taken for, a part of the intents missing each time;
    what nobody serves, the intent number `outside`, never is."""
    found = [NOTHING]
    count = len(data.starts) - 1
    folds = min(FOLDS, count)
    for fold in range(folds):
        missing = np.arange(count) % folds == fold
        missing &= np.arange(count) != outside
        kept = np.flatnonzero(~missing)
        if len(kept) > 1 and sum(len(each.order) for each in found) < ENOUGH:
            found.append(_read_missing(data, missing, kept))
        progress((fold + 1) / folds)
    return join(*found)


def _read_missing(data: TrainingData, missing: NDArray[np.bool_], kept: Rows) -> Ranked:
    inside = ~missing[data.owners]
    numbers = np.cumsum(~missing) - 1
    less = data._replace(
        table=data.table[inside],
        views=[rows[inside] for rows in data.views],
        owners=numbers[data.owners[inside]],
        spoken=data.spoken[inside],
        texts=list(compress(data.texts, inside)),
    )
    missed = ~inside & data.spoken
    texts = list(compress(data.texts, missed))
    views = [rows[missed] for rows in data.views]
    read = less.read(less.fit(lambda share: None), texts, data.table[missed], views)
    return read._replace(order=np.where(read.order < 0, -1, kept[read.order]))


def join(*parts: Ranked) -> Ranked:
    """Several readings as one."""
    return Ranked(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _direct(sums: Floats) -> Floats:
    """The same directions, of length 1."""
    directed: Floats = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
    return directed


NOTHING = rank(np.zeros((0, 1), np.float32), np.zeros((0, 1), np.float32))
