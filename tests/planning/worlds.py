"""Two worlds that plans are made for, as manifests say them.

Shares, and a library that has nothing to do with money.
"""

from typing import Any

from routing.planning.specs import CapabilitySpec, DomainSpec, EntitySpec, GoalSpec, Hints, PlanningSection

_NAME = {
    "type": "object",
    "properties": {"symbol": {"type": "string"}, "market": {"type": "string"}},
    "required": ["symbol"],
}
_SEARCH = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
_MOVERS = {"type": "object", "properties": {"market_text": {"type": "string"}, "limit": {"type": "integer"}}}

QUOTE = CapabilitySpec(
    "get_stock_price", "finance", "The price of a share", _NAME,
    {
        "intent_hints": {"keywords": ["preço", "valor", "cotação", "precio", "price", "quote"],
            "examples": []},
        "explanation_template": {"pt": "{symbol} está em {price} {currency}.",
            "en": "{symbol} is at {price} {currency}."},
        "parameter_specs": {
            "symbol": {"normalization": {"case": "upper"}, "aliases": {"Petrobras": "PETR4.SA"}},
            "market": {"infer_from_symbol_suffix": {".SA": "BR", ".ST": "SE"}},
        },
        "memory_map": {"preferred_market": "market"},
        "decomposition": {"array_params": [{"param_name": "symbols", "single_param_name": "symbol",
            "max_concurrency": 4}]},
        "composition": {
            "followup_roles": ["notifier"],
            "enabled_if": {"path": "parameters.notify", "equals": True},
            "param_map": {"message": {"from_parameters": ["_step_explanation"], "required": True}},
        },
        "flow": {"pre": [{"type": "resolve_symbol", "param": "symbol", "required": True,
            "search_capability": "search_symbol"}]},
    },
    read_only=True,
)  # fmt: skip
SEARCH = CapabilitySpec(
    "search_symbol", "finance", "Finds a share", _SEARCH, {"planner_available": False}, True
)
GAINERS = CapabilitySpec(
    "get_top_gainers", "finance", "What rose most", _MOVERS,
    {"intent_hints": {"keywords": ["maiores altas", "top gainers", "mayores subidas"]}}, True,
)  # fmt: skip
LOSERS = CapabilitySpec(
    "get_top_losers", "finance", "What fell most", _MOVERS,
    {"intent_hints": {"keywords": ["maiores baixas", "top losers", "mayores bajadas"]}}, True,
)  # fmt: skip
SEND = CapabilitySpec(
    "send_telegram_message", "notifier", "Sends a message by Telegram",
    {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]},
    {
        "intent_hints": {"keywords": ["telegram", "me avise", "avise", "notify me", "avísame"]},
        "composition": {"role": "notifier", "priority": 10},
    },
)  # fmt: skip
FINANCE = DomainSpec(
    "finance",
    description="Shares and markets",
    hints=Hints(keywords=("bolsa", "ações", "stock market")),
    timeout=3.0,
    goals={
        "GET_QUOTE": GoalSpec(
            "GET_QUOTE", "finance", "The price of a share", ("get_stock_price",),
            hints=Hints(("preço", "valor", "cotação", "quanto está", "precio", "price"),
                ("qual o preço da PETR4?",)),
            entities={"symbol_text": EntitySpec("symbol_text", required=True)},
        ),
        "TOP_MOVERS": GoalSpec(
            "TOP_MOVERS", "finance", "What rose or fell most", ("get_top_gainers", "get_top_losers"),
            hints=Hints(("altas e baixas", "top movers", "mais variaram")),
            entities={
                "direction": EntitySpec(
                    "direction", "enum", ("GAINERS", "LOSERS", "BOTH"), True, "BOTH",
                    capability_map={
                        "GAINERS": ("get_top_gainers",), "LOSERS": ("get_top_losers",), "BOTH": ("_all",),
                    },
                ),
                "market_text": EntitySpec("market_text"),
            },
        ),
    },
    capabilities={each.name: each for each in (QUOTE, SEARCH, GAINERS, LOSERS)},
)  # fmt: skip
NOTIFIER = DomainSpec("notifier", description="Messages", timeout=3.0, capabilities={SEND.name: SEND})
SHARES = PlanningSection({"finance": FINANCE, "notifier": NOTIFIER})

_BOOK = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
LOANS = CapabilitySpec(
    "find_copy", "library", "Says where a book is", _BOOK,
    {"decomposition": {"array_params": [{"param_name": "titles", "single_param_name": "title"}]}}, True,
)  # fmt: skip
LIBRARY = PlanningSection(
    {
        "library": DomainSpec(
            "library",
            timeout=3.0,
            goals={
                "WHERE_IS": GoalSpec(
                    "WHERE_IS", "library", "Where a book is", ("find_copy",),
                    hints=Hints(("livro", "estante", "libro", "book", "shelf")),
                    entities={"title_text": EntitySpec("title_text", required=True),
                        "branch_text": EntitySpec("branch_text")},
                )
            },
            capabilities={"find_copy": LOANS},
        )
    }
)  # fmt: skip


def said(entities: Any) -> dict[str, Any]:
    """Entities without the mark of a notice, for reading."""
    return {name: value for name, value in entities.items() if name != "notify"}
