"""Which intents touch: what is reported of each intent, from its examples read unseen."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from routing.decision.learning.calibrate import HeldOutPredictions
from routing.decision.learning.features import Floats
from routing.decision.learning.report import (
    ENOUGH,
    PAIRS,
    IntentReport,
    LearningReport,
    Pair,
    PrecisionChoice,
)
from routing.decision.learning.samples import Sample
from routing.decision.learning.svm import Rows

FEWEST = 10  # examples of an intent below which its figures are rough
# What is undecided falls with the number of examples to this power: 10 an intent to 130 on BANKING77.
FALL = 0.75


def make_report(
    samples: Sequence[Sample],
    names: Sequence[str],
    owners: Rows,
    decided: HeldOutPredictions,
    wished: float,
    vectors: Floats,
    choices: Sequence[PrecisionChoice],
) -> LearningReport:
    """The report of what was learnt. `vectors` are the samples' own."""
    right = decided.read_as == owners
    sure = decided.sure
    sizes = np.bincount(owners, minlength=len(names))
    intents = {}
    for number, name in enumerate(names):
        mine = owners == number
        count = int(sizes[number])
        share = float((sure & right)[mine].mean())
        taken = Counter(decided.read_as[mine & ~right].tolist())
        nearest = taken.most_common(1)[0][0] if taken else -1
        intents[name] = IntentReport(
            examples=count,
            share=share,
            right=float(right[mine].mean()),
            needed=estimate_needed(count, share),
            nearest=names[nearest] if nearest >= 0 else "",
            touching=pairs(samples, vectors, np.flatnonzero(mine & ~right), owners, decided.read_as),
        )
    return LearningReport(
        examples=len(samples),
        wished=wished,
        share=float(sure.mean()),
        precision=float(decided.confidence[sure].mean()) if sure.any() else 1.0,
        right=float(right.mean()),
        few=bool(sizes.min() < FEWEST),
        intents=intents,
        choices=tuple(choices),
    )


def estimate_needed(count: int, share: float) -> int:
    """How many more examples would bring an intent that has `count` to `ENOUGH`: an estimate.

    >>> estimate_needed(10, 0.45), estimate_needed(40, 0.85)
    (29, 0)
    """
    if share >= ENOUGH:
        return 0
    wanted: float = count * ((1 - share) / (1 - ENOUGH)) ** (1 / FALL)
    return max(math.ceil(wanted) - count, FEWEST - count, 1)


def pairs(
    samples: Sequence[Sample], vectors: Floats, misread: Rows, owners: Rows, read_as: Rows
) -> tuple[Pair, ...]:
    """The misread examples that are most like one of the intent they were read as, each with that one."""
    found = []
    for at in misread.tolist():
        theirs = np.flatnonzero(owners == read_as[at])
        likes = vectors[theirs] @ vectors[at]
        closest = int(likes.argmax())
        found.append((float(likes[closest]), samples[at].text, samples[int(theirs[closest])].text))
    found.sort(key=lambda each: -each[0])
    return tuple(Pair(text, other) for _like, text, other in found[:PAIRS])
