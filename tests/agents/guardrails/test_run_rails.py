"""The rails that a profile switched on, over a turn's message and its answer."""

import asyncio
from dataclasses import replace

import pytest

from agents.guardrails import run_rails
from agents.guardrails.input_size import InputSize
from agents.judges import run_judges
from agents.resources import AgentsOperational, Resources
from agents.specs import AgentsSection, JudgeSpec, RailSpec, ToolSpec
from conversations.turn import (
    ConversationState,
    Identity,
    JudgeResult,
    PastMessage,
    ToolResult,
    TurnContext,
    TurnOutcome,
    TurnRequest,
    TurnWork,
    Utterance,
)
from rollout.evaluate import RolloutSnapshot
from tests.parts.phrases import try_each

CPF = "529.982.247-25"
TOOLS = {"look": ToolSpec("look", "s"), "act": ToolSpec("act", "s", read_only=False)}
MASK = RailSpec("MSK", "input")
SIZE = RailSpec("INPUT_SIZE", "input", "block")


def resources(*switches):
    return Resources(
        AgentsSection(tools=TOOLS), AgentsOperational(), RolloutSnapshot({}, frozenset(switches))
    )


def context(raw="", work=None, outcome=None, **changes):
    request = TurnRequest(
        turn_id="t", tenant_id="a", agent_id="p", conversation_key="k", mode="router", mode_source="",
        channel="web",
        number=1, attempt=1, release=1, identity=Identity(), utterance=Utterance(raw, raw, "pt"),
    )  # fmt: skip
    return TurnContext(replace(request, **changes), work=work or TurnWork(), outcome=outcome or TurnOutcome())


class Calls:
    """What the gate reads of a turn's caller."""

    def __init__(self, *results):
        self.results, self.asked = list(results), set()


def test_the_message_is_masked_and_each_rail_leaves_its_decision():
    text, decisions = run_rails.check_input((SIZE, MASK), context(f"cpf {CPF}"), resources())
    assert text == "cpf ***.***.***-25"
    assert {decision.code: decision.allowed for decision in decisions} == {"MSK": True, "INPUT_SIZE": True}
    assert all(decision.phase == "input" for decision in decisions)


@try_each(
    ("before", "text", "left"),
    [
        ("meu cpf é 529.982.", "247-25 obrigado", "***-25 obrigado"),
        ("meu cpf é 529.982.", "-247-25", "-***-25"),
        ("o cartão é 4111 1111", "1111 1111", "**** 1111"),
        ("meu telefone é 11 98765", "4321", "4321"),  # what stays of a telephone anyway
        ("meu cpf é 529.982.", "INV-247-25", "INV-247-25"),
        ("quero o pedido 5", "247 por favor", "247 por favor"),
        ("cancele o 100045", "678900", "678900"),
        ("meu cpf é 529.982.", "quero o plano 25", "quero o plano 25"),
    ],
)
def test_a_number_that_began_in_the_message_before_is_masked(before, text, left):
    history = (PastMessage("user", before), PastMessage("agent", "Pode repetir?"))
    assert run_rails.check_input((MASK,), context(text, history=history), resources())[0] == left


@pytest.mark.parametrize("action", ["block", "sanitize", "retry"])
def test_too_long_a_message_is_refused_politely_in_its_language(settings, action):
    settings.POLITE_CHARACTERS = 20
    spec = replace(SIZE, action=action)
    _, (decision,) = run_rails.check_input((spec,), context("x" * 20), resources())
    assert not decision.allowed
    assert decision.metadata["polite"].startswith("Sua mensagem")
    own = replace(spec, polite={"pt": "Mais curto, por favor."})
    _, (decision,) = run_rails.check_input((own,), context("x" * 20), resources())
    assert decision.metadata["polite"] == "Mais curto, por favor."


def test_an_observed_rail_changes_and_refuses_nothing(settings):
    settings.POLITE_CHARACTERS = 5
    watch = [replace(spec, action="observe") for spec in (MASK, SIZE)]
    text, decisions = run_rails.check_input(watch, context(CPF), resources())
    assert text == CPF
    assert all(decision.allowed for decision in decisions)


def test_a_switched_off_or_unknown_rail_does_not_run():
    text, decisions = run_rails.check_input(
        (MASK, RailSpec("NEW")), context(CPF), resources(("input_rail", "MSK"))
    )
    assert (text, decisions) == (CPF, ())


@pytest.mark.parametrize("where", ["now", "earlier"])
def test_the_proven_customers_own_values_stay_readable(where):
    own = {"document": CPF}
    who = (
        {"identity": Identity(business=own)} if where == "now" else {"state": ConversationState(identity=own)}
    )
    assert run_rails.check_input((MASK,), context(CPF, **who), resources())[0] == CPF


def test_the_gate_reads_the_calls_made_until_a_sentence_is_checked():
    caller = Calls()
    gate = run_rails.output_gate((RailSpec("REVPREC", "output", "block"),), context(), resources(), caller)
    assert gate.feed("Abri a troca. ") == ""
    assert gate.feed("Depois: ") == "Ainda não fiz isso. "
    caller.results.append(ToolResult("act", "s", True, {}))
    assert gate.feed("abri a troca. Fim") == "Depois: abri a troca. "


def test_the_gate_lets_tool_results_through_unmasked():
    caller = Calls(ToolResult("look", "s", True, {"telefone": "(11) 98765-4321"}))
    gate = run_rails.output_gate((RailSpec("MSK", "output"),), context(), resources(), caller)
    rest, whole, _ = (gate.feed("Ligue (11) 98765-4321 ou (11) 98765-4322."), *gate.finish()[1:])
    assert whole == "Ligue (11) 98765-4321 ou (**) *****-4322."
    assert rest == "Ligue (11) 98765-4321 ou "  # the last number might still go on


async def test_judges_of_a_profile_read_the_answer_with_all_it_may_rest_on():
    turn, answer = context("pedido P100"), "P100: R$ 20,00, protocolo XY99."
    found = (ToolResult("look", "s", True, {"v": 20.0}),)
    specs = (JudgeSpec("groundedness", threshold=0.9), JudgeSpec("not_here"))
    (result,) = (await run_judges.judge_answer(specs, answer, turn, resources(), found)).results
    assert (result.passed, result.metadata["flagged_sections"]) == (False, ["XY99"])
    said = ("Use o protocolo XY99",)
    assert (await run_judges.judge_answer(specs, answer, turn, resources(), found, said)).results[0].passed


class Slow:
    """A judge that waits for somebody."""

    name = "slow"

    async def judge(self, answer, about):
        await asyncio.sleep(5 if answer == "late" else 0)
        return JudgeResult(self.name, 1.0, True)


@pytest.mark.parametrize(("answer", "missing"), [("soon", {}), ("late", {"slow": "not done in 0.1 s"})])
async def test_a_judge_may_be_waited_for_within_its_time(monkeypatch, answer, missing):
    monkeypatch.setitem(run_judges.JUDGES, "slow", Slow())
    judged = await run_judges.judge_answer(
        [JudgeSpec("slow", seconds=0.1)], answer, context(), resources(), ()
    )
    assert (judged.missing, len(judged.results)) == (missing, 0 if missing else 1)


def test_a_share_of_the_turns_is_judged_and_the_same_turn_always():
    spec = JudgeSpec("tone", share=20)
    sampled = [run_judges.is_sampled(spec, f"turn{number}") for number in range(1000)]
    assert 150 < sum(sampled) < 250
    assert sampled == [run_judges.is_sampled(spec, f"turn{number}") for number in range(1000)]


def test_a_value_that_came_along_is_masked_in_its_names_too():
    sent = {CPF: "ativo", "cpf": CPF, "deep": [{"mail": "ana@example.com", CPF: {"n": 7}}]}
    kept = run_rails.mask_value((MASK,), sent, context("oi"), resources())
    assert kept == {
        "***.***.***-25": "ativo",
        "cpf": "***.***.***-25",
        "deep": [{"mail": "***@*******.com", "***.***.***-25": {"n": 7}}],
    }


def test_where_a_name_is_masked_with_its_value_the_value_is_masked_by_itself_too():
    sent = {"tel 11": "98765-4321 falar com joao.silva@example.com"}
    kept = str(run_rails.mask_value((MASK,), sent, context("oi"), resources()))
    assert "98765" not in kept and "joao" not in kept and "falar com" in kept


def test_names_that_are_masked_alike_keep_their_values():
    sent = {"ana@example.com": 1, "eva@example.com": 2, "***@*******.com": 3}
    kept = run_rails.mask_value((MASK,), sent, context("oi"), resources())
    assert kept == {"***@*******.com": 1, "***@*******.com (2)": 2, "***@*******.com (3)": 3}


@try_each(("lines", "allowed"), [([], True), (["20"], False), (["200"], True)])
def test_a_company_says_how_long_a_message_may_be(lines, allowed):
    row = replace(SIZE, settings={"phrases": lines})
    (decision,) = run_rails.check_input((row,), context("x" * 30), resources())[1]
    assert decision.allowed is allowed
    assert [level for level, _ in InputSize().check_row({"phrases": ["many"]}, ())] == ["error"]


def test_a_row_that_says_a_number_of_no_messages_length_is_an_error_and_ends_no_turn():
    row = replace(SIZE, settings={"phrases": ["9" * 5000]})
    (decision,) = run_rails.check_input((row,), context("x" * 30), resources())[1]
    assert decision.allowed
    assert [level for level, _ in InputSize().check_row(row.settings, ())] == ["error"]
