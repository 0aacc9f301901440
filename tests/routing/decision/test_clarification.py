"""Which of two?

Asked where one of two intents is nearly certain; the choice routes the message that was unclear.
"""

from dataclasses import replace

import pytest

from conversations.turn import ConversationState, Question
from routing.decision import clarification
from routing.decision.clarification import question
from routing.decision.input import Decision
from routing.turns.team import open_parts
from tests.parts.phrases import try_each
from tests.routing.decision import shop as world
from tests.routing.decision.shop import FRESH, NOW, careful, shop

UNCLEAR = ("não recebi o que comprei", "deu problema na compra", "paguei e não é isso", "my purchase")


@pytest.fixture(scope="module")
def unclear() -> str:
    """A message that the examples leave between two intents, and that no keyword names."""
    return next(text for text in UNCLEAR if ask(text).decision.method == "clarification")


def ask(text: str, state: ConversationState = FRESH, off: frozenset[str] = frozenset()) -> Decision:
    return world.ask(text, state, off, careful())


def asked(text: str) -> ConversationState:
    """The conversation after the question."""
    put = question(ask(text).decision, text, "pt", 1)
    return ConversationState(clarification=Question(**{**_fields(put), "asked_at": NOW - 10}))


def _fields(put: Question) -> dict:
    return {name: getattr(put, name) for name in put.__dataclass_fields__}


def test_both_are_offered_as_people_know_them(unclear: str) -> None:
    decision = ask(unclear).decision
    put = question(decision, unclear, "pt", 1)
    offers = {intent.name: intent.offer["pt"] for intent in shop().intents.values() if intent.offer}
    assert [option.label for option in put.options] == [offers[name] for name in decision.metadata["between"]]
    assert "1. " in put.text and "2. " in put.text
    assert (decision.route, decision.intent) == ("clarification", "clarification")


@try_each(
    ("offer", "examples", "label"),
    [
        ({"es": "Ver clases"}, ("When do I drive?", "Quando é a aula?"), "Quando é a aula?"),
        ({"es": "Ver clases"}, ("When do I drive?",), "Ver clases"),
        ({}, ("When do I drive?",), "When do I drive?"),
        ({}, ("drive",), "Asks when the lessons are."),
    ],
)
def test_people_read_a_persons_words_before_what_is_written_for_colleagues(
    offer: dict[str, str], examples: tuple[str, ...], label: str
) -> None:
    intent = replace(
        shop().intents["returns"], offer=offer, examples=examples, description="Asks when the lessons are."
    )
    assert clarification.label_of(intent, "pt") == label


@pytest.mark.parametrize(
    ("said", "place"),
    [("1", 0), ("2", 1), ("a segunda", 1), ("é a primeira", 0), ("the last one", -1), ("opção 2", 1)],
)
def test_a_place_chooses(unclear: str, said: str, place: int) -> None:
    state = asked(unclear)
    decided = ask(said, state)
    assert decided.decision.method == "clarified"
    assert decided.decision.intent == state.clarification.data["between"][place]
    assert decided.remaining == unclear, "the message that was unclear is served"


def test_a_button_a_name_and_a_keyword_choose(unclear: str) -> None:
    state = asked(unclear)
    between = state.clarification.data["between"]
    keywords = {"billing": "é sobre a fatura", "orders": "o pedido", "returns": "a garantia"}
    for option, name in zip(state.clarification.options, between, strict=True):
        for said in (option.value, name, keywords[name]):
            decided = ask(said, state)
            assert (decided.decision.method, decided.decision.intent) == ("clarified", name), said


@pytest.mark.parametrize(
    "said", ["4", "nenhuma das duas", "conta uma piada", "quero a segunda via do boleto"]
)
def test_anything_else_is_a_message_of_its_own(unclear: str, said: str) -> None:
    decided = ask(said, asked(unclear))
    assert decided.decision.method != "clarified" and not decided.remaining


def test_nobody_is_asked_twice_in_a_row(unclear: str) -> None:
    state = asked(unclear)
    decision = ask(unclear, state).decision
    assert (decision.method, decision.intent) == ("example", state.clarification.data["between"][0])


def test_a_question_that_lapsed_chooses_nothing(unclear: str, settings) -> None:
    settings.STATE_SECONDS = 5
    assert ask("a segunda", asked(unclear)).decision.method in ("fallback", "clarification")


def test_a_question_that_lapsed_is_asked_anew(unclear: str, settings) -> None:
    settings.STATE_SECONDS = 5
    assert ask(unclear, asked(unclear)).decision.method == "clarification"


def test_a_question_that_lapsed_is_forgotten(unclear: str, settings) -> None:
    settings.STATE_SECONDS = 5
    assert open_parts.without_lapsed(asked(unclear), NOW).clarification is None
    assert open_parts.without_lapsed(asked(unclear), NOW - 8).clarification is not None


def test_while_a_question_waits_nobody_is_asked_which(unclear: str) -> None:
    waits = ConversationState(
        question=Question(
            "slot", "Qual é o número?", "parcels", "orders", fields=("order_id",), asked_at=NOW - 10
        )
    )
    assert ask(unclear, waits).decision.method != "clarification"


def test_an_intent_that_is_switched_off_is_not_offered(unclear: str) -> None:
    name = ask(unclear).decision.metadata["between"][1]
    assert name not in ask(unclear, FRESH, off=frozenset({name})).decision.metadata.get("between", ())


def test_a_choice_that_was_unpublished_since_is_none(unclear: str) -> None:
    state = asked(unclear)
    gone = frozenset(state.clarification.data["between"])
    assert ask("a segunda", state, off=gone).decision.method == "fallback"


def test_matters_of_one_specialist_are_asked_apart_where_examples_are_few(unclear: str) -> None:
    decision = world.ask(unclear, published=careful(alone="money")).decision
    assert decision.metadata["between"] == ask(unclear).decision.metadata["between"]


def test_an_intent_without_a_button_is_called_by_what_people_say_in_the_users_language() -> None:
    greeting, billing = shop().intents["greeting"], shop().intents["billing"]
    assert clarification.label_of(greeting, "pt") == "greeting"
    assert clarification.label_of(billing, "pt") == "Minha fatura"
    assert clarification.label_of(billing, "es") == "me cobraron de más"
    assert clarification.label_of(replace(billing, examples=()), "es") == "Minha fatura"
    mixed = replace(billing, offer={}, examples=("some daqui, traste", "You are useless, all of you"))
    assert clarification.label_of(mixed, "en") == "You are useless, all of you"


@pytest.mark.parametrize("said", ["todas", "both", "ambas, por favor"])
def test_all_of_them_are_served_one_after_the_other(unclear: str, said: str) -> None:
    state = asked(unclear)
    decided = ask(said, state)
    between = state.clarification.data["between"]
    assert (decided.decision.method, decided.decision.intent) == ("clarified", between[0])
    assert [part.intent for part in decided.parts] == list(between)
    assert {part.text for part in decided.parts} == {decided.remaining} == {unclear}


@pytest.mark.parametrize("said", ["nenhuma das duas", "neither of them", "ninguna"])
def test_none_of_them_is_told_what_is_served(unclear: str, said: str) -> None:
    decision = ask(said, asked(unclear)).decision
    assert (decision.intent, decision.metadata["nobody"]) == ("fallback", True)


def test_two_of_three_choose_none(unclear: str) -> None:
    state = asked(unclear)
    assert len(state.clarification.options) == 3
    assert ask("as duas", state).decision.method != "clarified"
