"""What many examples leave unsure is read by a second encoder as well, where this machine runs it."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest
from django.conf import settings as configured

from language import embedder
from language.embedder import e5
from language.embedder.pair import PAIR
from releases.loaded_release import StoredArtifact
from routing.decision.learning.kept_vectors import KeptVectors
from routing.decision.learning.learn import VECTORS, learn
from routing.decision.learning.model import IntentModel
from routing.decision.learning.samples import Sample, arrange
from routing.decision.learning.trained_model import TrainedProfile, load
from tests.learning.shop import samples

runs_here = pytest.mark.skipif(not e5.is_available(), reason="E5's engine does not run on this machine")
UNSURE = "the thing I paid for is nowhere to be seen"


@pytest.fixture(scope="module")
def learnt(tmp_path_factory) -> TrainedProfile:
    """A shop of many examples that has learnt by one encoder and by both."""
    many = arrange(Sample(f"{each.text} {n}", each.intent) for n in range(5) for each in samples())
    made = TrainedProfile(many, 0.97)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(configured, "EXAMPLES_TWICE", True)
        patch.setattr(configured, "PARTS_DIR", tmp_path_factory.mktemp("parts"))
        keys = {made.key: False, made.closer_key: True}
        content = {key: learn({key: (many, 0.97)}, closer=closer)[key] for key, closer in keys.items()}
        assert len(KeptVectors(str(configured.PARTS_DIR / VECTORS)).find([many[0].text])) == 1
    parts = {key: StoredArtifact(each, lambda content: load(many, content)) for key, each in content.items()}
    return replace(made, parts=parts)


@runs_here
def test_what_the_first_leaves_unsure_is_read_by_both(learnt, settings) -> None:
    settings.EXAMPLES_TWICE = True
    found = TrainedProfile(learnt.samples, 0.97, learnt.parts)
    assert isinstance(found.closer, IntentModel) and found.closer.embedder.name == PAIR
    assert found.model.embedder.name == "bundled"
    assert not found.model.read(UNSURE).sure
    assert found.read(UNSURE) == found.model.read(UNSURE)
    assert found.read(UNSURE, closer=True) == found.closer.read(UNSURE)
    sure = found.samples[0].text
    assert found.read(sure, closer=True) == found.model.read(sure)


@runs_here
async def test_on_the_event_loop_the_decision_is_taken_again_with_both(learnt, settings) -> None:
    settings.EXAMPLES_TWICE = True
    found = TrainedProfile(learnt.samples, 0.97, learnt.parts)
    tried = []

    def decide():
        tried.append(found.read(UNSURE, closer=True))
        return tried[-1]

    reading = await embedder.supply("acme")(decide)
    assert tried == [found.model.read(UNSURE), reading]  # by the first, had the second not come in time
    assert reading == await asyncio.to_thread(found.closer.read, UNSURE)


def test_without_the_second_one_everything_is_read_by_the_first(settings) -> None:
    settings.EXAMPLES_TWICE = False
    many = [Sample(f"{each.text} {n}", each.intent) for n in range(5) for each in samples()]
    found = TrainedProfile(tuple(many), 0.97)
    assert found.key and not found.closer_key and found.closer is None
    settings.EXAMPLES_TWICE = True
    assert not TrainedProfile(tuple(samples()), 0.97).closer_key  # few: read by both at once


def test_vectors_are_kept_and_a_damaged_file_keeps_none(tmp_path) -> None:
    path = tmp_path / "folder" / "vectors"
    kept = KeptVectors(str(path))
    assert kept.find(["a"]) == {}
    kept.write({"a": np.ones(4, np.float32), "b": np.zeros(4, np.float32)})
    again = KeptVectors(str(path))
    again.write({"c": np.ones(4, np.float32)})
    found = KeptVectors(str(path)).find(["a", "b", "c", "d"])
    assert set(found) == {"a", "b", "c"} and found["a"].tolist() == [1, 1, 1, 1]
    path.write_bytes(path.read_bytes()[:40])
    assert KeptVectors(str(path)).find(["a"]) == {}
