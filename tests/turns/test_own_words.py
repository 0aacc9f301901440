"""What the platform itself says passes no rail for models.

Whoever asks for a person reads the whole sentence.
"""

import pytest

from agents.models import Guardrail
from routing.models import AgentProfile, Intent
from tests.turns.changing import change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I want to talk to a person", "I have passed this on to our team"),
        ("Quero falar com uma pessoa", "passei o seu pedido à nossa equipe"),
        ("Quiero hablar con una persona", "nuestro equipo"),
    ],
)
async def test_whoever_asks_for_a_person_is_told_that_one_was_asked(talk, text, said):
    answer = await talk("s1")(text)
    assert said in answer["text"]
    assert "  " not in answer["text"]


async def test_a_fixed_reply_names_the_companys_own_address_word_by_word(talk):
    reply = "Llama al 915 234 876, escribe a info@volante.es, o ven a Calle Mayor 5, 28013 Madrid."
    rows = Intent.objects.of("tenant_a").filter(name="greeting")
    await change(lambda: rows.update(reply={"es": reply}, menu=False))
    answer = await talk("s2")("Hola, buenos días")
    assert answer["text"] == reply


async def test_a_fixed_reply_is_no_claim_of_a_model(talk):
    reply = "Ya he cancelado su cita: 15 % de descuento en la próxima. ¡Gracias! Le paso con un compañero."

    def edit():
        Intent.objects.of("tenant_a").filter(name="greeting").update(reply={"es": reply}, menu=False)
        _switch_on("REVPREC", "GND", "ANNOUNCED")

    await change(edit)
    answer = await talk("s3")("Hola, buenos días")
    assert answer["text"] == reply


async def test_what_a_check_replaces_in_a_fixed_reply_is_named(talk):
    def edit():
        rows = Intent.objects.of("tenant_a").filter(name="greeting")
        rows.update(reply={"es": "Hola, le habla la casa vieja."}, menu=False)
        _switch_on("DLEX", phrases=["casa vieja"])

    await change(edit)
    answer = await talk("s4")("Hola, buenos días")
    assert "vieja" not in answer["text"]
    assert "DLEX" in [each["code"] for each in answer["metadata"]["guardrails"]]


def _switch_on(*codes, phrases=()):
    for profile in AgentProfile.objects.of("tenant_a"):
        for code in codes:
            row, _made = Guardrail.unscoped.update_or_create(
                tenant_id="tenant_a", code=code, phase="output",
                defaults={"action": "block", "enabled": True, "phrases": list(phrases)},
            )  # fmt: skip
            profile.guardrails.add(row)
