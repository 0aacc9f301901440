"""A limit on what others do counts only while this process could have gone on."""

import asyncio
import time

import pytest

from outbound import runtime


async def test_it_ends_what_takes_too_long():
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        async with runtime.time_limit(0.25):
            await asyncio.sleep(30)
    assert 0.2 < time.monotonic() - began < 5


async def test_it_stands_still_while_the_loop_is_busy():
    async def keep_busy():
        for _ in range(4):
            time.sleep(0.3)  # noqa: ASYNC251  as other people's turns do
            await asyncio.sleep(0)

    async with runtime.time_limit(1.0):
        await asyncio.gather(keep_busy(), asyncio.sleep(0.5))


async def test_it_leaves_nothing_behind():
    async with runtime.time_limit(0.2):
        pass
    await asyncio.sleep(0.3)
