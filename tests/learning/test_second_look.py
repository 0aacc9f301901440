"""What many examples leave unsure is read by a second encoder as well, where this machine runs it."""

import asyncio
import os
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from django.conf import settings as configured

from language import embedder
from language.embedder import e5
from language.embedder.pair import PAIR
from releases import part_files
from releases.loaded_release import LoadedRelease, StoredArtifact
from routing.decision.example import describe_prediction
from routing.decision.learning import train
from routing.decision.learning.kept_vectors import KeptVectors
from routing.decision.learning.learn import learn, name_vectors
from routing.decision.learning.model import IntentModel
from routing.decision.learning.packing import pack, unpack
from routing.decision.learning.samples import OUT_OF_SCOPE, Sample, arrange
from routing.decision.learning.train import SIZE
from routing.decision.learning.trained_model import TrainedProfile, load, make, make_second_look, parts
from routing.decision.profile_runtime import ProfileRuntime
from tests.learning.shop import samples
from tests.routing.decision import shop

runs_here = pytest.mark.skipif(not e5.is_available(), reason="E5's engine does not run on this machine")
UNSURE = "the thing I paid for is nowhere to be seen"


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[TrainedProfile, dict[str, bytes]]:
    """A shop of many examples, and its two parts: learnt by one encoder and by both."""
    many = arrange(Sample(f"{each.text} {n}", each.intent) for n in range(5) for each in samples())
    made = TrainedProfile(many, 0.97)
    folder = tmp_path_factory.mktemp("parts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(configured, "EXAMPLES_TWICE", True)
        keys = {made.key: None, made.second_look_key: folder}
        content = {key: learn({key: (many, 0.97)}, second_look=vectors)[key] for key, vectors in keys.items()}
        assert len(KeptVectors(str(folder / name_vectors()), SIZE).find([many[0].text])) == 1
    return made, content


@pytest.fixture(scope="module")
def learnt(made) -> TrainedProfile:
    """The shop with its parts."""
    return with_parts(*made)


def with_parts(profile: TrainedProfile, content: dict[str, bytes]) -> TrainedProfile:
    stored = {
        key: StoredArtifact(each, lambda content: load(profile.samples, content))
        for key, each in content.items()
    }
    return replace(profile, parts=stored)


@runs_here
def test_what_the_first_leaves_unsure_is_read_by_both(learnt, settings) -> None:
    settings.EXAMPLES_TWICE = True
    found = TrainedProfile(learnt.samples, 0.97, learnt.parts)
    assert isinstance(found.second_look, IntentModel) and found.second_look.embedder.name == PAIR
    assert found.model.embedder.name == "bundled"
    assert not found.model.read(UNSURE).sure
    assert found.read(UNSURE) == found.model.read(UNSURE)
    assert found.read(UNSURE, second_look=True) == found.second_look.read(UNSURE)
    sure = found.samples[0].text
    assert found.read(sure, second_look=True) == found.model.read(sure)


@runs_here
def test_what_was_packed_reads_alike(made, learnt, settings) -> None:
    settings.EXAMPLES_TWICE = True
    profile, content = made
    packed = pack({key: (profile.samples, each) for key, each in content.items()})
    assert len(packed) < sum(map(len, content.values())) / 3
    ready = unpack(packed, {**dict.fromkeys(content, profile.samples), "0" * 64: profile.samples})
    assert ready.parts.keys() == content.keys()
    assert ready.vectors.keys() == {each.text for each in profile.samples}
    found = with_parts(profile, dict(ready.parts))
    for text in (UNSURE, "where is my parcel?", "I want my money back", "bom dia"):
        one, other = found.read(text, second_look=True), learnt.read(text, second_look=True)
        assert (one.intent, one.sure, one.between) == (other.intent, other.sure, other.between)
        assert one.confidence == pytest.approx(other.confidence, abs=0.02)


@runs_here
def test_of_what_was_packed_only_what_belongs_is_taken(made, settings, monkeypatch) -> None:
    settings.EXAMPLES_TWICE = True
    profile, content = made
    (first, by_one), *_ = content.items()
    packed = pack({key: (profile.samples, each) for key, each in content.items()})
    assert not unpack(packed, {first: profile.samples[1:]}).parts
    unknown = Sample("a text that was never learnt", profile.samples[0].intent)
    assert not unpack(packed, {first: (*profile.samples, unknown)}).parts
    with pytest.raises(KeyError):  # its texts are in no part of both
        pack({first: (profile.samples, by_one)})
    wanted = dict.fromkeys(content, profile.samples)
    monkeypatch.setattr("routing.decision.learning.packing.name_vectors", lambda: "without a second encoder")
    assert (unpack(packed, wanted).parts.keys(), unpack(packed, wanted).vectors) == ({first}, {})
    monkeypatch.setattr("routing.decision.learning.packing.name_bundled", lambda: "another encoder")
    assert unpack(packed, wanted) == ({}, {})


@runs_here
async def test_on_the_event_loop_the_decision_is_taken_again_with_both(learnt, settings) -> None:
    settings.EXAMPLES_TWICE = True
    found = TrainedProfile(learnt.samples, 0.97, learnt.parts)
    tried = []

    def decide():
        tried.append(found.read(UNSURE, second_look=True))
        return tried[-1]

    reading = await embedder.supply("acme")(decide)
    assert tried == [found.model.read(UNSURE), reading]  # by the first, had the second not come in time
    assert reading == await asyncio.to_thread(found.second_look.read, UNSURE)


def released(learnt: TrainedProfile) -> LoadedRelease:
    """The shop with those examples and what was learnt of them."""
    said: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for each in learnt.samples:
        said[each.intent] += (each.text,)
    bare = shop.release(made=False)
    routing = replace(
        bare["routing"],
        intents={name: replace(each, examples=said[name]) for name, each in bare["routing"].intents.items()},
        outside={shop.OUTSIDE.name: replace(shop.OUTSIDE, examples=said[OUT_OF_SCOPE])},
    )
    sections = {"routing": routing, "agents": bare["agents"]}
    return LoadedRelease(1, "shop", sections, parts=dict(learnt.parts))


@runs_here
def test_a_decision_hears_the_second_look(learnt, settings) -> None:
    settings.EXAMPLES_TWICE = True
    release = released(learnt)
    wanted = {part.key: part for part in parts(release)}
    assert {key: (part.make, part.late) for key, part in wanted.items()} == {
        learnt.key: (make, False), learnt.second_look_key: (make_second_look, True),
    }  # fmt: skip
    by_both = shop.ask(UNSURE, published=ProfileRuntime.of(release, "shop"))
    release.wanted.update(wanted)
    by_one = shop.ask(UNSURE, published=ProfileRuntime.of(release.without_late(), "shop"))
    for decided, model in ((by_both, learnt.second_look), (by_one, learnt.model)):
        saw = next(each.saw for each in decided.verdicts if each.tier == "example")
        assert saw["confidence"] == describe_prediction(model.read(UNSURE))["confidence"]
    assert learnt.second_look.read(UNSURE).confidence != learnt.model.read(UNSURE).confidence


@pytest.mark.parametrize("twice", [True, False])
def test_what_learns_is_told_of_the_second_encoder_where_there_is_one(settings, twice) -> None:
    settings.EXAMPLES_TWICE, settings.EMBEDDER = twice, "bundled"
    told = embedder.hand_over()
    assert told["second_look"] == (PAIR if twice and e5.is_available() else embedder.NONE)
    taken = embedder.take_over(told)
    assert {name: each.name if each else embedder.NONE for name, each in taken.items()} == told


def test_without_the_second_one_everything_is_read_by_the_first(settings) -> None:
    settings.EXAMPLES_TWICE = False
    many = [Sample(f"{each.text} {n}", each.intent) for n in range(5) for each in samples()]
    found = TrainedProfile(tuple(many), 0.97)
    assert found.key and not found.second_look_key and found.second_look is None
    settings.EXAMPLES_TWICE = True
    assert not TrainedProfile(tuple(samples()), 0.97).second_look_key  # few: read by both at once


def test_vectors_are_kept_and_a_damaged_file_keeps_none(tmp_path) -> None:
    path = tmp_path / "folder" / "vectors"
    kept = KeptVectors(str(path), 4)
    assert kept.find(["a"]) == {}
    kept.write({"a": np.ones(4, np.float32), "b": np.zeros(4, np.float32)})
    os.utime(path, (0, 0))
    again = KeptVectors(str(path), 4)
    assert path.stat().st_mtime > 0, "what is read is in use"
    again.write({"c": np.ones(4, np.float32)})
    found = KeptVectors(str(path), 4).find(["a", "b", "c", "d"])
    assert set(found) == {"a", "b", "c"} and found["a"].tolist() == [1, 1, 1, 1]
    whole = path.read_bytes()
    method = whole[:8] + b"\x63" + whole[9:]  # of compression: one that there is not
    central = method.replace(whole[whole.index(b"PK\x01\x02") :][:12], b"PK\x01\x02" + b"\x63" * 8)
    for damaged in (whole[:40], central, b"PK", b""):
        path.write_bytes(damaged)
        assert KeptVectors(str(path), 4).find(["a"]) == {}


def test_vectors_of_another_size_are_dropped_and_new_ones_kept(tmp_path) -> None:
    path = str(tmp_path / "vectors")
    KeptVectors(path, 4).write({"a": np.ones(4, np.float32)})
    other = KeptVectors(path, 6)
    assert other.find(["a"]) == {}
    other.write({"b": np.ones(6, np.float32)})
    assert set(KeptVectors(path, 6).find(["a", "b"])) == {"b"}


def test_another_projection_names_another_file(tmp_path) -> None:
    (other := tmp_path / "pair.npz").write_bytes(b"another projection")
    assert name_vectors() == name_vectors() != name_vectors(other)
    assert part_files.NAME.fullmatch(name_vectors())


def test_only_new_texts_are_worked_out_and_what_was_is_kept_if_the_process_ends(
    tmp_path, monkeypatch
) -> None:
    class Reader:
        def __init__(self, most: int) -> None:
            self.read, self.most = [], most

        def learn(self, texts):
            if len(self.read) >= self.most:
                raise KeyboardInterrupt
            self.read += texts
            return np.ones((len(texts), 4), np.float32)

    monkeypatch.setattr(train, "BATCH", 8)
    said = [Sample(f"text {number}", "x") for number in range(80)]
    path, silent = str(tmp_path / "vectors"), lambda percent, stage: None
    first, second, third = Reader(48), Reader(10**6), Reader(10**6)
    with pytest.raises(KeyboardInterrupt):
        train.embed_texts(first, [said], silent, KeptVectors(path, 4))
    found = train.embed_texts(second, [said], silent, KeptVectors(path, 4))
    assert set(second.read).isdisjoint(first.read[:32]) and second.read[:16] == first.read[32:48]
    assert {each.text for each in said} <= found.keys()
    new = Sample("a new text", "x")
    train.embed_texts(third, [[*said, new]], silent, KeptVectors(path, 4))
    assert third.read == [new.text]
