"""The finance and the notifier domain as processes: their manifests, what they answer, the outbox."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from demo.servers import quotes
from demo.servers.data import manifest
from language.detect import language
from routing.planning.manifests.manifest import content_of
from routing.planning.manifests.validate import Neighbours, validate
from tests.parts.phrases import try_each

DOMAINS = ("finance", "notifier")


def answered(url: str, body: Any = None, spoken: str = "pt") -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "accept-language": spoken}
    try:
        with urlopen(Request(url, data, headers), timeout=5) as answer:
            text = answer.read().decode()
            return answer.status, json.loads(text) if "json" in answer.headers["content-type"] else text
    except HTTPError as error:
        return error.code, json.loads(error.read())


@pytest.fixture
def finance(demo_servers: dict[str, str]):
    def execute(capability: str, spoken: str = "pt", **parameters: Any) -> dict[str, Any]:
        body = {"domain": "finance", "capability": capability, "confidence": 1, "parameters": parameters}
        status, answer = answered(f"{demo_servers['DEMO_FINANCE_URL']}/execute", body, spoken)
        assert status == 200
        return answer

    return execute


@pytest.fixture
def notify(demo_servers: dict[str, str]):
    def execute(**parameters: Any) -> dict[str, Any]:
        body = {"capability": "send_telegram_message", "parameters": parameters}
        return answered(f"{demo_servers['DEMO_NOTIFIER_URL']}/execute", body)[1]

    return execute


@pytest.mark.parametrize("name", DOMAINS)
def test_a_domain_tells_the_manifest_that_the_demo_approves(name: str, demo_servers: dict[str, str]) -> None:
    url = demo_servers[f"DEMO_{name.upper()}_URL"]
    assert answered(f"{url}/health")[1]["status"] == "ok"
    assert answered(f"{url}/manifest") == (200, manifest(name))


def test_the_manifests_of_the_demo_have_nothing_to_correct() -> None:
    both = Neighbours({"finance", "notifier"}, {"notifier"})
    for name in DOMAINS:
        assert validate(manifest(name), both) == []


def test_every_goal_of_the_demo_has_an_example_and_words_in_three_languages() -> None:
    for name in DOMAINS:
        for goal in content_of(manifest(name))["goals"]:
            spoken = {language(each, None, ("pt", "es", "en")) for each in goal["examples"]}
            assert spoken == {"pt", "es", "en"}, goal["name"]
            assert len(goal["keywords"]) >= 5


def test_every_capability_of_a_manifest_is_carried_out_by_its_server() -> None:
    from demo.servers.finance import CAPABILITIES

    assert set(CAPABILITIES) == {each["name"] for each in manifest("finance")["capabilities"]}


def test_a_price_comes_with_its_market_and_risk(finance) -> None:
    told = finance("get_stock_price", symbol="NDA-SE.ST")
    assert told["status"] == "success"
    assert told["explanation"] == "Nordea (NDA-SE.ST) está em 112,50 SEK (+1,17% hoje)."
    result = told["result"]
    assert (result["price"], result["currency"], result["change"], result["change_pct"]) == (
        112.5,
        "SEK",
        1.3,
        1.17,
    )
    assert result["_market_context"] == {
        "market": "SE", "exchange": "Nasdaq Stockholm", "timezone": "Europe/Stockholm", "currency": "SEK",
    }  # fmt: skip
    assert set(told["metadata"]["risk_metrics"]) == {"volatility", "beta"}


@pytest.mark.parametrize(
    ("spoken", "said"), [("es", "está en 225,00"), ("en-GB,en", "is at 225.00"), ("fr", "is at 225.00")]
)
def test_it_speaks_the_language_of_who_asks(spoken: str, said: str, finance) -> None:
    told = finance("get_stock_price", spoken, symbol="AAPL")
    assert said.replace("225", "227").replace(".00", ".48").replace(",00", ",48") in told["explanation"]


def test_a_name_of_two_stocks_is_asked_about_and_a_market_settles_it(finance) -> None:
    asked = finance("get_stock_price", symbol_text="Nordea")
    assert (asked["status"], asked["metadata"]["resolution"]) == ("clarification", "ambiguous_symbol")
    assert [each["symbol"] for each in asked["result"]["candidates"]] == ["NDA-SE.ST", "NDA-FI.HE"]
    assert finance("get_stock_price", symbol_text="Nordea", market="SE")["result"]["symbol"] == "NDA-SE.ST"
    found = finance("search_symbol", query="nordea")["result"]["candidates"]
    assert [each["name"] for each in found] == ["Nordea Bank (Estocolmo)", "Nordea Bank (Helsinque)"]


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("santander", "SAN.MC"), ("Santander Brasil", "SANB11.SA"), ("petr4", "PETR4.SA"),
        ("VALE3", "VALE3.SA"),
        ("Telefónica", "TEF.MC"), ("telefonica", "TEF.MC"), ("Apple", "AAPL"), ("H&M", "HM-B.ST"),
    ],
)  # fmt: skip
def test_a_stock_is_found_as_people_call_it(text: str, symbol: str, finance) -> None:
    assert [each["symbol"] for each in finance("search_symbol", query=text)["result"]["candidates"]] == [
        symbol
    ]


def test_what_it_does_not_know_is_no_error(finance) -> None:
    unknown = finance("get_stock_price", symbol_text="abc")
    assert (unknown["status"], unknown["metadata"]["resolution"]) == ("clarification", "symbol_not_found")
    assert finance("search_symbol", query="abc")["result"] == {"candidates": []}
    assert finance("get_stock_price")["metadata"]["missing_required_params"] == ["symbol"]
    assert finance("get_top_gainers", market="Marte")["metadata"]["resolution"] == "unknown_market"
    assert finance("compare_stocks", symbols=["AAPL"])["metadata"]["missing_required_params"] == ["symbols"]


def test_movers_are_in_their_order_and_of_their_market(finance) -> None:
    rose = finance("get_top_gainers", market="BR")["result"]["items"]
    assert rose[0]["symbol"] == "MGLU3.SA" and all(each["symbol"].endswith(".SA") for each in rose)
    assert [each["change_pct"] for each in rose] == sorted(
        (each["change_pct"] for each in rose), reverse=True
    )
    fell = finance("get_top_losers", limit=2)["result"]["items"]
    assert len(fell) == 2 and all(each["change"] < 0 for each in fell)


def test_history_ends_at_the_price_and_is_the_same_twice(finance) -> None:
    told = finance("get_price_history", symbol="PETR4.SA", period="1W")
    assert told == finance("get_price_history", symbol="PETR4.SA", period="1W")
    assert told["result"]["items"][-1]["close"] == 38.42
    assert finance("get_price_history", symbol="PETR4.SA", period="9Y")["status"] == "failure"


def test_screens_and_compares(finance) -> None:
    cheap = finance("screen_stocks", criterion="CHEAP", market="ES")
    assert cheap["result"]["items"][0]["symbol"] == "SAN.MC"
    both = finance("compare_stocks", symbols=["PETR4.SA", "VALE3"])
    assert [each["symbol"] for each in both["result"]["items"]] == ["PETR4.SA", "VALE3.SA"]


def test_a_domain_refuses_what_is_no_request(demo_servers: dict[str, str]) -> None:
    url = f"{demo_servers['DEMO_FINANCE_URL']}/execute"
    assert answered(url, {"capability": "nope"})[0] == 404
    assert answered(url, [])[0] == 400
    assert answered(url, {"capability": "search_symbol", "parameters": 3})[0] == 400


def test_a_message_stays_in_the_outbox_which_shows_it_as_text(notify, demo_servers: dict[str, str]) -> None:
    told = notify(message="<b>PETR4</b> " + "x" * 5000)
    assert told["status"] == "success" and told["result"]["messages"] == 2
    status, page = answered(f"{demo_servers['DEMO_NOTIFIER_URL']}/outbox")
    assert status == 200 and "&lt;b&gt;PETR4" in page and "<b>" not in page and 'lang="pt"' in page
    kept = answered(f"{demo_servers['DEMO_NOTIFIER_URL']}/outbox.json")[1]["messages"][0]
    assert kept["chat_id"] == "@carteira" and len(kept["parts"]) == 2


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "missing_message"),
        ({"message": "x", "chat_id": "no chat"}, "invalid_chat_target"),
        ({"message": "x", "chat_id": "@strangers"}, "chat_not_allowed"),
    ],
)
def test_what_cannot_be_sent_is_asked_about(given: dict[str, str], problem: str, notify) -> None:
    told = notify(**given)
    assert (told["status"], told["metadata"]["error"]) == ("clarification", problem)


@pytest.mark.parametrize(
    ("variable", "problem"),
    [("NOTIFIER_TOKEN", "token_configuration"), ("NOTIFIER_DEFAULT_CHAT", "missing_chat_id")],
)
def test_a_notifier_that_is_not_set_up_says_so(variable: str, problem: str, monkeypatch) -> None:
    from demo.servers.notifier import send_telegram_message

    monkeypatch.setenv(variable, "")
    assert send_telegram_message({"message": "x"}, "en")["metadata"]["error"] == problem


@try_each(
    ("said", "symbols"),
    [("ericsson stockholm", ["ERIC-B.ST"]), ("Nordea Helsinki", ["NDA-FI.HE"]), ("ericsson brasil", [])],
)
def test_a_company_is_found_with_its_market_behind_it(said: str, symbols: list[str]) -> None:
    assert [stock.symbol for stock in quotes.search(said)] == symbols
