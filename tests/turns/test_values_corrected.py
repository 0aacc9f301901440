"""What is said of the values of an action: corrected, added to, taken out of the order that they stand in."""

from datetime import date, timedelta

import pytest

from language.day_names import name_weekday
from tests.turns.carreto import carreto as carreto
from tests.turns.carreto import use_mode

pytestmark = pytest.mark.django_db(transaction=True)
CODE, OTHER = "BR123456789", "BR555000111"


async def say_all(one, *texts):
    for text in texts:
        answer = await one(text)
    return answer


@pytest.mark.parametrize(
    ("texts", "arguments"),
    [
        (
            [f"preciso mudar o endereço da {CODE} para Rua das Flores 55", "não, é 65", "sim"],
            {"parcel": CODE, "address": "Rua das Flores 65"},
        ),
        (
            [f"preciso mudar o endereço da {CODE} para Rua das Flores 55", "não, rua das flores 65", "sim"],
            {"parcel": CODE, "address": "rua das flores 65"},
        ),
        (
            [f"quiero cambiar la dirección de {CODE} a Calle Belgrano 450", "no, es 540", "sí"],
            {"parcel": CODE, "address": "Calle Belgrano 540"},
        ),
        (
            [f"I want to change the address of {CODE} to my office", "no, wait, it is the blue house", "yes"],
            {"parcel": CODE, "address": "the blue house"},
        ),
        (
            [
                f"je veux changer l'adresse du colis {CODE} pour mon bureau",
                "non, c'est la maison bleue",
                "oui",
            ],
            {"parcel": CODE, "address": "la maison bleue"},
        ),
        (
            [f"mudar endereço da {CODE} para o meu trabalho na esquina da padaria", "sim"],
            {"parcel": CODE, "address": "o meu trabalho na esquina da padaria"},
        ),
    ],
)
async def test_an_address_is_what_is_said_last_of_it_and_no_order(carreto, texts, arguments):
    await say_all(carreto("s1"), *texts)
    assert carreto.server.calls == [("change_address", arguments)]


@pytest.mark.parametrize(
    ("texts", "arguments"),
    [
        (
            [
                f"quero registrar avaria da {CODE}",
                f"não, espera, é outro código, {OTHER}",
                "vidro quebrado",
                "sim",
            ],
            {"parcel": OTHER, "note": "vidro quebrado"},
        ),
        (
            [f"avaria na {CODE}, a caixa chegou molhada", "não, espera, é outro código", OTHER, "sim"],
            {"parcel": OTHER, "note": "a caixa chegou molhada"},
        ),
        (
            [f"avaria na {CODE}, a tela não liga", "sim"],
            {"parcel": CODE, "note": "a tela não liga"},
        ),
        (
            [f"minha encomenda {CODE} chegou quebrada", "o vidro da mesa veio estilhaçado", "sim"],
            {"parcel": CODE, "note": "minha encomenda chegou quebrada. o vidro da mesa veio estilhaçado"},
        ),
        (
            [
                f"there is damage to my parcel {CODE}, the lid is gone",
                "the glass of the table is in pieces",
                "yes",
            ],
            {
                "parcel": CODE,
                "note": "the lid is gone. the glass of the table is in pieces",
            },
        ),
    ],
)
async def test_a_description_is_told_more_of_and_its_code_corrected(carreto, texts, arguments):
    await say_all(carreto("s1"), *texts)
    assert carreto.server.calls == [("report_damage", arguments)]


@pytest.mark.parametrize(
    ("first", "then", "yes"),
    [
        ("agendar coleta no galpão da esquina amanhã às 10:00", "melhor {day}", "sim"),
        ("quiero una recogida en el galpón de la esquina mañana a las 10:00", "mejor el {day}", "sí"),
        ("book a pickup at the shed on the corner tomorrow at 10:00", "rather on {day}", "yes"),
    ],
)
async def test_the_day_that_is_liked_better_is_proposed(carreto, first, then, yes):
    language = {"sim": "pt", "sí": "es", "yes": "en"}[yes]
    day = date.today() + timedelta(days=4)
    while day.weekday() > 4:  # a Saturday has one name in Portuguese
        day += timedelta(days=1)
    name = name_weekday(day.weekday(), language).split("-")[0]
    one = carreto("s1")
    await one(first)
    asked = await one(then.format(day=name))
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    assert day.strftime("%d/%m/%Y") in asked["text"] or day.isoformat() in asked["text"]
    await one(yes)
    [(_tool, given)] = carreto.server.calls
    assert given["day"] == day.isoformat() and given["time"] == "10:00"
    assert "10" not in given["address"] and len(given["address"].split()) <= 6


@pytest.mark.parametrize(
    ("text", "reply", "yes"),
    [
        (f"mudar endereço da {CODE} para o galpão azul", "sim, mas só se chegar até sexta", "sim"),
        (f"cambiar la dirección de {CODE} a la casa azul", "sí, pero solo si llega antes del viernes", "sí"),
        (f"change the address of {CODE} to the blue house", "yes, but only if it comes by Friday", "yes"),
        (f"changer l'adresse de {CODE} pour la maison bleue", "oui, mais seulement s'il arrive lundi", "oui"),
    ],
)
async def test_a_yes_on_a_condition_is_told_that_none_can_be_promised(carreto, text, reply, yes):
    one = carreto("s1")
    asked = await one(text)
    again = await one(reply)
    assert carreto.server.calls == []
    assert again["text"] != asked["text"] and again["text"].endswith(asked["text"])
    await one(yes)
    assert [name for name, _given in carreto.server.calls] == ["change_address"]


async def test_an_address_that_is_masked_is_given(carreto):
    one = carreto("s1")
    await say_all(one, "quero agendar uma coleta", "Rua XV de Novembro 120", "amanhã", "às 14h30", "sim")
    [(_tool, given)] = carreto.server.calls
    assert (given["address"], given["time"]) == ("Rua XV de Novembro 120", "14:30")


async def test_values_of_one_reply_are_kept_while_another_is_asked_for(carreto):
    one = carreto("s1")
    await say_all(one, "quero agendar uma coleta", "amanhã às 9", "na minha loja, no centro", "sim")
    [(_tool, given)] = carreto.server.calls
    assert (given["address"], given["time"]) == ("na minha loja, no centro", "09:00")


@pytest.mark.parametrize(
    ("texts", "given"),
    [
        (["quero um frete", "Curitiba", "Buenos Aires", "500 g"], ("Curitiba", "Buenos Aires", 0.5)),
        (["quero um frete", "para Rosario", "Curitiba", "1,5 tonelada"], ("Curitiba", "Rosario", 1500)),
        (["frete de Curitiba para Rosario, 1.500 kg"], ("Curitiba", "Rosario", 1500)),
        (["quiero un flete desde Rosario hasta Curitiba, 12 kilos"], ("Rosario", "Curitiba", 12)),
        (["un flete", "de Curitiba", "no, desde Rosario", "a Curitiba", "9"], ("Rosario", "Curitiba", 9)),
        (["freight from Rosario to Curitiba, 1,500 kg"], ("Rosario", "Curitiba", 1500)),
        (["je voudrais un fret de Rosario à Curitiba, 2,5 kg"], ("Rosario", "Curitiba", 2.5)),
    ],
)  # fmt: skip
async def test_places_and_weights_are_what_is_said_of_them(carreto, texts, given):
    await say_all(carreto("s1"), *texts)
    origin, destination, weight = given
    told = {"origin": origin, "destination": destination, "weight_kg": weight}
    assert carreto.server.calls == [("quote_freight", told)]


async def test_an_argument_is_asked_for_by_its_label_in_the_language_of_the_user(carreto):
    asked = {
        "pt": ("agendar coleta na Rua das Flores 55", "o dia da coleta"),
        "es": (
            "agendar una recogida en la Calle Belgrano 450",
            "el día de la recogida",
        ),
        "en": ("book a pickup at 55 Flower Street", "the day of the pickup"),
    }
    told = {language: (await carreto(language)(text))["text"] for language, (text, _) in asked.items()}
    assert [told[language] for language, (_, label) in asked.items() if label not in told[language]] == []


@pytest.mark.parametrize(
    "texts",
    [
        ("preciso mudar o endereço da encomenda", CODE, "Rua das Flores 55", "sim"),
        ("quiero cambiar la dirección del envío", CODE, "Rua das Flores 55", "sí"),
        ("I want to change the address of my parcel", CODE, "Rua das Flores 55", "yes"),
    ],
)
async def test_one_agent_for_everything_goes_on_with_the_values_it_asked_for(carreto, texts):
    await use_mode("single")
    await say_all(carreto("s1"), *texts)
    assert carreto.server.calls == [("change_address", {"parcel": CODE, "address": "Rua das Flores 55"})]
