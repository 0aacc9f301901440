"""What was learnt from the examples of a profile, ready to read messages with: numpy alone.

>>> model = Model.load(content, samples)  # `content` is what `learn` made of just these samples
>>> model.read("cadê o que eu comprei?").intent
'order_status'

A model is made once a release and shared by all turns and threads.
"""

import math
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from language import embedder as embedders
from language import segments
from language.embedder import LONGEST, Embedder, NoVectors
from language.embedder.errors import SIZES
from language.embedder.pair import load_other_matters, see
from language.normalise import normalise
from routing.decision.learning import features
from routing.decision.learning.calibration import NEVER, NO_INTENT, Calibration, best, pick
from routing.decision.learning.errors import UnreadableModel
from routing.decision.learning.features import Floats, Spelling, extract_terms
from routing.decision.learning.likeness import WEIGHTS, KnownSamples, add_nearest
from routing.decision.learning.prediction import NOTHING, Near, Prediction
from routing.decision.learning.report import LearningReport
from routing.decision.learning.samples import OUT_OF_SCOPE, VERSION, Sample, are_few, arrange
from routing.decision.learning.stored_model import StoredModel
from routing.decision.learning.surroundings import look_around
from routing.decision.learning.typos import Typos

SHOWN, SCORES, FEATURES = 3, 5, 4
SHARPNESS = 4.0  # how much a better score counts among intents that are neither best nor second


@dataclass(frozen=True, eq=False)
class IntentModel:
    """Weights of each intent over a text's features, and the vectors of the examples themselves."""

    samples: tuple[Sample, ...]  # arranged: those of one intent stand together
    intents: tuple[str, ...]
    starts: NDArray[np.int64]  # where the samples of each intent begin, and where all end
    spelling: Spelling
    weights: Floats  # an intent a row: the bins, then the embedding
    offsets: Floats
    # Of the samples, in each way of seeing, of many in the first alone; of their bins without an embedder.
    views: tuple[Floats, ...]
    calibration: Calibration
    report: LearningReport
    embedder: Embedder | None
    _telling: dict[int, Mapping[str, float]] = field(default_factory=dict, repr=False)

    @classmethod
    def load(cls, content: bytes, samples: Iterable[Sample]) -> "IntentModel":
        """Raises `UnreadableModel` when `content` is no such thing, or was learnt from other samples."""
        kept = arrange(samples)
        try:
            stored = StoredModel.read(content)
            about = stored.about
            if about["version"] != VERSION:
                raise UnreadableModel(f"version {about['version']}")
            if about["samples"] != kept.digest:
                raise UnreadableModel("other examples")
            views = see(about["embedder"], stored.vectors.astype(np.float32))
            return cls(
                samples=kept,
                intents=tuple(about["intents"]),
                starts=stored.starts,
                spelling=stored.spelling,
                weights=stored.weights,
                offsets=stored.offsets,
                views=views if are_few(kept) else views[:1],
                calibration=Calibration.restore(about["calibration"]),
                report=LearningReport.restore(about["report"]),
                embedder=embedders.embedder_named(about["embedder"]),
            )
        except (KeyError, TypeError, ValueError, EOFError, OSError, zipfile.BadZipFile) as error:
            raise UnreadableModel(type(error).__name__) from error

    def read(self, text: str) -> Prediction:
        """The best intent of a message, how sure that is, and why.

        Raises `NoVectors` where the embedder has none.
        """
        own = self._by_words.get(normalise(text).strip())
        text = self._typos.correct(segments.point(text)[:LONGEST])
        meaning = self._embed(text)
        if own is not None:
            return self._predict_repeated(own)
        row = self.spelling.row(features.grams(text))
        meaning = meaning if meaning is not None else features.fold_sketch(row)
        views = see(self.embedder_name, meaning[None])
        vector = views[0][0]
        if not row.bins.size and not vector.any():
            return NOTHING
        scores = self.weights[:, row.bins] @ row.values + self.offsets
        if self.embedder:
            scores = scores + self.weights[:, features.BINS :] @ (features.MEANING * vector)
        likes = self.vectors @ vector
        nearest = np.maximum(np.maximum.reduceat(likes, self.starts[:-1]), 0)
        if self._known is not None:
            scores = WEIGHTS[self.embedder_name].weigh(scores[None], self._known.look(views))[0]
        elif not self._few:
            scores = add_nearest(scores, nearest)
        order = best(scores[None])
        top = pick(scores[None], order, NO_INTENT)
        near = pick(nearest[None], order, 0.0)
        around = look_around([text], vector[None], self._other_matters)
        return self._reading(text, scores, order[0], self.calibration.shares(top, near, around), likes)

    @property
    def vectors(self) -> Floats:
        """Of the samples, in the first way of seeing."""
        return self.views[0]

    @property
    def embedder_name(self) -> str:
        return self.embedder.name if self.embedder else embedders.NONE

    @cached_property
    def _few(self) -> bool:
        return are_few(self.samples)

    @cached_property
    def _known(self) -> KnownSamples | None:
        """What texts are held against where likenesses are weighed: of few examples, by both encoders."""
        if self.embedder_name not in WEIGHTS or not self._few:
            return None
        owners = np.repeat(np.arange(len(self.intents)), np.diff(self.starts))
        return KnownSamples(self.views, owners, np.array([not each.about for each in self.samples]))

    @cached_property
    def _by_words(self) -> Mapping[str, Sample]:
        """The examples by their words, but for those that several intents have.

        None where there is nothing to tell apart.
        """
        found: dict[str, Sample] = {}
        shared: set[str] = set()
        for sample in self.samples if len(self.intents) > 1 else ():
            if sample.about:
                continue
            spelt = normalise(sample.text).strip()
            if found.setdefault(spelt, sample).intent != sample.intent:
                shared.add(spelt)
        return {spelt: sample for spelt, sample in found.items() if spelt not in shared}

    def _predict_repeated(self, sample: Sample) -> Prediction:
        """The reading of an example's own words: they decide, however few examples there are."""
        return Prediction(
            intent=sample.intent,
            confidence=1.0,
            threshold=min(self.calibration.thresholds.get(sample.intent, NEVER), 1.0),
            scores=((sample.intent, 1.0),),
            nearest=(Near(sample.text, sample.intent, 1.0),),
            features=self._features(sample.text, self.intents.index(sample.intent)),
        )

    def warm(self) -> None:
        """Builds what the first text would wait for.

        The words that typos are mended by, the encoder's weights.
        """
        self._typos  # noqa: B018  worked out and kept
        if self.embedder:
            self.embedder.warm()

    def _embed(self, text: str) -> Floats | None:
        """What the embedder makes of a text, of the size that was learnt."""
        if self.embedder is None:
            return None
        vector: Floats = self.embedder.embed([text])[0]
        size = self.weights.shape[1] - features.BINS
        if vector.size == size:
            return vector
        if not vector.any():
            return np.zeros(size, np.float32)  # it says nothing, in however many numbers
        raise NoVectors(SIZES, f"{vector.size} numbers, and {size} were learnt")

    @cached_property
    def _other_matters(self) -> Floats:
        """What texts of other matters mean, where messages are held against them."""
        return load_other_matters(self.embedder_name if self._few else "")

    @cached_property
    def _typos(self) -> Typos:
        # Without an encoder only the words of the examples are known to be words.
        known = self.embedder.knows if self.embedder else lambda word: False
        return Typos.of((sample.text for sample in self.samples), known)

    def _reading(
        self,
        text: str,
        scores: Floats,
        order: NDArray[np.int64],
        shares: tuple[float, float],
        likes: Floats,
    ) -> Prediction:
        one, two = shares
        names = [self.intents[number] for number in order if number >= 0]
        intent, rest = names[0], names[1:]
        threshold = self.calibration.thresholds.get(intent, NEVER)
        second = min(one, max(two - one, 0.0)) if rest else 0.0
        listed = [
            (intent, one),
            *self._others(scores, order[0], rest[:1], second, max(1 - one - second, 0.0)),
        ]
        likeliest = tuple(names[: self.calibration.most])
        out_of_scope = OUT_OF_SCOPE in likeliest[:2]
        unsure = one < threshold and two >= self.calibration.between and not out_of_scope
        between = tuple(name for name in likeliest if name != OUT_OF_SCOPE)
        return Prediction(
            intent=intent,
            confidence=one,
            threshold=threshold,
            runner_up=rest[0] if rest else "",
            runner_up_confidence=second,
            scores=tuple(listed[:SCORES]),
            nearest=self._nearest(order, likes),
            features=self._features(text, order[0]),
            between=between if unsure and len(between) > 1 else (),
        )

    def _others(
        self, scores: Floats, first: int, runner_up: list[str], second: float, left: float
    ) -> Iterator[tuple[str, float]]:
        """The runner-up, then who shares what is left: as their scores are to each other."""
        order = np.argsort(-scores, kind="stable")[: SCORES + 2]
        others = [number for number in order if number != first and self.intents[number] not in runner_up]
        for name in runner_up:
            yield name, second
        parts = np.exp(SHARPNESS * (scores[others] - scores.max()))
        whole = float(parts.sum()) or 1.0
        for number, part in zip(others, parts.tolist(), strict=True):
            yield self.intents[number], min(left * part / whole, second)

    def _nearest(self, order: NDArray[np.int64], likes: Floats) -> tuple[Near, ...]:
        """The examples of the best intents that are most like a message."""
        mine = np.concatenate(
            [np.arange(*self.starts[number : number + 2]) for number in order if number >= 0]
        )
        nearest = mine[np.argsort(-likes[mine], kind="stable")[:SHOWN]].tolist()
        return tuple(Near(self.samples[at].text, self.samples[at].intent, float(likes[at])) for at in nearest)

    def _own(self, number: int) -> tuple[Sample, ...]:
        """The samples of an intent."""
        return self.samples[int(self.starts[number]) : int(self.starts[number + 1])]

    def _features(self, text: str, number: int) -> tuple[str, ...]:
        """The words of the message that this intent's examples say more than all others', the most telling
        first; a word does not stand beside a pair that holds it."""
        known = self._words(number)
        mine = dict.fromkeys(phrase for phrase in extract_terms(text) if phrase in known)
        found: list[str] = []
        for phrase in sorted(mine, key=lambda each: (-known[each], -len(each), each)):
            if len(found) < FEATURES and not any(phrase in pair.split() for pair in found):
                found.append(phrase)
        return tuple(found)

    def _words(self, number: int) -> Mapping[str, float]:
        """How telling the words of an intent's examples are: those that they say at least as often as all
        other examples together."""
        found = self._telling.get(number)
        if found is None:
            counts = Counter(
                phrase for sample in self._own(number) for phrase in set(extract_terms(sample.text))
            )
            often = self.spelling.often(list(counts), len(self.samples))
            shares = {
                phrase: count / max(count, everywhere)
                for (phrase, count), everywhere in zip(counts.items(), often, strict=True)
            }
            found = {
                phrase: share**2 * (1 + math.log(counts[phrase]))
                for phrase, share in shares.items()
                if share >= 0.5
            }
            self._telling[number] = found
        return found
