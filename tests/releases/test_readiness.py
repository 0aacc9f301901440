"""A release is made ready to decide with by a thread: whoever comes meanwhile waits, and the loop goes on."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from releases import freshness, sections
from releases.loaded_release import LoadedRelease, StoredArtifact

SECONDS = 10


@pytest.fixture(autouse=True)
def no_rooms(monkeypatch):
    monkeypatch.setattr(sections, "_sections", {})


@pytest.fixture
def slow():
    """A part that is built when `let` is set; `threads` built it."""
    let, threads = threading.Event(), []

    def load(content: bytes) -> int:
        threads.append(threading.current_thread())
        assert let.wait(SECONDS)
        return int(content)

    return SimpleNamespace(made=StoredArtifact(b"8", load), let=let, threads=threads)


async def test_all_who_come_meanwhile_wait_for_one_thread_and_the_loop_goes_on(slow):
    release = LoadedRelease(1, "x", {}, parts={"k": slow.made})
    waiting = [asyncio.create_task(freshness.ready(release)) for _ in range(3)]
    done, _pending = await asyncio.wait(waiting, timeout=0.05)  # the loop is free for as long
    assert not done and not release.readiness.done
    slow.let.set()
    await asyncio.wait_for(asyncio.gather(*waiting), SECONDS)
    assert release.readiness.done and release.parts["k"].is_built
    assert len(slow.threads) == 1 and slow.threads[0] is not threading.current_thread()


async def test_a_turn_that_is_stopped_while_it_waits_stops_nobody_else(slow):
    release = LoadedRelease(1, "x", {}, parts={"k": slow.made})
    stopped, other = (asyncio.create_task(freshness.ready(release)) for _ in range(2))
    await asyncio.sleep(0)
    stopped.cancel()
    slow.let.set()
    await asyncio.wait_for(other, SECONDS)
    assert stopped.cancelled() or stopped.cancelling()
    assert release.readiness.done


async def test_what_arrives_later_is_decided_with_once_it_is_built_and_nobody_waits(slow):
    release = LoadedRelease(1, "x", {})
    await freshness.ready(release)
    freshness.arrive(release, {"k": slow.made})
    await asyncio.wait_for(freshness.ready(release), SECONDS)
    assert release.parts == {}, "messages go on with what there was"
    slow.let.set()
    await asyncio.to_thread(freshness.make_ready, release)  # waits for whoever builds already
    assert release.parts["k"].is_built and not release.readiness.arrived
    assert threading.current_thread() not in slow.threads


async def test_what_cannot_be_built_is_told_to_who_waits_and_tried_by_the_next(monkeypatch):
    tries = []

    def ready(release, parts):
        tries.append(release.number)
        if len(tries) == 1:
            raise ValueError("broken")

    monkeypatch.setattr(sections, "_sections", {"x": SimpleNamespace(ready=ready)})
    release = LoadedRelease(1, "x", {})
    with pytest.raises(ValueError, match="broken"):
        await freshness.ready(release)
    await freshness.ready(release)
    assert tries == [1, 1] and release.readiness.done
