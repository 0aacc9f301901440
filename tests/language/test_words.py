"""Normalising, keywords, values, options: the pieces that reading is made of."""

import time

import pytest

from conversations.turn import Option
from language.automaton import Automaton, phrases
from language.errors import SlotPatternError
from language.normalise import compose, normalise, pad_words, words
from language.options import every, match
from language.slots import check, find
from language.wording import describes
from tests.parts.phrases import try_each


@try_each(
    ("text", "plain"),
    [
        ("  Cobrança\n INDEVIDA ", "cobranca indevida"), ("NÃO", "nao"), ("¿Dónde está?", "¿donde esta?"),
        ("naïve CAFÉ", "naive cafe"), ("fatura 😡", "fatura 😡"), ("1ª via", "1a via"),
        ("Œuvre Żółć", "œuvre zołc"),
        ("na\u0303o", "nao"), ("\ud800 oi", "\ud800 oi"), ("", ""),
    ],
)  # fmt: skip
def test_one_spelling(text: str, plain: str) -> None:
    assert normalise(text) == plain


@try_each("text", ["Minha FATURA, não?", "x\ny", "ação"])
def test_both_ways_of_folding_agree(text: str) -> None:
    assert words(text) == words(f"{text} 😀")
    assert pad_words(f"{text}😀") == f"{pad_words(text)} "


@try_each(
    "text",
    [
        "hmm… sim",
        "Straße ½ 1ª",
        "ﬁm ㍿ ﷺ",
        "İstanbul",
        "na\u0303o",
        "😀👍🏽",
        "x" + "\u0303" * 9,
        "\ud800 oi",
        "…",
        "",
    ],
)
def test_folding_for_keywords_keeps_every_place(text: str) -> None:
    assert len(pad_words(text)) == len(text) + 2


@try_each(
    ("typed", "enters"),
    [
        ("na\u0303o", "não"), ("COBRANC\u0327A", "COBRANÇA"), ("Vie\u0323\u0302t", "Việt"),
        ("conﬁrmar", "confirmar"),
        ("hmm… ½ 1ª", "hmm… ½ 1ª"), ("não 😀", "não 😀"), ("x\u0303y", "x\u0303y"), ("", ""),
    ],
)  # fmt: skip
def test_text_enters_with_its_accents_composed(typed: str, enters: str) -> None:
    assert compose(typed) == enters


def test_a_row_of_accents_is_composed_in_no_time_that_grows_with_its_square() -> None:
    text = "a" + "\u0301\u0323" * 15_000
    began = time.process_time()
    assert compose(text) == text
    assert time.process_time() - began < 0.5  # NFC of the whole takes a second


@try_each(
    ("one", "many"),
    [
        ("fatura", "faturas"), ("devolucao", "devolucoes"), ("devolucion", "devoluciones"),
        ("canal", "canais"),
        ("canal", "canales"), ("papel", "papeis"), ("viagem", "viagens"), ("vez", "vezes"), ("vez", "veces"),
        ("delivery", "deliveries"), ("box", "boxes"), ("invoice", "invoices"), ("mes", "meses"),
        ("cor", "cores"),
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


@try_each("before", ["hmm… ", "😡 ", "ﷺ ", "Straße, "])
def test_hit_cuts_the_typed_words_out_behind_any_sign(before: str) -> None:
    text = f"{before}Minhas COBRANÇAS!"
    (hit,) = Automaton([("cobrança", None)]).hits(text)
    assert text[hit.start : hit.end] == "COBRANÇAS"


def test_keyword_is_found_however_its_accents_were_typed_when_it_was_authored() -> None:
    assert Automaton([("cobranc\u0327a", 1)]).hits("cobrança")


def test_one_keyword_of_two_intents_is_two_hits() -> None:
    assert [hit.payload for hit in Automaton([("conta", 1), ("Conta", 2)]).hits("conta")] == [1, 2]


def test_thousands_of_hits_take_no_time() -> None:
    keywords = Automaton([("conta", 1), ("conta conta", 2), ("Conta", 3)])
    assert {hit.payload for hit in keywords.hits("conta " * 5000)} == {2}


def test_no_keyword_at_all() -> None:
    assert Automaton([]).hits("conta") == []
    assert Automaton([("!!", 1)]).hits("!!") == []


@try_each(
    ("pattern", "text", "value"),
    [
        (r"P\d{3,}", "é o p100, por favor", "P100"), (r"P\d{3,}", "XP100 P1000a", None),
        (r"\d{4}", "meu 1234!", "1234"),
        (r"INV\d+", "a fatura inv001?", "INV001"), (r"(?P<value>\d+) reais", "custa 20 reais", "20"),
        (r"[a-z]{3}-\d", "o ABC-1", "ABC-1"), (r"(P|PED)\d+", "ped12", "PED12"),
        (r"P\d+", "x" * 3000 + " P1", None),
        (r"P ?\d{3,}", "o p 100?", "P100"), (r"P ?\d{3,}", "P100", "P100"), (r"[A-Z]+ \d", "rua 5", "RUA 5"),
        (r"\D\d", "a1", "a1"), (r"x*", "nada", None),
        (r"\b(Oslo|Bergen)\b", "how is oslo?", "oslo"), (r"\b(Oslo|Bergen)\b", "Bergen!", "Bergen"),
        (r"HV[- ]?\d{4}", "hv-2041", "HV2041"), (r"HV[- ]?\d{4}", "hv 2041", "HV2041"),
        (r"HV-?\d{4}", "hv-2041", "HV-2041"), (r"[A-Z]\w+", "the Fjord", "THE"), (r"M\w+", "Moss", "Moss"),
    ],
)  # fmt: skip
def test_value_is_found_as_a_whole_word(pattern: str, text: str, value: str | None) -> None:
    assert find(pattern, text) == value


@try_each("pattern", ["[", "(a+)+", "(a|b*)*c", r"(?:\d+ ?)+", "(a{0,9}){0,9}", "((a))*+*"])
def test_pattern_that_cannot_be_used_is_refused(pattern: str) -> None:
    with pytest.raises(SlotPatternError, match="pattern"):
        check(pattern)


@try_each("pattern", ["[", "(?:(?:a?){8}){8}b", "(?:a|a)*b"])
def test_pattern_that_slipped_through_finds_nothing_and_holds_nobody_up(pattern: str) -> None:
    began = time.monotonic()
    assert [find(pattern, "a" * 2000) for _ in range(20)] == [None] * 20
    assert time.monotonic() - began < 2


CHOICES = [
    Option("Trocar o produto", "trocar"),
    Option("Devolver o produto", "devolver"),
    Option("Outra coisa", "outra"),
]


@try_each(
    ("text", "value"),
    [
        ("Trocar o produto", "trocar"), ("DEVOLVER", "devolver"), ("quero devolver", "devolver"),
        ("a primeira", "trocar"),
        ("2", "devolver"), ("a segunda opção, por favor", "devolver"), ("la tercera", "outra"),
        ("the last one", "outra"),
        ("option 1", "trocar"), ("4", None), ("o produto", None), ("não sei", None), ("", None), ("0", None),
        ("devolver o dinheiro", None),
    ],
)  # fmt: skip
def test_option_is_typed(text: str, value: str | None) -> None:
    found = match(text, CHOICES)
    assert (found.value if found else None) == value


@try_each(
    ("typed", "place", "all_of_them"),
    [
        ("as duas", None, True), ("os dois", None, True), ("las dos", None, True), ("the two", None, True),
        ("ambas", None, True), ("both of them", None, True), ("both", None, True), ("the three", None, False),
        ("a segunda", 1, False), ("dos", 1, False), ("el dos", 1, False), ("a dois", 1, False),
        ("two", 1, False),
        ("number two", 1, False), ("the second", 1, False),
    ],
)  # fmt: skip
def test_the_two_are_all_of_them_and_two_is_a_place(typed: str, place: int | None, all_of_them: bool) -> None:
    options = [Option("Estocolmo", "st"), Option("Helsinque", "he")]
    assert match(typed, options) == (options[place] if place is not None else None)
    assert every(typed, options) is all_of_them


@try_each(
    ("text", "place"),
    [
        ("the former", 0), ("the latter please", 1), ("I think the second one", 1),
        ("a segunda que você falou", 1), ("la primera, creo", 0), ("je crois, le premier", 0),
        ("neither", None), ("both", None),
    ],
)  # fmt: skip
def test_one_of_two_is_chosen_by_its_place_in_any_words(text: str, place: int | None) -> None:
    shown = [Option("See my bill", "bill"), Option("Cancel an order", "order")]
    assert match(text, shown) == (None if place is None else shown[place])


@try_each(
    ("text", "points"),
    [
        ("the one about the bill", True),
        ("the bill one", True),
        ("no bill", False),
        ("the bill and my order", False),
    ],
)
def test_one_of_two_is_chosen_by_words_of_its_button_alone(text: str, points: bool) -> None:
    assert describes(text, "See my bill") == points
