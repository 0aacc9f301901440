"""The bundled encoder and E5 side by side: who learns by both, and what reaches E5's engine."""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Mapping

import numpy as np
import pytest

from language import embedder
from language.embedder import e5, load_bundled
from language.embedder.choose import load_pair
from language.embedder.errors import NO_ANSWER, NoVectors
from language.embedder.pair import PAIR, PairedEncoder, join, load_kept, load_other_matters, read_texts, see
from routing.decision.learning.learn import learn
from routing.decision.learning.model import IntentModel
from routing.decision.learning.surroundings import look_around
from tests.learning.shop import samples

runs_here = pytest.mark.skipif(not e5.is_available(), reason="E5's engine does not run on this machine")
# Whoever reads these brings the process down, so they are read by another one.
ODD = """
import random
from language.embedder import e5
signs = "aé ½ﷺ\\x00\\x7f\\ud800漢字م\\u0301\\u200d🇧🇷▁\\U0010ffffİß\\u2028"
chance = random.Random(7)
for length in (0, 1, 2, 5, 60, 400, 4000):
    for _ in range(4):
        e5.embed_queries(["".join(chance.choices(signs, k=length))])
for sign in signs:
    e5.embed_queries([sign * 300])
print("read")
"""


MANY = [type(each)(f"{each.text} {n}", each.intent) for n in range(5) for each in samples()]


@pytest.fixture(scope="module")
def made() -> Mapping[str, bytes]:
    """What a shop of few examples and one of many have learnt."""
    return learn({"few": (samples(), 0.97), "many": (MANY, 0.97)})


@pytest.fixture
def model(made: Mapping[str, bytes]) -> IntentModel:
    """Of few examples, which has read nothing yet."""
    return IntentModel.load(made["few"], samples())


@runs_here
def test_whoever_has_few_examples_learns_by_both_and_whoever_has_many_by_one(made, model) -> None:
    assert model.embedder.name == PAIR
    assert IntentModel.load(made["many"], MANY).embedder.name == "bundled"
    assert model.read("my delivery is late").intent == "orders"


@runs_here
async def test_on_the_event_loop_another_thread_works_the_vectors_out(model) -> None:
    text = "a encomenda que fiz sumiu no caminho"
    tried: list[str] = []

    def decide():
        tried.append(text)
        return model.read(text)

    reading = await embedder.supply("acme")(decide)
    assert tried == [text, text]  # taken again once the vector was there
    assert text not in load_pair()._remembered  # the time of an answer tells nobody what another one wrote
    assert reading == await asyncio.to_thread(model.read, text)


@runs_here
async def test_what_this_process_works_out_itself_is_waited_for(model, settings) -> None:
    """While a process starts its own encoders are slow, and a message is not decided without them."""
    settings.EMBEDDINGS_SECONDS = 1e-6
    reading = await embedder.supply("acme")(lambda: model.read("my delivery is late"))
    assert reading.intent == "orders"


async def test_vectors_that_take_too_long_are_given_up() -> None:
    class Slow(PairedEncoder):
        def _encode(self, texts):
            time.sleep(0.5)
            return np.zeros((len(texts), self.dimensions), np.float32)

    slow = Slow()
    found, took = await slow.fetch(["a"], "acme", 10)
    assert set(found) == {"a"} and took >= 0.5

    def decide():
        try:
            return len(slow.embed(["a"]))
        except NoVectors as error:
            return error.code

    began = time.monotonic()
    assert await slow.supply("acme", 0.05)(decide) == NO_ANSWER
    assert time.monotonic() - began < 0.4


@runs_here
def test_what_both_say_is_one_vector_and_what_says_nothing_has_none() -> None:
    vectors = load_pair().embed(["onde está meu pedido?", "!!", "where is my order?", "I need a haircut"])
    assert np.allclose(np.linalg.norm(vectors[[0, 2, 3]], axis=1), 1, atol=1e-3)
    assert not vectors[1].any()
    for seen in see(PAIR, vectors):
        assert np.allclose(np.linalg.norm(seen[[0, 2, 3]], axis=1), 1, atol=1e-3)
        assert seen[0] @ seen[2] > seen[0] @ seen[3] + 0.3
    for one, all_at_once in zip(see(PAIR, vectors[:1]), see(PAIR, vectors), strict=True):
        assert np.allclose(one[0], all_at_once[0], atol=1e-4)


@runs_here
def test_the_kept_vectors_of_other_matters_are_what_would_be_worked_out() -> None:
    kept, text = load_kept(), read_texts()[0]
    made = join(load_bundled().embed([text]), e5.embed_queries([text]), kept.middle)
    assert made[0] @ kept.vectors[text] > 0.999
    assert len(load_other_matters(PAIR)) == len(kept.vectors)
    assert not len(load_other_matters("bundled"))


def test_messages_are_held_against_other_matters_only_where_their_vectors_are_kept() -> None:
    vectors, others = np.eye(2, 4, dtype=np.float32), np.eye(4, dtype=np.float32)[1:3]
    around = look_around(["a b", "c"], vectors, others)
    assert around[:, 0].tolist() == [0.0, 1.0]
    assert around[0, 1] > around[1, 1]
    assert around[:, 2].tolist() == [0.0, 0.5]
    assert not look_around(["a b", "c"], vectors, load_other_matters("bundled")).any()


@runs_here
def test_no_text_brings_the_engine_down() -> None:
    done = subprocess.run([sys.executable, "-c", ODD], capture_output=True, text=True, check=False)
    assert done.stdout == "read\n", done.stderr


def test_the_engine_is_given_normalised_text_of_known_signs() -> None:
    chance = random.Random(7)
    for _ in range(500):
        text = "".join(chr(chance.randrange(0x11000)) for _ in range(chance.randrange(900)))
        assert e5.clean(e5.clean(text)) == e5.clean(text)
        assert max(map(ord, e5.clean(text)), default=0) < 0x2100


def test_the_vectors_of_other_matters_are_of_the_texts_that_stand_there_now() -> None:
    """Else: `python -m language.embedder.pair`."""
    assert set(load_kept().vectors) == set(read_texts())


def test_a_processor_that_lacks_what_the_engine_needs_is_seen(tmp_path, monkeypatch) -> None:
    cpu = tmp_path / "cpuinfo"
    for flags, fits in (("fpu sse avx2 fma f16c", True), ("fpu sse avx", False)):
        cpu.write_text(f"processor : 0\nflags : {flags}\n")
        monkeypatch.setattr(e5, "CPU", cpu)
        e5.is_available.cache_clear()
        assert e5.is_available() == fits
    monkeypatch.undo()
    e5.is_available.cache_clear()


def test_a_machine_without_the_engine_learns_by_the_bundled_one(monkeypatch, settings) -> None:
    monkeypatch.setattr(e5, "PACKAGE", "no_such_package")
    e5.is_available.cache_clear()
    try:
        assert embedder.choose_for_examples(few=True) is load_bundled()
        with pytest.raises(ValueError, match="No embedder"):
            embedder.embedder_named(PAIR)
    finally:
        monkeypatch.undo()
        e5.is_available.cache_clear()
