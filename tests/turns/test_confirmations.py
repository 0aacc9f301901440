"""A yes is to what was read, and a reply that is none leaves the question as it says."""

import pytest

from agents.models import MCPTool, Specialist
from agents.specialists.questions import NO_CONDITION, NOT_READ, OTHER_TERMS, TAKE_TIME
from conversations.visits import visit
from language.spoken_languages import speak
from releases.publish import publish
from routing.models import Intent
from tenancy.models import Tenant
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.coordinating import authored
from tests.turns.cordal import NAME
from tests.turns.cordal import cordal as cordal
from tests.turns.viveiro import viveiro as viveiro

pytestmark = pytest.mark.django_db(transaction=True)


async def publish_anew(edit):
    def work():
        edit()
        publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(work)


async def test_a_yes_to_terms_that_a_release_changed_is_asked_for_anew(cordal):
    one = cordal("s1")
    assert (await one("Please cancel the repair CR-1040"))["text"] == "Shall I cancel repair CR-1040?"
    terms = {"en": "Shall I cancel repair {ticket} for 5.00 EUR?"}
    await publish_anew(
        lambda: MCPTool.objects.of(NAME).filter(name="cancel_repair").update(confirm_text=terms)
    )
    anew = await one("yes")
    assert anew["text"] == f"{speak(OTHER_TERMS, 'en')}\n\nShall I cancel repair CR-1040 for 5.00 EUR?"
    assert cordal.server.calls == []
    await one("yes")
    assert cordal.server.calls == [("cancel_repair", {"ticket": "CR-1040"})]


async def test_a_yes_is_acted_on_by_whoever_serves_the_matter_by_now(cordal):
    one = cordal("s1")
    await one("Please cancel the repair CR-1040")

    def move():
        shop = Specialist.objects.of(NAME).get(name="shop_agent")
        Intent.objects.of(NAME).filter(name="repair_cancel").update(specialist=shop)

    await publish_anew(move)
    done = await one("yes")
    assert cordal.server.calls == [("cancel_repair", {"ticket": "CR-1040"})], done["text"]


RENTAL = "Please rent the cello from 2027-03-10"
ALQUILER = "quiero alquilar el cello desde el 2027-03-10"
CORRECTED = [
    (RENTAL, "yes but the viola", "Shall I rent the viola"),
    (RENTAL, "no, the viola", "Shall I rent the viola"),
    (RENTAL, "better the viola, not the cello", "Shall I rent the viola"),
    (ALQUILER, "sí pero la viola", "¿Alquilo el viola"),
    (ALQUILER, "si, pero es contrabajo", "¿Alquilo el contrabajo"),
    (ALQUILER, "no, mejor la viola", "¿Alquilo el viola"),
    (ALQUILER, "no, contrabajo", "¿Alquilo el contrabajo"),
]


async def test_another_choice_in_a_reply_is_proposed_and_what_was_asked_is_not_done(cordal):
    missed = []
    for number, (wish, reply, asked) in enumerate(CORRECTED):
        one = cordal(f"s{number}")
        await one(wish)
        told = (await one(reply))["text"]
        if not told.startswith(asked):
            missed.append(f"{reply}: {told}")
    assert not missed, "\n".join(missed)
    assert cordal.server.calls == []
    await one("sí")
    assert [arguments["instrument"] for _, arguments in cordal.server.calls] == ["contrabajo"]


UNDECIDED = [
    (ALQUILER, "mmm no sé, dejame pensarlo", TAKE_TIME, "sabés qué, sí, alquilalo"),
    (ALQUILER, "no se, lo pienso", TAKE_TIME, "dale"),
    (ALQUILER, "sí, pero solo si llega esta semana", NO_CONDITION, "sí"),
    (RENTAL, "hmm, not sure, let me think", TAKE_TIME, "you know what, yes, rent it"),
    (RENTAL, "Toto", NOT_READ, "yes"),
]


async def test_a_reply_that_decides_nothing_keeps_the_question_and_says_so(cordal):
    missed = []
    for number, (wish, reply, why, then) in enumerate(UNDECIDED):
        one = cordal(f"u{number}")
        asked = (await one(wish))["text"]
        told = (await one(reply))["text"]
        await one(then)
        if told != f"{speak(why, 'en' if wish == RENTAL else 'es')}\n\n{asked}":
            missed.append(f"{reply}: {told}")
        if len(cordal.server.calls) != number + 1:
            missed.append(f"{then}: not done")
    assert not missed, "\n".join(missed)


async def test_behind_another_matter_a_coordinator_asks_again_and_the_yes_counts(talk):
    await authored()
    one, who = talk("c1"), CUSTOMER | BUYER
    asked = (await one("quero devolver o pedido P100", who))["metadata"]["question"]["text"]
    told = (await one("Minha fatura veio alta", who))["text"]
    assert "INV001" in told and told.endswith(asked)
    done = await one("sim", who)
    assert [each["tool"] for each in done["metadata"]["tool_calls"]] == ["solicitar_devolucao"]


REPAY, ESTORNO = "please repay 2 EUR of order HV2041", "quero o reembolso da HV2041, 2 EUR"
COUNTED = [
    (REPAY, "make it three"),
    (REPAY, "three euros please"),
    (REPAY, "better three"),
    (REPAY, "three, not two"),
    (REPAY, "actually make it three euros"),
    (REPAY, "actually three euros"),
    (REPAY, "no, three"),
    (ESTORNO, "na verdade três euros"),
    (ESTORNO, "melhor três euros"),
    (ESTORNO, "não, três"),
]


async def test_another_number_in_words_is_proposed(viveiro):
    missed = []
    for number, (wish, reply) in enumerate(COUNTED):
        one = viveiro(f"n{number}")
        await one(wish)
        answer = await one(reply)
        question = answer["metadata"]["question"] or {}
        if "3.00" not in question.get("text", "") and "3,00" not in question.get("text", ""):
            missed.append(f"{reply}: {answer['text']}")
    assert not missed, "\n".join(missed)
