"""A linear model of each intent against all others, and what it would say of each example unseen.

Support vector machines with squared loss, solved by Newton's method over the examples that lie inside the margin
(Chapelle, "Training a support vector machine in the primal", 2007). Those are a hundred or two an intent, however
many examples there are. As right as scikit-learn's LinearSVC on the same rows; and leaving an example out follows
from the same solution (only one inside the margin had any say in it), so calibrating takes no further fits.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from routing.learning.features import Floats

C = 0.5  # what an example inside the margin costs
ROUNDS = 30  # it takes 7 to 12; then the margin hardly moves any more
WHOLE = 4096  # examples up to which all likenesses are worked out once: 64 MB
Rows = NDArray[np.int64]


class Fitted(NamedTuple):
    """Weights and offsets, an intent a row; `unseen` are the scores of each example without it."""

    weights: Floats
    offsets: Floats
    unseen: Floats


def fitted(table: Floats, owners: Rows, count: int, progress: Callable[[float], None]) -> Fitted:
    """`table` has an example a row, `owners` says to which of `count` intents each belongs."""
    rows = np.hstack([table, np.ones((len(table), 1), np.float32)])
    sides = np.where(owners[:, None] == np.arange(count), np.float32(1), np.float32(-1))
    whole = rows @ rows.T if len(rows) <= WHOLE else None
    weights = np.zeros((count, rows.shape[1]), np.float32)
    scores = np.zeros_like(sides)
    inside = _first_guess(rows, owners, count)
    moving = list(range(count))

    def solve(intent: int) -> None:
        mine = inside[intent]
        shares = np.linalg.solve(_likeness(rows, whole, mine), sides[mine, intent])
        weights[intent] = shares @ rows[mine]

    def leave_out(intent: int) -> None:
        mine = inside[intent]
        inverse = np.linalg.inv(_likeness(rows, whole, mine))
        away = (inverse @ sides[mine, intent]) / np.diag(inverse)
        scores[mine, intent] = sides[mine, intent] - away

    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for number in range(ROUNDS):
            list(threads.map(solve, moving))
            scores[:, moving] = rows @ weights[moving].T
            still = []
            for intent in moving:
                now = np.flatnonzero(sides[:, intent] * scores[:, intent] < 1)
                if not np.array_equal(now, inside[intent]):
                    inside[intent] = now
                    still.append(intent)
            moving = still
            progress(number / ROUNDS if moving else 1.0)
            if not moving:
                break
        list(threads.map(leave_out, range(count)))
    return Fitted(weights[:, :-1], weights[:, -1], scores)


def _likeness(rows: Floats, whole: Floats | None, mine: Rows) -> Floats:
    """How alike the examples inside a margin are, with what the loss adds to each."""
    found: Floats = whole[np.ix_(mine, mine)] if whole is not None else rows[mine] @ rows[mine].T
    found[np.diag_indices(len(mine))] += 1 / (2 * C)
    return found


def _first_guess(rows: Floats, owners: Rows, count: int) -> list[Rows]:
    """For each intent its own examples and those of others that are most like their middle."""
    sizes = np.bincount(owners, minlength=count)
    middles = np.zeros((count, rows.shape[1]), np.float32)
    np.add.at(middles, owners, rows)
    likes = rows @ (middles / np.maximum(sizes, 1)[:, None]).T
    found = []
    for intent in range(count):
        likes[owners == intent, intent] = np.inf
        most = min(len(rows), int(sizes[intent]) * 2 + 100)
        found.append(np.sort(np.argpartition(-likes[:, intent], most - 1)[:most]))
    return found
