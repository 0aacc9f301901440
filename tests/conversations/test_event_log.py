"""What a process remembers of turns that ended."""

import asyncio
import time
from uuid import uuid4

import pytest

from conversations import event_log, redis_client
from conversations.turn import TurnEvent


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
