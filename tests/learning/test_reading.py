"""What is learnt from a handful of examples, by the process that learns, and what is read with it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest
from django.test import override_settings

from routing.decision.learning.errors import UnreadableModel
from routing.decision.learning.learn import learn
from routing.decision.learning.model import IntentModel
from routing.decision.learning.report import report_of
from routing.decision.learning.samples import OUT_OF_SCOPE, Sample
from tests.learning.shop import samples

BOTH = ("quero a fatura", "manda a conta", "preciso do boleto", "cadê a minha fatura", "onde vejo a conta")
# What the tests of this file learn from, and the share of right decisions that is wished. One process learns
# all of it: to start one costs more than to learn.
SETS: dict[str, tuple[list[Sample], float]] = {
    "shop": (samples(), 0.97),
    "careful": (samples(), 0.99),
    "bold": (samples(), 0.8),
    "repeated": (
        [*samples(), Sample("ONDE ESTÁ MEU PEDIDO?", "orders"), Sample("", "orders"), Sample("?", "orders")],
        0.97,
    ),
    "two that say the same": (
        [
            *samples("orders", "returns", OUT_OF_SCOPE),
            *(Sample(text, intent) for text in BOTH for intent in ("invoice_copy", "invoice_view")),
        ],
        0.9,
    ),
    "a topic alone": (samples("orders"), 0.97),
    "what nobody serves alone": (samples(OUT_OF_SCOPE), 0.97),
    "one example": ([*samples("orders", "returns"), Sample("quero falar com uma pessoa", "human")], 0.97),
    "two examples": ([each for name in ("orders", "returns", "billing") for each in samples(name)[:2]], 0.99),
    "own words": (
        [
            Sample("cadê meu pedido", "orders"), Sample("minha conta veio alta", "billing"),
            Sample("me ajuda", "orders"), Sample("me ajuda", "billing"),
        ],
        0.97,
    ),
}  # fmt: skip
Learnt = Callable[[str], IntentModel]


@pytest.fixture(scope="module")
def made() -> Mapping[str, bytes]:
    return learn(SETS)


@pytest.fixture(scope="module")
def learnt(made: Mapping[str, bytes]) -> Learnt:
    """`learnt("shop")` is the model of a set."""
    return lambda name: IntentModel.load(made[name], SETS[name][0])


@pytest.fixture(scope="module")
def content(made: Mapping[str, bytes]) -> bytes:
    return made["shop"]


@pytest.fixture(scope="module")
def model(learnt: Learnt) -> IntentModel:
    return learnt("shop")


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("fui cobrada em dobro esse mês", "billing"),
        ("ainda to esperando minha encomenda chegar", "orders"),
        ("llegó roto y quiero otro", "returns"),
        ("MY ORDER HAS NOT ARRIVED", "orders"),
    ],
)
def test_what_is_said_otherwise_is_read(model: IntentModel, text: str, intent: str) -> None:
    reading = model.read(text)
    assert (reading.intent, reading.sure) == (intent, True)


def test_what_nobody_serves_is_out_of_scope(model: IntentModel) -> None:
    reading = model.read("me conta uma piada boa")
    assert reading.sure and reading.out_of_scope


def test_a_reading_says_what_made_it(model: IntentModel) -> None:
    reading = model.read("a fatura veio com um valor estranho")
    assert (
        reading.nearest[0].intent == "billing"
        and reading.nearest[0].similarity > reading.nearest[-1].similarity
    )
    assert "valor estranho" in reading.features
    names = [name for name, _confidence in reading.scores]
    assert names[:2] == [reading.intent, reading.runner_up] and len(set(names)) == len(names)
    shares = [confidence for _name, confidence in reading.scores]
    assert shares == sorted(shares, reverse=True) and sum(shares) <= 1.001


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("deu problema na compra", True),
        ("qual o melhor filme para devolver?", False),
        ("the weather of my delivery", False),
        ("um pedido: conta uma piada", False),
    ],
)
def test_nothing_is_asked_between_a_topic_and_what_nobody_serves(
    model: IntentModel, text: str, asked: bool
) -> None:
    """With a model that decides nothing, and would ask between any two."""
    doubting = replace(model, calibration=replace(model.calibration, between=0.0, thresholds={}))
    reading = doubting.read(text)
    assert not reading.sure
    assert reading.between[:2] == ((reading.intent, reading.runner_up) if asked else ())
    assert asked or OUT_OF_SCOPE in (reading.intent, reading.runner_up)


@pytest.mark.parametrize("text", ["", "  ", "👍", "?!"], ids=["nothing", "spaces", "picture", "marks"])
def test_a_message_without_a_word_has_no_intent(model: IntentModel, text: str) -> None:
    reading = model.read(text)
    assert (reading.intent, reading.sure, reading.scores, reading.between) == ("", False, (), ())


@pytest.mark.parametrize(
    "text",
    ["pedido " * 5000, "x" * 32_000, "注文はどこですか", "half \ud800", "\u0301" * 32_000, "nan inf -1e309"],
)
def test_any_text_gives_numbers(model: IntentModel, text: str) -> None:
    reading = model.read(text)
    assert all(0 <= confidence <= 1 for _name, confidence in reading.scores)


def test_a_message_reads_the_same_in_small_letters_and_without_accents(model: IntentModel) -> None:
    said = {
        model.read(text).intent for text in ("Onde está a minha ENCOMENDA", "onde esta a minha encomenda")
    }
    assert said == {"orders"}


def test_intents_that_say_the_same_are_unsure_between_the_two(learnt: Learnt) -> None:
    model = learnt("two that say the same")
    reading = model.read("preciso da fatura")
    assert not reading.sure
    assert set(reading.between[:2]) == {"invoice_copy", "invoice_view"}
    report = model.report.intents["invoice_copy"]
    assert report.nearest == "invoice_view" and report.touching and report.needed > 0
    assert {report.touching[0].text, report.touching[0].other} <= set(BOTH)


@pytest.mark.parametrize("alone", ["a topic", "what nobody serves"])
def test_one_intent_alone_decides_nothing(learnt: Learnt, alone: str) -> None:
    model = learnt(f"{alone} alone")
    for text in ("onde está meu pedido?", "conta uma piada"):
        assert not model.read(text).sure and not model.read(text).between


def test_an_intent_with_one_example_is_learnt_with_care(learnt: Learnt) -> None:
    model = learnt("one example")
    assert model.read("queria falar com uma pessoa").intent == "human"
    report = model.report.intents["human"]
    assert (report.examples, report.share, report.needed >= 9) == (1, 0.0, True)
    assert model.report.few


def test_two_examples_an_intent_decide_nothing_at_a_high_wish(learnt: Learnt) -> None:
    model = learnt("two examples")
    assert model.report.share == 0
    assert not model.read("onde está meu pedido agora?").sure


def test_an_examples_own_words_decide_however_few_there_are(learnt: Learnt) -> None:
    read = learnt("own words").read
    assert read("Cade meu PEDIDO").sure and read("Cade meu PEDIDO").intent == "orders"
    assert not read("me ajuda").sure, "two intents have it"
    assert not read("onde está o pedido").sure


def test_a_lower_wish_decides_more(learnt: Learnt) -> None:
    assert learnt("careful").report.share < learnt("bold").report.share


def test_repeated_and_empty_examples_count_once_and_not_at_all(learnt: Learnt) -> None:
    assert learnt("repeated").report.examples == len(samples())


def test_what_was_learnt_is_of_its_examples_alone(content: bytes) -> None:
    with pytest.raises(UnreadableModel, match="other examples"):
        IntentModel.load(content, samples("orders"))
    for broken in (b"", b"no zip", content[:500], content[:-100]):
        with pytest.raises(UnreadableModel):
            IntentModel.load(broken, samples())


def test_the_order_of_the_examples_does_not_matter(content: bytes) -> None:
    assert IntentModel.load(content, samples()[::-1]).read("cadê meu pedido").intent == "orders"


def test_the_report_is_read_without_the_model(content: bytes, model: IntentModel) -> None:
    report = report_of(content)
    assert report == model.report
    assert report.intents.keys() == {"billing", "orders", "returns", OUT_OF_SCOPE}
    assert all(0 <= each.share <= 1 for each in report.intents.values())
    assert 0 < report.share <= 1 and report.wished == 0.97


def test_without_an_embedder_words_and_letters_are_compared() -> None:
    with override_settings(EMBEDDER="none"):
        model = IntentModel.load(learn({0: (samples(), 0.97)})[0], samples())
    assert model.embedder is None
    reading = model.read("o meu pedido ainda nao chegou aqui")
    assert reading.intent == "orders" and reading.nearest[0].text == "meu pedido ainda não chegou"
    assert np.isfinite(model.weights).all()
