"""A model that says what a message wants.

Asked where the hints are not certain, believed only for what was published and said.
"""

import json

import pytest

from routing.planning.dialogue.model_intent import NONE, BelievedIntent, parse
from routing.planning.understand.catalogue import Catalogue
from tests.parts.phrases import try_each
from tests.planning.worlds import SHARES
from tests.turns import routed
from tests.turns.changing import deciding
from tests.turns.gullible import call

STATE = "state_intent"
STRANGE = "como andam os papéis da Petrobras ultimamente"
shares = Catalogue.of(SHARES)


@pytest.fixture
async def model(talk):
    """A model that decides for the finance profile."""
    async with deciding("finance") as server:
        yield server


def states(goal, entities, confidence=0.96):
    return call((STATE, {"goal": goal, "entities": entities, "confidence": confidence}))


@pytest.mark.django_db(transaction=True)
async def test_a_model_is_asked_where_the_hints_are_not_certain(talk, model) -> None:
    model.when(lambda asked: states("finance.GET_QUOTE", {"symbol_text": "Petrobras"}))
    answer = await talk("m1")(STRANGE, agent_id="finance")
    assert "38,42" in answer["text"]
    assert answer["metadata"]["usage"]["calls"] == 1 and await routed.with_model()
    (asked,) = model.requests
    offered = asked["tools"][0]["function"]["parameters"]["properties"]["goal"]["enum"]
    assert "finance.GET_QUOTE" in offered and offered[-1] == NONE
    assert json.loads(asked["messages"][-1]["content"])["message"] == STRANGE


@pytest.mark.django_db(transaction=True)
async def test_a_certain_message_asks_no_model(talk, model) -> None:
    answer = await talk("m2")("qual o preço da PETR4?", agent_id="finance")
    assert "38,42" in answer["text"] and model.requests == [] and not await routed.with_model()


@pytest.mark.django_db(transaction=True)
async def test_a_ticker_of_the_models_own_is_refused_and_nothing_is_called(talk, model) -> None:
    model.when(lambda asked: states("finance.GET_QUOTE", {"symbol_text": "PETR4.SA"}))
    answer = await talk("m3")(STRANGE, agent_id="finance")
    saw = next(tier["saw"] for tier in answer["metadata"]["tiers"] if tier["tier"] == "llm")
    assert saw["problem"] == "the user did not write PETR4.SA"
    assert not [each for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]


@pytest.mark.django_db(transaction=True)
async def test_a_model_in_doubt_makes_the_user_confirm(talk, model) -> None:
    model.when(lambda asked: states("finance.GET_QUOTE", {"symbol_text": "Petrobras"}, 0.6))
    begun = talk("m4")
    asked = await begun(STRANGE, agent_id="finance")
    assert asked["metadata"]["resolution"] == "low_confidence"
    assert (
        "get_stock_price" not in asked["text"] and "preço" in asked["text"] and "Petrobras" in asked["text"]
    )
    assert "38,42" in (await begun("sim", agent_id="finance"))["text"]


@pytest.mark.django_db(transaction=True)
async def test_a_no_does_nothing(talk, model) -> None:
    model.when(lambda asked: states("finance.GET_QUOTE", {"symbol_text": "Petrobras"}, 0.6))
    begun = talk("m5")
    await begun(STRANGE, agent_id="finance")
    answer = await begun("não", agent_id="finance")
    assert answer["metadata"]["question"] is None
    assert not [each for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]


@pytest.mark.django_db(transaction=True)
async def test_a_model_that_fails_leaves_what_the_hints_said(talk, model) -> None:
    model.when(lambda asked: call(("something_else", {})))
    answer = await talk("m6")(STRANGE, agent_id="finance")
    assert answer["metadata"]["status"] == "answered"


@try_each(
    ("sent", "why"),
    [
        ({}, "named no goal"),
        ({"goal": "finance.BUY", "confidence": 1}, "unknown goal"),
        ({"goal": "finance.GET_QUOTE"}, "did not say how sure"),
        ({"goal": "finance.GET_QUOTE", "confidence": 2}, "did not say how sure"),
        ({"goal": "finance.GET_QUOTE", "confidence": True}, "did not say how sure"),
        ({"goal": "finance.GET_QUOTE", "confidence": 1, "entities": {"ticker": "PETR4"}}, "unknown entity"),
        ({"goal": "finance.GET_QUOTE", "confidence": 1, "entities": []}, None),
        ({"goal": "finance.GET_QUOTE", "confidence": 1, "entities": "x"}, "no object of entities"),
        ({"goal": "finance.GET_QUOTE", "confidence": 1, "entities": {"symbol_text": "PETR4.SA"}},
            "did not write"),
        ({"goal": "finance.TOP_MOVERS", "confidence": 1, "entities": {"direction": "UP"}}, "no value"),
        ({"goal": "finance.TOP_MOVERS", "confidence": 1, "entities": {"direction": "gainers"}}, None),
        ({"goal": NONE, "confidence": 1}, None),
    ],
)  # fmt: skip
def test_what_a_model_sends_is_held_to_the_catalogue(sent, why) -> None:
    found = parse(sent, shares, "quanto vale a Nordea e a PETR4")
    if why is None:
        assert isinstance(found, BelievedIntent) or "no object" in found.why
    else:
        assert not isinstance(found, BelievedIntent) and why in found.why


def test_a_models_list_and_enum_are_brought_into_the_schemas_form() -> None:
    sent = {"goal": "finance.GET_QUOTE", "confidence": 0.9, "entities": {"symbol_text": ["Nordea", "PETR4"]}}
    found = parse(sent, shares, "quanto vale a Nordea e a PETR4")
    assert isinstance(found, BelievedIntent) and found.intent.entities == {
        "symbols_text": ["Nordea", "PETR4"]
    }


def test_words_of_an_earlier_message_may_be_meant() -> None:
    sent = {"goal": "finance.GET_QUOTE", "confidence": 0.9, "entities": {"symbol_text": "Nordea"}}
    assert isinstance(parse(sent, shares, "e agora?", ["falei da Nordea"]), BelievedIntent)
