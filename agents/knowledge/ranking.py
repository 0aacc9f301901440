"""How well passages fit a question, by what they mean and by their words, and in which order they come."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RANK = 60  # of reciprocal rank fusion: how little a place more or less counts
BY_STANDING, BY_COVERAGE, UNFIT = 0.82, 4.2, 4.5  # of `fit`, which says where they come from
EXPECTED = (
    10  # passages: how much is believed what is usual of a cosine where nothing answers, and its spread
)
MEANING, RETRIEVAL = (0.08, 0.07), (0.8, 0.025)


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


def fit(standing: float | None, coverage: float, again: float | None = None) -> float:
    """How well a passage fits a question, 0 to 1, by what it means and by the words that it has.

    `standing`: how far it stands out from other passages (`measure_standing`), None without a vector: then
    the words alone count. `coverage`: the share of the question's words that it has, or words that mean the
    same. A logistic curve, fitted to questions of three companies (docs/figures.md).

    >>> fit(5.0, 0.6), fit(2.0, 0.3), fit(None, 0.6)
    (0.893, 0.168, 0.6)
    """
    if standing is None:
        return round(coverage, 3)
    return round(1 / (1 + math.exp(UNFIT - BY_STANDING * standing - BY_COVERAGE * coverage)), 3)


def measure_standing(
    similar: Mapping[int, float], sample: Sequence[int], usual: tuple[float, float] = MEANING
) -> dict[int, float]:
    """By how many standard deviations each passage is nearer to the question than passages are.

    Where all documents speak of one matter any question about it is near to many; of a few passages little is
    known, so that they count beside what is `usual` (mean and spread). A similarity of 0 says that there is
    nothing to compare.
    """
    import numpy as np

    near = np.array([similar[pk] for pk in sample if similar.get(pk)], np.float32)
    count = len(near) + EXPECTED
    mean = (near.sum() + EXPECTED * usual[0]) / count
    spread = math.sqrt((((near - mean) ** 2).sum() + EXPECTED * usual[1] ** 2) / count)
    return {pk: float(value - mean) / spread for pk, value in similar.items() if value}
