"""A hire of boats on a lake with its own tool server: four specialists, few examples, in three languages.

Prices are looked up by a free text, days by a date, and the opening hours are a sentence of an intent's own.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.turns import cordal

FOLDER = Path(__file__).parent
NAME, DESK = "orilla", "embarcadero"
PRICES = {"kayak": 19, "canoa": 25, "canoe": 25, "canoagem": 25, "paddle": 15}


def _price(asked: dict[str, Any]) -> dict[str, Any]:
    """Of a boat by its name; the fee of the pier for whatever is no boat."""
    return {"boat": asked["boat"], "euros": PRICES.get(asked["boat"].lower(), 8)}


TOOLS: dict[str, cordal.Tool] = {
    "hire_price": _price,
    "free_boats": lambda asked: {"free": "3", **asked},
    "cancel_trip": lambda asked: {"trip": asked["trip"]},
    "report_damage": lambda asked: {"report": "D-4", **asked},
    "find_advice": lambda asked: {"advice": "Wear a vest.", **asked},
}


@pytest.fixture
async def orilla(transactional_db: None, settings: Any) -> AsyncIterator[cordal.Company]:
    async with cordal.opened(settings, NAME, DESK, FOLDER, TOOLS) as company:
        yield company
