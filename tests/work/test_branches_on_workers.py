"""Fan-out over a real Celery worker on a real Redis: rows, wake-ups, and what survives a lost one."""

import asyncio
import contextlib
import time
from collections.abc import Iterator

import pytest

from conversations import deleting, side_effects, wakes
from conversations.errors import TurnLost
from conversations.models import Conversation, Turn
from conversations.visits import visit
from tests.parts.workers import Workers, database_url, emptied_broker
from tests.work.fanning import asleep, rows_of, run
from work import branch_rows, branch_sending, branch_waiting, pulse
from work.branch_kinds import BranchContext, BranchSpec
from work.branch_rows import Claim, End
from work.models import Branch

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def workers(django_db_setup: None) -> Iterator[Workers]:
    made = Workers(emptied_broker(), database_url(), threads=32, include="tests.work.sleepers")
    made.start()
    yield made
    made.end_all()


@pytest.fixture
async def process(workers, reads_wakes, monkeypatch):
    monkeypatch.setattr(branch_sending, "SEND_SECONDS", 20.0)  # a busy machine is no frozen broker
    reads_wakes(workers.broker)


@pytest.fixture
def turn(make_turn):
    return make_turn()


async def until(check, seconds=10.0):
    end = time.monotonic() + seconds
    while not (found := await check()):
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.05)
    return found


async def test_branches_run_on_a_worker_at_once_and_tell_their_turn(process, turn):
    heard = []
    plan = [asleep(f"s{n}", 0.5, say=["looking", "found"]) for n in range(8)]
    began = time.perf_counter()
    results = await run(turn, *plan, on_event=lambda step, event: heard.append((step, event["say"])))
    assert time.perf_counter() - began < 3.5, "one after the other takes 4 s"
    assert [(r.step, r.status, r.sent) for r in results] == [(f"s{n}", "done", 1) for n in range(8)]
    assert {r.where for r in results}.isdisjoint({"here", ""})
    assert [say for step, say in heard if step == "s3"] == ["looking", "found"]
    assert len(heard) == 16
    await until(lambda: _forgotten(turn))
    rows = await rows_of(turn)
    assert {(row.status, row.sent, row.attempt) for row in rows.values()} == {("done", 1, 1)}
    assert {(str(row.payload), row.result) for row in rows.values()} == {("{}", None)}, "what was said goes"


async def test_a_failed_and_a_late_branch_do_not_lose_the_others(process, turn):
    began = time.perf_counter()
    results = await run(turn, asleep("ok"), asleep("bad", fail="no luck"), asleep("slow", 9), seconds=1.5)
    assert 1.4 < time.perf_counter() - began < 3
    assert [(r.step, r.status) for r in results] == [("ok", "done"), ("bad", "failed"), ("slow", "late")]
    assert results[1].error == "ValueError: no luck"


async def test_two_turns_at_once_are_woken_by_their_own_branches(process, make_turn):
    turns = await visit(lambda: [make_turn("one"), make_turn("two")])
    both = await asyncio.gather(*(run(each, asleep("a", 0.2), asleep("b", 0.4)) for each in turns))
    assert [r.status for results in both for r in results] == ["done"] * 4
    assert not branch_waiting._waits


async def test_a_lost_wake_costs_a_second(process, turn, monkeypatch):
    monkeypatch.setitem(wakes._handlers, "branch", lambda turn_id, about: None)
    began = time.perf_counter()
    (result,) = await run(turn, asleep("a"))
    assert result.status == "done"
    assert time.perf_counter() - began < branch_waiting.LOOK_SECONDS + 1.5


async def test_a_stopped_turn_stops_its_branches_on_the_worker(process, turn):
    waiting = asyncio.create_task(run(turn, asleep("a", 15)))
    await until(lambda: _running(turn))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    row = await until(lambda: _with_status(turn, "cancelled"))
    assert row.payload == {}
    await asyncio.sleep(pulse.BEAT_SECONDS + 1)
    assert (await rows_of(turn))["a"].alive_at == row.alive_at, "its worker let go"


async def test_a_branch_that_nobody_takes_runs_here_at_last(process, turn, monkeypatch):
    monkeypatch.setattr(branch_waiting, "SILENT_SECONDS", 0.5)
    monkeypatch.setattr(branch_sending, "_publish", lambda url, sendings, *_: _[1].update(sendings))
    results = await run(turn, asleep("a"), asleep("b"), local={"a": _own})
    assert [(r.status, r.sent, r.where) for r in results] == [("done", 3, "here")] * 2
    assert results[0].result == "own"


async def test_one_that_began_to_act_and_fell_silent_is_not_repeated(process, turn, monkeypatch):
    monkeypatch.setattr(branch_waiting, "SILENT_SECONDS", 1.0)  # less than a beat: every branch seems silent
    acting = BranchSpec("act", {"seconds": 6})
    (result,) = await run(turn, acting, kind="act")
    assert (result.status, result.error, result.sent) == ("failed", "uncertain", 1)
    effects = await visit(lambda: Turn.unscoped.get(pk=turn.pk).side_effects)
    assert [(effect["tool"], effect["step"]) for effect in effects] == [("return_order", "act")]


async def test_two_runs_of_a_branch_cannot_both_act(turn):
    with side_effects.within("orders_agent", "first"):
        await side_effects.begin(turn.pk, 1, "return_order", {})
        await side_effects.begin(turn.pk, 1, "send_mail", {})
    with side_effects.within("orders_agent", "second"), pytest.raises(TurnLost):
        await side_effects.begin(turn.pk, 1, "send_mail", {})
    with side_effects.within("billing_agent", "third"):
        await side_effects.begin(turn.pk, 1, "send_mail", {})


async def claimed(row, sent, run):
    return (await visit(lambda: branch_rows.claim([Claim(row.pk, sent, run)])))[0] is not None


async def stored(end):
    return (await visit(lambda: branch_rows.store([end])))[0]


async def test_a_branch_is_stored_once_by_whoever_is_first(process, turn, monkeypatch):
    monkeypatch.setattr(branch_sending, "_publish", lambda url, sendings, *_: _[1].update(sendings))
    waiting = asyncio.create_task(run(turn, asleep("a"), seconds=5))
    row = await until(lambda: _with_status(turn, "queued"))
    assert await claimed(row, 1, "first")
    assert not await claimed(row, 1, "second"), "a message that came twice"
    (seen,) = await visit(lambda: branch_rows.look([row.pk]))
    assert await visit(lambda: branch_rows.send_again([seen])) == [(row.pk, 2)]
    assert await visit(lambda: branch_rows.send_again([seen])) == []
    assert not await claimed(row, 1, "third"), "a message from before"
    assert await claimed(row, 2, "third")
    assert not await stored(End(row.pk, "first", "failed", None, "", 1.0))
    assert await stored(End(row.pk, "first", "done", "slow but first", "", 2.0))
    assert not await stored(End(row.pk, "third", "done", "late", "", 3.0))
    (result,) = await waiting
    assert (result.result, result.sent) == ("slow but first", 2)


async def test_a_second_attempt_ignores_and_empties_the_branches_of_the_first(process, turn):
    first = asyncio.create_task(run(turn, asleep("a", 15)))
    await until(lambda: _running(turn))
    branch_waiting._waits.clear()  # as if this process had died
    turn.attempt = 2
    (result,) = await run(turn, asleep("a"))
    assert (result.status, result.result["attempt"]) == ("done", 2)
    rows = await visit(lambda: {row.attempt: row for row in Branch.unscoped.filter(turn_id=turn.pk)})
    assert (rows[1].status, rows[1].payload) == ("cancelled", {})
    first.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await first


async def test_deleting_a_conversation_takes_its_branches_words(process, turn):
    await run(turn, asleep("a"))
    await until(lambda: _forgotten(turn))
    await visit(lambda: Branch.unscoped.update(payload={"text": "secret"}, result="secret", error="secret"))
    await visit(lambda: Turn.unscoped.update(status="answered"))
    await visit(lambda: deleting.erase(Conversation.unscoped.get(pk=turn.conversation_id)))
    row = (await rows_of(turn))["a"]
    assert (row.payload, row.result, row.error, row.status) == ({}, None, "", "done")


async def test_what_a_dead_process_left_is_emptied_in_time(process, turn, settings):
    settings.TURN_DEADLINE = settings.LEASE_MARGIN = 0.0
    await run(turn, asleep("a"))
    await until(lambda: _forgotten(turn))
    await visit(lambda: Branch.unscoped.update(payload={"text": "secret"}, read_at=None, status="running"))
    await visit(lambda: Branch.unscoped.update(deadline="2020-01-01T00:00Z"))
    assert await visit(branch_rows.tidy) == 1
    row = (await rows_of(turn))["a"]
    assert (row.payload, row.status) == ({}, "cancelled")
    assert await visit(branch_rows.tidy) == 0


async def test_branches_that_begin_and_end_together_are_written_together(turn):
    contexts = [BranchContext("acme", turn.pk, 1, f"s{n}", {}, time.time() + 9, print) for n in range(4)]
    rows = branch_rows.plan_rows("sleep", contexts)
    await visit(lambda: branch_rows.create(rows))
    claims = [Claim(row.pk, 1, f"run{n}") for n, row in enumerate(rows)]
    mine = await visit(lambda: branch_rows.claim([*claims, claims[0]]))
    assert [row and row.pk for row in mine] == [*(row.pk for row in rows), None]
    ends = [End(row.pk, mine[n].run, "done", {"n": n, "said": "é'"}, "", n) for n, row in enumerate(rows[:3])]
    ends.append(End(rows[3].pk, mine[3].run, "failed", None, "no luck", 3.0))
    assert await visit(lambda: branch_rows.store(ends)) == [True] * 4
    found = await rows_of(turn)
    assert [found[f"s{n}"].result for n in range(3)] == [{"n": n, "said": "é'"} for n in range(3)]
    assert [found[f"s{n}"].ms for n in range(4)] == [0, 1, 2, 3]
    assert (found["s3"].status, found["s3"].error) == ("failed", "no luck")


async def test_a_result_that_cannot_be_stored_fails_its_branch_only(process, turn):
    async def unspeakable():
        return {"said": "\udcff"}

    async def fine():
        return {"said": "fine"}

    branch_sending._away_until = time.monotonic() + branch_sending.AWAY_SECONDS
    results = await run(turn, asleep("bad"), asleep("ok"), local={"bad": unspeakable, "ok": fine})
    assert [(r.status, r.result) for r in results] == [("failed", None), ("done", {"said": "fine"})]


async def _own():
    return "own"


async def _with_status(turn, status):
    row = (await rows_of(turn)).get("a")
    return row if row is not None and row.status == status else None


async def _forgotten(turn):
    return all(row.read_at for row in (await rows_of(turn)).values())


async def _running(turn):
    return await _with_status(turn, "running")
