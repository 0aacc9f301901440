"""Learns what few examples are read by: the projection of both encoders, and the curves of a confidence.

    python -m benchmarks.fit_pair FOLDER [FOLDER ...] [--write]

The folders hold companies, of the form that `tests/routing/companies` describes. The projection is a
symmetric matrix near that which changes nothing: a message shall lie nearer to the middle of its intent than
to any other, and one out of scope to none (a softmax over the intents of its company and "none", the cost of
both in `LAMBDA`). The curves are fitted to readings by projections that were learnt from other companies, a
fifth left out in turn, a tenth of all messages taken to be out of scope. Printed: the numbers for
`calibrate.PRIORS`, and what the curve decides of the companies that were left out. `--write` keeps the
projection of all companies (`language.embedder.pair`).
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from language.embedder import e5, pair
from language.embedder.base import spell
from language.embedder.encoder import Bundled
from routing.decision.learning import calibrate
from routing.decision.learning.calibration import along, look_at_one, look_at_three
from routing.decision.learning.features import Floats, Spelling, grams
from routing.decision.learning.left_out import TrainingData
from routing.decision.learning.samples import Sample, arrange
from routing.decision.learning.train import represent

EXAMPLES = (5, 8)  # of an intent
FOLDS, ROUNDS, RATE = 5, 45, 0.6
LAMBDA, SHARPNESS, OTHERS = 0.01, 12.0, 0.1
THRESHOLD = 0.82  # what decides at a wish of 0.97
BATCH = 64


class Lesson(NamedTuple):
    """A company with so many examples an intent, and what is written to it: its served messages first."""

    samples: tuple[Sample, ...]
    owners: calibrate.Rows
    texts: tuple[str, ...]
    right: Floats  # a message a row, an intent a column: 1 where it is right; none of one out of scope

    @property
    def count(self) -> int:
        """Intents."""
        return self.right.shape[1]

    @property
    def foreign(self) -> calibrate.Marks:
        found: calibrate.Marks = ~self.right.any(axis=1)
        return found


def read_lesson(path: Path, examples: int) -> Lesson:
    """A company of a file."""
    from tests.routing import companies

    company = companies.read(path)
    samples = []
    for intent in company.intents:
        name, title, about = intent["name"], intent.get("title"), intent.get("description", "")[:400]
        samples += [Sample(str(each), name) for each in intent["examples"][:examples]]
        samples += [Sample(text, name, about=True) for text in (title, about, *intent["keywords"]) if text]
    arranged = arrange(samples)
    names = list(dict.fromkeys(each.intent for each in arranged))
    messages = [*company.served, *company.out_of_scope]
    return Lesson(
        arranged,
        np.array([names.index(each.intent) for each in arranged], np.int64),
        tuple(each.text for each in messages),
        np.array([[name in each.right for name in names] for each in messages], np.float32),
    )


class Vectors:
    """Both encoders' vectors of texts before they are projected, each worked out once."""

    def __init__(self, texts: Sequence[str]) -> None:
        unique = list(dict.fromkeys([*map(spell, texts), *pair.read_texts()]))
        bundled, middle = Bundled(), e5.embed_queries(pair.read_texts()).mean(axis=0)
        size = Bundled.dimensions + e5.DIMENSIONS
        self.same: Floats = np.eye(size, dtype=np.float32)
        self.known: dict[str, Floats] = {}
        for start in range(0, len(unique), BATCH):
            batch = unique[start : start + BATCH]
            rows = pair.project(bundled.embed(batch), e5.embed_queries(batch), middle, self.same)
            self.known.update(zip(batch, rows, strict=True))
        self.others = self.of(pair.read_texts())

    def of(self, texts: Sequence[str]) -> Floats:
        return np.stack([self.known[spell(text)] for text in texts])


def fit_projection(lessons: Sequence[Lesson], vectors: Vectors) -> Floats:
    """The projection, by gradient steps with momentum over all lessons at once."""
    learnt = [(lesson, vectors.of([each.text for each in lesson.samples])) for lesson in lessons]
    served = sum(int((~lesson.foreign).sum()) for lesson in lessons)
    change, moment = np.zeros_like(vectors.same), np.zeros_like(vectors.same)
    none, none_moment = 0.45, 0.0
    for _ in range(ROUNDS):
        slope, none_slope = LAMBDA * change, 0.0
        for lesson, own in learnt:
            sums = (lesson.owners == np.arange(lesson.count)[:, None]).astype(np.float32) @ own
            middles = pair.scale_to_unit(sums)
            turned = middles + middles @ change
            nobody = np.zeros((len(vectors.others), lesson.count), np.float32)
            weight = OTHERS * lesson.foreign.sum() / len(vectors.others)
            for rows, right, share in (
                (vectors.of(lesson.texts), lesson.right, 1.0),
                (vectors.others, nobody, weight),
            ):
                off = _error(rows @ turned.T, right, none) * share * SHARPNESS / served
                slope, none_slope = slope + rows.T @ off[:, :-1] @ middles, none_slope + off[:, -1].sum()
            spoken = np.array([not each.about for each in lesson.samples])
            rows, owners = own[spoken], lesson.owners[spoken]
            left = pair.scale_to_unit(
                sums[owners] - rows
            )  # each example is held against the middle of the others
            at = np.arange(len(rows))
            scores = rows @ turned.T
            scores[at, owners] = ((rows + rows @ change) * left).sum(axis=1)
            right = (owners[:, None] == np.arange(lesson.count)).astype(np.float32)
            off = _error(scores, right, none) * 0.5 * SHARPNESS / served
            mine = off[at, owners].copy()
            off[at, owners] = 0
            slope = slope + rows.T @ off[:, :-1] @ middles + (rows * mine[:, None]).T @ left
            none_slope += off[:, -1].sum()
        moment = 0.9 * moment + (slope + slope.T) / 2
        none_moment = 0.9 * none_moment + none_slope
        change, none = change - RATE * moment, none - 0.02 * none_moment
    worth, ways = np.linalg.eigh(vectors.same + change)
    found: Floats = ((ways * np.sqrt(np.maximum(worth, 0.02))) @ ways.T).astype(np.float32)
    return found


def _error(scores: Floats, right: Floats, none: float) -> Floats:
    """How far the shares of each intent, and of none of them, are from what is right."""
    height = SHARPNESS * np.hstack([scores, np.full((len(scores), 1), none, np.float32)])
    shares = np.exp(height - height.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    wanted = np.hstack([right, ~right.any(axis=1, keepdims=True)]) * shares
    found: Floats = shares - wanted / np.maximum(wanted.sum(axis=1, keepdims=True), 1e-12)
    return found


class Readings(NamedTuple):
    """What tells whether the best intent is right, and one of the best three, and whether they are."""

    one: Floats
    three: Floats
    right: calibrate.Marks
    among: calibrate.Marks
    foreign: calibrate.Marks


def read(lesson: Lesson, vectors: Vectors, projection: Floats) -> Readings:
    """What is made of a company's messages."""
    said = [each.text for each in lesson.samples]
    spelling = Spelling.of([grams(text) for text in said])

    def see(texts: Sequence[str]) -> tuple[Floats, Floats]:
        known = dict(zip(texts, pair.scale_to_unit(vectors.of(texts) @ projection), strict=True))
        return represent(texts, spelling, known)

    spoken = np.array([not each.about for each in lesson.samples])
    others = pair.scale_to_unit(vectors.others @ projection)
    data = TrainingData(*see(said), lesson.owners, spoken, True, others, said)
    ranked = data.read(data.fit(lambda share: None), lesson.texts, *see(lesson.texts))
    best = np.take_along_axis(lesson.right, np.maximum(ranked.order, 0), axis=1) > 0
    return Readings(
        look_at_one(*ranked[1:]), look_at_three(*ranked[1:]), best[:, 0], best.any(axis=1), lesson.foreign
    )


def fit_curve(looks: Floats, right: calibrate.Marks, foreign: calibrate.Marks) -> calibrate.Curve:
    """A curve near none at all, of columns that are made alike before it is fitted."""
    share = calibrate.OUT_OF_SCOPE_SHARE
    weights = np.where(foreign, share / (1 - share) * (~foreign).sum() / max(foreign.sum(), 1), 1.0)
    middle, spread = looks[:, 1:].mean(axis=0), looks[:, 1:].std(axis=0)
    even = np.hstack([looks[:, :1], (looks[:, 1:] - middle) / spread])
    fitted = np.array(calibrate.curve(even, right, weights * calibrate.FAITH, (0.0,) * looks.shape[1]))
    slopes = fitted[1:] / spread
    return tuple(round(float(each), 3) for each in (fitted[0] - slopes @ middle, *slopes))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="keep the projection")
    arguments = parser.parse_args()
    import django

    django.setup()
    paths = [path for folder in arguments.folders for path in sorted(folder.glob("*.json"))]
    lessons = [[read_lesson(path, examples) for examples in EXAMPLES] for path in paths]
    every = [lesson for company in lessons for lesson in company]
    vectors = Vectors([text for each in every for text in (*(s.text for s in each.samples), *each.texts)])
    folds = np.random.default_rng(0).permutation(len(paths)) % FOLDS
    found: list[list[Readings]] = [[] for _ in EXAMPLES]
    for fold in range(FOLDS):
        seen = [lesson for at in np.flatnonzero(folds != fold) for lesson in lessons[at]]
        projection = fit_projection(seen, vectors)
        for at in np.flatnonzero(folds == fold):
            for place, lesson in enumerate(lessons[at]):
                found[place].append(read(lesson, vectors, projection))
    joined = [Readings(*map(np.concatenate, zip(*each, strict=True))) for each in found]
    whole = Readings(*map(np.concatenate, zip(*joined, strict=True)))
    one = fit_curve(whole.one, whole.right, whole.foreign)
    print("one", one, "three", fit_curve(whole.three, whole.among, whole.foreign))
    for examples, each in zip(EXAMPLES, joined, strict=True):
        sure, served = along(one, each.one) >= THRESHOLD, ~each.foreign
        print(
            f"{examples} examples: likeliest right {each.right[served].mean():.1%}, among three "
            f"{each.among[served].mean():.1%}, decided {sure[served].mean():.1%}, of these right "
            f"{each.right[served & sure].mean():.1%}, out of scope decided {sure[each.foreign].mean():.1%}"
        )
    if arguments.write:
        pair.write(fit_projection(every, vectors))
    return 0


if __name__ == "__main__":
    sys.exit(main())
