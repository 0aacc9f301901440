"""A carrier with its own tool server: what it does wants values, which people say, correct and take back.

One specialist a matter, in four languages; e-mails, telephones and addresses are masked on their way in.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from conversations.visits import visit
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.turns import cordal

FOLDER = Path(__file__).parent
NAME, DESK = "carreto", "balcao"
TOOLS: dict[str, cordal.Tool] = {
    "book_pickup": lambda asked: {"booking": "C-5", **asked},
    "report_damage": lambda asked: {"report": "D-7", **asked},
    "change_address": lambda asked: {"parcel": asked["parcel"]},
    "quote_freight": lambda asked: {"price": "57", **asked},
    "find_parcel": lambda asked: {"where": "Lapa", **asked},
}


@pytest.fixture
async def carreto(transactional_db: None, settings: Any) -> AsyncIterator[cordal.Company]:
    async with cordal.opened(settings, NAME, DESK, FOLDER, TOOLS) as company:
        yield company


async def use_mode(mode: str) -> None:
    """Lets the counter work in another mode."""

    def work() -> None:
        if AgentProfile.objects.of(NAME).exclude(mode=mode).update(mode=mode):
            publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(work)
