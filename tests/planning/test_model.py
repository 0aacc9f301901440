"""A model that says what a message wants.

Asked where the hints are not certain, believed only for what was published and said.
"""

import json

import pytest

from agents.models import LLMProfile
from conversations.files import SentFile
from routing.planning.dialogue.deciding import needs_asking
from routing.planning.dialogue.model_intent import NONE, BelievedIntent, parse
from routing.planning.understand.catalogue import Catalogue
from tests.parts.phrases import try_each
from tests.planning.worlds import SHARES
from tests.turns import routed
from tests.turns.changing import change, deciding
from tests.turns.gullible import call

STATE = "state_intent"
STRANGE = "como andam os papéis da Petrobras ultimamente"
shares = Catalogue.of(SHARES)
CHART = SentFile.of(b"\x89PNG\r\n\x1a\n" + b"a chart" * 20, "grafico.png")


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


@pytest.mark.django_db(transaction=True)
async def test_what_a_model_names_of_a_picture_is_asked_about(talk, model) -> None:
    await change(lambda: LLMProfile.objects.of("tenant_a").filter(name="sorter").update(reads_pictures=True))
    model.when(lambda asked: states("finance.GET_QUOTE", {"symbol_text": "Petrobras"}))
    begun = talk("m9")
    asked = await begun("como anda esse papel aqui", agent_id="finance", files=(CHART,))
    assert asked["metadata"]["resolution"] == "low_confidence" and "Petrobras" in asked["text"]
    assert "38,42" not in asked["text"] and "grafico.png" not in asked["text"]
    words, picture = model.requests[0]["messages"][-1]["content"]
    assert json.loads(words["text"])["message"] == "como anda esse papel aqui"
    assert picture["type"] == "image_url"
    assert "38,42" in (await begun("sim", agent_id="finance"))["text"]


@try_each(("beside", "sure"), [([], False), (["Nordea custa 112,50"], True), (None, None)], ids=str)
def test_a_name_that_stands_nowhere_but_in_a_file_is_not_sure(beside, sure) -> None:
    sent = {"goal": "finance.GET_QUOTE", "confidence": 1, "entities": {"symbol_text": "Nordea"}}
    found = parse(sent, shares, "e esta aqui?", [], beside)
    if sure is None:
        assert not isinstance(found, BelievedIntent) and "did not write" in found.why
    else:
        assert isinstance(found, BelievedIntent) and needs_asking(found.intent) is not sure


@pytest.mark.django_db(transaction=True)
async def test_a_picture_that_no_model_of_a_plan_saw_is_told_of(talk, model) -> None:
    model.when(lambda asked: states("finance.GET_QUOTE", {"symbol_text": "Petrobras"}))
    answer = await talk("m10")("como anda esse papel aqui", agent_id="finance", files=(CHART,))
    assert "grafico.png" in answer["text"] and "38,42" not in answer["text"]
