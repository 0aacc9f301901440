"""The keyword tier: whole words, regular plurals, priorities, negated clauses."""

import pytest

from conversations.turn import ConversationState
from routing.decision.keyword import CONFIDENCE
from routing.decision.tiers import decide
from routing.turns.mode import ChosenMode
from routing.turns.prepare import new_context
from tests.parts.phrases import try_each
from tests.routing.decision.world import FRESH, LIBRARY, NOW, ask, release


@try_each(
    ("text", "intent"),
    [
        pytest.param("Minha MULTA veio alta", "fine", id="case"),
        pytest.param("que cobranca e essa", "fine", id="missing-accent"),
        pytest.param("tenho cobranças estranhas", "fine", id="plural"),
        pytest.param("quero fazer devoluções", "returns", id="plural-oes"),
        pytest.param("chegaram produtos quebrados", "returns", id="plural-of-a-phrase"),
        pytest.param("segunda-via", "fine", id="hyphen"),
        pytest.param("segunda\n  via", "fine", id="line-break"),
        pytest.param("meu livro e a multa", "fine", id="lower-priority-number-wins"),
        pytest.param("oi, onde está o livro?", "loan", id="topic-before-greeting"),
        pytest.param("bom dia", "greeting", id="greeting-alone"),
        pytest.param("libro 😡😡", "loan", id="emoji"),
        pytest.param("não quero devolver, quero saber do livro", "loan", id="negated-clause-does-not-count"),
        pytest.param("não quero a multa, quero devolver", "returns", id="negated-lower-priority"),
        pytest.param("não quero devolver", "returns", id="negated-but-nothing-else"),
        pytest.param("minha multa não chegou e o livro sumiu", "fine", id="a-fact-is-not-negated"),
    ],
)
def test_keyword_decides(text: str, intent: str) -> None:
    decision = ask(text).decision
    assert (decision.intent, decision.method, decision.confidence) == (intent, "keyword", CONFIDENCE)


@try_each("text", ["contato", "multado", "livraria central", "desconta isso", "alivrou", "", "P100", "???"])
def test_part_of_a_word_is_no_keyword(text: str) -> None:
    assert ask(text).decision.method == "fallback"


def test_decision_says_what_matched_and_what_came_second() -> None:
    decided = ask("Minhas COBRANÇAS e o meu livro")
    decision = decided.decision
    assert decision.metadata["matched_keyword"] == "cobrança"
    assert decision.metadata["matched_words"] == "COBRANÇAS"
    assert decision.metadata["matched_keywords"] == ["cobrança"]
    assert decision.metadata["runner_up"] == {"intent": "loan", "agent": "loans", "keyword": "livro"}
    assert (decision.route, decision.agent, decision.domain) == ("fines", "fines", "money")
    assert decision.mcp_tools == ("read_fine",)
    assert "cobrança" in decision.reason and "loan" in decision.reason
    assert [verdict.tier for verdict in decided.verdicts] == ["state", "keyword"]
    assert [hit["words"] for hit in decided.verdicts[1].saw["hits"]] == ["COBRANÇAS", "livro"]


def test_words_are_shown_as_typed_behind_a_sign_of_several_letters() -> None:
    decided = ask("hmm… Minhas COBRANÇAS")
    assert decided.decision.metadata["matched_words"] == "COBRANÇAS"
    assert [hit["words"] for hit in decided.verdicts[1].saw["hits"]] == ["COBRANÇAS"]


@pytest.mark.parametrize(
    "text", ["na\u0303o e\u0301 sobre a multa, e\u0301 sobre o livro", "não é sobre a multa, é sobre o livro"]
)
def test_accents_typed_apart_are_read_like_others(text: str) -> None:
    said = new_context(release(), "t", "library", text, ChosenMode("router", "request")).request.utterance
    assert said.raw == said.text == "não é sobre a multa, é sobre o livro"
    assert decide(said, FRESH, LIBRARY, NOW).decision.intent == "loan"


def test_intent_leads_into_its_state() -> None:
    assert ask("quero devolver").decision.next_state == "WAITING_RETURN"


def test_intent_of_nobody_goes_to_who_speaks_else_to_the_fallback() -> None:
    assert ask("oi").decision.agent == "desk"
    assert ask("oi", ConversationState(active_agent="loans")).decision.agent == "loans"
    assert ask("oi", ConversationState(active_agent="closed")).decision.agent == "desk"
