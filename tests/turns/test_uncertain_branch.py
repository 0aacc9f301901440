"""A specialist of a plan whose worker is lost in the middle of an action."""

import asyncio

import pytest
import redis

from conversations import side_effects
from conversations.models import Turn
from conversations.visits import visit
from tests.parts.workers import emptied_broker
from tests.turns.conftest import BUYER, CUSTOMER
from tests.work.conftest import reads_wakes  # noqa: F401
from work import branch_rows, branch_waiting, worker_beats
from work.models import Branch

pytestmark = pytest.mark.django_db(transaction=True)


async def queued(step: str) -> Branch:
    """The branch of that specialist, once it waits for a worker."""
    while True:
        rows = Branch.unscoped.filter(step=step, status=Branch.Statuses.QUEUED)
        if (row := await visit(rows.first)) is not None:
            return row
        await asyncio.sleep(0.02)


async def lost_while_acting(step: str) -> None:
    """What a worker leaves that takes the branch, begins to change something and is never heard of again."""
    row = await queued(step)
    await visit(lambda: branch_rows.claim([branch_rows.Claim(row.pk, 1, "lost")]))
    with side_effects.within(step, "lost"):
        await side_effects.begin(row.turn_id, row.attempt, "solicitar_devolucao", {"order_id": "P100"})


async def test_an_action_that_nobody_saw_the_end_of_is_not_offered_again(talk, reads_wakes, monkeypatch):
    monkeypatch.setattr(branch_waiting, "SILENT_SECONDS", 1.0)
    broker = emptied_broker()
    redis.Redis.from_url(broker).set(worker_beats.KEY, "lost")  # it was heard a moment ago
    reads_wakes(broker)
    text = "Meu pedido P100 atrasou e minha fatura veio duplicada"
    turn = asyncio.create_task(talk("lost-1")(text, CUSTOMER | BUYER, mode="supervisor"))
    await lost_while_acting("orders_agent")
    answer = await asyncio.wait_for(turn, 40)
    about = answer["metadata"]
    assert (about["status"], about["agents"]) == ("answered", ["billing_agent"])
    assert "INV001" in answer["text"]
    assert "Não sei se isto foi concluído, por favor confira antes de repetir: Pedidos." in answer["text"]
    assert "a parte de Pedidos" not in answer["text"], "who asks again might do it twice"
    assert about["pending"] == []
    gone = next(step for step in about["steps"] if step["name"] == "orders_agent")
    assert (gone["outcome"], gone["summary"]) == ("failed", "uncertain")
    assert (await Turn.objects.of("tenant_a").aget()).error == "orders_agent: uncertain"
