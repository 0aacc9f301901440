"""Calls that stand in line for a server, and how long that is."""

import asyncio

from agents.tools.owner import CALLS_TO_MEASURE, CallSlots

HELD = 0.02


async def one(slots: CallSlots) -> None:
    async with slots:
        await asyncio.sleep(HELD)


async def test_who_finds_a_slot_stands_nowhere():
    slots = CallSlots(2)
    await asyncio.gather(one(slots), one(slots))
    assert slots.seconds() == 0.0


async def test_the_pace_of_those_who_stood_says_how_long_the_next_one_would():
    slots = CallSlots(1)
    calls = [asyncio.create_task(one(slots)) for _ in range(60)]
    await asyncio.wait(calls[: CALLS_TO_MEASURE + 2], return_when=asyncio.ALL_COMPLETED)
    assert slots.seconds() > 0.8 * HELD * (60 - CALLS_TO_MEASURE - 4)
    await asyncio.gather(*calls)
    assert slots.seconds() == 0.0, "nobody stands any more"


async def test_who_gives_up_leaves_the_line():
    slots = CallSlots(1)
    async with slots:
        late = asyncio.create_task(one(slots))
        await asyncio.sleep(0)
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
    await asyncio.wait_for(one(slots), 5)
    assert slots.seconds() == 0.0
