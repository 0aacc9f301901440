"""How sure a reading is: what the scores of the best intents and the nearest examples say of being right.

Two logistic curves, one for "the best intent is right", one for "one of the best two is", and the confidence
that each intent needs before it decides. `calibrate` fits them; the same code looks at examples and messages.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from routing.decision.learning.features import Floats

BEST = 3  # intents looked at
NEVER = 2.0  # a threshold that no confidence reaches
NO_INTENT = -1.5  # the score of an intent that there is not, where there are fewer than BEST
Curve = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves and thresholds of one model. `between` is what "one of these two" needs."""

    one: Curve
    two: Curve
    between: float = NEVER
    most: int = 2  # intents that are asked between: 2, or 3 where `two` is the curve of three
    thresholds: Mapping[str, float] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def restore(cls, plain: Mapping[str, Any]) -> "Calibration":
        """What `plain` gave, read from JSON."""
        return cls(
            tuple(plain["one"]),
            tuple(plain["two"]),
            float(plain["between"]),
            int(plain["most"]),
            dict(plain["thresholds"]),
        )

    def shares(self, scores: Floats, likes: Floats, around: Floats) -> tuple[float, float]:
        """Of one message: the shares of rightness of its best intent, and of its best `most` together."""
        look = look_at_two if self.most == 2 else look_at_three
        one = float(along(self.one, look_at_one(scores, likes, around))[0])
        return one, max(one, float(along(self.two, look(scores, likes))[0]))


def best(scores: Floats) -> NDArray[np.int64]:
    """The numbers of the best intents of each row, the best first; -1 where there are fewer than BEST."""
    count = min(BEST, scores.shape[1])
    order = np.argsort(-scores, axis=1, kind="stable")[:, :count]
    found = np.full((len(scores), BEST), -1, np.int64)
    found[:, :count] = order
    return found


def pick(table: Floats, order: NDArray[np.int64], missing: float) -> Floats:
    """The columns of each row that `order` names."""
    values = table[np.arange(len(table))[:, None], np.maximum(order, 0)]
    return np.where(order < 0, np.float32(missing), values)


def look_at_one(scores: Floats, likes: Floats, around: Floats) -> Floats:
    """What tells whether the best intent is right.

    The first two tables have BEST columns, the best intent first; `around` is what `look_around` gives.
    """
    lead, nearer = scores[:, 0] - scores[:, 1], likes[:, 0] - np.maximum(likes[:, 1], likes[:, 2])
    return _columns(lead, scores[:, 0], likes[:, 0], nearer, *around.T)


def look_at_two(scores: Floats, likes: Floats, _around: Floats | None = None) -> Floats:
    """What tells whether one of the best two is right."""
    near = np.maximum(likes[:, 0], likes[:, 1])
    return _columns(scores[:, 1] - scores[:, 2], scores[:, 1], near, near - likes[:, 2])


def look_at_three(scores: Floats, likes: Floats, _around: Floats | None = None) -> Floats:
    """What tells whether one of the best three is right."""
    return _columns(scores[:, 0] - scores[:, 1], scores[:, 0], likes.max(axis=1), scores[:, 1] - scores[:, 2])


def _columns(*columns: Floats) -> Floats:
    """These columns behind one of ones."""
    table = np.ones((len(columns[0]), 1 + len(columns)), np.float32)
    for number, column in enumerate(columns, 1):
        table[:, number] = column
    return table


def along(curve: Curve, looks: Floats | NDArray[np.float64]) -> NDArray[np.float64]:
    """The curve's share of rightness for each look."""
    height: NDArray[np.float64] = looks.astype(np.float64) @ np.asarray(curve, np.float64)
    return 1 / (1 + np.exp(np.minimum(np.maximum(-height, -30), 30)))
