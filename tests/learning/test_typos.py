"""Typos are mended to words of the examples; what is a word stays as it was typed."""

import pytest

from language import embedder
from routing.decision.learning.learn import learn
from routing.decision.learning.model import IntentModel
from routing.decision.learning.typos import LONGEST, MOST, Typos, distance
from tests.learning.shop import samples
from tests.parts.phrases import try_each

TEXTS = (
    "cadê meu pedido atrasado",
    "quero a segunda via do boleto",
    "the package and the invoice",
    "reclamação",
)


@pytest.fixture(scope="module")
def typos() -> Typos:
    return Typos.of(TEXTS, embedder.load_bundled().knows)


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("cade meu peddio??", "cade meu pedido??"),
        ("a segnda via do bolteo", "a segunda via do boleto"),
        ("Teh PAKCAGE, pls", "Teh package, pls"),
        ("uma recalmaçao", "uma reclamacao"),
        ("ivnoice 12", "invoice 12"),
        ("epdido", "pedido"),
    ],
)
def test_a_typo_is_mended_and_all_else_stays(typos: Typos, typed: str, mended: str) -> None:
    assert typos.correct(typed) == mended


@pytest.mark.parametrize(
    "text",
    ["bonito", "a jacket", "the voice", "Segunda-feira!", "P100 INV001", "via vias", "", "👍", "a" * 5000],
)
def test_a_word_and_what_is_none_are_left_alone(typos: Typos, text: str) -> None:
    assert typos.correct(text) == text


def test_one_of_the_commonest_words_is_no_typo_whatever_the_encoder_knows() -> None:
    mends = Typos.of(["faltou o medico", "my package, whatever it is", "el recibi"], lambda word: False)
    for text in ("ele falou do Mexico", "whenever you can", "um recibo"):
        assert mends.correct(text) == text
    assert mends.correct("fatlou o mdeico") == "faltou o medico"


def test_a_long_message_is_looked_at_only_so_far() -> None:
    asked: list[str] = []

    def known(word: str) -> bool:
        asked.append(word)
        return True

    Typos.of(TEXTS, known).correct(" ".join(["peddio"] * (2 * MOST)) + " " + "b" * (LONGEST + 1))
    assert len(asked) == MOST


@try_each(
    ("one", "other", "apart"),
    [
        ("pedido", "pedido", 0),
        ("peddio", "pedido", 1),
        ("pedid", "pedido", 1),
        ("xedixo", "pedido", 2),
        ("epdiod", "pedido", 2),
        ("", "pe", 2),
        ("p", "pedido", 3),
    ],
)
def test_typos_are_counted_up_to_a_limit(one: str, other: str, apart: int) -> None:
    assert distance(one, other, 2) == apart


def test_a_mistyped_message_is_read_like_the_right_one() -> None:
    model = IntentModel.load(learn({"shop": (samples(), 0.97)})["shop"], samples())
    assert model.read("onde etsa meu peddio, nao chegou").intent == "orders"
    assert model.read("minha fatrua veio errdaa").intent == "billing"
