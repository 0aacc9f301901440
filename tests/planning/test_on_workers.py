"""Long plans on Celery workers: real processes on a real Redis, killed for real."""

import asyncio
import time

import pytest

from conversations.visits import visit
from tests.fakes.domain_server import DomainServer
from tests.parts.workers import Workers, database_url, emptied_broker
from tests.planning.moved import move, quotes
from tests.work.conftest import reads_wakes  # noqa: F401
from work.models import Branch

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.django_db(transaction=True)]
MESSAGE = "preço de AAA1, BBB2 e CCC3 e me avise no telegram"
PRICES = {"AAA1": 1.5, "BBB2": 2.5, "CCC3": 3.5}


@pytest.fixture
def workers(transactional_db):
    made = Workers(emptied_broker(), database_url(), threads=8)
    yield made
    made.end_all()


def stored() -> list[tuple[str, str]]:
    return sorted(Branch.unscoped.filter(kind="plan_step").values_list("step", "status"))


async def test_a_long_plan_is_done_by_workers_and_says_the_same(talk, workers, reads_wakes, settings):
    settings.REDIS_URL = workers.broker
    settings.PLAN_LOCAL_STEPS = 2
    with DomainServer(quotes(PRICES)) as server:
        move(server.url, "finance", "notifier")
        here = await talk("plan-0")(MESSAGE, agent_id="finance")
        workers.start("one")
        reads_wakes(workers.broker)
        there = await talk("plan-1")(MESSAGE, agent_id="finance")
    assert there["text"] == here["text"] and "AAA1 custa 1.5" in there["text"]
    assert await visit(stored) == [(f"plan_step_{n}", "done") for n in (1, 2, 3, 4)]
    lines = [each["detail"] for each in there["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert all(each["where"] != "here" for each in lines) and len(lines) == 4
    assert [each["message"] for each in server.calls("send_telegram_message")][1].count("custa") == 3


async def test_a_worker_that_is_killed_costs_no_step(talk, workers, reads_wakes, settings):
    settings.REDIS_URL = workers.broker
    settings.PLAN_LOCAL_STEPS = 2
    with DomainServer(quotes(PRICES, lambda: time.sleep(2))) as server:
        move(server.url, "finance", "notifier")
        for name in ("one", "two"):
            workers.start(name)
        reads_wakes(workers.broker)
        waiting = asyncio.create_task(talk("plan-2")(MESSAGE, agent_id="finance"))
        while len(server.calls("get_stock_price")) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await asyncio.to_thread(workers.kill, "one")
        answer = await asyncio.wait_for(waiting, 45)
        sent = server.calls("send_telegram_message")
    assert all(f"{name} custa" in answer["text"] for name in PRICES)
    assert len(sent) == 1, "what changes something is done once"
    assert await visit(stored) == [(f"plan_step_{n}", "done") for n in (1, 2, 3, 4)]


async def test_a_change_that_a_worker_waits_for_in_vain_is_uncertain(talk, workers, reads_wakes, settings):
    settings.REDIS_URL = workers.broker
    settings.PLAN_LOCAL_STEPS, settings.TURN_DEADLINE, settings.PLAN_MARGIN = 1, 14, 1
    does = quotes(PRICES)
    with DomainServer({**does, "send_telegram_message": lambda body: time.sleep(18) or {}}) as server:
        move(server.url, "finance", "notifier")
        workers.start("one")
        reads_wakes(workers.broker)
        answer = await talk("plan-3")("preço de AAA1 e me avise no telegram", agent_id="finance")
        assert len(server.calls("send_telegram_message")) == 1
    assert "AAA1 custa 1.5" in answer["text"] and "Não sei se isto foi concluído" in answer["text"]
    line = [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"][-1]
    assert line["metadata"]["uncertain"] is True
    assert await visit(stored) == [("plan_step_1", "done"), ("plan_step_2", "done")]
