"""DLEX and VLOOP: what a company lists neither comes in nor goes out.

What is said over and over is answered once.
"""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from agents.guardrails import run_rails
from agents.guardrails.base import About
from agents.guardrails.dlex import STARS, Dlex
from agents.guardrails.gate import Gate
from agents.guardrails.msk import Msk
from agents.specs import RailSpec
from conversations.turn import PastMessage
from tests.agents.guardrails.test_run_rails import context, resources
from tests.parts.phrases import try_each

WORDS = {"phrases": ["Rival Telecom", "garantido"]}
IN, OUT = RailSpec("DLEX", "input", settings=WORDS), RailSpec("DLEX", "output", settings=WORDS)


def answered(spec: RailSpec, text: str) -> str:
    gate = Gate(((Dlex(), spec),), About("pt"))
    return "".join(map(gate.feed, text)) + gate.finish()[0]


@try_each(
    ("text", "left"),
    [
        ("A rival telecom é cara", "A *** é cara"),
        ("É GARANTIDO? Garantidos!", "É ***? ***!"),
        ("rivais e telecomunicações", "rivais e telecomunicações"),
    ],
)
def test_listed_words_are_starred_whatever_their_case_and_number(text: str, left: str) -> None:
    masked, (decision,) = run_rails.check_input((IN,), context(text), resources())
    assert (masked, decision.allowed) == (left, True)
    assert answered(OUT, f"{text}. Certo.") == f"{left}. Certo."


def test_a_refused_word_refuses_the_message_and_takes_a_sentence_out_of_an_answer() -> None:
    _, (decision,) = run_rails.check_input(
        (replace(IN, action="block"),), context("Rival Telecom?"), resources()
    )
    assert not decision.allowed
    assert decision.metadata["polite"] == "Não posso falar sobre isso por aqui."
    refused = replace(OUT, action="block", polite={"pt": "Falo só de nós."})
    assert answered(refused, "Olá. A Rival Telecom é pior. Até!") == "Olá. Falo só de nós. Até!"


def test_an_observed_word_is_noted_and_stays() -> None:
    text, (decision,) = run_rails.check_input(
        (replace(IN, action="observe"),), context("Rival Telecom?"), resources()
    )
    assert (text, decision.allowed, decision.metadata["observed"]) == ("Rival Telecom?", True, True)


def test_personal_numbers_may_be_refused_instead_of_masked() -> None:
    refused = RailSpec("MSK", "output", "block", polite={"pt": "Isso eu não digo."})
    gate = Gate(((Msk(), refused),), About("pt"))
    text = "".join(map(gate.feed, "Claro. O CPF é 529.982.247-25. Mais algo?")) + gate.finish()[0]
    assert text == "Claro. Isso eu não digo. Mais algo?"


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_listed_word_is_left_whatever_stands_around_it(before: str, behind: str) -> None:
    about = About("pt", settings=WORDS)
    left = Dlex().check(f"{before} Rival Telecom {behind}", about).sanitized_text
    assert left is not None and STARS in left
    assert Dlex().check(left, about).sanitized_text is None


def said(*texts: str) -> tuple[PastMessage, ...]:
    return tuple(PastMessage("user", text) for text in texts)


@try_each(
    ("text", "history", "allowed"),
    [
        ("Onde está meu pedido?", ("onde esta meu pedido", "Onde está meu pedido!!"), False),
        ("Onde está meu pedido?", ("onde está meu pedido",), True),
        ("Onde está meu pedido?", ("onde está meu pedido",) * 2 + ("e a fatura?",) * 6, True),
        ("sim", ("sim",) * 5, True),
    ],
)
def test_what_was_said_twice_already_is_answered_in_other_words(text: str, history, allowed: bool) -> None:
    _, (decision,) = run_rails.check_input(
        (RailSpec("VLOOP"),), context(text, history=said(*history)), resources()
    )
    assert decision.allowed is allowed
    assert allowed or decision.metadata["polite"].startswith("Você já me disse")
