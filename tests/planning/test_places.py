"""Names with something beside them.

What agrees is taken, what contradicts is offered, and nothing is guessed.
"""

from dataclasses import replace

import pytest

from routing.planning.execute.looking_up import choose_candidate, find_nearest
from routing.planning.specs import ExecutionPlan, ExecutionStep
from tests.fakes.domain_server import DomainServer, success
from tests.planning.carrying import carry, planned, scene
from tests.planning.worlds import SHARES

pytestmark = pytest.mark.django_db(transaction=True)


def steps(answer):
    return [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]


@pytest.mark.parametrize(
    ("message", "symbol"),
    [
        ("qual o preço da nordea de helsinque?", "NDA-FI.HE"),
        ("preço da NORDEA DE HELSINQUE", "NDA-FI.HE"),
        ("preço da nordea da finlandia", "NDA-FI.HE"),
        ("preço da Nordea da bolsa de Estocolmo", "NDA-SE.ST"),
        ("¿cuál es el precio de nordea de helsinki?", "NDA-FI.HE"),
        ("precio de Nordea de Suecia", "NDA-SE.ST"),
        ("what is the price of nordea in helsinki?", "NDA-FI.HE"),
        ("price of Nordea of Sweden", "NDA-SE.ST"),
        ("preço do Banco do Brasil", "BBAS3.SA"),
        ("preço do Santander no Brasil", "SANB11.SA"),
        ("precio de Santander en Brasil", "SANB11.SA"),
        ("price of Santander in Brazil", "SANB11.SA"),
        ("preço do Santander na Espanha", "SAN.MC"),
        ("histórico da Nordea na Suécia", "NDA-SE.ST"),
    ],
)
async def test_a_place_behind_a_name_says_which_of_several(talk, message, symbol) -> None:
    answer = await talk("w1")(message, agent_id="finance")
    (step,) = steps(answer)
    assert step["status"] == "success" and step["params"]["symbol"] == symbol, answer["text"]


YES = {"Não encontrei": "sim", "No encontré": "sí", "I did not find": "yes"}
ELSEWHERE = [
    ("qual o preço da PETR4 na Suécia?", "“PETR4, Suécia”", "Não encontrei", "38,42"),
    ("PREÇO DA PETR4 NA SUECIA", "“PETR4, SUECIA”", "Não encontrei", "38,42"),
    ("preço da PETR4 da Suécia", "“PETR4 da Suécia”", "Não encontrei", "38,42"),
    ("histórico da PETR4 na Suécia", "“PETR4, Suécia”", "Não encontrei", " foi de "),
    ("¿cuál es el precio de PETR4 en Suecia?", "“PETR4, Suecia”", "No encontré", "38,42"),
    ("what is the price of PETR4 in Sweden?", "“PETR4, Sweden”", "I did not find", "38.42"),
]


@pytest.mark.parametrize(("message", "text", "told", "price"), ELSEWHERE)
async def test_what_is_only_found_elsewhere_is_offered_and_not_taken(
    talk, message, text, told, price
) -> None:
    begun = talk("w2")
    asked = await begun(message, agent_id="finance")
    assert told in asked["text"] and text in asked["text"] and price not in asked["text"]
    assert asked["metadata"]["resolution"] == "symbol_elsewhere"
    assert [each["label"][:8] for each in asked["metadata"]["question"]["options"]] == ["PETR4.SA"]
    answer = await begun(YES[told], agent_id="finance")
    (step,) = steps(answer)
    assert price in answer["text"] and step["params"]["market"] == "BR"


@pytest.mark.parametrize(
    ("reply", "told"), [("não", "outras palavras"), ("Ericsson", "ERIC-B.ST"), ("a de São Paulo", "38,42")]
)
async def test_an_offer_may_be_refused_or_another_name_said(talk, reply, told) -> None:
    begun = talk("w3")
    await begun("qual o preço da PETR4 na Suécia?", agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert told in answer["text"] and answer["metadata"]["question"] is None


@pytest.mark.parametrize("said", ["no fechamento", "na hora", "na Lua", "em 2024"])
async def test_what_the_manifest_does_not_know_contradicts_nothing(talk, said) -> None:
    assert "38,42" in (await talk("w4")(f"qual o preço da PETR4 {said}?", agent_id="finance"))["text"]


@pytest.mark.parametrize(
    ("message", "both", "told"),
    [
        ("qual o preço da petrobras vale?", "as duas", ["38,42", "61,07"]),
        ("¿cuál es el precio de petrobras vale?", "las dos", ["38,42", "61,07"]),
        ("what is the price of petrobras vale?", "both", ["38.42", "61.07"]),
        ("compara petrobras vale", "las dos", ["38,42", "61,07"]),
    ],
)
async def test_two_names_without_a_word_between_are_offered_as_two(talk, message, both, told) -> None:
    begun = talk("w5")
    answer = await begun(message, agent_id="finance")
    options = answer["metadata"]["question"]["options"]
    assert [each["label"].split(" - ")[0] for each in options] == ["PETR4.SA", "VALE3.SA"]
    answer = await begun(both, agent_id="finance")
    assert all(price in answer["text"] for price in told), answer["text"]


async def test_a_name_that_is_found_is_looked_up_once_and_an_unknown_word_too() -> None:
    found = {"dom casmurro": [{"symbol": "B1"}], "atlas": [{"symbol": "B2"}]}
    does = {
        "search_symbol": lambda body: success(found.get(body["parameters"]["query"].lower(), [])),
        "get_stock_price": lambda body: success({}, "x"),
    }
    with DomainServer(does) as server:
        for message, times in (("preço Dom Casmurro", 1), ("preço Xyzw", 1), ("preço Atlas Xyzw", 3)):
            server.asked.clear()
            await carry(planned(message, SHARES), SHARES, scene({"finance": server.url}))
            assert len(server.calls("search_symbol")) == times, message


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("preço da PETR4 da B3 de Nova York", "Não encontrei"),
        ("precio de PETR4 de B3 de Nueva York", "No encontré"),
        ("what is the price of PETR4 of B3 in New York?", "I did not find"),
    ],
)
async def test_a_word_of_a_place_takes_nothing_where_the_others_say_another(talk, message, told) -> None:
    asked = await talk("w6")(message, agent_id="finance")
    assert told in asked["text"] and asked["metadata"]["resolution"] == "symbol_elsewhere"
    assert [each["label"][:8] for each in asked["metadata"]["question"]["options"]] == ["PETR4.SA"]


ACME = [{"symbol": "A1", "name": "Acme filial Porto"}, {"symbol": "A2", "name": "Acme sede Lisboa"}]


@pytest.mark.parametrize(
    ("message", "resolution", "symbols"),
    [
        ("preço Acme da filial de Braga", "symbol_elsewhere", ["A1"]),
        ("preço Acme da loja de Braga", "symbol_elsewhere", ["A1", "A2"]),
        ("preço Acme da filial do Porto", None, ["A1"]),
    ],
)
async def test_what_stands_behind_a_name_is_held_as_a_whole(message, resolution, symbols) -> None:
    does = {
        "search_symbol": lambda body: success(ACME if body["parameters"]["query"] == "Acme" else []),
        "get_stock_price": lambda body: success({}, body["parameters"]["symbol"]),
    }
    with DomainServer(does) as server:
        _outcomes, output = await carry(planned(message, SHARES), SHARES, scene({"finance": server.url}))
    assert output.metadata.get("resolution") == resolution
    if resolution:
        assert [each["symbol"] for each in output.result["candidates"]] == symbols
    else:
        assert output.explanation == symbols[0]


@pytest.mark.parametrize(
    ("message", "searched"),
    [
        ("preço Atlas Xyzw", ["Atlas Xyzw", "Atlas", "Xyzw"]),
        ("preço Xyzw da Suécia", ["Xyzw da Suécia", "Xyzw", "Suécia"]),
    ],
)
@pytest.mark.parametrize("broken", [0, 1, 2])
async def test_a_name_whose_search_failed_is_not_told_as_unknown(message, searched, broken) -> None:
    def search(body):
        failed = body["parameters"]["query"] == searched[broken]
        return (404, b"{}") if failed else success([])

    with DomainServer({"search_symbol": search}) as server:
        outcomes, output = await carry(planned(message, SHARES), SHARES, scene({"finance": server.url}))
        asked = [each["query"] for each in server.calls("search_symbol")]
    assert output.metadata["resolution"] == "symbol_lookup_failed" and asked == searched[: broken + 1]
    assert outcomes[1].before[-1]["problem"]


async def test_where_the_place_could_not_be_searched_the_name_is_offered() -> None:
    found = [{"symbol": "SAN.MC", "name": "Santander", "market": "ES"}]
    known = SHARES.domains["finance"]
    quote = known.capabilities["get_stock_price"]
    specs = quote.metadata["parameter_specs"] | {
        "market": {"aliases": {"Brasil": "BR"}, "enum": ["BR", "ES"]}
    }
    quote = replace(quote, metadata={**quote.metadata, "parameter_specs": specs})
    finance = replace(known, capabilities={**known.capabilities, quote.name: quote})
    section = replace(SHARES, domains={**SHARES.domains, "finance": finance})
    step = ExecutionStep(
        1, "finance", quote.name, {"symbol_text": "Santander", "market": "BR", "market_text": "Brasil"}
    )

    def search(body):
        return success(found) if body["parameters"]["query"] == "Santander" else (404, b"{}")

    with DomainServer({"search_symbol": search}) as server:
        at = scene({"finance": server.url})
        _outcomes, output = await carry(ExecutionPlan((step,)), section, at)
        assert [each["query"] for each in server.calls("search_symbol")] == ["Santander", "Santander Brasil"]
    assert output.metadata["resolution"] == "symbol_elsewhere"


def test_words_are_held_against_every_text_of_a_candidate() -> None:
    rows = [{"id": 1, "at": {"city": "São Paulo"}}, {"id": 2, "at": {"city": ["Helsinque", "Helsinki"]}}]
    assert choose_candidate("a de sao paulo", rows) == rows[0] and choose_candidate("helsi", rows) == rows[1]
    assert find_nearest("Helsinque Paulo", rows) == rows and find_nearest("xyz", rows) == []


@pytest.mark.parametrize(
    ("message", "symbols"),
    [
        ("price of bank of america", ["NDA-SE.ST", "NDA-FI.HE"]),
        ("preço da Nordea da Lua", ["NDA-SE.ST", "NDA-FI.HE"]),
        ("preço da petrobras vale", ["PETR4.SA", "VALE3.SA"]),
    ],
)
async def test_what_has_some_words_of_an_unknown_name_is_offered_and_not_taken(
    talk, message, symbols
) -> None:
    question = (await talk("w8")(message, agent_id="finance"))["metadata"]["question"]
    assert [each["label"].split(" - ")[0] for each in question["options"]] == symbols
