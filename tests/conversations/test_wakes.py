"""Wake-ups between processes arrive, also where Redis was away or silent when they were sent."""

import asyncio

import pytest

from conversations import redis_client, wakes
from tests.parts import redis_server


@pytest.fixture
async def heard(settings):
    """What this process hears, over a Redis of its own."""
    came: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    with redis_server.started() as own:
        settings.REDIS_URL = own.url
        listening = asyncio.create_task(wakes.listen(lambda kind, turn_id: came.put_nowait((kind, turn_id))))
        yield own, came
        listening.cancel()
        await redis_client.close()


async def _sent(came, turn_id):
    wakes.send(wakes.process_name(), "stop", turn_id)
    return await asyncio.wait_for(came.get(), 15)


async def test_a_stop_that_is_sent_while_redis_is_away_arrives(heard):
    own, came = heard
    assert await _sent(came, "before") == ("stop", "before")
    with own.away():
        wakes.send(wakes.process_name(), "stop", "meanwhile")
        await asyncio.sleep(0.5)
    assert await asyncio.wait_for(came.get(), 15) == ("stop", "meanwhile")


@pytest.mark.slow
@pytest.mark.stores
async def test_a_stop_that_is_sent_while_redis_is_silent_arrives(heard):
    own, came = heard
    assert await _sent(came, "before") == ("stop", "before")
    with own.frozen():  # for longer than an answer is waited for: whoever reads begins anew
        wakes.send(wakes.process_name(), "stop", "meanwhile")
        await asyncio.sleep(redis_client.ANSWER_SECONDS + 2)
    assert await asyncio.wait_for(came.get(), 15) == ("stop", "meanwhile")  # perhaps twice
