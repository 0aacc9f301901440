"""What the thresholds are that learning chooses, from scores of examples that were read unseen."""

import numpy as np
import pytest

from routing.decision.learning.calibrate import MADE_UP, ODDS, calibrate
from routing.decision.learning.calibration import NEVER

NAMES = ("billing", "orders", "returns")
WISHED = 0.97


def read_unseen(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores, likenesses and owners of so many examples.

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


def thresholds(count: int, wished: float = WISHED) -> list[float]:
    scores, likes, owners = read_unseen(count)
    return list(calibrate(scores, likes, owners, NAMES, wished)[0].thresholds.values())


def test_what_is_wrong_far_more_often_than_wished_decides_nothing_however_right_the_rest() -> None:
    assert min(thresholds(MADE_UP)) >= 1 - ODDS * (1 - WISHED)


def test_many_examples_are_trusted_further_than_a_few_hundred() -> None:
    few, many = thresholds(MADE_UP), thresholds(MADE_UP * 9)
    assert max(many) < min(few)


@pytest.mark.parametrize("count", [60, MADE_UP * 9])
def test_what_is_decided_is_right_as_often_as_wished(count: int) -> None:
    scores, likes, owners = read_unseen(count)
    decided = calibrate(scores, likes, owners, NAMES, WISHED)[1]
    assert decided.sure.mean() > 0.5
    assert (decided.read_as == owners)[decided.sure].mean() >= WISHED - 0.005


def test_a_single_intent_never_decides() -> None:
    scores = np.ones((20, 1), np.float32)
    found = calibrate(scores, scores, np.zeros(20, np.int64), NAMES[:1], WISHED)[0]
    assert found.thresholds == {NAMES[0]: NEVER}
