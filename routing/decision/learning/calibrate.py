"""How sure is sure enough: curves and thresholds from examples read unseen, and from what nobody serves.

A share of the messages that come is out of scope (OUT_OF_SCOPE_SHARE): intents left out of training in turn
and text of other matters stand for them, and count as wrong unless they are read as what nobody serves. So a
confidence is the share of messages like this one, those out of scope among them, that are read rightly.

With few examples the curves are those of other companies' messages; with more they stay near them (FAITH),
and a threshold counts what the curve expects beside what was seen: three right ones out of three prove
nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from language.embedder.pair import PAIR
from routing.decision.learning.calibration import (
    NEVER,
    NO_INTENT,
    Calibration,
    Curve,
    along,
    best,
    look_at_one,
    look_at_two,
    pick,
)
from routing.decision.learning.features import Floats
from routing.decision.learning.report import PrecisionChoice
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.learning.surroundings import COLUMNS


class Prior(NamedTuple):
    """Curves of other companies' messages: the numbers of `look_at_one` and of `look_at_three`."""

    one: Curve
    three: Curve


# Of sixteen invented companies in three languages and of three draws of BANKING77, 3 to 8 examples an intent:
# what their messages were read as, a tenth of them out of scope.
PRIOR = Prior((-0.863, 1.739, 0.603, -0.196, 3.442, *[0.0] * COLUMNS), (-0.55, 1.266, 0.489, 1.658, 2.006))
# The same of forty companies, by an embedder whose vectors lie otherwise; each was read by a projection that
# had been learnt from others (ADR 107, 113).
PRIORS = {
    PAIR: Prior(
        (1.735, 1.739, 2.095, -5.524, 3.22, -2.364, 0.204, 12.459), (4.517, -0.149, 3.567, -6.754, 1.071)
    )
}
# What fits draws from BANKING77 alike, of 5 to 30 examples an intent: the numbers of `look_at_two`.
PRIOR_TWO: Curve = (-2.0, 3.0, -1.5, 3.0, 5.5)
OUT_OF_SCOPE_SHARE = 0.1  # of the messages that come: an assumption, the same for everybody (ADR 88)
FEWEST = 3  # examples of an intent below which only their own words decide
ASK = 0.5  # one of three is right as often: below it more is asked in vain than answered
FAITH = 5.0  # how firmly a curve stays with its prior: 1 / variance of each number
# How many readings an expectation counts for: that of the curve in all intents, that of all intents in one.
# On the same draws the share of right ones of what is decided was 0.95 to 0.98 for a wish of 0.97.
EXPECTED_ALL, EXPECTED_ONE = 10.0, 30.0
DOUBT = 0.05  # taken off what the curve expects: with few examples less is decided
# Nothing is decided that is itself wrong more often than so many times what is wished of all. Examples are
# tidier than messages: where they are all told apart, a threshold from them alone would let half-guesses and
# messages out of scope through (docs/figures.md has the curve). Whatever is wished, what is hardly likelier
# than not decides nothing.
ODDS, LEAST_SURE = 6, 0.6
CHOICES = (0.99, 0.98, 0.97, 0.95, 0.93, 0.9)  # precisions whose cost is told
ROUNDS = 25
SMALL = 1e-6

GRID = 512  # thresholds tried

Marks = NDArray[np.bool_]
Shares = NDArray[np.float64]
Rows = NDArray[np.int64]


class Ranked(NamedTuple):
    """The best intents of texts, the best first (-1: none), their scores, how alike their examples are, and
    what lies around (`surroundings.look_around`)."""

    order: Rows
    top: Floats
    near: Floats
    around: Floats


class HeldOutPredictions(NamedTuple):
    """What each example was read as, unseen, how sure that is, and whether it would have decided."""

    read_as: Rows
    confidence: Shares
    sure: Marks


def rank(scores: Floats, likes: Floats, around: Floats | None = None) -> Ranked:
    """The best intents of texts, from `scores` and `likes` with an intent a column."""
    order = best(scores)
    around = np.zeros((len(scores), COLUMNS), np.float32) if around is None else around
    return Ranked(order, pick(scores, order, NO_INTENT), pick(likes, order, 0.0), around)


def curve(looks: Floats, right: Marks, weights: Shares, prior: Curve) -> Curve:
    """The logistic curve that fits best, near its prior: Newton's method, with steps cut until they help."""
    table, start = looks.astype(np.float64), np.asarray(prior, np.float64)

    def cost(point: Shares) -> float:
        height = table @ point
        missed = weights @ (np.logaddexp(0, height) - right * height)
        return float(missed + FAITH * ((point - start) ** 2).sum() / 2)

    now, worth = start, cost(start)
    for _ in range(ROUNDS):
        share = along(tuple(now.tolist()), table)
        slope = table.T @ (weights * (right - share)) - FAITH * (now - start)
        bend = (table * (weights * share * (1 - share))[:, None]).T @ table + FAITH * np.eye(len(now))
        step = np.linalg.solve(bend, slope)
        while (then := cost(now + step)) > worth and float(np.abs(step).max()) > SMALL:
            step = step / 2
        now, gained, worth = now + step, worth - then, then
        if gained < SMALL:
            break
    return tuple(now.tolist())


class Calibrator:
    """What is known of the examples, each read unseen, and of what nobody serves.

    >>> calibration, decided = Calibrator(own, owners, outside_texts, names, few=False).calibrate(0.97)
    """

    def __init__(
        self,
        own: Ranked,
        owners: Rows,
        outside_texts: Ranked,
        names: Sequence[str],
        few: bool,
        prior: Prior = PRIOR,
    ) -> None:
        self.own, self.owners, self.outside_texts = own, owners, outside_texts
        self.names, self.few, self.prior = names, few, prior
        outside = names.index(OUT_OF_SCOPE) if OUT_OF_SCOPE in names else len(names)
        self.first = own.order[:, 0] == owners
        self.either = self.first | (own.order[:, 1] == owners)
        self.kept_out = outside_texts.order[:, 0] == outside
        self.one, self.two = self._curves(outside)
        self.sure = along(self.one, look_at_one(*own[1:]))
        self.sure_outside = along(self.one, look_at_one(*outside_texts[1:]))
        self.pooled = pool_precision(self.sure, self.first)

    def calibrate(self, wished: float) -> tuple[Calibration, HeldOutPredictions]:
        """The calibration for a wished precision, and what it would have decided of the examples."""
        thresholds = self._thresholds(wished)
        decided = self.sure >= thresholds[self.own.order[:, 0]]
        kept = dict(zip(self.names, thresholds.tolist(), strict=True))
        between, most = (NEVER, 2) if len(self.names) < 2 else self._between(~decided, wished)
        found = HeldOutPredictions(self.own.order[:, 0], self.sure, decided)
        return Calibration(self.one, self.two, between, most, kept), found

    def choose(self) -> tuple[PrecisionChoice, ...]:
        """What each of CHOICES costs."""
        return tuple(map(self._choice, CHOICES))

    def _choice(self, wished: float) -> PrecisionChoice:
        thresholds = self._thresholds(wished)
        decided = self.sure >= thresholds[self.own.order[:, 0]]
        let_in = ~self.kept_out & (self.sure_outside >= thresholds[self.outside_texts.order[:, 0]])
        return PrecisionChoice(
            wished,
            float(decided.mean()) if len(decided) else 0.0,
            float(self.sure[decided].mean()) if decided.any() else 1.0,
            float(let_in.mean()) if len(let_in) else 0.0,
        )

    def _curves(self, outside: int) -> tuple[Curve, Curve]:
        if self.few:  # the examples left out say too little
            return self.prior
        own, outside_texts = self.own, self.outside_texts
        share = (
            OUT_OF_SCOPE_SHARE
            / (1 - OUT_OF_SCOPE_SHARE)
            * len(self.owners)
            / max(len(outside_texts.order), 1)
        )
        weights = np.concatenate([np.ones(len(self.owners)), np.full(len(outside_texts.order), share)])
        either = self.kept_out | (outside_texts.order[:, 1] == outside)
        one, two = (
            curve(
                np.vstack([look(*own[1:]), look(*outside_texts[1:])]),
                np.concatenate([seen, spared]),
                weights,
                prior,
            )
            for look, seen, spared, prior in (
                (look_at_one, self.first, self.kept_out, self.prior.one),
                (look_at_two, self.either, either, PRIOR_TWO),
            )
        )
        return one, two

    def _thresholds(self, wished: float) -> Shares:
        """The confidence that each intent needs."""
        floor = max(1 - ODDS * (1 - wished), LEAST_SURE)
        count = len(self.names)
        if count < 2:
            return np.full(count, NEVER)
        if self.few:
            enough = np.bincount(self.owners, minlength=count) >= FEWEST
            return np.where(enough, floor, NEVER)
        grid, pooled = self.pooled
        found = np.empty(count)
        for number in range(count):
            mine = self.own.order[:, 0] == number
            own = precision_from(grid, self.sure[mine], self.first[mine], pooled, EXPECTED_ONE)
            found[number] = max(least(grid, own, wished), floor)
        return found

    def _between(self, unsure: Marks, wished: float) -> tuple[float, int]:
        """What is needed to ask, and between how many: only where nothing is decided is anybody asked."""
        if self.few:
            return ASK, 3
        if len(self.names) < 3:
            return NEVER, 2
        sure = along(self.two, look_at_two(self.own.top, self.own.near))
        return least(*pool_precision(sure[unsure], self.either[unsure]), wished), 2


def pool_precision(sure: Shares, right: Marks) -> tuple[Shares, Shares]:
    """Confidence from low to high, and what is right from each on: as seen, and as the curve expects."""
    if not len(sure):
        return sure, sure
    grid = np.quantile(sure, np.linspace(0, 1, GRID)) if len(sure) > GRID else np.sort(sure)
    ordered = np.sort(sure)
    above = np.cumsum(ordered[::-1])[::-1] / np.arange(len(ordered), 0, -1)
    expected = above[np.minimum(np.searchsorted(ordered, grid), len(ordered) - 1)] - DOUBT
    return grid, precision_from(grid, sure, right, expected, EXPECTED_ALL)


def precision_from(grid: Shares, sure: Shares, right: Marks, expected: Shares, weight: float) -> Shares:
    """What is right of the readings from each confidence of the grid on; `expected` counts `weight` times."""
    order = np.argsort(sure)
    from_here = np.concatenate([np.cumsum(right[order][::-1])[::-1], [0]])
    at = np.searchsorted(sure[order], grid)
    found: Shares = (from_here[at] + weight * expected) / (len(sure) - at + weight)
    return found


def least(grid: Shares, precision: Shares, wished: float) -> float:
    """The least confidence from which on as many are right as wished."""
    enough = np.flatnonzero(precision >= wished)
    return float(grid[enough[0]]) if enough.size else NEVER
