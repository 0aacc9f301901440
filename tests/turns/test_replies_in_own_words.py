"""What answers a question that a specialist's model asked in its own words is for who asked.

The workshop's repairs ask, in three languages; what else the messages are like is the shop's.
"""

import pytest

from tests.parts.phrases import try_each
from tests.turns.cordal import change, connect
from tests.turns.cordal import cordal as cordal

pytestmark = pytest.mark.django_db(transaction=True)

REPAIRS, SHOP = "repairs_agent", "shop_agent"
BEGINS = {
    "en": "I would like to book a visit",
    "es": "Quiero reservar una visita",
    "pt": "Quero marcar uma visita",
}
WHY = {
    "en": "What is the reason of your visit?",
    "es": "¿Cuál es el motivo de su visita?",
    "pt": "Qual é o motivo da visita?",
}


async def begin(one, model, spoken, question="", **more):
    model.calls("ask_user", {"question": question or WHY[spoken], **more})
    asked = await one(BEGINS[spoken])
    assert asked["metadata"]["question"]["agent"] == REPAIRS
    model.says("Noted.")


@try_each(
    ("spoken", "reply"),
    [
        ("en", "my violin and a price of new rosin"),
        ("en", "the end of my member card"),
        ("es", "el precio de otro juego y el violín"),
        ("es", "se acaba lo de socio"),
        ("pt", "o fim da assinatura"),
        ("pt", "saber do preço da resina e do arco"),
    ],
)
async def test_a_short_reply_is_for_who_asked_whatever_it_is_like(cordal, fake_openai, spoken, reply):
    await connect(fake_openai.base_url)
    one = cordal("s1")
    await begin(one, fake_openai, spoken)
    answer = await one(reply)
    assert (answer["metadata"]["agents"], answer["text"]) == ([REPAIRS], "Noted.")
    assert answer["metadata"]["route_decision"]["method"] == "state"
    assert WHY[spoken] in fake_openai.requests[-1]["messages"][0]["content"]


@try_each(
    ("spoken", "asked", "reply"),
    [
        ("en", "Which instrument is it?", "P8"),
        ("es", "¿Cuál es el instrumento?", "P8"),
        ("pt", "Qual é o instrumento?", "o violoncelo"),
        ("en", "Is it about the strings?", "Strings"),
    ],
    ids=["value", "value in Spanish", "label", "a word of the shop's"],
)
async def test_an_option_or_its_value_is_for_who_asked(cordal, fake_openai, spoken, asked, reply):
    await connect(fake_openai.base_url)
    one = cordal("s1")
    offered = [{"label": "Violoncelo", "value": "P8"}, {"label": "Strings", "value": "P9"}]
    await begin(one, fake_openai, spoken, asked, options=offered)
    answer = await one(reply)
    assert answer["metadata"]["agents"] == [REPAIRS] and answer["text"] == "Noted."
    assert '"picked":{' in fake_openai.requests[-1]["messages"][0]["content"]


@try_each(
    ("spoken", "message", "agent"),
    [
        ("en", "How much is a set of strings?", SHOP),
        ("es", "¿Cuándo acaba mi abono?", SHOP),
        ("pt", "Quanto custam as cordas?", SHOP),
        ("en", "I want to rent a cello", SHOP),
        ("en", "hello", SHOP),
        ("es", "Cambiando de tema, ¿alquilan violas?", SHOP),
    ],
)
async def test_what_asks_for_another_matter_is_routed(cordal, fake_openai, spoken, message, agent):
    await connect(fake_openai.base_url)
    one = cordal("s1")
    await begin(one, fake_openai, spoken)
    answer = await one(message)
    assert answer["metadata"]["route_decision"]["method"] != "state"
    assert answer["metadata"]["route_decision"]["agent"] != REPAIRS or message == "hello"


async def test_a_question_is_over_once_it_is_answered(cordal, fake_openai):
    await connect(fake_openai.base_url)
    one = cordal("s1")
    await begin(one, fake_openai, "pt")
    await one("o fim da assinatura")
    answer = await one("Quando acaba a minha assinatura?")
    assert answer["metadata"]["route_decision"]["agent"] == SHOP


async def test_a_profile_that_keeps_nothing_routes_the_reply_anew(cordal, fake_openai):
    await connect(fake_openai.base_url)
    await change(stickiness="coordinator")
    one = cordal("s1")
    await begin(one, fake_openai, "pt")
    answer = await one("o fim da assinatura")
    assert answer["metadata"]["route_decision"]["agent"] == SHOP
