"""A short message that brings nothing starts no lookup again."""

import pytest

from routing.models import Intent
from tests.parts.phrases import try_each
from tests.turns.changing import change
from tests.turns.cordal import cordal as cordal

pytestmark = pytest.mark.django_db(transaction=True)


@try_each("text", ["asdkjh qwe", "¿y en Barcelona?"])
async def test_what_nobody_understands_is_answered_with_what_is_served(cordal, text):
    one = cordal("s1")
    first = await one("¿Cómo va mi reparación CR-1040?")
    answer = await one(text)
    assert len(cordal.server.calls) == 1
    assert answer["text"] != first["text"]
    await one("¿y cuándo?")
    assert len(cordal.server.calls) == 2


@try_each("text", ["adiós", "vale, gracias", "gracias!"])
async def test_thanks_and_a_goodbye_end_the_matter(cordal, text):
    one = cordal("s1")
    await one("¿Cómo va mi reparación CR-1040?")
    assert (await one(text))["text"] == "De acuerdo. Sigo aquí si necesita algo más."
    assert len(cordal.server.calls) == 1


async def test_thanks_while_a_person_is_waited_for_get_a_short_answer(talk):
    rows = Intent.objects.of("tenant_a").filter(name__in=["thanks", "goodbye"])
    await change(lambda: rows.update(enabled=False))
    one = talk("s1")
    await one("Quiero hablar con una persona")
    answer = await one("ok, muchas gracias")
    assert answer["text"] == "De acuerdo. Si necesita algo más, escríbame."
    goes_on = await one("está bien, sigo con el bot")
    assert goes_on["text"] == "De acuerdo, sigo con usted por aquí. ¿Qué necesita?"
