"""Fan-out inside one process: all at once, in order, none loses the others."""

import asyncio
import time

import pytest

from tests.work import sleepers  # noqa: F401  registers the kinds
from work.branch_kinds import BranchSpec
from work.branches import fan_out
from work.errors import UnknownKind


@pytest.fixture(autouse=True)
def no_broker(settings):
    settings.CELERY_BROKER_URL = ""


def asleep(step, seconds=0.05, **more):
    return BranchSpec(step, {"seconds": seconds, **more})


async def run(*specs, seconds=5.0, **more):
    return await fan_out("sleep", "acme", "turn", 1, specs, time.time() + seconds, **more)


async def test_branches_run_at_once_and_answer_in_order():
    began = time.perf_counter()
    results = await run(asleep("c", 0.3), asleep("a", 0.1), asleep("b", 0.2))
    assert time.perf_counter() - began < 0.55
    assert [(r.step, r.status, r.sent, r.where) for r in results] == [
        (step, "done", 1, "here") for step in ("c", "a", "b")
    ]
    assert results[1].result["step"] == "a"
    assert 100 <= results[1].ms < 300


async def test_what_fails_or_is_late_does_not_lose_the_others():
    results = await run(asleep("ok"), asleep("bad", fail="no luck"), asleep("slow", 9), seconds=0.4)
    assert [(r.step, r.status) for r in results] == [("ok", "done"), ("bad", "failed"), ("slow", "late")]
    assert results[1].error == "ValueError: no luck"
    assert results[2].ms >= 390


async def test_a_tool_that_timed_out_is_a_failure_and_not_lateness():
    async def times_out():
        raise TimeoutError("the model")

    (result,) = await run(asleep("a"), local={"a": times_out})
    assert (result.status, result.error) == ("failed", "TimeoutError: the model")


async def test_the_turns_own_way_of_running_a_step_is_taken_here():
    async def own():
        return {"own": True}

    results = await run(asleep("a"), asleep("b"), local={"a": own})
    assert results[0].result == {"own": True}
    assert results[1].result["step"] == "b"


async def test_what_branches_tell_is_heard_and_a_bad_listener_stops_nobody():
    heard = []

    def listen(step, event):
        heard.append((step, event["say"]))
        raise KeyError(step)

    results = await run(asleep("a", say=["one", "two"]), asleep("b", say=["three"]), on_event=listen)
    assert sorted(heard) == [("a", "one"), ("a", "two"), ("b", "three")]
    assert {r.status for r in results} == {"done"}


async def test_a_stopped_turn_stops_its_branches():
    stopped = asyncio.Event()

    async def endless():
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()

    turn = asyncio.create_task(run(asleep("a"), local={"a": endless}))
    await asyncio.sleep(0.05)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert stopped.is_set()


async def test_a_plan_that_cannot_be_run_is_refused():
    with pytest.raises(UnknownKind):
        await fan_out("weather", "acme", "turn", 1, [asleep("a")], time.time() + 5)
    with pytest.raises(ValueError, match="same name"):
        await run(asleep("a"), asleep("a"))
    assert await run() == ()
