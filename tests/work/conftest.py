"""A process that waits for its branches, and turns for it to wait in."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from conversations import redis_client, wakes
from conversations.models import Conversation, Turn
from tenancy.models import Tenant
from tests.work import sleepers  # noqa: F401  registers the kinds
from work import branch_sending


@pytest.fixture
async def reads_wakes(settings, monkeypatch) -> AsyncIterator[Callable[[str], None]]:
    """Makes this process one that works with that broker and reads its wake-ups, as a web process does."""
    reading: list[asyncio.Task[None]] = []

    def begin(broker: str) -> None:
        settings.CELERY_BROKER_URL = settings.REDIS_URL = broker
        reading.append(asyncio.create_task(wakes.listen(lambda kind, turn_id: None)))

    monkeypatch.setattr(branch_sending, "_away_until", float("-inf"))
    yield begin
    for task in reading:
        task.cancel()
    await redis_client.close()


@pytest.fixture
def make_turn(transactional_db) -> Callable[[str], Turn]:
    """Makes a running turn in a conversation of its own."""

    def make(name: str = "one") -> Turn:
        tenant, _ = Tenant.objects.get_or_create(slug="acme")
        talk = Conversation.unscoped.create(tenant=tenant, key=f"acme:team:{name}", agent_id="team")
        return Turn.unscoped.create(tenant=tenant, conversation=talk, number=1, status="running")

    return make
