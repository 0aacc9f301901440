"""A receiver on a real port, channels of the demo's company, and the outbox sent by hand."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from delivery import keys, outbox, sending
from delivery.models import Channel, Delivery
from routing.turns import registry
from tests.api.conftest import key, stranger, web
from tests.fakes.receiver import Receiver
from tests.parts.visiting import visit_now

__all__ = ["key", "stranger", "web"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


@pytest.fixture
def channel(transactional_db):
    """Makes a channel; gives its row and its secret."""
    from tenancy.operational import touch

    def make(kind: str = "webhook", **fields):
        def create():
            row = Channel(tenant_id="tenant_a", kind=kind, name=fields.pop("name", "crm"), **fields)
            row.save()
            touch("tenant_a")
            return row, keys.rotate(row)

        return visit_now(create)

    return make


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """The second attempt comes after minutes, not seconds: on a busy machine a test may take as long."""
    rested = {name: replace(kind, schedule=(600, *kind.schedule[1:])) for name, kind in outbox.KINDS.items()}
    monkeypatch.setattr(outbox, "KINDS", rested)


def waits(row: Delivery) -> float:
    """The seconds between the last attempt and the next one."""
    return (row.next_at - datetime.fromisoformat(row.log[-1]["at"])).total_seconds()


async def send_all() -> None:
    """Sends what is due now, as each web process does."""
    async with asyncio.timeout(60):  # the first turn of a run loads its libraries
        while registry.list_running_turns():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    while await sending.once():
        await sending.finish()
