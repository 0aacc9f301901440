"""The specialists of a plan on Celery workers: real processes on a real Redis, killed for real."""

import asyncio

import pytest

from conversations.visits import visit
from tests.parts.workers import Workers, database_url, emptied_broker
from tests.turns.conftest import BUYER, CUSTOMER
from tests.work.conftest import reads_wakes  # noqa: F401
from work.models import Branch

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.django_db(transaction=True)]
WHO = CUSTOMER | BUYER
BOTH = "Meu pedido P100 atrasou e minha fatura veio duplicada"


@pytest.fixture
def workers(transactional_db):
    made = Workers(emptied_broker(), database_url(), threads=8)
    yield made
    made.end_all()


def stored() -> list[tuple[str, str]]:
    return sorted(Branch.unscoped.values_list("step", "status"))


async def test_workers_answer_as_the_process_itself_would(talk, workers, reads_wakes, settings):
    settings.REDIS_URL = workers.broker  # one Redis from the first word: clients are made once a loop
    here = await talk("on-workers-0")(BOTH, WHO, mode="supervisor")
    workers.start("one")
    reads_wakes(workers.broker)
    said = talk("on-workers-1")
    there = await said(BOTH, WHO, mode="supervisor")
    assert there["text"] == here["text"]
    assert there["metadata"]["agents"] == ["billing_agent", "orders_agent"]
    names = {(step["name"], step["agent"]) for step in there["metadata"]["steps"]}
    assert ("tool", "billing_agent") in names and ("tool", "orders_agent") in names
    assert await visit(stored) == [("billing_agent", "done"), ("orders_agent", "done")]
    seen = {(e.data["agent"], e.data["phase"]) for e in said.events if e.data.get("node") == "tool"}
    assert ("orders_agent", "started") in seen, "what a worker does is told as it happens"


async def test_a_worker_that_is_killed_costs_no_part(talk, workers, reads_wakes, fake_openai, monkeypatch):
    monkeypatch.setenv("MODEL", "test-model")
    monkeypatch.setenv("OPENAI_BASE_URL", fake_openai.base_url)
    for _ in range(3):  # whoever takes a branch over asks anew
        fake_openai.says("A fatura INV001 vence em 20/12/2026.", slow=3, to="especialista em faturas")
        fake_openai.says("O pedido P100 está em transporte.", slow=3, to="especialista em pedidos")
    for name in ("one", "two"):
        workers.start(name)
    reads_wakes(workers.broker)
    waiting = asyncio.create_task(talk("on-workers-2")(BOTH, WHO, mode="supervisor"))
    while len(fake_openai.requests) < 2:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await asyncio.to_thread(workers.kill, "one")
    answer = await asyncio.wait_for(waiting, 40)
    assert "INV001" in answer["text"] and "P100" in answer["text"]
    assert answer["metadata"]["pending"] == []
    assert await visit(stored) == [("billing_agent", "done"), ("orders_agent", "done")]
