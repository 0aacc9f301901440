"""What learning found out about the examples themselves: which intents are told apart, which ones touch.

Every figure comes from reading each example by a model that has not seen it.

>>> report_of(content).intents["order_status"].share
0.62
"""

import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

ENOUGH = 0.8  # the share of an intent's examples that is worth aiming at
PAIRS = 5  # touching pairs that are kept of an intent


@dataclass(frozen=True, slots=True)
class Pair:
    """An example that was read as another intent, and the example of that intent which is most like it."""

    text: str
    other: str


@dataclass(frozen=True, slots=True)
class IntentReport:
    """One intent. `share` of its examples are decided at the wished precision, `right` are read rightly.

    `needed` is an estimate of how many more examples would bring `share` to `ENOUGH`, 0 when it is there.
    `nearest` is the other intent that its examples are taken for most, "" when it touches none.
    """

    examples: int
    share: float
    right: float
    needed: int
    nearest: str = ""
    touching: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class PrecisionChoice:
    """What a `wished` precision costs: the `share` of the examples that are decided, how many of these
    rightly as far as the curve can tell (`precision`), and the share of texts out of scope that are let in
    (`out_of_scope`)."""

    wished: float
    share: float
    precision: float
    out_of_scope: float


@dataclass(frozen=True, slots=True)
class LearningReport:
    """All intents: `share` of the examples are decided, `precision` of these rightly, as far as the curve can
    tell (thresholds were chosen on the same examples, so counting there would flatter); `wished` was asked
    for, and `choices` are what other wishes would cost.

    `few` tells that the figures rest on too few examples to be exact, so that less is decided than might be.
    """

    examples: int
    wished: float
    share: float
    precision: float
    right: float
    few: bool
    intents: Mapping[str, IntentReport] = field(default_factory=dict)
    choices: tuple[PrecisionChoice, ...] = ()

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def restore(cls, plain: Mapping[str, Any]) -> "LearningReport":
        """What `plain` gave, read from JSON."""
        intents = {
            name: IntentReport(**{**each, "touching": tuple(Pair(**pair) for pair in each["touching"])})
            for name, each in plain["intents"].items()
        }
        # What was learnt before 2026-12 calls it `foreign`.
        choices = tuple(
            PrecisionChoice(
                each["wished"],
                each["share"],
                each["precision"],
                each.get("out_of_scope", each.get("foreign")),
            )
            for each in plain["choices"]
        )
        return cls(**{**plain, "intents": intents, "choices": choices})


def report_of(content: bytes) -> LearningReport:
    """The report in what `learn` made, without building the model."""
    import numpy as np

    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        return LearningReport.restore(json.loads(stored["said"].tobytes())["report"])
