"""What a process remembers of turns that ended."""

import asyncio
import time
from uuid import uuid4

import pytest

from conversations import event_log, redis_client
from conversations.turn import TurnEvent
from tests.parts import redis_server
from tests.parts.installation import free_port


def test_turns_that_never_end_here_do_not_keep_the_others_in_memory(monkeypatch, settings):
    settings.REDIS_URL = ""
    monkeypatch.setattr(event_log, "KEEP_SECONDS", -1)
    log = event_log.EventLog()
    for n in range(20):
        log.publish(f"lost-{n}", TurnEvent("accepted", {}, 1, 1))
    for n in range(100):
        log.publish(f"ended-{n}", TurnEvent("done", {}, 1, 1))
    assert sum(log.knows(f"ended-{n}") for n in range(100)) == 1
    assert log.knows("lost-0")


async def test_another_process_knows_what_a_turn_has_told_so_far(settings):
    if not settings.REDIS_URL:
        pytest.skip("needs REDIS_URL")
    here, there = event_log.EventLog(), event_log.EventLog()
    turn = uuid4().hex
    here.publish(turn, TurnEvent("accepted", {"n": 1}, 1, 1))
    here.publish(turn, TurnEvent("step", {"n": 2}, 2, 1))
    until = time.monotonic() + 5
    while len(told := await there.so_far(turn)) < 2 and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    assert told == await here.so_far(turn) and told[1].data == {"n": 2}
    assert await there.so_far(uuid4().hex) == []
    await redis_client.close()


@pytest.mark.stores
@pytest.mark.django_db(transaction=True)
async def test_a_crowd_follows_the_turns_of_other_processes_over_a_few_connections(settings):
    if not settings.REDIS_URL:
        pytest.skip("needs REDIS_URL")
    here, there = event_log.EventLog(), event_log.EventLog()
    turns = [uuid4().hex for _ in range(250)]
    before = (await redis_client.client().info("clients"))["connected_clients"]
    crowd = asyncio.gather(*(_told(there, turn) for turn in turns))
    for number, name in enumerate(("accepted", "step", "done"), 1):
        for turn in turns:
            here.publish(turn, TurnEvent(name, {"n": number}, number, 1))
        await asyncio.sleep(0)
    together = (await redis_client.client().info("clients"))["connected_clients"]
    assert await asyncio.wait_for(crowd, 20) == [["accepted", "step", "done"]] * 250
    assert together - before < 10
    assert not there._elsewhere
    await redis_client.close()


async def _told(log, turn):
    return [event.name async for event in log.follow(turn)]


@pytest.mark.django_db(transaction=True)
async def test_what_redis_did_not_take_at_once_is_told_once_it_is_back(settings):
    with redis_server.started() as own:
        settings.REDIS_URL = own.url
        here, there = event_log.EventLog(), event_log.EventLog()
        turn = uuid4().hex
        told = asyncio.create_task(_told(there, turn))
        with own.away():
            for number, name in enumerate(("accepted", "step", "done"), 1):
                here.publish(turn, TurnEvent(name, {}, number, 1))
            await asyncio.sleep(0.5)
        assert await asyncio.wait_for(told, 10) == ["accepted", "step", "done"]
        await redis_client.close()


@pytest.mark.django_db(transaction=True)
async def test_without_a_redis_that_answers_the_events_are_not_known_and_nothing_breaks(settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    log = event_log.EventLog()
    assert await log.so_far("gone") == []
    assert await log.newest_event("gone") is None
    await redis_client.close()
