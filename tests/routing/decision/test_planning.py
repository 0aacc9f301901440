"""Which specialists work on a message at once, and what each is told of it."""

from dataclasses import replace

import pytest

from conversations.turn import (
    ConversationState,
    Identity,
    Pending,
    Question,
    SupervisorPlan,
    TurnContext,
    TurnRequest,
    Utterance,
)
from releases.loaded_release import LoadedRelease
from routing.decision import planning
from routing.decision.input import DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec
from routing.decision.tiers import decide
from routing.turns.mode import decide_route
from tests.parts.phrases import try_each
from tests.routing.decision.world import AGENTS, ASKED_LOAN, FRESH, LIBRARY, LOAN_QUESTION, NOW, ROUTING, ask


def plan(text: str, limit: int = 4, off: frozenset[str] = frozenset()) -> SupervisorPlan:
    case = DecisionInput(Utterance(text, text), ConversationState(), LIBRARY, 0, off=off)
    decided = decide(case.utterance, case.state, LIBRARY, NOW, off)
    return planning.plan(case, limit, decided.decision)


@try_each(
    ("text", "agents"),
    [
        pytest.param("meu livro sumiu e a multa veio alta", ("fines", "loans"), id="in-order-of-priority"),
        pytest.param("minha multa e meu livro", ("fines", "loans"), id="joined-by-and"),
        pytest.param("a multa do meu livro", ("fines", "loans"), id="in-one-clause"),
        pytest.param("my fine, and el libro", ("fines", "loans"), id="two-languages"),
        pytest.param("quero devolver o livro", ("loans", "returns"), id="two-words-of-one-clause"),
        pytest.param("oi, onde está meu livro?", ("loans",), id="a-greeting-is-nobodys"),
        pytest.param("não quero devolver, quero saber da multa", ("fines",), id="what-is-not-wanted"),
        pytest.param("multa, livro e devolução", ("fines", "loans", "returns"), id="three"),
    ],
)
def test_every_specialist_whose_intents_match_is_in_the_plan(text, agents):
    made = plan(text)
    assert made.agents == agents
    assert made.intent == ("multi_intent" if len(agents) > 1 else made.branches[0].intent)
    assert made.confidence == 0.9


def test_each_is_told_its_own_part():
    made = plan("Oi! Meu livro L100 sumiu e a multa veio em dobro.")
    assert [(each.agent, each.text) for each in made.branches] == [
        ("fines", "a multa veio em dobro."),
        ("loans", "Meu livro L100 sumiu"),
    ]


def test_a_sign_of_several_letters_keeps_no_parts_together():
    text = "o livro Kindle™ sumiu, multa em dobro e troca"
    assert [each.text.replace("™", "") for each in plan(text).branches] == [
        each.text for each in plan(text.replace("™", "")).branches
    ]


def test_parts_that_cannot_be_told_apart_are_told_whole():
    made = plan("a multa do meu livro")
    assert {each.text for each in made.branches} == {"a multa do meu livro"}


def test_more_than_the_limit_are_left_out_and_named():
    made = plan("multa, livro e devolução", limit=2)
    assert made.agents == ("fines", "loans")
    assert [each.agent for each in made.left_out] == ["returns"]


def test_nobody_matches_the_fallback_specialist_is_the_plan():
    made = plan("qual é a capital da França, por favor, meu amigo?")
    assert (made.agents, made.intent, made.confidence) == (("desk",), "fallback", 0.1)


def test_an_intent_that_is_switched_off_names_nobody():
    assert plan("minha multa e meu livro", off=frozenset({"fine"})).agents == ("loans",)


def test_switching_all_intents_off_names_nobody():
    made = plan("minha multa e meu livro", off=frozenset({"*"}))
    assert (made.agents, made.intent) == (("desk",), "fallback")


def test_a_plan_that_names_nobody_is_found_among_what_was_not_understood():
    decision = planning.decision(plan("qual é a capital da França, por favor, meu amigo?"), (), None)
    assert decision.method == "fallback"


@pytest.mark.parametrize(
    ("text", "agent", "intent"),
    [
        pytest.param("qual é o horário?", "desk", "hours", id="an-intent-of-nobody-in-particular"),
        pytest.param("bla " * 2500 + "multa", "fines", "fine", id="beyond-what-a-plan-reads"),
    ],
)
def test_a_keyword_that_makes_no_plan_still_decides(text, agent, intent):
    hours = IntentSpec("hours", "", keywords=("horário",))
    routing = replace(ROUTING, intents={**ROUTING.intents, "hours": hours})
    library = ProfileRuntime.of(LoadedRelease(1, "d2", {"routing": routing, "agents": AGENTS}), "library")
    context = TurnContext(TurnRequest(
        "t1", "acme", "library", "key", "supervisor", "profile", "web", 1, 1, 1, Identity(),
        Utterance(text, text, "pt"),
    ))  # fmt: skip
    decided = decide_route(context, library)
    assert decided.plan is None
    decision = decided.decision
    assert (decision.agent, decision.intent, decision.method) == (agent, intent, "keyword")
    assert decision.confidence == 0.92


def test_the_decision_has_the_seeds_shape():
    decision = planning.decision(plan("minha multa e meu livro"), ["a", "b", "a"], None)
    assert (decision.route, decision.agent, decision.method) == (
        "supervisor_agent",
        "supervisor",
        "supervisor",
    )
    assert decision.metadata["matched_keywords"] == {"fines": ["multa"], "loans": ["livro"]}
    assert decision.metadata["multi_agent"] is True
    assert decision.mcp_tools == ("a", "b")


OPEN = Pending("fines", "a multa veio em dobro", "failed", "fine", turn=1)


@try_each("text", ["E o outro assunto?", "y lo otro?", "and the other thing?", "e o resto"])
def test_what_was_left_is_found_again(text):
    decided = ask(text, ConversationState(active_agent="loans", active_intent="loan", pending=(OPEN,)))
    assert decided.decision.agent == "fines"
    assert decided.decision.method == "state"
    assert decided.resumed == OPEN


@pytest.mark.parametrize("text", ["o outro livro sumiu", "e o outro assunto é a multa do livro azul"])
def test_a_matter_of_its_own_takes_up_nothing(text):
    assert ask(text, ConversationState(pending=(OPEN,))).resumed is None


def test_nothing_open_nothing_found():
    assert ask("E o outro assunto?", FRESH).resumed is None


def test_a_value_for_the_other_open_question_goes_to_who_asked_it():
    other = Pending("loans", "meu livro sumiu", "asked", "loan", LOAN_QUESTION, 1)
    state = ConversationState(
        question=ASKED_LOAN.question.__class__(
            "state", "Posso registrar?", "returns", "returns", asked_at=LOAN_QUESTION.asked_at
        ),
        pending=(other,),
    )
    decided = ask("L200", state)
    assert decided.decision.agent == "loans"
    assert decided.reply is not None and decided.reply.values == {"loan_id": "L200"}


CONFIRM = Question(
    "confirmation", "Posso devolver o livro L100?", "returns", "returns", options=(), asked_at=NOW - 10,
    data={"tool": "take_back", "arguments": {"loan_id": "L100"}},
)  # fmt: skip


@try_each("text", ["sim, L100", "sim", "não"])
def test_a_yes_to_an_action_is_never_taken_for_a_value_of_an_open_part(text):
    other = Pending("loans", "meu livro sumiu", "asked", "loan", LOAN_QUESTION, 1)
    decided = ask(text, ConversationState(question=CONFIRM, pending=(other,)))
    assert decided.reply is not None and decided.reply.question.agent == "returns"


@try_each("text", ["obrigado", "oi", "tudo bem"])
def test_small_talk_is_no_value_for_an_open_part_without_a_pattern(text):
    free = Question("slot", "Como se chama o livro?", "loans", "loan", fields=("title",), asked_at=NOW - 10)
    part = Pending("loans", "meu livro sumiu", "asked", "loan", free, 1)
    decided = ask(text, ConversationState(pending=(part,)))
    assert decided.reply is None


def test_a_question_that_has_lapsed_takes_no_value():
    old = replace(LOAN_QUESTION, asked_at=NOW - 100_000)
    decided = ask(
        "L200", ConversationState(pending=(Pending("loans", "meu livro", "asked", "loan", old, 1),))
    )
    assert decided.reply is None
