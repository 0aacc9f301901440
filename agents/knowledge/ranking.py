"""How well passages fit a question, by what they mean and by their words, and in which order they come."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

RANK = 60  # of reciprocal rank fusion: how little a place more or less counts
USUAL, SPREAD, EXPECTED = 0.08, 0.07, 10  # of a cosine where nothing answers, believed as much as 10 passages


class Curve(NamedTuple):
    """How much each sign counts in `fit`."""

    constant: float
    standing: float
    coverage: float
    again: float


BY_WORDS = Curve(-6.0, 0.0, 12.0, 0.0)  # without vectors: half of what the question says is 0.5
ONCE = Curve(-5.35, 0.82, 4.2, 0.0)
TWICE = Curve(-45.95, 0.97, 4.2, 47.0)


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that was found, and why.

    `score` is how well it fits, 0 to 1; `similarity` the cosine of what it means, `coverage` the share of the
    question's words (the rare ones count more) that it has, `words` those words.
    """

    passage: int
    document: str
    collection: str
    title: str
    source: str
    section: str
    page: int | None
    language: str
    text: str
    score: float
    similarity: float
    coverage: float
    words: tuple[str, ...] = ()


def merge_rankings(*rankings: Sequence[int]) -> list[int]:
    """Reciprocal rank fusion: what stands high in several rankings comes first.

    >>> merge_rankings([1, 2, 3], [3, 1])
    [1, 3, 2]
    """
    scores: dict[int, float] = {}
    for ranking in rankings:
        for place, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + 1 / (RANK + place)
    return sorted(scores, key=lambda item: -scores[item])


def fit(standing: float | None, coverage: float, looked_again: float = 0.0) -> float:
    """How well a passage fits a question, 0 to 1, by what it means and by the words that it has.

    `standing`: how far it stands out from other passages (`measure_standing`), None without a vector: then
    the words alone count. `coverage`: the share of the question's words that it has, or words that mean the
    same. `looked_again`: the cosine of the encoder for retrieval, 0 where it has not looked. Logistic curves,
    fitted to questions of five companies (docs/figures.md, ADR 101), and moved so that of those that no
    document answers one in ten has a passage of 0.5 (ADR 108).

    >>> fit(5.0, 0.6), fit(2.0, 0.3), fit(None, 0.6), fit(2.0, 0.3, 0.86)
    (0.781, 0.079, 0.769, 0.089)
    """
    curve = BY_WORDS if standing is None else TWICE if looked_again else ONCE
    value = curve.constant + curve.standing * (standing or 0.0)
    value += curve.coverage * coverage + curve.again * looked_again
    return round(1 / (1 + math.exp(-value)), 3)


def measure_standing(similar: Mapping[int, float], sample: Sequence[int]) -> dict[int, float]:
    """By how many standard deviations each passage is nearer to the question than passages are.

    Where all documents speak of one matter any question about it is near to many; of a few passages little is
    known, so that they count beside what is usual. A similarity of 0 says that there is nothing to compare.
    """
    import numpy as np

    near = np.array([similar[pk] for pk in sample if similar.get(pk)], np.float32)
    count = len(near) + EXPECTED
    mean = (near.sum() + EXPECTED * USUAL) / count
    spread = math.sqrt((((near - mean) ** 2).sum() + EXPECTED * SPREAD**2) / count)
    return {pk: float(value - mean) / spread for pk, value in similar.items() if value}
