"""How sure is sure enough: curves and thresholds from examples that were read unseen.

With few examples the curves stay near those of other collections of examples (PRIOR), and a threshold counts what
the curve expects beside what was seen: three right ones out of three prove nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from routing.learning.features import Floats
from routing.learning.judging import (
    NEVER,
    NO_INTENT,
    Curve,
    Judge,
    along,
    best,
    look_at_one,
    look_at_two,
    picked,
)

# Fitted on BANKING77 (10 examples an intent, several draws): lead, score, likeness, how much nearer.
PRIOR_ONE: Curve = (0.0, 4.0, 1.0, 2.0, 2.0)
PRIOR_TWO: Curve = (1.0, 4.0, 1.0, 2.0, 2.0)
FAITH = 2.0  # how firmly a curve stays with its prior: 1 / variance of each number
EXPECTED_ALL, EXPECTED_ONE = 10.0, 20.0  # examples that an expectation counts for: of all intents, of one
ROUNDS = 25

GRID = 512  # thresholds tried

Marks = NDArray[np.bool_]
Shares = NDArray[np.float64]


class Decided(NamedTuple):
    """Which intent each example was read as, unseen, and whether that would have decided."""

    read_as: NDArray[np.int64]
    sure: Marks


def curve(looks: Floats, right: Marks, prior: Curve) -> Curve:
    """The logistic curve that fits best, near its prior (Newton's method)."""
    table, start = looks.astype(np.float64), np.asarray(prior, np.float64)
    now = start.copy()
    for _ in range(ROUNDS):
        share = along(tuple(now), table)
        slope = table.T @ (right - share) - FAITH * (now - start)
        bend = (table * (share * (1 - share))[:, None]).T @ table + FAITH * np.eye(len(now))
        step = np.linalg.solve(bend, slope)
        now = now + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return tuple(now.tolist())


def calibrated(
    scores: Floats, likes: Floats, owners: NDArray[np.int64], names: Sequence[str], wished: float
) -> tuple[Judge, Decided]:
    """The judge of a model, from the `scores` and `likes` of each example unseen (an intent a column), and what
    it would have decided of them."""
    order = best(scores)
    top, near = picked(scores, order, NO_INTENT), picked(likes, order, 0.0)
    first = order[:, 0] == owners
    either = first | (order[:, 1] == owners)
    one, two = (
        curve(look(top, near), right, prior)
        for look, right, prior in ((look_at_one, first, PRIOR_ONE), (look_at_two, either, PRIOR_TWO))
    )
    sure, sure_two = along(one, look_at_one(top, near)), along(two, look_at_two(top, near))
    grid, pooled = pooled_precision(sure, first)
    thresholds = {}
    for number, name in enumerate(names):
        mine = order[:, 0] == number
        own = precision_from(grid, sure[mine], first[mine], pooled, EXPECTED_ONE)
        thresholds[name] = least(grid, own, wished)
    if len(names) < 2:
        thresholds = dict.fromkeys(names, NEVER)
    between = least(*pooled_precision(sure_two, either), wished) if len(names) > 2 else NEVER
    needed = np.array([thresholds[name] for name in names])[order[:, 0]]
    return Judge(one, two, between, thresholds), Decided(order[:, 0], sure >= needed)


def pooled_precision(sure: Shares, right: Marks) -> tuple[Shares, Shares]:
    """Sureness from low to high, and what is right from each on: as seen, and as the curve expects."""
    grid = np.quantile(sure, np.linspace(0, 1, GRID)) if len(sure) > GRID else np.sort(sure)
    ordered = np.sort(sure)
    above = np.cumsum(ordered[::-1])[::-1] / np.arange(len(ordered), 0, -1)
    expected = above[np.minimum(np.searchsorted(ordered, grid), len(ordered) - 1)]
    return grid, precision_from(grid, sure, right, expected, EXPECTED_ALL)


def precision_from(grid: Shares, sure: Shares, right: Marks, expected: Shares, weight: float) -> Shares:
    """What is right of the readings from each sureness of the grid on; `expected` counts as `weight` more."""
    order = np.argsort(sure)
    from_here = np.concatenate([np.cumsum(right[order][::-1])[::-1], [0]])
    at = np.searchsorted(sure[order], grid)
    found: Shares = (from_here[at] + weight * expected) / (len(sure) - at + weight)
    return found


def least(grid: Shares, precision: Shares, wished: float) -> float:
    """The least sureness from which on as many are right as wished."""
    enough = np.flatnonzero(precision >= wished)
    return float(grid[enough[0]]) if enough.size else NEVER
