import asyncio
import os
import threading

import pytest

from outbound import runtime
from outbound.errors import DeadlinePassed, WrongThread


@pytest.fixture(autouse=True)
def no_server_loop():
    before, runtime._adopted = runtime._adopted, None
    yield
    runtime._adopted = before


async def where():
    return asyncio.get_running_loop()


def test_synchronous_code_gets_a_coroutines_answer_from_one_loop():
    first, second = runtime.run(where(), 1), runtime.run(where(), 1)
    assert first is second is runtime.loop()


def test_threads_that_ask_at_once_get_the_same_loop():
    runtime._own = None
    found = []
    threads = [threading.Thread(target=lambda: found.append(runtime.loop())) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(set(map(id, found))) == 1


def test_what_takes_too_long_is_cancelled():
    ended = threading.Event()

    async def slow():
        try:
            await asyncio.sleep(30)
        finally:
            ended.set()

    with pytest.raises(DeadlinePassed):
        runtime.run(slow(), 0.05)
    assert ended.wait(1)


def test_a_coroutines_own_error_comes_through():
    async def fails():
        raise TimeoutError("the other side was slow")

    with pytest.raises(TimeoutError, match="the other side was slow"):
        runtime.run(fails(), 1)


def test_a_forked_child_makes_its_own_loop():
    runtime.run(where(), 1)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            runtime.run(asyncio.sleep(0), 1)
            code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


async def test_the_servers_loop_is_used_from_other_threads():
    runtime.adopt()
    assert await asyncio.to_thread(runtime.run, where(), 1) is asyncio.get_running_loop()


async def test_the_loop_refuses_to_wait_for_itself():
    with pytest.raises(WrongThread):
        runtime.run(where(), 1)


async def test_a_spawned_task_outlives_who_started_it():
    done = asyncio.Event()

    async def work():
        await asyncio.sleep(0.01)
        done.set()

    runtime.spawn(work())
    await asyncio.wait_for(done.wait(), 1)


async def test_a_failing_task_is_logged(caplog):
    async def fails():
        raise ValueError("broken on the way")

    await asyncio.wait([runtime.spawn(fails())])
    await asyncio.sleep(0)
    assert "broken on the way" in caplog.text


def test_a_task_can_be_spawned_from_a_thread():
    done = threading.Event()

    async def work():
        done.set()

    runtime.spawn(work())
    assert done.wait(1)
