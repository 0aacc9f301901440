"""A laundry with its own tool server: three specialists, four modes, few examples, in three languages.

Two intents ask for a person, one of them in an emergency; one has neither tool nor sentence.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.turns import cordal

FOLDER = Path(__file__).parent
NAME, DESK = "espuma", "balcao"
MODES = {"router": DESK, "supervisor": "equipe", "coordinator": "recepcao", "supervised": "fila"}

TOOLS: dict[str, cordal.Tool] = {
    "order_status": lambda asked: {"order": asked["order"], "state": "ok"},
    "book_round": lambda asked: {"round": "C-9", **asked},
    "file_claim": lambda asked: {"claim": "R-3", **asked},
    "change_street": lambda asked: asked,
}


@pytest.fixture
async def espuma(transactional_db: None, settings: Any) -> AsyncIterator[cordal.Company]:
    async with cordal.opened(settings, NAME, DESK, FOLDER, TOOLS) as company:
        yield company


def counter(company: cordal.Company, mode: str, session: str = "s1") -> cordal.Counter:
    """A conversation in one of the modes."""
    of_mode = cordal.Company(company.server, company.key, NAME, MODES[mode])
    return of_mode(session)
