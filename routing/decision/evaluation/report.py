"""The figures of an evaluation: what was right, what was decided, and which lines went worst.

>>> found = report(decide_all(lines, published))
>>> found.total.accuracy, found.total.share, found.total.precision
(0.78, 0.61, 0.96)
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from routing.decision.evaluation.answers import LabelledAnswer

WORST = 50  # lines that are listed
PAIRS = 40  # of intents that were taken for one another
SHOWN = 300  # characters of a message
NOBODY, ASKED = "-", "?"  # how the confusion calls what no tier was sure of, and what the user was asked


@dataclass(frozen=True, slots=True)
class Count:
    """Some of the messages: how many, how many were decided, and how many of these rightly."""

    name: str
    messages: int
    guessed: int
    decided: int
    right: int
    asked: int
    asked_well: int

    @classmethod
    def of(cls, name: str, answers: Iterable[LabelledAnswer]) -> "Count":
        """The counts of these answers."""
        found = list(answers)
        return cls(
            name,
            len(found),
            sum(each.guessed for each in found),
            sum(each.decided for each in found),
            sum(each.right for each in found),
            sum(bool(each.asked) for each in found),
            sum(each.asked_well for each in found),
        )

    @property
    def accuracy(self) -> float:
        """The share whose likeliest intent is right."""
        return self.guessed / self.messages if self.messages else 0.0

    @property
    def share(self) -> float:
        """The share that a tier was sure of."""
        return self.decided / self.messages if self.messages else 0.0

    @property
    def precision(self) -> float | None:
        """The share of what was decided that is right; None where nothing was."""
        return self.right / self.decided if self.decided else None

    @property
    def asking(self) -> float:
        """The share that was asked "which of two?"."""
        return self.asked / self.messages if self.messages else 0.0


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that went wrong, as it is listed."""

    number: int
    text: str
    right: str
    got: str
    method: str
    confidence: float
    reason: str
    kind: str


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """All figures.

    `confusion` are pairs (right, got) with how often; `worst` begins with what misled a user.
    """

    total: Count
    methods: tuple[Count, ...]
    intents: tuple[Count, ...]
    kinds: tuple[Count, ...]
    confusion: tuple[tuple[str, str, int], ...]
    worst: tuple[Wrong, ...]


def report(answers: Iterable[LabelledAnswer]) -> EvaluationReport:
    """The figures of these answers."""
    found = list(answers)
    missed = [each for each in found if not each.right]
    pairs = Counter((_write(each), _got(each)) for each in missed)
    return EvaluationReport(
        total=Count.of("", found),
        methods=_groups(found, lambda each: each.method),
        intents=_groups(found, lambda each: each.line.right[0]),
        kinds=_groups(found, lambda each: each.line.kind) if any(each.line.kind for each in found) else (),
        confusion=tuple((right, got, times) for (right, got), times in pairs.most_common(PAIRS)),
        worst=tuple(_wrong(each) for each in sorted(missed, key=_badness)[:WORST]),
    )


def to_document(figures: EvaluationReport) -> dict[str, Any]:
    """The report as plain JSON, with its shares: what a job keeps and a page shows."""
    return {
        "total": _describe(figures.total),
        "methods": [_describe(count) for count in figures.methods],
        "intents": [_describe(count) for count in figures.intents],
        "kinds": [_describe(count) for count in figures.kinds],
        "confusion": [
            {"right": right, "got": got, "times": times} for right, got, times in figures.confusion
        ],
        "worst": [
            {name: getattr(wrong, name) for name in Wrong.__dataclass_fields__} for wrong in figures.worst
        ],
    }


def _describe(count: Count) -> Mapping[str, Any]:
    counted = {name: getattr(count, name) for name in Count.__dataclass_fields__}
    precision = None if count.precision is None else round(100 * count.precision, 1)
    return counted | {
        "accuracy": round(100 * count.accuracy, 1),
        "share": round(100 * count.share, 1),
        "precision": precision,
        "asking": round(100 * count.asking, 1),
    }


def _groups(answers: Iterable[LabelledAnswer], by: Callable[[LabelledAnswer], str]) -> tuple[Count, ...]:
    """The counts by some name, in the order of the names."""
    groups: dict[str, list[LabelledAnswer]] = {}
    for each in answers:
        groups.setdefault(by(each), []).append(each)
    return tuple(Count.of(name, groups[name]) for name in sorted(groups))


def _badness(answer: LabelledAnswer) -> tuple[int, float, int]:
    """Worse comes first: misled, then asked about the wrong two, then unsure; the surest first."""
    if answer.decided:
        rank = 0
    elif answer.asked:
        rank = 3 if answer.asked_well else 1
    else:
        rank = 4 if answer.guessed else 2
    return rank, -answer.confidence, answer.line.number


def _write(answer: LabelledAnswer) -> str:
    return "|".join(answer.line.right)


def _got(answer: LabelledAnswer) -> str:
    if answer.asked:
        return f"{ASKED} {'|'.join(answer.asked)}"
    return answer.intent or NOBODY


def _wrong(answer: LabelledAnswer) -> Wrong:
    return Wrong(
        number=answer.line.number,
        text=answer.line.text[:SHOWN],
        right=_write(answer),
        got=_got(answer),
        method=answer.method,
        confidence=round(answer.confidence, 3),
        reason=answer.reason[:SHOWN],
        kind=answer.line.kind,
    )
