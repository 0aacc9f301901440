"""How well passages fit a question, by what they mean and by their words, and in which order they come."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

RANK = 60  # of reciprocal rank fusion: how little a place more or less counts
USUAL, SPREAD, EXPECTED = 0.08, 0.07, 10  # of a cosine where nothing answers, believed as much as 10 passages


class Curve(NamedTuple):
    """How much each sign counts in `weigh`.

    And for `tell_answers`: what a passage usually has where nothing answers, and the log-odds of one alone.
    """

    constant: float
    standing: float
    coverage: float
    again: float
    usual: float = 0.0
    alone: float = 0.0


BY_WORDS = Curve(-6.0, 0.0, 12.0, 0.0)  # without vectors: half of what the question says is 0.5
ONCE = Curve(-5.35, 0.82, 4.2, 0.0, usual=-4.0, alone=-0.1)
TWICE = Curve(-45.95, 0.97, 4.2, 47.0, usual=-7.0, alone=-1.22)
OUTDO, SAYS, MOST_WORDS = 1.98, 1.1, 12  # of `tell_answers`


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that was found, and why.

    `score` is how surely it answers, 0 to 1, `fit` how well it fits; `similarity` the cosine of what
    it means, `coverage` the share of the question's words (the rare ones count more) that it has, `words`
    those words.
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
    fit: float
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


def choose_curve(standing: float | None, looked_again: float) -> Curve:
    """The curve of a passage, by what is known of it."""
    return BY_WORDS if standing is None else TWICE if looked_again else ONCE


def weigh(standing: float | None, coverage: float, looked_again: float = 0.0) -> float:
    """How well a passage fits a question by what it means and by its words, as log-odds (`fit`)."""
    curve = choose_curve(standing, looked_again)
    value = curve.constant + curve.standing * (standing or 0.0)
    return value + curve.coverage * coverage + curve.again * looked_again


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
    return to_share(weigh(standing, coverage, looked_again))


def to_share(value: float) -> float:
    """Log-odds as a share, 0 to 1."""
    return round(1 / (1 + math.exp(-value)), 3)


def tell_answers(values: Mapping[int, float], curve: Curve, words: int) -> dict[int, float]:
    """How surely each passage answers, 0 to 1, by how far it outdoes the others.

    A passage that answers stands alone; where a question is only about the matter, many fit as well. Ten
    imagined passages of the `usual` value stand beside few. `values`: of `weigh`, of those that fit best;
    `words`: of the question, as far as they say something: the more, the less is left to chance. Fitted to
    the questions of seven writers, so that of those that no document answers one in ten has a passage of
    0.5 (ADR 127).

    >>> tell_answers({1: -2.0, 2: -6.0}, TWICE, 6), tell_answers({1: -2.0, 2: -2.0}, TWICE, 6)
    ({1: 0.643, 2: 0.001}, {1: 0.335, 2: 0.335})
    """
    highest = max(values.values(), default=0.0)
    rivals = [*values.values(), *[curve.usual] * EXPECTED]
    total = highest + math.log(sum(math.exp(each - highest) for each in rivals))
    said = curve.alone + SAYS * math.log(min(max(words, 1), MOST_WORDS))
    return {pk: to_share(said + OUTDO * (value - total)) for pk, value in values.items()}


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
