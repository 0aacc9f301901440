"""A box office with its own tool server: two actions that take a number of one kind, in two languages."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.turns import cordal

FOLDER = Path(__file__).parent
NAME, DESK = "taquilla", "bilheteira"
NOWHERE = "TK-9998"  # no ticket of anybody's


def _find(asked: dict[str, Any]) -> dict[str, Any]:
    return {"found": False, **asked} if asked["ticket"] == NOWHERE else {"show": "Faust", **asked}


TOOLS: dict[str, cordal.Tool] = {
    "find_ticket": _find,
    "refund_ticket": lambda asked: {"refunded": True, **asked},
    "move_ticket": lambda asked: {"moved": True, **asked},
}


@pytest.fixture
async def taquilla(transactional_db: None, settings: Any) -> AsyncIterator[cordal.Company]:
    async with cordal.opened(settings, NAME, DESK, FOLDER, TOOLS) as company:
        yield company


def counter(company: cordal.Company, mode: str, session: str = "s1") -> cordal.Counter:
    """A conversation in one of the modes."""
    desk = DESK if mode == "router" else mode
    return cordal.Company(company.server, company.key, NAME, desk)(session)
