"""Normalising, keywords, values, options: the pieces that reading is made of."""

import time

import pytest

from conversations.turn import Option
from language.automaton import Automaton
from language.normalise import normalise, spaced, words
from language.options import match
from language.plurals import phrases
from language.slots import SlotPatternError, check, find


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  Cobrança\n INDEVIDA ", "cobranca indevida"), ("NÃO", "nao"), ("¿Dónde está?", "¿donde esta?"),
        ("naïve CAFÉ", "naive cafe"), ("fatura 😡", "fatura 😡"), ("1ª via", "1a via"), ("Œuvre Żółć", "œuvre zołc"),
        ("na\u0303o", "nao"), ("\ud800 oi", "\ud800 oi"), ("", ""),
    ],
)  # fmt: skip
def test_one_spelling(text: str, plain: str) -> None:
    assert normalise(text) == plain


@pytest.mark.parametrize("text", ["Minha FATURA, não?", "x\ny", "ação"])
def test_both_ways_of_folding_agree(text: str) -> None:
    assert words(text) == words(f"{text} 😀")
    assert len(spaced(text)) == len(text) + 2


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("fatura", "faturas"), ("devolucao", "devolucoes"), ("devolucion", "devoluciones"), ("canal", "canais"),
        ("canal", "canales"), ("papel", "papeis"), ("viagem", "viagens"), ("vez", "vezes"), ("vez", "veces"),
        ("delivery", "deliveries"), ("box", "boxes"), ("invoice", "invoices"), ("mes", "meses"), ("cor", "cores"),
        ("nota fiscal", "notas fiscais"), ("ordem de compra", "ordens de compra"), ("due date", "due dates"),
    ],
)  # fmt: skip
def test_regular_plural(one: str, many: str) -> None:
    assert many in phrases(one)


def test_keywords_are_whole_words_and_inner_hits_are_dropped() -> None:
    keywords = Automaton([("conta", 1), ("conta de luz", 2), ("luz", 3), ("pedido", 4)])
    said = [(hit.text, hit.payload) for hit in keywords.hits("contato impedido: a CONTA de Luz e contas")]
    assert said == [("conta de luz", 2), ("conta", 1)]


def test_hit_cuts_the_typed_words_out_of_the_message() -> None:
    text = "Minhas COBRANÇAS!"
    (hit,) = Automaton([("cobrança", None)]).hits(text)
    assert text[hit.start : hit.end] == "COBRANÇAS"


def test_one_keyword_of_two_intents_is_two_hits() -> None:
    assert [hit.payload for hit in Automaton([("conta", 1), ("Conta", 2)]).hits("conta")] == [1, 2]


def test_thousands_of_hits_take_no_time() -> None:
    keywords = Automaton([("conta", 1), ("conta conta", 2), ("Conta", 3)])
    assert {hit.payload for hit in keywords.hits("conta " * 5000)} == {2}


def test_no_keyword_at_all() -> None:
    assert Automaton([]).hits("conta") == []
    assert Automaton([("!!", 1)]).hits("!!") == []


@pytest.mark.parametrize(
    ("pattern", "text", "value"),
    [
        (r"P\d{3,}", "é o p100, por favor", "P100"), (r"P\d{3,}", "XP100 P1000a", None), (r"\d{4}", "meu 1234!", "1234"),
        (r"INV\d+", "a fatura inv001?", "INV001"), (r"(?P<value>\d+) reais", "custa 20 reais", "20"),
        (r"[a-z]{3}-\d", "o ABC-1", "ABC-1"), (r"(P|PED)\d+", "ped12", "PED12"), (r"P\d+", "x" * 3000 + " P1", None),
        (r"P ?\d{3,}", "o p 100?", "P100"), (r"P ?\d{3,}", "P100", "P100"), (r"[A-Z]+ \d", "rua 5", "RUA 5"), (r"\D\d", "a1", "a1"), (r"x*", "nada", None),
    ],
)  # fmt: skip
def test_value_is_found_as_a_whole_word(pattern: str, text: str, value: str | None) -> None:
    assert find(pattern, text) == value


@pytest.mark.parametrize("pattern", ["[", "(a+)+", "(a|b*)*c", r"(?:\d+ ?)+", "(a{0,9}){0,9}", "((a))*+*"])
def test_pattern_that_cannot_be_used_is_refused(pattern: str) -> None:
    with pytest.raises(SlotPatternError, match="pattern"):
        check(pattern)


@pytest.mark.parametrize("pattern", ["[", "(?:(?:a?){8}){8}b", "(?:a|a)*b"])
def test_pattern_that_slipped_through_finds_nothing_and_holds_nobody_up(pattern: str) -> None:
    began = time.monotonic()
    assert [find(pattern, "a" * 2000) for _ in range(20)] == [None] * 20
    assert time.monotonic() - began < 2


CHOICES = [
    Option("Trocar o produto", "trocar"),
    Option("Devolver o produto", "devolver"),
    Option("Outra coisa", "outra"),
]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Trocar o produto", "trocar"), ("DEVOLVER", "devolver"), ("quero devolver", "devolver"), ("a primeira", "trocar"),
        ("2", "devolver"), ("a segunda opção, por favor", "devolver"), ("la tercera", "outra"), ("the last one", "outra"),
        ("option 1", "trocar"), ("4", None), ("o produto", None), ("não sei", None), ("", None), ("0", None),
        ("devolver o dinheiro", None),
    ],
)  # fmt: skip
def test_option_is_typed(text: str, value: str | None) -> None:
    found = match(text, CHOICES)
    assert (found.value if found else None) == value
