"""What a profile learnt from the examples of a release.

The samples, the part that was made of them, the model.

>>> learnt = TrainedProfile.of(release, "telecom_contas")
>>> learnt.model.read("cobraram duas vezes o mesmo mês").intent
'billing_invoice_explanation'

A profile learns from the examples of the intents that it serves, and from those of what nobody serves. The
key of its part is the hash of all that decides what is learnt; profiles with the same examples and the same
wished precision share a part, and releases share it for as long as nothing of that changes. Nothing is learnt
here: publishing does (`releases.parts`), in a process of its own.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from language import embedder
from language.embedder import NoVectors
from releases.loaded_release import Artifact, Progress
from routing.decision import serving
from routing.decision.learning.learn import learn
from routing.decision.learning.samples import OUT_OF_SCOPE, VERSION, Arranged, Sample, are_few, arrange
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease, StoredArtifact
    from routing.decision.learning.model import IntentModel
    from routing.decision.learning.prediction import Prediction
    from routing.decision.learning.report import LearningReport

logger = logging.getLogger(__name__)
Texts = tuple[str, ...]
READINGS = 64  # texts whose readings are remembered
GATHERED = 32  # sets of samples that are remembered: the next release has most of them again
LEAST = 2  # intents with examples: between fewer there is nothing to tell apart


@dataclass(frozen=True, eq=False)
class TrainedProfile:
    """What one profile learnt. `parts` are those of its release, which may come later."""

    samples: Arranged = field(default_factory=Arranged)
    wished_precision: float = 0.97
    parts: "Mapping[str, StoredArtifact]" = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, release: "LoadedRelease", agent_id: str) -> "TrainedProfile":
        """What that profile of a release learnt; found out once a release.

        It reads nothing and learns nothing.
        """
        found = release.memo.get((cls, agent_id))
        if found is None:
            profile = release["routing"].profiles[agent_id]
            made = cls(samples_of(release, profile), profile.wished_precision, release.parts)
            found = release.memo.setdefault((cls, agent_id), made)
        learnt: TrainedProfile = found
        return learnt

    @cached_property
    def key(self) -> str:
        """The name of its part; empty where there is too little to learn from."""
        return key_of(self.samples, self.wished_precision) if enough(self.samples) else ""

    @cached_property
    def second_look_key(self) -> str:
        """The name of the part that takes a second look at what the first one leaves unsure; empty where
        examples are few, which are read by both encoders at once, or this machine has no second one.
        """
        meaning = embedder.choose_for_second_look() if self.key and not self.few else None
        return key_of(self.samples, self.wished_precision, meaning.name) if meaning else ""

    @property
    def there(self) -> bool:
        """Whether its part is there.

        It is not where there are too few examples, it is yet to be made, or it was found out that it cannot
        be read.
        """
        made = self.parts.get(self.key)
        return made is not None and made.readable

    @cached_property
    def few(self) -> bool:
        """Whether it was learnt from so few examples that what other companies' say counts beside them."""
        return are_few(self.samples)

    @property
    def unreadable(self) -> bool:
        """Whether its part is stored, and of no use."""
        made = self.parts.get(self.key)
        return made is not None and not made.readable

    @property
    def model(self) -> "IntentModel | None":
        """The model, built at first need and shared; None where there is none, or it cannot be read."""
        made = self.parts.get(self.key)
        model: IntentModel | None = made.built if made is not None else None
        return model

    @property
    def second_look(self) -> "IntentModel | None":
        """The model of the second look; None where there is none, or it is yet to be made."""
        made = self.parts.get(self.second_look_key)
        model: IntentModel | None = made.built if made is not None else None
        return model

    def read(self, text: str, second_look: bool = False) -> "Prediction | None":
        """What the examples say of a text; with `second_look` both encoders read what one leaves unsure.

        Raises NoVectors. The last texts are remembered.
        """
        found = self._read(text, False)
        if second_look and found is not None and not found.sure and self.second_look is not None:
            with suppress(NoVectors):  # they are fetched and it is decided again, or the first has said it
                return self._read(text, True)
        return found

    @cached_property
    def _read(self) -> "Callable[[str, bool], Prediction | None]":
        def read(text: str, second_look: bool) -> "Prediction | None":
            model = self.second_look if second_look else self.model
            return model.read(text) if model is not None else None

        return lru_cache(maxsize=READINGS)(read)

    @property
    def report(self) -> "LearningReport | None":
        """What learning found out about the examples, read at each use and without building the model.

        None where there is none, or it cannot be read.
        """
        made = self.parts.get(self.key)
        return made.look(self._report, lambda model: model.report) if made is not None else None

    def _report(self, content: bytes) -> "LearningReport | None":
        from routing.decision.learning.report import report_of

        try:
            return report_of(content)
        except Exception:
            logger.exception("the report of what was learnt (%s) cannot be read", self.key[:12])
            return None


def samples_of(release: "LoadedRelease", profile: ProfileSpec) -> Arranged:
    """The examples a profile learns from, in the order that a model keeps them in."""
    routing: RoutingSection = release["routing"]
    served = serving.intents(routing, release["agents"], profile)
    outside = (intent for intent in routing.outside.values() if intent.serves(profile.agent_id))
    return _gather(
        tuple(sorted((intent.name, intent.examples, tuple(_about(intent))) for intent in served)),
        tuple(text for intent in outside for text in intent.examples),
    )


@lru_cache(maxsize=GATHERED)
def _gather(served: tuple[tuple[str, Texts, Texts], ...], outside: Texts) -> Arranged:
    samples = [
        *(Sample(text, name) for name, examples, _ in served for text in examples),
        *(Sample(text, OUT_OF_SCOPE) for text in outside),
    ]
    if are_few(samples) and enough(samples):
        samples += [
            Sample(text, name, about=True) for name, examples, about in served for text in about if examples
        ]
    return arrange(samples)


def _about(intent: IntentSpec) -> Iterator[str]:
    """What is said of an intent beside its examples."""
    yield from (text for text in intent.offer.values() if text)
    if intent.description:
        yield intent.description
    yield from intent.keywords


def enough(samples: Sequence[Sample]) -> bool:
    """Whether there is something to tell apart: two intents that are served, with an example each."""
    return len({sample.intent for sample in samples} - {OUT_OF_SCOPE}) >= LEAST


def key_of(samples: Sequence[Sample], wished_precision: float, name: str = "") -> str:
    """The hash of all that decides what is learnt; `name`: its embedder, if not the usual one."""
    if not name:
        meaning = embedder.choose_for_examples(are_few(samples))  # of an endpoint it has the model in it
        name = meaning.name if meaning else embedder.NONE
    content = f"{VERSION} {name} {wished_precision:.4f} {arrange(samples).digest}"
    return hashlib.sha256(content.encode()).hexdigest()


def parts(release: "LoadedRelease") -> Iterator[Artifact]:
    """What is made for this room when a release is published: a model for each profile that can learn."""
    if "agents" not in release.sections:
        return
    for agent_id, profile in release["routing"].profiles.items():
        learnt = TrainedProfile.of(release, agent_id)
        if learnt.key:
            what = _("what '%s' learns from its examples") % agent_id
            given = learnt.samples, profile.wished_precision
            read = partial(load, learnt.samples)
            yield Artifact(learnt.key, make, what, len(learnt.samples), given, read)
            if learnt.second_look_key:
                what = _("what '%s' learns from its examples for a second look") % agent_id
                yield Artifact(
                    learnt.second_look_key,
                    make_second_look,
                    what,
                    len(learnt.samples),
                    given,
                    read,
                    late=True,
                )


def load(samples: Sequence[Sample], content: bytes) -> "IntentModel":
    """The model of these samples. Raises `UnreadableModel`."""
    from routing.decision.learning.model import IntentModel  # many a process never needs it

    return IntentModel.load(content, samples)


def make(parts: Sequence[Artifact], progress: Progress, folder: Path) -> Mapping[str, bytes]:
    """Learns, in one process for all of them."""
    return learn({part.key: part.given for part in parts}, progress)


def make_second_look(parts: Sequence[Artifact], progress: Progress, folder: Path) -> Mapping[str, bytes]:
    """The same by both encoders, for a second look."""
    return learn({part.key: part.given for part in parts}, progress, second_look=folder)
