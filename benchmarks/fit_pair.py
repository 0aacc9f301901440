"""Learns what few examples are read by: the projection of both encoders, what each kind of likeness counts,
and the curves of a confidence.

    python -m benchmarks.fit_pair FOLDER [FOLDER ...] [--write]

The folders hold companies, of the form that `tests/routing/companies` describes. The projection is a
symmetric matrix near that which changes nothing: a message shall lie nearer to the middle of its intent than
to any other, and one out of scope to none (a softmax over the intents of its company and "none", the cost of
both in `LAMBDA`); it changes the `MAIN` directions of what these companies say alone. The weights and curves
are fitted to readings by projections that were learnt from other companies, a fifth left out in turn, a tenth
of all messages taken to be out of scope. Printed: the numbers for `likeness.WEIGHTS` and `calibrate.PRIORS`,
and what is decided of each company by weights and a curve of others. `--write` keeps the projection of all
companies (`language.embedder.pair`).
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.measuring import command_line
from language.embedder import e5, pair
from language.embedder.base import spell
from language.embedder.encoder import Bundled
from routing.decision.learning import calibrate
from routing.decision.learning.calibration import along, look_at_one, look_at_three
from routing.decision.learning.features import MEANING, Floats, Spelling, grams
from routing.decision.learning.left_out import TrainingData
from routing.decision.learning.likeness import Weights
from routing.decision.learning.model import SHARPNESS as SPREAD
from routing.decision.learning.samples import Sample, arrange
from routing.decision.learning.surroundings import look_around
from routing.decision.learning.train import represent

EXAMPLES = (5, 8)  # of an intent
FOLDS, ROUNDS, RATE, MAIN = 5, 45, 0.6, 320
STEPS, FIRM = 12, 3.0  # of Newton's method for the weights, and how firmly these stay near none
LAMBDA, SHARPNESS, OTHERS = 0.01, 12.0, 0.1
THRESHOLDS = (0.82, 0.88, 0.9)
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
            rows = pair.join(bundled.embed(batch), e5.embed_queries(batch), middle)
            self.known.update(zip(batch, rows, strict=True))
        self.others = self.of(pair.read_texts())

    def of(self, texts: Sequence[str]) -> Floats:
        return np.stack([self.known[spell(text)] for text in texts])


def fit_projection(lessons: Sequence[Lesson], vectors: Vectors) -> Floats:
    """The projection, by gradient steps with momentum over all lessons at once."""
    own = [vectors.of([each.text for each in lesson.samples]) for lesson in lessons]
    said = np.vstack([*own, *(vectors.of(lesson.texts) for lesson in lessons), vectors.others])
    main: Floats = np.ascontiguousarray(np.linalg.eigh(said.T @ said)[1][:, -MAIN:]).astype(np.float32)
    served = sum(int((~lesson.foreign).sum()) for lesson in lessons)
    held = [each for pair_ in zip(lessons, own, strict=True) for each in _hold(*pair_, vectors, main)]
    change = np.zeros((MAIN, MAIN), np.float32)
    moment, none, none_moment = np.zeros_like(change), 0.45, 0.0
    for _ in range(ROUNDS):
        slope, none_slope = LAMBDA * change, 0.0
        for each in held:
            at = np.arange(len(each.rows))
            scores = each.before + each.rows @ (each.middles @ change).T
            if each.left is not None:  # an example is held against the middle of the others of its intent
                scores[at, each.owners] = each.alone + ((each.rows @ change) * each.left).sum(axis=1)
            off = _error(scores, each.right, none) * (each.share * SHARPNESS / served)
            none_slope += off[:, -1].sum()
            if each.left is not None:
                slope = slope + (each.rows * off[at, each.owners][:, None]).T @ each.left
                off[at, each.owners] = 0
            slope = slope + each.rows.T @ (off[:, :-1] @ each.middles)
        moment = 0.9 * moment + (slope + slope.T) / 2
        none_moment = 0.9 * none_moment + none_slope
        change, none = change - RATE * moment, none - 0.02 * none_moment
    worth, ways = np.linalg.eigh(np.eye(MAIN, dtype=np.float32) + change)
    root = (ways * np.sqrt(np.maximum(worth, 0.02))) @ ways.T
    found: Floats = (vectors.same + main @ (root - np.eye(MAIN)) @ main.T).astype(np.float32)
    return found


class Held(NamedTuple):
    """Texts that are held against the middles of a company's intents, all in the main directions: `before`
    are their likenesses without a projection. Examples also have the middle without them (`left`), and how
    alike they are to it (`alone`)."""

    rows: Floats
    middles: Floats
    before: Floats
    right: Floats
    share: float
    owners: calibrate.Rows
    left: Floats | None = None
    alone: Floats | None = None


def _hold(lesson: Lesson, own: Floats, vectors: Vectors, main: Floats) -> list[Held]:
    """A company's messages, the texts of other matters and its examples."""
    sums = (lesson.owners == np.arange(lesson.count)[:, None]).astype(np.float32) @ own
    middles, others = pair.scale_to_unit(sums), vectors.others
    spoken = np.array([not each.about for each in lesson.samples])
    rows, owners = own[spoken], lesson.owners[spoken]
    left = pair.scale_to_unit(sums[owners] - rows)
    weight = float(OTHERS * lesson.foreign.sum() / len(others))
    nobody = np.zeros((len(others), lesson.count), np.float32)
    theirs = (owners[:, None] == np.arange(lesson.count)).astype(np.float32)
    held = [
        Held(each @ main, middles @ main, each @ middles.T, right, share, owners)
        for each, right, share in (
            (vectors.of(lesson.texts), lesson.right, 1.0),
            (others, nobody, weight),
            (rows, theirs, 0.5),
        )
    ]
    held[-1] = held[-1]._replace(left=left @ main, alone=(rows * left).sum(axis=1))
    return held


def _error(scores: Floats, right: Floats, none: float) -> Floats:
    """How far the shares of each intent, and of none of them, are from what is right."""
    height = SHARPNESS * np.hstack([scores, np.full((len(scores), 1), none, np.float32)])
    shares = np.exp(height - height.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    wanted = np.hstack([right, ~right.any(axis=1, keepdims=True)]) * shares
    found: Floats = shares - wanted / np.maximum(wanted.sum(axis=1, keepdims=True), 1e-12)
    return found


class Looks(NamedTuple):
    """What is seen of a company's messages: the machine's scores and all likenesses of each intent, the
    nearest sample of each, and what lies around; which intents are right (none of one out of scope)."""

    scores: Floats
    kinds: Floats
    likes: Floats
    around: Floats
    right: Floats


class Readings(NamedTuple):
    """What tells whether the best intent is right, and one of the best three, and whether they are."""

    one: Floats
    three: Floats
    right: calibrate.Marks
    among: calibrate.Marks
    foreign: calibrate.Marks


def look(lesson: Lesson, vectors: Vectors, projection: Floats) -> Looks:
    """What is seen of a company's messages."""
    said = [each.text for each in lesson.samples]
    spelling = Spelling.of([grams(text) for text in said])

    def see(texts: Sequence[str]) -> tuple[Floats, tuple[Floats, ...]]:
        views = pair.see_through(projection, vectors.of(texts))
        table, _ = represent(texts, spelling, None, "")
        return np.hstack([table, MEANING * views[0]]), views

    spoken = np.array([not each.about for each in lesson.samples])
    data = TrainingData(*see(said), lesson.owners, spoken, True, vectors.others, said)
    fitted, (table, views) = data.fit(lambda share: None), see(lesson.texts)
    likes = np.maximum.reduceat(views[0] @ data.vectors.T, data.starts[:-1], axis=1)
    return Looks(
        table @ fitted.weights.T + fitted.offsets,
        data.known.look(views),
        np.maximum(likes, 0),
        look_around(lesson.texts, views[0], pair.see_through(projection, vectors.others)[0]),
        lesson.right,
    )


def fit_weights(seen: Sequence[Looks]) -> Weights:
    """What each kind of likeness counts for the intent of a message to be the right one, by Newton's method
    over the shares of a company's intents."""
    served = [each.right.any(axis=1) for each in seen]
    columns = [
        np.concatenate([each.scores[mine, :, None], each.kinds[mine]], axis=2).astype(np.float64)
        for each, mine in zip(seen, served, strict=True)
    ]
    spread = np.concatenate([each.reshape(-1, each.shape[2]) for each in columns]).std(axis=0)
    now = np.zeros(len(spread))
    for _ in range(STEPS):
        slope, bend = FIRM * now, FIRM * np.eye(len(now))
        for each, mine, table in zip(seen, served, columns, strict=True):
            even = table / spread
            shares = np.exp((height := even @ now) - height.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            wanted = shares * each.right[mine]
            wanted /= wanted.sum(axis=1, keepdims=True)
            slope = slope + np.einsum("mi,mid->d", shares - wanted, even)
            off = even - np.einsum("mi,mid->md", shares, even)[:, None]
            flat = (off * np.sqrt(shares)[:, :, None]).reshape(-1, len(now))
            bend = bend + flat.T @ flat
        step = np.linalg.solve(bend, slope)
        now = now - step * min(1, 3 / np.abs(step).max())
    found = now / spread / SPREAD  # so that shares among intents follow from scores as they do elsewhere
    heights = np.concatenate(
        [
            (table @ found)[each.right[mine] == 0]
            for each, mine, table in zip(seen, served, columns, strict=True)
        ]
    )
    kinds = tuple(round(float(each), 3) for each in found[1:])
    return Weights(round(float(found[0]), 3), kinds, round(float(-1 - heights.mean()), 3))


def read(seen: Looks, weights: Weights) -> Readings:
    """What is made of a company's messages."""
    ranked = calibrate.rank(weights.weigh(seen.scores, seen.kinds), seen.likes, seen.around)
    best = np.take_along_axis(seen.right, np.maximum(ranked.order, 0), axis=1) > 0
    foreign = ~seen.right.any(axis=1)
    return Readings(
        look_at_one(*ranked[1:]), look_at_three(*ranked[1:]), best[:, 0], best.any(axis=1), foreign
    )


def join(readings: Sequence[Readings]) -> Readings:
    """Several companies' as one."""
    return Readings(*map(np.concatenate, zip(*readings, strict=True)))


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
    parser = command_line(__doc__)
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
    seen: dict[int, list[Looks]] = {}
    for fold in range(FOLDS):
        known = [lesson for at in np.flatnonzero(folds != fold) for lesson in lessons[at]]
        projection = fit_projection(known, vectors)
        for at in np.flatnonzero(folds == fold):
            seen[at] = [look(lesson, vectors, projection) for lesson in lessons[at]]
        print(f"{fold + 1} of {FOLDS} projections", file=sys.stderr, flush=True)
    weights = fit_weights([each for company in seen.values() for each in company])
    print(weights)
    whole = join([read(each, weights) for company in seen.values() for each in company])
    one, three = (
        fit_curve(looks, right, whole.foreign)
        for looks, right in ((whole.one, whole.right), (whole.three, whole.among))
    )
    print("one", one, "three", three)
    print_left_out(seen, folds, [path.stem for path in paths])
    if arguments.write:
        pair.write(fit_projection(every, vectors))
    return 0


def print_left_out(seen: dict[int, list[Looks]], folds: calibrate.Rows, names: Sequence[str]) -> None:
    """What weights and a curve of other companies decide of each company."""
    for place, examples in enumerate(EXAMPLES):
        found: dict[str, tuple[Readings, Floats]] = {}
        for fold in range(FOLDS):
            others = [each for at in np.flatnonzero(folds != fold) for each in seen[at]]
            weights = fit_weights(others)
            whole = join([read(each, weights) for each in others])
            one = fit_curve(whole.one, whole.right, whole.foreign)
            for at in np.flatnonzero(folds == fold):
                mine = read(seen[at][place], weights)
                found[names[at]] = mine, along(one, mine.one)
        for name, (mine, sure) in sorted(found.items()):
            print_shares(f"{examples} {name}", mine, sure, THRESHOLDS[:1])
        everybody = join([mine for mine, _ in found.values()])
        print_shares(f"{examples} all", everybody, np.concatenate([sure for _, sure in found.values()]))


def print_shares(name: str, mine: Readings, sure: Floats, thresholds: Sequence[float] = THRESHOLDS) -> None:
    served = ~mine.foreign
    print(
        f"{name:<32}likeliest {mine.right[served].mean():.1%}, three {mine.among[served].mean():.1%}", end=""
    )
    for least in thresholds:
        decided = sure >= least
        print(
            f"; {least}: {decided[served].mean():.1%} decided, {mine.right[served & decided].mean():.1%} "
            f"right, {decided[mine.foreign].mean():.1%} out of scope",
            end="",
        )
    print(flush=True)


if __name__ == "__main__":
    sys.exit(main())
