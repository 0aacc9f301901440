"""What people say to the demo's finance profile is understood by the manifests' words alone, in three
languages.
"""

from typing import Any

from demo.servers.data import manifest
from routing.planning.dialogue.deciding import needs_asking
from routing.planning.manifests.manifest import content_of
from routing.planning.manifests.section import domain
from routing.planning.specs import PlanningSection
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.hearing import read_goal
from routing.planning.understand.parameters import resolve_capabilities
from tests.parts.phrases import try_each


def _row(name: str) -> dict[str, Any]:
    row = {**content_of(manifest(name)), "kind": "remote_http", "timeout": 10, "variables": []}
    for part in ("goals", "capabilities"):
        row[part] = [{**each, "enabled": True} for each in row[part]]
    return row


CATALOGUE = Catalogue.of(
    PlanningSection({name: domain(name, _row(name)) for name in ("finance", "notifier")})
)
SAID: list[tuple[str, str, dict[str, Any]]] = [
    ("qual o preço da Nordea?", "GET_QUOTE", {"symbol_text": "Nordea"}),
    (
        "preço de PETR4 e VALE3 e me avise no telegram",
        "GET_QUOTE",
        {"symbols_text": ["PETR4", "VALE3"], "notify": True},
    ),
    ("what's the price of Apple?", "GET_QUOTE", {"symbol_text": "Apple"}),
    ("¿cuánto cuesta Santander?", "GET_QUOTE", {"symbol_text": "Santander"}),
    ("quanto tá a Petrobras", "GET_QUOTE", {"symbol_text": "Petrobras"}),
    ("cotacao da magalu", "GET_QUOTE", {"symbol_text": "magalu"}),
    ("como está a magalu hoje?", "GET_QUOTE", {"symbol_text": "magalu"}),
    ("how is Apple doing today?", "GET_QUOTE", {"symbol_text": "Apple"}),
    ("¿cómo va la acción de Inditex?", "GET_QUOTE", {"symbol_text": "Inditex"}),
    ("qual o valor da vale3 e abc", "GET_QUOTE", {"symbols_text": ["vale3", "abc"]}),
    ("how much is Tesla trading at?", "GET_QUOTE", {"symbol_text": "Tesla"}),
    (
        "a cuánto cotiza Telefónica y avísame por telegram",
        "GET_QUOTE",
        {"symbol_text": "Telefónica", "notify": True},
    ),
    ("preço da ação da Nordea na Suécia", "GET_QUOTE", {"symbol_text": "Nordea", "market_text": "Suécia"}),
    ("maiores altas do Brasil", "TOP_MOVERS", {"direction": "GAINERS", "market_text": "Brasil"}),
    ("mayores caídas de España", "TOP_MOVERS", {"direction": "LOSERS", "market_text": "España"}),
    ("biggest losers in Sweden", "TOP_MOVERS", {"direction": "LOSERS", "market_text": "Sweden"}),
    ("maiores altas e baixas do Brasil", "TOP_MOVERS", {"direction": "BOTH", "market_text": "Brasil"}),
    ("top movers", "TOP_MOVERS", {"direction": "BOTH"}),
    ("histórico da Petrobras no último mês", "VIEW_HISTORY", {"period": "1M", "symbol_text": "Petrobras"}),
    ("evolución de Inditex en el último año", "VIEW_HISTORY", {"period": "1Y", "symbol_text": "Inditex"}),
    ("quanto subiu a ação da vale", "VIEW_HISTORY", {"symbol_text": "vale"}),
    ("cuánto subió telefonica", "VIEW_HISTORY", {"symbol_text": "telefonica"}),
    (
        "history of Microsoft over the last 3 months",
        "VIEW_HISTORY",
        {"period": "3M", "symbol_text": "Microsoft"},
    ),
    (
        "quais ações do Brasil pagam dividendos?",
        "SCREEN_STOCKS",
        {"criterion": "DIVIDENDS", "market_text": "Brasil"},
    ),
    ("acciones baratas de España", "SCREEN_STOCKS", {"criterion": "CHEAP", "market_text": "España"}),
    ("low risk stocks in the US", "SCREEN_STOCKS", {"criterion": "LOW_RISK", "market_text": "US"}),
    ("compare PETR4 e VALE3", "COMPARE_STOCKS", {"symbols_text": ["PETR4", "VALE3"]}),
    ("compare Apple and Microsoft", "COMPARE_STOCKS", {"symbols_text": ["Apple", "Microsoft"]}),
    ("qual o ticker da Magazine Luiza?", "SEARCH_SYMBOL", {"query_text": "Magazine Luiza"}),
    ("¿cuál es el símbolo de Iberdrola?", "SEARCH_SYMBOL", {"query_text": "Iberdrola"}),
    ("manda un mensaje por telegram: llego tarde", "SEND_MESSAGE", {"message_text": "llego tarde"}),
]


@try_each(("text", "goal", "entities"), SAID, ids=[text for text, *_rest in SAID])
def test_a_message_is_understood_and_sure(text: str, goal: str, entities: dict[str, Any]) -> None:
    intent = read_goal(text, CATALOGUE).intent
    assert (intent.goal, dict(intent.entities)) == (goal, entities)
    assert not needs_asking(intent)


@try_each(
    ("direction", "capabilities"),
    [
        ("maiores altas", ["get_top_gainers"]),
        ("maiores quedas", ["get_top_losers"]),
        ("top movers", ["get_top_gainers", "get_top_losers"]),
    ],
)
def test_a_direction_chooses_the_capabilities(direction: str, capabilities: list[str]) -> None:
    intents = resolve_capabilities(read_goal(direction, CATALOGUE).intent, CATALOGUE)
    assert [each.capability for each in intents] == capabilities


@try_each("text", ["bom dia", "qual a capital da França?", "quero a segunda via da fatura"])
def test_what_no_goal_fits_is_no_goal_of_the_market(text: str) -> None:
    assert read_goal(text, CATALOGUE).intent.primary_domain == "general"
