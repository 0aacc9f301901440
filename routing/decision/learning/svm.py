"""A linear model of each intent against all others, and what it would say of each example unseen.

Support vector machines with squared loss, solved by Newton's method over the examples that lie inside the
margin (Chapelle, "Training a support vector machine in the primal", 2007). Those are a hundred or two an
intent, however many examples there are. As right as scikit-learn's LinearSVC on the same rows; and leaving an
example out follows from the same solution (only one inside the margin had any say in it), so calibrating
takes no further fits.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from routing.decision.learning.features import Floats

C = 0.5  # what an example inside the margin costs
ROUNDS, COARSE = 30, 12  # it takes 4 to 12; then the margin hardly moves any more
FEWEST, FEW = 200, 8  # examples, in all and an intent, of which half are no longer taken first
SMALL = 2048  # examples up to which the first guess takes all to be inside every margin
STEPS = (1.0, 0.7, 0.5, 0.3, 0.15, 0.05)  # parts of a step that are tried
GROWTH = 100  # examples that a margin may take in a round
WHOLE = 4096  # examples up to which all similarities are worked out once: 64 MB
Rows = NDArray[np.int64]


class Fitted(NamedTuple):
    """Weights and offsets, an intent a row; `unseen` are the scores of each example without it."""

    weights: Floats
    offsets: Floats
    unseen: Floats


def fit_svm(table: Floats, owners: Rows, count: int, progress: Callable[[float], None]) -> Fitted:
    """`table` has an example a row, `owners` says to which of `count` intents each belongs.

    They stand together.
    """
    rows = np.hstack([table, np.ones((len(table), 1), np.float32)])
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        each = _Intents(rows, owners, count, threads)
        each.settle(progress)
        return each.leave_out()


class _Intents:
    """All intents at once over the same examples. `inside` are the examples inside each one's margin."""

    def __init__(self, rows: Floats, owners: Rows, count: int, threads: ThreadPoolExecutor) -> None:
        self.rows, self.owners, self.threads = rows, owners, threads
        self.sides = np.where(owners[:, None] == np.arange(count), np.float32(1), np.float32(-1))
        self.whole = rows @ rows.T if len(rows) <= WHOLE else None
        self.weights = np.zeros((count, rows.shape[1]), np.float32)
        self.weights[:, -1] = -1  # "no" to everything, before anything is known
        self.scores = np.zeros_like(self.sides)
        self.inside: list[Rows] = []

    def settle(self, progress: Callable[[float], None], rounds: int = ROUNDS) -> None:
        """Finds the margins.

        Half of the examples give a first guess that is nearly right, at an eighth of the work; half of these
        give theirs.
        """
        count = len(self.weights)
        half = _every_other(self.owners)
        if len(half) >= max(FEWEST, FEW * count):
            coarse = _Intents(self.rows[half], self.owners[half], count, self.threads)
            coarse.settle(lambda share: progress(share / 2), COARSE)
            self.weights = coarse.weights
        elif self.whole is not None and len(self.rows) <= SMALL:
            everybody = np.arange(len(self.rows))
            self.weights = (self.rows.T @ np.linalg.solve(self._similarity(everybody), self.sides)).T
        self.scores = self.rows @ self.weights.T
        self.inside = self._now_inside(np.bincount(self.owners, minlength=count).tolist())
        moving = np.arange(count)
        for number in range(rounds):
            solved = np.stack(list(self.threads.map(self._solve, moving)))
            self._step(moving, solved)
            now = self._now_inside([len(each) for each in self.inside])
            moving = np.array([at for at in moving if not np.array_equal(now[at], self.inside[at])], np.int64)
            self.inside = now
            progress((1 + number / rounds) / 2)
            if not moving.size:
                break

    def _step(self, moving: Rows, solved: Floats) -> None:
        """Goes towards what was solved, as far as it helps: a whole step may throw the margin far off."""
        toward = self.rows @ solved.T
        sides, old, before = self.sides[:, moving], self.weights[moving], self.scores[:, moving]
        costs = np.stack(
            [
                ((old + part * (solved - old)) ** 2).sum(1) / 2
                + C * (np.maximum(0, 1 - sides * (before + part * (toward - before))) ** 2).sum(0)
                for part in STEPS
            ]
        )
        parts = np.array(STEPS, np.float32)[costs.argmin(0)]
        self.weights[moving] = old + parts[:, None] * (solved - old)
        self.scores[:, moving] = before + parts * (toward - before)

    def leave_out(self) -> Fitted:
        """The solution, and the scores of each example by one without it."""
        scores = self.scores

        def leave(intent: int) -> None:
            mine = self.inside[intent]
            inverse = np.linalg.inv(self._similarity(mine))
            away = (inverse @ self.sides[mine, intent]) / np.diag(inverse)
            scores[mine, intent] = self.sides[mine, intent] - away

        list(self.threads.map(leave, range(len(self.weights))))
        return Fitted(self.weights[:, :-1], self.weights[:, -1], scores)

    def _solve(self, intent: int) -> Floats:
        """The weights of an intent if its margin held just what it holds."""
        mine = self.inside[intent]
        shares = np.linalg.solve(self._similarity(mine), self.sides[mine, intent])
        found: Floats = shares @ self.rows[mine]
        return found

    def _similarity(self, mine: Rows) -> Floats:
        """How alike the examples inside a margin are, with what the loss adds to each."""
        some = (
            self.whole[np.ix_(mine, mine)] if self.whole is not None else self.rows[mine] @ self.rows[mine].T
        )
        some[np.diag_indices(len(mine))] += 1 / (2 * C)
        found: Floats = some
        return found

    def _now_inside(self, before: list[int]) -> list[Rows]:
        """What lies inside the margins now; of many more than `before` those that are furthest in. A rough
        solution has thousands inside, and solving for all of them would take most of the time."""
        margins = self.sides * self.scores
        found = []
        for intent, size in enumerate(before):
            mine = np.flatnonzero(margins[:, intent] < 1)
            most = size + GROWTH
            if len(mine) > most:
                mine = np.sort(mine[np.argpartition(margins[mine, intent], most - 1)[:most]])
            found.append(mine)
        return found


def _every_other(owners: Rows) -> Rows:
    """Every other example of each intent."""
    starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
    within = np.arange(len(owners)) - np.repeat(starts, np.diff(np.r_[starts, len(owners)]))
    return np.flatnonzero(within % 2 == 0)
