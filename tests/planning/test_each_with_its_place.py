"""The places of a message are said of all its names; none of them is lost without a word."""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("preço do Santander no Brasil e na Espanha", ["SANB11.SA", "SAN.MC"]),
        ("¿cuánto cuesta Santander en España y en Brasil?", ["SAN.MC", "SANB11.SA"]),
        ("preço da Luiza da B3", ["MGLU3.SA"]),
        ("preço da Nordea em Helsinque e em Estocolmo", ["NDA-FI.HE", "NDA-SE.ST"]),
        ("precio de Nordea en Helsinki y en Estocolmo", ["NDA-FI.HE", "NDA-SE.ST"]),
        ("preço de PETR4 no fechamento e VALE3", ["PETR4.SA", "VALE3.SA"]),
    ],
)
async def test_each_name_is_found_in_each_place(talk, message, told) -> None:
    answer = await talk("e1")(message, agent_id="finance")
    assert answer["metadata"]["question"] is None, answer["text"]
    assert all(each in answer["text"] for each in told), answer["text"]


@pytest.mark.parametrize(
    ("message", "asked", "told"),
    [
        ("preço de PETR4 na Suécia e VALE3", "“PETR4, Suécia”", ""),
        ("preço da Nordea na Suécia e da Petrobras no Brasil", "“Petrobras, Suécia”", "NDA-SE.ST"),
        ("precio de Nordea en Suecia y Apple", "“Apple, Suecia”", "NDA-SE.ST"),
        ("price of Nordea in Finland and Sweden", "“Sweden”", "NDA-FI.HE"),
        ("compare PETR4 na Suécia e VALE3", "“PETR4 na Suécia”", ""),
        ("compare PETR4 e VALE3 na Suécia", "“PETR4 na Suécia”", ""),
        ("histórico da PETR4 na Suécia e VALE3", "“PETR4 na Suécia e VALE3”", ""),
        ("price of Santander in Brazil and in Spain", "“Santander in Brazil”", "SAN.MC"),
        ("maiores altas no Brasil e na Suécia", "BRASIL E NA SUÉCIA", ""),
    ],
)
async def test_what_does_not_stand_in_its_place_is_asked_about(talk, message, asked, told) -> None:
    answer = await talk("e2")(message, agent_id="finance")
    assert answer["metadata"]["question"] and asked in answer["text"] and told in answer["text"]


@pytest.mark.parametrize(
    ("message", "replies", "told"),
    [
        ("compare Nordea e VALE3", ["2"], ["Nordea 10,02", "Vale 61,07"]),
        ("compara PETR4 en Suecia y VALE3", ["1", "1"], ["Petrobras 38,42", "Vale 61,07"]),
        ("compare Nordea and Xyzw", ["1", "Apple"], ["Nordea 112.50", "Apple 227.48"]),
        ("compare Nordea e VALE3", ["as duas"], ["Nordea 112,50", "Nordea 10,02", "Vale 61,07"]),
        ("preço da VALE3 na Suécia e da Nordea", ["1"], ["VALE3.SA"]),
    ],
)
async def test_what_is_picked_for_one_name_leaves_the_others(talk, message, replies, told) -> None:
    begun = talk("e3")
    await begun(message, agent_id="finance")
    for reply in replies:
        answer = await begun(reply, agent_id="finance")
    assert answer["metadata"]["question"] is None
    assert all(each in answer["text"] for each in told), answer["text"]


@pytest.mark.parametrize(
    ("asks", "reply", "told"),
    [
        ("qual a cotação?", "Nordea na Suécia", ["NDA-SE.ST"]),
        ("compare", "Apple e VALE3", ["Apple 227", "Vale 61"]),
    ],
)
async def test_a_name_that_answers_goes_with_its_place_too(talk, asks, reply, told) -> None:
    begun = talk("e4")
    await begun(asks, agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert all(each in answer["text"] for each in told), answer["text"]
