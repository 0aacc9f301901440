"""A domain of none of the demo's worlds: a library that lends books, and one that sends letters."""

from copy import deepcopy
from typing import Any

LIBRARY: dict[str, Any] = {
    "manifest_version": "1.0",
    "domain": "library",
    "domain_description": "Lends books.",
    "domain_intent_hints": {"keywords": ["book", "library"], "examples": ["what can I read?"]},
    "goals": [
        {
            "goal": "FIND_BOOK",
            "description": "Where a book stands",
            "capabilities": ["find_book"],
            "hints": {"keywords": ["where is"], "examples": ["where is Dune?"]},
            "entities_schema": {
                "title_text": {"type": "string", "required": True, "description": "Title as the user said it"}
            },
        },
        {
            "goal": "LOANS",
            "description": "What is lent most or least",
            "capabilities": ["most_lent", "least_lent"],
            "hints": {"keywords": ["most lent"], "examples": ["the most lent books"]},
            "entities_schema": {
                "rank": {
                    "type": "enum",
                    "values": ["MOST", "LEAST", "BOTH"],
                    "default": "BOTH",
                    "capability_map": {"MOST": "most_lent", "LEAST": ["least_lent"], "BOTH": "_all"},
                    "aliases": {"MOST": ["most lent", "favourites"]},
                }
            },
        },
    ],
    "capabilities": [
        {
            "name": "find_book",
            "description": "Where a book stands",
            "schema": {
                "type": "object",
                "properties": {"title": {"type": "string"}, "titles": {"type": "array"}},
                "required": ["title"],
            },
            "metadata": {
                "read_only": True,
                "intent_hints": {"keywords": ["where is"], "examples": []},
                "decomposition": {
                    "array_params": [
                        {"param_name": "titles", "single_param_name": "title", "max_concurrency": 2}
                    ]
                },
                "flow": {
                    "pre": [
                        {
                            "type": "resolve_symbol",
                            "param": "title",
                            "search_capability": "search_book",
                        }
                    ]
                },
            },
        },
        {"capability": "most_lent", "metadata": {"read_only": True, "intent_description": "Most lent books"}},
        {"capability": "least_lent", "metadata": {"read_only": True}},
        {
            "capability": "search_book",
            "schema": {"type": "object", "properties": {"query": {"type": "string"}}},
            "metadata": {"read_only": True},
        },
        {"capability": "reserve_book", "description": "Keeps a book for somebody"},
    ],
}


def library(**changes: Any) -> dict[str, Any]:
    """The library's manifest, a copy of its own, with some of it said otherwise."""
    return {**deepcopy(LIBRARY), **changes}
