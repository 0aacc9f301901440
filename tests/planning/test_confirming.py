"""What a plan changes or sends is shown first where it carries words that nothing resolved.

What nobody does is told.
"""

from dataclasses import replace

import pytest

from routing.planning.plan.checking import mark_confirmed
from routing.planning.specs import CapabilitySpec, DomainSpec, ExecutionStep, PlanningSection
from routing.planning.understand.catalogue import Catalogue
from routing.turns.preview import explain_route
from tests.fakes.domain_server import DomainServer
from tests.parts.phrases import try_each
from tests.planning.moved import move, quotes

SENT = "send_telegram_message"
NOBODYS = [  # asked of nobody here, beside a wish to be told
    "quero emprestar o livro X e me avise no telegram",
    "reserve um restaurante e me avise no telegram",
    "me avise no telegram e cancele meu cartão",
    "reserva una mesa y avísame por telegram",
    "book a table and notify me on telegram",
]
SENDING = [
    ("mande uma mensagem no telegram: reunião às 10", "reunião às 10"),
    ("manda no telegram que chego às dez", "chego às dez"),
]


@pytest.fixture
def market(talk):
    with DomainServer(quotes({"AAA1": 1.5})) as server:
        move(server.url, "finance", "notifier")
        yield server


def _asked(answer):
    return answer["metadata"].get("resolution"), [
        each["label"] for each in answer["metadata"]["question"]["options"]
    ]


@pytest.mark.django_db(transaction=True)
async def test_what_nobody_does_is_told_and_its_words_are_sent_to_nobody(talk, market) -> None:
    for number, text in enumerate(NOBODYS):
        answer = await talk(f"c1-{number}")(text, agent_id="finance")
        assert answer["metadata"]["route_decision"]["method"] == "fallback", text
        assert answer["metadata"]["question"] is None and "- " in answer["text"], text
    assert market.calls(SENT) == []


@pytest.mark.django_db(transaction=True)
async def test_a_noun_of_the_domain_is_no_wish_for_its_nearest_goal(talk, market) -> None:
    for number, text in enumerate(["vende minhas ações", "vende mis acciones", "sell my shares"]):
        answer = await talk(f"c2-{number}")(text, agent_id="finance")
        assert f"“{text}”" in answer["text"].splitlines()[0] and "- " in answer["text"], answer["text"]
        assert answer["metadata"]["question"] is None
    assert market.asked == []


@pytest.mark.django_db(transaction=True)
async def test_words_of_the_user_are_sent_as_shown_and_only_after_a_yes(talk, market) -> None:
    for number, (text, message) in enumerate(SENDING):
        begun = talk(f"c3-{number}")
        shown = await begun(text, agent_id="finance")
        assert _asked(shown) == ("confirm_action", ["Sim", "Não"]) and f": {message}\n" in shown["text"]
        again = await begun("sim, mas muda para as 11", agent_id="finance")
        assert again["metadata"]["question"] is not None and market.calls(SENT)[number:] == []
        await begun("Sim", agent_id="finance")
        assert market.calls(SENT)[number:] == [{"message": message}]


@pytest.mark.django_db(transaction=True)
async def test_words_that_nothing_marks_are_asked_for_and_never_guessed(talk, market) -> None:
    """Of seven such messages that others wrote none had words to send: each wanted something found out."""
    begun = talk("c9")
    assert _asked(await begun("manda no telegram chego às dez", agent_id="finance")) == (
        "missing_required_params",
        [],
    )
    shown = await begun("chego às dez", agent_id="finance")
    assert _asked(shown)[0] == "confirm_action" and ": chego às dez\n" in shown["text"]
    assert market.calls(SENT) == []


@pytest.mark.django_db(transaction=True)
async def test_a_no_leaves_it_undone_and_says_so(talk, market) -> None:
    begun = talk("c4")
    await begun(SENDING[0][0], agent_id="finance")
    answer = await begun("não", agent_id="finance")
    assert "não foi feito" in answer["text"] and answer["metadata"]["question"] is None
    assert market.calls(SENT) == []
    looked = await explain_route(begun.request(SENDING[0][0], agent_id="finance"))
    assert [each["confirm"] for each in looked["execution_plan"]["steps"]] == [True], (
        "whoever asks why sees it"
    )


@pytest.mark.django_db(transaction=True)
async def test_what_was_found_goes_at_once_to_a_handle_and_to_a_mere_name_after_a_yes(talk, market) -> None:
    await talk("c5")("preço de AAA1 e mande para @equipe no telegram", agent_id="finance")
    assert market.calls(SENT) == [{"message": "AAA1 custa 1.5", "chat_id": "@equipe"}]
    begun = talk("c6")
    shown = await begun("preço de AAA1 e mande para a chefia no telegram", agent_id="finance")
    assert "AAA1 custa 1.5" in shown["text"] and "chefia" in shown["text"] and len(market.calls(SENT)) == 1
    await begun("Sim", agent_id="finance")
    assert market.calls(SENT)[1:] == [{"message": "AAA1 custa 1.5", "chat_id": "chefia"}]
    assert len(market.calls("get_stock_price")) == 2, "what was read is not read again"


@pytest.mark.django_db(transaction=True)
async def test_what_a_domain_refuses_without_naming_what_it_lacks_is_told_and_not_done_again(
    talk, market
) -> None:
    refusal = {"status": "clarification", "explanation": "Não há token.", "metadata": {"resolution": "token"}}
    market.does[SENT] = lambda body: refusal
    begun = talk("c7")
    answer = await begun("preço de AAA1 e me avise no telegram", agent_id="finance")
    assert "AAA1 custa 1.5" in answer["text"] and answer["metadata"]["question"] is None
    begun = talk("c8")
    await begun(SENDING[0][0], agent_id="finance")
    answer = await begun("sim", agent_id="finance")
    assert "Não há token." in answer["text"] and answer["metadata"]["question"] is None
    await begun("preço de AAA1", agent_id="finance")
    assert len(market.calls(SENT)) == 2


ORDER = {"type": "object", "properties": {"code": {"type": "string", "pattern": "[A-Z]{3}-[0-9]{4}"},
                                          "kind": {"enum": ["fast"]},
                                          "item": {"type": "string"},
                                          "note": {"type": "string"}}}  # fmt: skip
FLOW = {"flow": {"pre": [{"param": "item"}]}, "composition": {"static_params": {"note": "of our own"}}}
SHOP = Catalogue.of(
    PlanningSection({
        "shop": DomainSpec("shop", capabilities={
            "order": CapabilitySpec("order", "shop", "", ORDER, FLOW),
            "look": CapabilitySpec("look", "shop", "", ORDER, FLOW, read_only=True),
        })
    })
)  # fmt: skip
STEP = ExecutionStep(1, "shop", "order")


@try_each(
    ("params", "confirmed_first"),
    [
        ({}, False),
        ({"code": "ABC-1234", "kind": "fast", "item_text": "the blue one", "note": "of our own"}, False),
        ({"note": "${2.explanation}"}, False),
        ({"code": "whatever"}, True),
        ({"code": "ABC-1234 and more"}, True),
        ({"kind": "slow"}, True),
        ({"note_text": "the user's words"}, True),
        ({"note": "so: ${2.explanation}"}, True),
        ({"item": "never looked up"}, True),
    ],
    ids=str,
)
def test_what_a_manifest_resolves_needs_no_yes(params, confirmed_first) -> None:
    looked = ExecutionStep(2, "shop", "look", {"item_text": "a chair"})
    (_, step) = mark_confirmed([looked, replace(STEP, params=params)], SHOP)
    assert step.confirm is confirmed_first


def test_what_follows_on_words_that_nothing_resolved_needs_a_yes_too() -> None:
    looked = ExecutionStep(2, "shop", "look", {"note": "the user's words"})
    first, step = mark_confirmed([looked, replace(STEP, params={"note": "${2.explanation}"})], SHOP)
    assert (first.confirm, step.confirm) == (False, True)
