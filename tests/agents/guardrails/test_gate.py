"""However an answer arrives, what leaves is the checked text, and never a character that a rail masks."""

import itertools
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agents.guardrails.base import About, Rail, allow
from agents.guardrails.gate import Gate
from agents.guardrails.msk import Msk
from agents.guardrails.revprec import Revprec
from agents.specs import RailSpec
from conversations.turn import RailDecision
from tests.parts.phrases import try_each

MASKED = RailSpec("MSK", "output")
CLAIMS = RailSpec("REVPREC", "output", "block")
PERSONAL = (
    "529.982.247-25", "52998224725", "4111 1111 1111 1111", "4111-1111-1111-1111", "ana.souza@example.com",
    "(11) 98765-4321", "+55 11 98765-4321", "+34 612 345 678", "415 555 2671", "12345678Z",
)  # fmt: skip
PIECES = (
    *PERSONAL, "P100", "INV001",
    "R$ 1.234,56", "10/03/2026", "11", "98765", "-4321", "(", "+", "Abri a troca do pedido.",
    "Posso abrir a troca?",
    "I have sent the email!", "Olá", "vence em", ".", "?", "...", "e", "\n", "\n\n", "  ", ":", "☎",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=14).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=8
).map("".join)


# "pedido" before a number says that it is an order's, but here it is a part of an address.
NAMED_BY_AN_ADDRESS = "o pedido.ana.souza@example.com vence em(4111 1111 1111 1111"
# The digits that a mask leaves are no number with those behind them.
BEHIND_A_MASK = "529.982.247-25 98765 ana.souza@example.com"
# A stop that touches no word is no part of an amount.
BEHIND_A_STOP = ".52998224725\nINV001"


def chunked(text, cuts):
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    return [text[a:b] for a, b in itertools.pairwise(bounds)]


def through(gate, chunks):
    """What had left after each chunk, and the whole."""
    left = [gate.feed(chunk) for chunk in chunks]
    rest, whole, decisions = gate.finish()
    return left, rest, whole, decisions


@settings(max_examples=100, deadline=None)
@given(texts, st.lists(st.integers(0, 200), max_size=12))
@example(NAMED_BY_AN_ADDRESS, [])
@example(BEHIND_A_MASK, [])
@pytest.mark.parametrize(
    "rails",
    [((Msk(), MASKED),), ((Msk(), MASKED), (Revprec(), CLAIMS))],
    ids=["masking", "masking and claims"],
)
def test_any_chunking_releases_the_same_checked_text(rails, text, cuts):
    about = About("pt")
    left, rest, whole, _ = through(Gate(rails, about), chunked(text, cuts))
    assert "".join(left) + rest == whole
    assert whole == through(Gate(rails, about), [text])[2]
    assert whole == through(Gate(rails, about), list(text))[2]
    assert Msk().check(whole, about).sanitized_text is None


@settings(max_examples=100, deadline=None)
@given(texts, st.lists(st.integers(0, 200), max_size=12))
@example(NAMED_BY_AN_ADDRESS, [])
@example(BEHIND_A_MASK, [])
@example(BEHIND_A_STOP, [])
def test_what_is_masked_in_the_whole_is_masked_in_pieces(text, cuts):
    """How much of a value's end stays, and what only the words around tell, may differ (ADR 134)."""
    about = About("pt")
    whole = Msk().check(text, about).sanitized_text or text
    pieces = through(Gate(((Msk(), MASKED),), about), chunked(text, cuts))[2]
    for value in PERSONAL:
        assert value[:-4] in whole or value[:-4] not in pieces


def test_masking_alone_lets_words_go_as_soon_as_the_next_begins():
    gate = Gate(((Msk(), MASKED),), About("pt"))
    assert gate.sees == "piece"
    assert gate.feed("Sua fatura vence am") == "Sua fatura vence "


def test_a_sentence_rail_holds_back_one_sentence():
    gate = Gate(((Msk(), MASKED), (Revprec(), CLAIMS)), About("pt"))
    assert gate.sees == "sentence"
    assert gate.feed("Sua fatura vence amanhã. O valor é") == "Sua fatura vence amanhã. "
    assert gate.feed(" R$ 10,00.\nAlgo") == "O valor é R$ 10,00.\n"


def test_a_claim_is_replaced_once_and_dropped_after():
    gate = Gate(((Revprec(), CLAIMS),), About("pt"))
    _, _, whole, (decision,) = through(gate, ["Abri a troca. Enviei o e-mail. Algo mais?"])
    assert whole == "Ainda não fiz isso.  Algo mais?"
    assert (decision.allowed, decision.sanitized_text) == (False, whole)


def test_an_observing_rail_notes_and_holds_nothing_back():
    gate = Gate(((Revprec(), RailSpec("REVPREC", "output", "observe")),), About("pt"))
    assert gate.sees == "piece"
    _, _, whole, (decision,) = through(gate, ["Abri a troca. Algo"])
    assert whole == "Abri a troca. Algo"
    assert (decision.allowed, decision.metadata["observed"]) == (True, True)


class WholeOnly(Rail):
    code = "WHOLE"
    sees = "answer"
    phases = ("output",)

    def check(self, text, about):
        if "secret" in text:
            return RailDecision(self.code, False, "secret", phase="output")
        return allow(self.code, about)


@pytest.mark.parametrize(("text", "whole"), [("fine here", "fine here"), ("a secret", "Ask elsewhere.")])
def test_a_rail_that_must_see_the_answer_holds_all_of_it(text, whole):
    spec = RailSpec("WHOLE", "output", "block", polite={"en": "Ask elsewhere."})
    left, rest, seen, _ = through(Gate(((WholeOnly(), spec),), About("en")), list(text))
    assert "".join(left) == ""
    assert (rest, seen) == (whole, whole)


def test_without_rails_everything_leaves():
    left, rest, whole, decisions = through(Gate((), About()), ["Olá ", "mundo"])
    assert ("".join(left) + rest, whole, decisions) == ("Olá mundo", "Olá mundo", ())


@try_each(
    ("text", "left"),
    [
        ("O RG é 12.345.678-9 mesmo, certo.", "O RG é **.***.**8-9 mesmo, certo."),
        ("Tenho 12.345.678-9 como RG dela.", "Tenho **.***.**8-9 como RG dela."),
        ("O pedido 4111111111111111 chega hoje.", "O pedido 4111111111111111 chega hoje."),
    ],
)
def test_a_number_is_read_by_the_words_beside_it_however_it_arrives(text, left):
    for chunks in ([text], list(text)):
        assert through(Gate(((Msk(), MASKED),), About("pt")), chunks)[2] == left


def test_a_number_waits_for_its_name_no_longer_than_one_may_follow():
    gate = Gate(((Msk(), MASKED),), About("pt"))
    assert gate.feed("São 12.345.678-9 aqui") == "São "
    assert gate.feed("? Certo. E") == "12.345.678-9 aqui? Certo. "


@try_each(
    "text",
    [
        "Abri a troca do pedido. 4111 1111 1111 1111",
        "Abri a troca do pedido: 4111 1111 1111 1111",
        "Abri a troca da ref. 4111 1111 1111 1111",
    ],
)
def test_a_number_that_outlives_its_reference_is_read_without_it(text):
    gate = Gate(((Msk(), MASKED), (Revprec(), CLAIMS)), About("pt"))
    assert "4111 1111 1111 1111" not in through(gate, [text])[2]


@pytest.mark.parametrize("action", ["retry", "handover"])
def test_nothing_leaves_before_an_answer_that_may_be_made_anew_is_reviewed(action):
    gate = Gate(((Revprec(), RailSpec("REVPREC", "output", action)),), About("pt", "output"))
    assert gate.feed("Bom dia. Sua fatura vence no dia 10. Até logo.") == ""
    assert gate.pause() == ("", ())
    assert gate.finish()[0] == "Bom dia. Sua fatura vence no dia 10. Até logo."


@pytest.mark.parametrize("step", [1, 200])
def test_who_only_notes_reads_sentences_that_have_left(step):
    noting = RailSpec("REVPREC", "output", "observe")
    gate = Gate(((Msk(), MASKED), (Revprec(), noting)), About("pt"))
    text = "Sua fatura vence amanhã. Abri a troca do pedido. Algo mais"
    left = [gate.feed(text[begin : begin + step]) for begin in range(0, len(text), step)]
    assert "".join(left) == text.removesuffix("mais")
    rest, whole, (_masked, noted) = gate.finish()
    assert (rest, whole) == ("mais", text)
    assert (noted.allowed, noted.metadata["observed"], noted.sanitized_text) == (True, True, None)


def test_a_long_answer_without_a_sentence_is_read_in_a_time_of_its_length():
    gate = Gate(((Revprec(), RailSpec("REVPREC", "output", "observe")),), About("pt"))
    began = time.process_time()
    assert gate.feed("🙂 " * 100_000)
    assert time.process_time() - began < 5  # with the square of its length a multiple of it


class Ending(Rail):
    code, sees, phases, ends = "ENDING", "sentence", ("output",), True

    def check(self, text, about):
        return RailDecision(self.code, "secret" not in text, phase="output")


@pytest.mark.parametrize(("text", "asks"), [("All is fine.", True), ("The secret is out.", False)])
def test_behind_a_refusal_that_ends_an_answer_nothing_is_asked(text, asks):
    gate = Gate(((Ending(), RailSpec("ENDING", "output", "block", polite={"en": "No."})),), About("en"))
    gate.feed(text)
    sent = gate.add_own("\n\nWhich order?")
    rest, whole, _ = gate.finish()
    assert gate.ended is not asks
    assert ("Which order?" in whole) is asks and ("Which order?" in sent + rest) is asks
