"""While a value is asked for, a person and any other matter are had as ever."""

import pytest

from tests.parts.phrases import try_each
from tests.turns.carreto import carreto as carreto
from tests.turns.carreto import use_mode

pytestmark = pytest.mark.django_db(transaction=True)
MODES = ["router", "supervisor", "coordinator", "supervised"]
PICKUP = {
    "pt": "quero agendar uma coleta amanhã",
    "es": "quiero agendar una recogida mañana",
    "en": "I want to book a pickup tomorrow",
    "fr": "je veux réserver un enlèvement demain",
}


@try_each("mode", MODES)
@try_each(
    ("language", "text"),
    [
        ("pt", "quero falar com uma pessoa"),
        ("pt", "atendente"),
        ("es", "quiero hablar con una persona"),
        ("en", "I want to talk to a person"),
        ("fr", "je veux parler à quelqu'un"),
        ("es", "¿y una persona?"),
        ("en", "and a human?"),
    ],
)
async def test_a_person_is_had_while_a_value_is_asked_for(carreto, mode, language, text):
    await use_mode(mode)
    one = carreto("s1")
    asked = await one(PICKUP[language])
    assert asked["metadata"]["question"]["kind"] == "slot"
    answer = await one(text)
    assert answer["metadata"]["person"], answer["text"]
    assert carreto.server.calls == []


@try_each("mode", MODES)
@try_each(
    ("language", "text", "says"),
    [
        ("pt", "que horas abre a agência?", "Abrimos das 8h às 18h."),
        ("es", "¿a qué hora abre la agencia?", "Abrimos de 8 a 18."),
        ("en", "What are your opening hours?", "We are open from 8 to 18."),
        ("fr", "Quelles sont vos heures d'ouverture ?", "Nous ouvrons de 8 à 18 h."),
    ],
)
async def test_a_fixed_answer_is_given_while_a_value_is_asked_for(carreto, mode, language, text, says):
    await use_mode(mode)
    one = carreto("s1")
    await one(PICKUP[language])
    answer = await one(text)
    assert says in answer["text"]


async def test_a_person_is_had_where_a_description_is_asked_for(carreto):
    one = carreto("s1")
    await one("quero registrar uma avaria da BR123456789")
    assert (await one("quero falar com uma pessoa"))["metadata"]["person"]
    assert carreto.server.calls == []


async def test_a_person_is_no_letter(talk):
    one = talk("s1")
    asked = {"agent_id": "qahelper"}
    await one("quiero enviar un email a ana@example.com", **asked)
    answer = await one("quiero hablar con una persona", **asked)
    assert answer["metadata"].get("person"), answer["text"]
