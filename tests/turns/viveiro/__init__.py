"""A nursery of plants with its own tool server, of whose tools the words of its customers say little.

No model is connected; an action is called otherwise than people call it, and some arguments are lists.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.turns import cordal

FOLDER = Path(__file__).parent
NAME, DESK = "viveiro", "counter"
TOOLS: dict[str, cordal.Tool] = {
    "order_state": lambda asked: {"order": asked["order"], "plants": "12 ferns", "state": "packed"},
    "repay_order": lambda _asked: {"receipt": "Q-3"},
    "van_days": lambda asked: {"day": "2027-03-02", "price": 90 * asked.get("pallets", 1), **asked},
    "soil_rules": lambda asked: {"soil": "sour", **asked},
    "book_course": lambda asked: {"course": "K-1", **asked},
    "plan_bed": lambda asked: {"bed": "B-1", **asked},
}


@pytest.fixture
async def viveiro(transactional_db: None, settings: Any) -> AsyncIterator[cordal.Company]:
    async with cordal.opened(settings, NAME, DESK, FOLDER, TOOLS) as company:
        yield company
