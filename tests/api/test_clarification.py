"""Which of two? Over plain HTTP: what a client is told, and that the number it sends back chooses."""

import pytest
from asgiref.sync import sync_to_async

from tests.routing.unsure import between

pytestmark = pytest.mark.django_db(transaction=True)
CUSTOMER = {"business_context": {"msisdn": "5511999999999", "customer_id": "C100"}}


@pytest.fixture
async def unclear(web):
    return await sync_to_async(between)("telecom_contas")


async def ask(web, text):
    answer = (await web.say(text, **CUSTOMER)).json()
    return answer, answer["metadata"]["conversation_key"]


async def test_the_answer_asks_and_says_between_what(web, unclear):
    text, names = unclear
    answer, _key = await ask(web, text)
    meta = answer["metadata"]
    labels = [option["label"] for option in meta["clarification"]["options"]]
    assert answer["text"] == "\n".join(
        [meta["clarification"]["question"].split("\n")[0],
            *(f"{n}. {label}" for n, label in enumerate(labels, 1))]
    )  # fmt: skip
    assert meta["question"]["options"] == meta["clarification"]["options"]
    decision = meta["route_decision"]
    assert (decision["method"], decision["metadata"]["between"]) == ("clarification", list(names))
    assert (meta["mcp_tools"], meta["tool_calls"]) == ([], [])


@pytest.mark.parametrize(("said", "place"), [("1", 0), ("2", 1)])
async def test_the_number_chooses_and_the_message_before_it_is_served(web, unclear, said, place):
    text, names = unclear
    _first, key = await ask(web, text)
    meta = (await web.say(said, session=key, **CUSTOMER)).json()["metadata"]
    decision = meta["route_decision"]
    assert (decision["method"], decision["intent"]) == ("clarified", names[place])
    assert decision["metadata"]["message"] == text
    assert meta["clarification"] is None


async def test_another_matter_is_answered_and_the_question_is_over(web, unclear):
    text, _names = unclear
    _first, key = await ask(web, text)
    meta = (await web.say("Minha fatura veio alta", session=key, **CUSTOMER)).json()["metadata"]
    assert meta["route_decision"]["intent"] == "billing_invoice_explanation"
    later = (await web.say("1", session=key, **CUSTOMER)).json()["metadata"]
    assert later["route_decision"]["method"] != "clarified"


async def test_thanks_in_between_leave_the_question_open(web, unclear):
    text, names = unclear
    _first, key = await ask(web, text)
    meta = (await web.say("obrigado", session=key, **CUSTOMER)).json()["metadata"]
    assert meta["route_decision"]["intent"] == "thanks"
    later = (await web.say("1", session=key, **CUSTOMER)).json()["metadata"]["route_decision"]
    assert (later["method"], later["intent"]) == ("clarified", names[0])
