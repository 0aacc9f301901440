"""An intent that an operator switched off: its words are like any others, whatever the message answers."""

from dataclasses import replace

import pytest

from conversations.turn import ConversationState, Identity, Permission, TurnContext, TurnRequest, Utterance
from rollout.evaluate import RolloutSnapshot
from routing.decision.input import Decision
from routing.decision.switched_off import spread_switches
from routing.turns.mode import decide_route
from tests.parts.phrases import try_each
from tests.routing.decision.world import ASKED_LOAN, FRESH, LIBRARY, NOW, WAITING, ask

FINES = frozenset({"fine"})


def routed(
    text: str, state: ConversationState, mode: str = "router", off: frozenset[str] = FINES
) -> Decision:
    context = TurnContext(TurnRequest(
        "t1", "acme", LIBRARY.profile.agent_id, "key", mode, "profile", "web", 2, 1, 1, Identity(),
        Utterance(text, text, "pt"), state=state,
    ))  # fmt: skip
    return decide_route(context, LIBRARY, off)


def allowed(state: str) -> ConversationState:
    """A conversation in which the loans desk had asked to look at the fine ("multa")."""
    known = Permission("multa", state, "take_back", data={"agent": "loans", "intent": "loan"})
    return ConversationState(active_agent="loans", permissions={"multa": known})


def test_a_value_beside_its_words_is_the_value_asked_for() -> None:
    text = "L100, e a multa veio alta"
    assert ask(text, ASKED_LOAN).reply is None
    decided = ask(text, ASKED_LOAN, off=FINES)
    assert decided.reply is not None and decided.reply.values == {"loan_id": "L100"}


def test_a_no_before_its_words_takes_no_question_back() -> None:
    text = "não, quero ver minha multa"
    assert ask(text, WAITING).withdrawn
    decided, unknown = ask(text, WAITING, off=FINES), ask(text.replace("multa", "rua"), WAITING)
    assert not decided.withdrawn
    assert decided.reply == unknown.reply


def test_a_part_of_its_words_is_told_and_only_the_others_are_served() -> None:
    parts = {}
    for off in (frozenset[str](), FINES):
        decided = routed("minha multa e meu livro", FRESH, "supervisor", off)
        assert decided.plan is not None and bool(decided.switched_off) == bool(off)
        parts[off] = [branch.text for branch in decided.plan.branches]
    assert list(parts.values()) == [["minha multa", "meu livro"], ["meu livro"]]


def test_nothing_is_taken_out_of_what_may_answer_a_question() -> None:
    decided = routed("sim, mas só se a multa for paga", WAITING)
    assert not decided.switched_off and (decided.reply is None or decided.reply.kind != "yes")


@pytest.mark.parametrize(
    ("text", "before"),
    [
        pytest.param("pare de olhar a multa. quanto é a cobrança?", "granted", id="taken-back"),
        pytest.param("agora pode olhar a multa", "refused", id="told-to"),
    ],
)
def test_what_is_said_about_a_permission_is_only_that(text: str, before: str) -> None:
    assert routed(text, allowed(before), off=frozenset()).decision.intent == "fine"
    decided = routed(text, allowed(before))
    assert (decided.decision.agent, decided.decision.method) == ("loans", "state")
    assert decided.decision.metadata["name"] == "multa"


@try_each("mode", ["router", "supervisor", "supervised"])
def test_a_word_beside_what_is_off_does_not_take_the_message(mode: str) -> None:
    decided = routed("quero pagar a multa do meu livro", FRESH, mode)
    assert decided.decision.metadata["switched_off"] == "fine"
    (keyword,) = (verdict for verdict in decided.verdicts if verdict.tier == "keyword")
    assert keyword.saw["why"] == "switched_off"


def test_a_part_of_its_own_beside_what_is_off_is_served() -> None:
    text = "quero pagar a multa do meu livro. E quero fazer uma devolução"
    assert routed(text, FRESH).decision.intent == "returns"


def test_a_coordinator_records_as_switched_off_only_what_is_told_as_that() -> None:
    decided = routed("quero pagar a multa", FRESH, "coordinator").decision
    assert decided.method == "coordinator" and "switched_off" not in decided.metadata


def test_all_intents_may_be_off() -> None:
    assert ask("minha multa", WAITING, NOW, frozenset({"*"})).decision.agent == "returns"


@try_each("whom", ["front", "*"])
def test_an_intent_with_a_sentence_of_its_own_needs_nobody(whom: str) -> None:
    front = replace(LIBRARY.intents["fine"], agent="front")
    intents = {"fine": front, "hours": replace(front, name="hours", reply={"pt": "Das 10 às 18."})}
    off = RolloutSnapshot(switches=frozenset({("specialist", whom)}))
    spread = spread_switches(off, replace(LIBRARY, intents=intents))
    assert spread.names_off("intent") == {"fine"}
