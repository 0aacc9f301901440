"""Each name of a message with the place that is said of it; none of them is lost without a word."""

import pytest

from routing.planning.understand.names import NameGroup, give_each_its_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("preço da Nordea na Suécia e da Petrobras no Brasil", ["NDA-SE.ST", "PETR4.SA"]),
        ("preço da Nordea em Helsinque e VALE3", ["NDA-FI.HE", "VALE3.SA"]),
        ("price of Nordea in Sweden and Apple", ["NDA-SE.ST", "AAPL"]),
        ("precio de Nordea en Suecia y Apple", ["NDA-SE.ST", "AAPL"]),
        ("preço do Santander no Brasil e na Espanha", ["SANB11.SA", "SAN.MC"]),
        ("¿cuánto cuesta Santander en España y en Brasil?", ["SAN.MC", "SANB11.SA"]),
        ("preço da Luiza da B3", ["MGLU3.SA"]),
        ("preço da Nordea na Suécia e qual o preço da VALE3", ["NDA-SE.ST", "VALE3.SA"]),
        ("preço da Nordea em Helsinque e em Estocolmo", ["NDA-FI.HE", "NDA-SE.ST"]),
        ("precio de Nordea en Helsinki y en Estocolmo", ["NDA-FI.HE", "NDA-SE.ST"]),
        ("price of Nordea in Finland and Sweden", ["NDA-FI.HE", "NDA-SE.ST"]),
        ("preço de PETR4 no fechamento e VALE3", ["PETR4.SA", "VALE3.SA"]),
        ("compare Nordea na Suécia e Apple nos EUA", ["Nordea 112,50", "Apple 227,48"]),
        ("compare Nordea in Finland and Apple", ["Nordea 10.02", "Apple 227.48"]),
        ("compara Nordea en Suecia y VALE3", ["Nordea 112,50", "Vale 61,07"]),
    ],
)
async def test_each_name_goes_with_its_own_place(talk, message, told) -> None:
    answer = await talk("e1")(message, agent_id="finance")
    assert answer["metadata"]["question"] is None, answer["text"]
    assert all(each in answer["text"] for each in told), answer["text"]


@pytest.mark.parametrize(
    ("message", "asked", "told"),
    [
        ("preço de PETR4 na Suécia e VALE3", "“PETR4 na Suécia”", "VALE3.SA"),
        ("precio de PETR4 en Suecia y VALE3", "“PETR4 en Suecia”", "VALE3.SA"),
        ("price of PETR4 in Sweden and VALE3", "“PETR4 in Sweden”", "VALE3.SA"),
        ("compare PETR4 na Suécia e VALE3", "“PETR4 na Suécia”", ""),
        ("compare PETR4 e VALE3 na Suécia", "“PETR4 na Suécia”", ""),
        ("histórico da PETR4 na Suécia e VALE3", "“PETR4 na Suécia e VALE3”", ""),
        ("histórico da Nordea em Helsinque e em Estocolmo", "Nordea em Estocolmo", "NDA-FI.HE"),
        ("price of Santander in Brazil and in Spain", "“Santander in Brazil”", "SAN.MC"),
        ("maiores altas no Brasil e na Suécia", "BRASIL E NA SUÉCIA", ""),
    ],
)
async def test_what_does_not_stand_in_its_place_is_asked_about(talk, message, asked, told) -> None:
    answer = await talk("e2")(message, agent_id="finance")
    assert answer["metadata"]["question"] and asked in answer["text"] and told in answer["text"]


def test_a_place_before_or_behind_all_names_is_said_of_all() -> None:
    known = {"Suécia", "Brasil"}.__contains__
    behind = [NameGroup(["A", "B"]), NameGroup(["Suécia"], "na")]
    assert give_each_its_place(behind, known, of_one=True) == behind
    assert [each.items for each in give_each_its_place(behind, known)] == [["A na Suécia", "B na Suécia"]]
    unknown = [NameGroup(["A"]), NameGroup(["Lua"], "na"), NameGroup(["Brasil"], "no")]
    assert [each.items for each in give_each_its_place(unknown, known, of_one=True)] == [["A"], ["Brasil"]]
    before = [NameGroup(["Suécia"], "na"), NameGroup(["A", "B"], listed=True)]
    assert [each.items for each in give_each_its_place(before, known, of_one=True)] == [
        ["A", "B"],
        ["Suécia"],
    ]


@pytest.mark.parametrize(
    ("message", "replies", "told"),
    [
        ("compare Nordea e VALE3", ["2"], ["Nordea 10,02", "Vale 61,07"]),
        ("compara PETR4 en Suecia y VALE3", ["1"], ["Petrobras 38,42", "Vale 61,07"]),
        ("compare Nordea and Xyzw", ["1", "Apple"], ["Nordea 112.50", "Apple 227.48"]),
        ("compare Nordea e VALE3", ["as duas"], ["Nordea 112,50", "Nordea 10,02", "Vale 61,07"]),
        ("preço da VALE3 na Suécia e da Nordea", ["1", "2"], ["NDA-FI.HE"]),
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
        ("¿cuál es la cotización?", "Nordea en Helsinki y Apple", ["NDA-FI.HE", "AAPL"]),
        ("what is the price?", "Nordea in Finland and Sweden", ["NDA-FI.HE", "NDA-SE.ST"]),
        ("compare", "Nordea na Suécia e VALE3", ["Nordea 112,50", "Vale 61,07"]),
    ],
)
async def test_a_name_that_answers_goes_with_its_place_too(talk, asks, reply, told) -> None:
    begun = talk("e4")
    await begun(asks, agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert all(each in answer["text"] for each in told), answer["text"]


def test_many_names_in_many_places_stay_few() -> None:
    groups = [NameGroup(["A"] * 3000), NameGroup(["Suécia"] * 3000, "na")]
    assert len(give_each_its_place(groups, {"Suécia"}.__contains__)[0].items) == 1000
