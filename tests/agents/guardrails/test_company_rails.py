"""CMP and AOFERTA: what must be said with an answer, and what nobody asked for."""

from dataclasses import replace

import pytest

from agents.checks import check
from agents.guardrails.aoferta import Aoferta
from agents.guardrails.base import About
from agents.guardrails.cmp import Cmp, Duty, duties
from agents.guardrails.gate import Gate
from agents.specs import RailSpec, ToolSpec
from conversations.turn import ToolResult
from language import slots
from tests.parts.phrases import try_each

TERMS = "Rentabilidade passada não garante a futura."
DUTIES = {"phrases": ["open_ticket, protocolo aberto: /PR-\\d{4,}/", f"investments, fundo: {TERMS}"]}
CMP = RailSpec("CMP", "output", settings=DUTIES)
OPENED = ToolResult("open_ticket", "s", True, {"number": "PR-4411"})
ABOUT = About("pt", tools={"open_ticket": ToolSpec("open_ticket", "s", read_only=False)})
OFFER = RailSpec("AOFERTA", "output", settings={"phrases": ["clube dourado"]})


def through(spec: RailSpec, rail, text: str, about: About) -> tuple[str, bool]:
    gate = Gate(((rail, spec),), about)
    sent = "".join(map(gate.feed, text))
    rest, _whole, (decision,) = gate.finish()
    return sent + rest, decision.allowed


@pytest.mark.parametrize("about", [{"intents": ["investments"]}, {"said": ["Que fundos vocês têm?"]}])
def test_a_sentence_that_belongs_to_an_answer_is_added(about: dict) -> None:
    left, allowed = through(CMP, Cmp(), "Rende 10% ao ano.", replace(ABOUT, **about))
    assert (left, allowed) == (f"Rende 10% ao ano. {TERMS}", True)


def test_an_answer_that_says_it_stays_as_it_is() -> None:
    text = f"Rende 10%. {TERMS.upper()}"
    assert through(CMP, Cmp(), text, replace(ABOUT, intents=["investments"])) == (text, True)
    assert through(CMP, Cmp(), "Bom dia!", ABOUT) == ("Bom dia!", True)


def test_an_answer_without_its_number_is_refused_once_the_tool_has_worked() -> None:
    done = replace(ABOUT, tool_results=[OPENED])
    assert through(CMP, Cmp(), "Abri. O número é PR-4411.", done) == ("Abri. O número é PR-4411.", True)
    left, allowed = through(CMP, Cmp(), "Está aberto. Mais algo?", done)
    assert not allowed and left == "Não consigo dar uma resposta completa sobre isso agora."


def test_what_only_asks_something_back_needs_nothing_yet() -> None:
    asking = replace(ABOUT, intents=["open_ticket"])
    assert through(CMP, Cmp(), "Qual é o problema?", asking)[1]
    assert not through(CMP, Cmp(), "Vou ver isso.", asking)[1]


def test_a_refused_answer_is_not_completed_and_a_noted_one_stays() -> None:
    about = replace(ABOUT, intents=["investments"])
    assert not through(replace(CMP, action="block"), Cmp(), "Rende 10%.", about)[1]
    assert through(replace(CMP, action="observe"), Cmp(), "Rende 10%.", about) == ("Rende 10%.", True)


def test_publishing_tells_a_pattern_that_cannot_be_looked_for() -> None:
    row = {"enabled": True, "phrases": ["refund: /(a+/"]}
    problems = [each for each in check({"agents": {"rails": {"CMP:output": row}}}) if "CMP" in each.where]
    assert [(each.severity, "(a+" in each.sentence) for each in problems] == [("error", True)]


@try_each(
    ("text", "left"),
    [
        (
            "Seu pedido chega amanhã. Aproveite e contrate também o nosso seguro por R$ 9,90. Mais algo?",
            "Seu pedido chega amanhã. Mais algo?",
        ),
        (
            "Your order arrives tomorrow. By the way, upgrade to our premium plan for only $5 more!",
            "Your order arrives tomorrow. ",
        ),
        ("Su plan cuesta 50 al mes. ¿Puedo ayudarle en algo más?",) * 2,
        ("Entre no clube dourado quando puder. Até!", "Até!"),
    ],
)
def test_an_offer_that_nobody_asked_for_is_left_out(text: str, left: str) -> None:
    about = replace(ABOUT, said=["onde está meu pedido?"])
    assert through(OFFER, Aoferta(), text, about)[0].split() == left.split()


def test_who_asks_for_offers_gets_them_and_what_was_authored_is_said() -> None:
    text = "Aproveite e contrate também o nosso seguro por R$ 9,90."
    assert through(OFFER, Aoferta(), text, replace(ABOUT, said=["Vocês têm alguma promoção?"]))[1]
    assert through(OFFER, Aoferta(), text, replace(ABOUT, grounds=[f"Bom dia! {text}"]))[1]
    assert not through(OFFER, Aoferta(), text, replace(ABOUT, said=["onde está meu pedido?"]))[1]


@pytest.mark.parametrize(
    ("line", "text"), [("/(?:PROT|TICKET)\\d+/", "TICKET12."), ("/\\d\\d:\\d\\d/", "Às 10:30.")]
)
def test_a_line_that_begins_with_a_pattern_is_one_alone(line: str, text: str) -> None:
    rail = replace(CMP, settings={"phrases": [line]})
    about = replace(ABOUT, settings=rail.settings)
    assert through(rail, Cmp(), text, about)[1]
    assert not through(rail, Cmp(), "Bom dia.", about)[1]


@try_each("line", ["open_ticket: /PR-4", "/PR-4", "//"])
def test_publishing_tells_a_pattern_without_its_end(line: str) -> None:
    row = {"enabled": True, "phrases": [line]}
    assert [each for each in check({"agents": {"rails": {"CMP:output": row}}}) if "CMP" in each.where]


def test_a_value_at_the_end_of_a_long_answer_counts_and_a_resting_pattern_refuses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = replace(ABOUT, tool_results=[OPENED])
    assert through(CMP, Cmp(), "Está aberto. " * 400 + "PR-4411.", done)[1]
    monkeypatch.setitem(slots._resting, "PR-\\d{4,}", float("inf"))
    assert through(CMP, Cmp(), "Está aberto.", done)[1]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "O fundo rende 10%. Quer aplicar agora?",
            f"O fundo rende 10%. Quer aplicar agora? {TERMS}",
        ),
        ("Quer que o Dr. Silva explique? Ou prefere ler?",) * 2,
    ],
    ids=["says something", "only asks"],
)
def test_what_says_something_before_it_asks_needs_its_sentence(text: str, left: str) -> None:
    assert through(CMP, Cmp(), text, replace(ABOUT, intents=["investments"])) == (left, True)


@try_each(
    ("line", "duty"),
    [
        ("See https://acme.example/terms", Duty((), "See https://acme.example/terms")),
        (": Note: prices change.", Duty((), "Note: prices change.")),
        ("refund: /\\d{6,}/", Duty(("refund",), "/\\d{6,}/")),
    ],
)
def test_a_colon_parts_when_from_what_but_no_address(line: str, duty: Duty) -> None:
    assert duties((line,)) == (duty,)


@pytest.mark.parametrize(("line", "told"), [("Note: prices change.", 1), ("fundo, refund: Sem risco.", 0)])
def test_publishing_tells_that_a_colon_makes_a_condition(line: str, told: int) -> None:
    row = {"enabled": True, "phrases": [line]}
    problems = [each for each in check({"agents": {"rails": {"CMP:output": row}}}) if "CMP" in each.where]
    assert [each.severity for each in problems] == ["warning"] * told
