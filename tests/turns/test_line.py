"""Where many messages come at once, they begin one after the other, and who would be answered too late is
told so.
"""

import asyncio

import pytest

from routing.errors import Draining, Overloaded
from routing.turns import registry

MANY = 1000


@pytest.fixture(autouse=True)
def nothing_measured(monkeypatch, transactional_db):
    monkeypatch.setattr(registry, "_pace", 0.0)
    monkeypatch.setattr(registry, "_takes", 0.0)


@pytest.fixture
def many(monkeypatch):
    """More turns under way than may run whatever the loop does."""
    monkeypatch.setattr(registry, "_opening", MANY)


async def test_few_do_not_stand_in_line(monkeypatch):
    monkeypatch.setattr(registry, "_opening", registry.FEW - 1)
    await asyncio.wait_for(registry.stand(), 0.001)


async def test_who_comes_first_begins_first(many):
    begun: list[int] = []

    async def one(number: int) -> None:
        await registry.stand()
        begun.append(number)

    await asyncio.gather(*(one(number) for number in range(40)))
    assert begun == list(range(40))


async def test_nobody_begins_while_the_loop_is_late(monkeypatch, many):
    monkeypatch.setattr(registry, "CALM", -1.0)
    waiting = asyncio.create_task(registry.stand())
    await asyncio.sleep(10 * registry.TICK)
    assert registry.count_waiting() == 1
    monkeypatch.setattr(registry, "CALM", 10.0)
    await asyncio.wait_for(waiting, 5)


async def test_who_would_be_answered_too_late_is_refused_at_once(settings, many):
    settings.TURN_DEADLINE = 2
    registry.note_ended(9.0)  # what the last turn took
    with pytest.raises(Overloaded) as refused:
        await registry.stand()
    assert (refused.value.status, refused.value.retry_after) == (503, 7)
    assert registry.count_waiting() == 0


async def test_a_line_that_turns_out_too_long_is_cut_at_its_end(monkeypatch, settings, many):
    monkeypatch.setattr(registry, "CALM", -1.0)
    first, last = (asyncio.create_task(registry.stand()) for _ in range(2))
    await asyncio.sleep(0)
    settings.TURN_DEADLINE = 1
    monkeypatch.setattr(registry, "_pace", 0.9)
    with pytest.raises(Overloaded):
        await last
    assert registry.count_waiting() == 1
    registry.dismiss(Draining())
    with pytest.raises(Draining):
        await first
