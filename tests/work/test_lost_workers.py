"""What becomes of branches when workers are killed and brokers freeze. Real processes, real signals."""

import asyncio
import time

import pytest

from conversations.visits import visit
from tests.parts import redis_server
from tests.parts.installation import free_port
from tests.parts.workers import Workers, database_url, emptied_broker
from tests.work.fanning import asleep, rows_of, run
from work import branch_sending, branch_waiting, worker_beats
from work.models import Branch

pytestmark = [
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.stores,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def workers(transactional_db):
    made = Workers(emptied_broker(), database_url(), threads=32, include="tests.work.sleepers")
    yield made
    made.end_all()


@pytest.fixture
def broker():
    """A Redis of our own, which we may freeze."""
    with redis_server.started() as own:
        yield own


async def test_twenty_fan_outs_survive_the_loss_of_one_of_two_workers(
    workers, reads_wakes, make_turn, monkeypatch
):
    monkeypatch.setattr(branch_sending, "SEND_SECONDS", 5.0)  # a busy machine is no frozen broker
    workers.start("one")
    workers.start("two")
    reads_wakes(workers.broker)
    turns = await visit(lambda: [make_turn(f"t{n}") for n in range(20)])
    plan = [asleep(f"s{n}", 2.0) for n in range(3)]
    began = time.perf_counter()
    waiting = [asyncio.create_task(run(turn, *plan, seconds=55)) for turn in turns]
    await _until_running(10)
    await asyncio.to_thread(workers.kill, "one")
    results = [each for waited in waiting for each in await waited]
    seconds = time.perf_counter() - began
    again = sum(each.sent > 1 for each in results)
    print(
        f"\n20 fan-outs of 3 x 2 s, one of two workers killed: {seconds:.1f} s, {again} branches sent again"
    )
    assert [each.status for each in results] == ["done"] * 60
    assert again, "the killed worker had some"
    assert seconds <= 15
    rows = [row for turn in turns for row in (await rows_of(turn)).values()]
    assert [row.status for row in rows] == ["done"] * 60, "each is stored once"


async def test_the_only_worker_is_killed_and_started_again(workers, reads_wakes, make_turn, monkeypatch):
    monkeypatch.setattr(branch_sending, "SEND_SECONDS", 5.0)
    workers.start("one")
    reads_wakes(workers.broker)
    turns = await visit(lambda: [make_turn(f"t{n}") for n in range(4)])
    plan = [asleep(f"s{n}", 3.0) for n in range(4)]
    began = time.perf_counter()
    waiting = [asyncio.create_task(run(turn, *plan, seconds=58)) for turn in turns]
    await _until_running(16)
    await asyncio.to_thread(workers.kill, "one")
    await asyncio.sleep(3)
    workers.start("one", wait=False)
    results = [each for waited in waiting for each in await waited]
    seconds = time.perf_counter() - began
    where = sorted({"here" if each.where == "here" else "worker" for each in results})
    print(f"\nThe only worker killed and started again: {seconds:.1f} s, run by {', '.join(where)}")
    assert [each.status for each in results] == ["done"] * 16
    assert seconds <= 60


@pytest.mark.parametrize("used_before", [False, True], ids=["a new connection", "a kept connection"])
async def test_with_a_frozen_broker_branches_run_here(
    broker, reads_wakes, make_turn, monkeypatch, used_before
):
    reads_wakes(broker.url)
    turns = await visit(lambda: [make_turn(f"t{n}") for n in range(3)])
    if used_before:
        # A worker was heard, and takes nothing: it runs here the third time.
        broker.client().set(worker_beats.KEY, "one")
        monkeypatch.setattr(branch_waiting, "SILENT_SECONDS", 0.1)
        assert [each.sent for each in await run(turns[0], asleep("a"))] == [3]
    with broker.frozen():
        for turn, limit in ((turns[1], 2.0), (turns[2], 0.7)):  # the second turn knows already
            began = time.perf_counter()
            results = await run(turn, asleep("a"), asleep("b"))
            seconds = time.perf_counter() - began
            print(f"\nA frozen broker: {seconds:.2f} s")
            assert [(each.status, each.where) for each in results] == [("done", "here")] * 2
            assert seconds < limit


async def test_with_no_broker_there_branches_run_here(reads_wakes, make_turn, settings):
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    turn = await visit(make_turn)
    began = time.perf_counter()
    results = await run(turn, asleep("a"), asleep("b"))
    assert [(each.status, each.where) for each in results] == [("done", "here")] * 2
    assert time.perf_counter() - began < 2


async def test_without_a_worker_branches_run_here_at_once_until_one_is_heard(
    broker, reads_wakes, make_turn, monkeypatch
):
    monkeypatch.setattr(branch_sending, "AWAY_SECONDS", 0.5)
    reads_wakes(broker.url)
    turns = await visit(lambda: [make_turn(f"t{n}") for n in range(4)])
    assert await _how(turns[0]) == ("here", True)
    workers = Workers(broker.url, database_url(), include="tests.work.sleepers")
    try:
        await asyncio.to_thread(workers.start)
        await asyncio.sleep(0.5)
        where, _ = await _how(turns[1])
        assert where not in ("here", "")
        await asyncio.to_thread(workers.kill, "one")
        began = time.perf_counter()
        assert (await _how(turns[2]))[0] == "here"
        print(
            f"\nThe only worker killed, and none after it: {time.perf_counter() - began:.1f} s, then at once"
        )
        assert time.perf_counter() - began < branch_waiting.SILENT_SECONDS + 4
        assert await _how(turns[3]) == ("here", True)
    finally:
        workers.end_all()


async def _how(turn):
    """Where a branch ran, and whether at once."""
    began = time.perf_counter()
    (result,) = await run(turn, asleep("a"))
    assert result.status == "done"
    return result.where, time.perf_counter() - began < 1.0


async def test_a_worker_works_again_once_its_broker_is_back(broker, reads_wakes, make_turn, monkeypatch):
    monkeypatch.setattr(branch_sending, "AWAY_SECONDS", 0.5)
    reads_wakes(broker.url)
    turns = await visit(lambda: [make_turn(f"t{n}") for n in range(40)])
    workers = Workers(broker.url, database_url(), threads=8, include="tests.work.sleepers")
    try:
        await asyncio.to_thread(workers.start)
        busy = asyncio.gather(*(run(turn, asleep("a", 3.0), asleep("b", 3.0)) for turn in turns[:8]))
        await _until_running(8)
        with broker.away():
            await asyncio.sleep(6)
            assert (await _how(turns[-1]))[0] == "here"
        assert {each.status for results in await busy for each in results} == {"done"}
        for turn in turns[8:-1]:
            where, _ = await _how(turn)
            if where != "here":
                break
            await asyncio.sleep(0.5)
        assert where not in ("here", "")
    finally:
        workers.end_all()


async def _until_running(count: int) -> None:
    """Returns once so many branches are at work."""
    until = time.monotonic() + 10
    while await visit(lambda: Branch.unscoped.filter(status="running").count()) < count:
        assert time.monotonic() < until, "they were not taken"
        await asyncio.sleep(0.05)
