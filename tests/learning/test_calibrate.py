"""What the thresholds are that learning chooses, from scores of examples that were read unseen."""

import numpy as np
import pytest

from routing.decision.learning.calibrate import ODDS, Calibrator, rank
from routing.decision.learning.calibration import NEVER

NAMES = ("billing", "orders", "returns")
WISHED = 0.97


def read_unseen(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores, similarities and owners of so many examples.

    The nearer two intents are, the more often the wrong one is ahead; nine in ten are told apart with ease.
    """
    chance = np.random.default_rng(7)
    owners = np.sort(chance.integers(0, len(NAMES), count))
    lead = np.where(
        chance.random(count) < 0.9, chance.uniform(0.8, 1.6, count), chance.uniform(0, 0.4, count)
    )
    ahead = np.where(chance.random(count) < np.clip(0.5 + lead, 0, 0.999), owners, (owners + 1) % len(NAMES))
    scores = np.full((count, len(NAMES)), -1.0, np.float32)
    scores[np.arange(count), ahead] += lead
    likes = np.full_like(scores, 0.4)
    likes[np.arange(count), ahead] += lead / 4
    return scores, likes, owners


def outside_texts(count: int, near: float) -> tuple[np.ndarray, np.ndarray]:
    """Scores and similarities of texts of other matters: the first intent is ahead by up to `near`."""
    scores = np.full((count, len(NAMES)), -1.0, np.float32)
    scores[:, 0] += np.linspace(0, near, count, dtype=np.float32)
    return scores, np.where(scores > -1, np.float32(0.5), np.float32(0.4))


def calibrator(count: int, near: float = 0.2) -> Calibrator:
    scores, likes, owners = read_unseen(count)
    other = rank(*outside_texts(count, near))
    return Calibrator(rank(scores, likes), owners, other, NAMES, few=False)


def test_what_is_wrong_far_more_often_than_wished_decides_nothing_however_right_the_rest() -> None:
    thresholds = calibrator(1000).calibrate(WISHED)[0].thresholds
    assert min(thresholds.values()) >= 1 - ODDS * (1 - WISHED)


@pytest.mark.parametrize("count", [60, 9000])
def test_what_is_decided_is_right_as_often_as_wished(count: int) -> None:
    own = calibrator(count)
    decided = own.calibrate(WISHED)[1]
    assert decided.sure.mean() > 0.5
    assert (decided.read_as == own.owners)[decided.sure].mean() >= WISHED - 0.005


def test_foreign_texts_that_look_like_an_intent_make_every_confidence_smaller() -> None:
    far, near = calibrator(1000, 0.2), calibrator(1000, 1.2)
    assert near.sure.mean() < far.sure.mean()


def test_a_higher_wish_costs_decisions_and_keeps_more_foreign_texts_out() -> None:
    choices = calibrator(1000, 1.2).choose()
    for costs in ([each.share for each in choices], [each.out_of_scope for each in choices]):
        assert costs == sorted(costs) and costs[0] < costs[-1]


def test_a_single_intent_never_decides() -> None:
    scores = np.ones((20, 1), np.float32)
    alone = Calibrator(
        rank(scores, scores), np.zeros(20, np.int64), rank(scores[:0], scores[:0]), NAMES[:1], False
    )
    assert alone.calibrate(WISHED)[0].thresholds == {NAMES[0]: NEVER}
