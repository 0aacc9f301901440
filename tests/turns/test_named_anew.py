"""A short message that names one thing anew is asked as before: "and a canoe?", "¿y para el martes?"."""

from datetime import date, timedelta

import pytest

from conversations.turn import ConversationState, Utterance
from conversations.visits import visit
from language.day_names import name_weekday
from releases import freshness
from releases.publish import publish
from routing.decision.input import DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.staying import names_anew
from routing.models import Intent
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.orilla import DESK, NAME
from tests.turns.orilla import orilla as orilla
from tests.turns.test_several_needs import COSTS, HOURS, use_mode

pytestmark = pytest.mark.django_db(transaction=True)
MODES = ["router", "supervisor", "coordinator"]


async def in_mode(company, mode: str):
    await use_mode(mode)
    return company("s1")


@try_each("mode", MODES)
@try_each(
    ("language", "texts", "boats"),
    [
        ("en", ["How much is a kayak?", "and a canoe?", "what about the red paddle?"],
         ["kayak", "canoe", "red paddle"]),
        ("es", ["¿Cuánto cuesta un kayak?", "¿y una canoa?"], ["kayak", "canoa"]),
        ("pt", ["Quanto custa um caiaque?", "e a canoagem?"], ["caiaque", "canoagem"]),
        ("en", ["How much is a kayak? When are you open?", "and a canoe?"], ["kayak", "canoe"]),
    ],
)  # fmt: skip
async def test_another_thing_is_looked_up_as_the_one_before(orilla, mode, language, texts, boats):
    one = await in_mode(orilla, mode)
    for text in texts:
        answer = await one(text)
    assert orilla.server.calls == [("hire_price", {"boat": each}) for each in boats]
    assert COSTS[language] in answer["text"]


@try_each("mode", MODES)
@try_each(
    ("language", "first", "then"),
    [
        ("en", "Are there free boats on 2026-12-05?", "and on {day}?"),
        ("es", "¿Hay barcas libres el 2026-12-05?", "¿y para el {day}?"),
        ("pt", "Há barcos livres no dia 2026-12-05?", "e na {day}?"),
    ],
)
async def test_another_day_is_looked_up_as_the_one_before(orilla, mode, language, first, then):
    one, day = await in_mode(orilla, mode), date.today() + timedelta(days=3)
    while day.weekday() > 4:  # a Saturday has one name in Portuguese
        day += timedelta(days=1)
    await one(first)
    await one(then.format(day=name_weekday(day.weekday(), language).split("-")[0]))
    asked = [given["day"] for _name, given in orilla.server.calls]
    assert [asked[0], date.fromisoformat(asked[1]).weekday()] == ["2026-12-05", day.weekday()]


@pytest.mark.parametrize("first", ["", "Are there free boats on 2026-12-05?"], ids=["first", "called in"])
async def test_in_one_voice_a_sentence_beside_a_matter_leaves_that_one_at_hand(orilla, first):
    await use_mode("coordinator")
    one = orilla("s1")
    if first:
        await one(first)
    await one("When are you open? How much is a kayak?")
    await one("and a canoe?")
    assert orilla.server.calls[-1] == ("hire_price", {"boat": "canoe"})


@try_each("mode", MODES)
@try_each(
    ("text", "says"),
    [
        ("yes, and what are your opening hours?", HOURS["en"]),
        ("yes, and how much is a kayak?", COSTS["en"]),
        ("sí, ¿y cuánto cuesta un kayak?", COSTS["es"]),
        ("sim, e quanto custa um caiaque?", COSTS["pt"]),
    ],
)
async def test_what_is_asked_beside_a_yes_is_answered_and_the_yes_asked_for_again(orilla, mode, text, says):
    one = await in_mode(orilla, mode)
    await one("Cancel my trip T-12")
    answer = await one(text)
    assert says in answer["text"] and answer["text"].endswith("Shall I cancel trip T-12?")
    await one("yes")
    assert orilla.server.calls[-1] == ("cancel_trip", {"trip": "T-12"})


@try_each(
    ("texts", "says"),
    [
        (["quero trocar o pedido P100", "na verdade o P101"], "troca do pedido P101"),
        (["I want to return order P100", "P101 rather"], "return of order P101"),
        (["quiero devolver el pedido P100", "no, el P101"], "devolución del pedido P101"),
    ],
)
async def test_another_value_is_what_is_asked_about_then(talk, texts, says):
    said = talk("v1")
    for text in texts:
        answer = await said(text, BUYER)
    assert says in answer["text"] and answer["metadata"]["question"]["kind"] == "confirmation"


@try_each("texts", [["onde está o P100?", "e o P101?"], ["where is order P100?", "and P101?"]])
async def test_one_alone_looks_up_what_a_message_names_by_its_value(talk, texts):
    said = talk("v2")
    for text, order in zip(texts, ("P100", "P101"), strict=True):
        answer = await said(text, BUYER, mode="single")
        assert f"{order}: " in answer["text"]


@try_each("mode", ["router", "single"])
@try_each(
    "texts",
    [["onde está o P100?", "e quanto custou?"], ["where is order P100?", "and the price?"]],
)
async def test_a_tail_that_brings_no_value_goes_on_with_the_matter_before(talk, mode, texts):
    said = talk("v5")
    for text in texts:
        answer = await said(text, BUYER | CUSTOMER, mode=mode)
    assert "P100: R$ 509" in answer["text"]


@pytest.mark.parametrize("mode", ["router", "supervisor"])
async def test_a_month_that_is_named_is_the_one_whose_bill_is_told(talk, mode):
    said, customer = talk("v3"), {"msisdn": CUSTOMER["msisdn"]}
    for text, due in (
        ("fatura de novembro de 2026", "20/11/2026"),
        ("e a de outubro de 2026?", "20/10/2026"),
    ):
        answer = await said(text, customer, mode=mode)
        assert f"vence em {due}" in answer["text"]


@try_each(
    ("language", "first", "then"),
    [
        ("en", "How much is a kayak?", "and the parking?"),
        ("es", "¿Cuánto cuesta un kayak?", "¿y un consejo?"),
        ("pt", "Quanto custa um caiaque?", "e algum conselho?"),
        ("en", "How much is a kayak?", "and any advice?"),
    ],
)
async def test_what_is_surely_another_matter_names_nothing_anew(orilla, language, first, then):
    one = orilla("s1")
    await one(first)
    await one(then)
    assert [name for name, _given in orilla.server.calls].count("hire_price") == 1


async def ask_for_a_person() -> None:
    def work() -> None:
        parking = Intent.objects.of(NAME).filter(name="parking", asks_for_person=False)
        if parking.update(asks_for_person=True, reply={}):
            publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(work)


@try_each(
    ("text", "anew"), [("and a canoe?", True), ("and any beginners advice?", False), ("and a human?", False)]
)
async def test_a_sure_reading_or_a_person_wins_over_words_that_a_tool_takes(orilla, text, anew):
    await ask_for_a_person()
    tenant = await visit(lambda: Tenant.objects.get(pk=NAME))
    release = await visit(lambda: freshness.release(tenant.pk, tenant.live_release))
    state = ConversationState(active_agent="prices_agent", active_intent="boat_price")
    case = DecisionInput(Utterance(text, text, "en"), state, ProfileRuntime.of(release, DESK), 0)
    assert names_anew(case) is anew


@try_each("text", ["yes, and what are your opening hours?", "yes, and how much is a kayak?"])
async def test_a_yes_beside_a_question_is_asked_for_again_each_time(orilla, text):
    one = orilla("s1")
    await one("Cancel my trip T-12")
    for _time in range(2):
        assert (await one(text))["text"].endswith("Shall I cancel trip T-12?")


@try_each("mode", ["router", "supervisor", "single"])
@try_each(
    ("texts", "person"),
    [
        (["onde está o P100?", "e um atendente?"], True),
        (["where is order P100?", "and a human?"], True),
        (["¿dónde está el pedido P100?", "¿y una persona?"], True),
        (["where is order P100?", "and P101?"], False),
    ],
)
async def test_a_person_is_asked_for_in_a_tail_too(talk, mode, texts, person):
    said = talk("v4")
    for text in texts:
        answer = await said(text, BUYER, mode=mode)
    assert bool(answer["metadata"].get("person")) is person, answer["text"]
