"""One conversation answers one message at a time, in the order in which they were accepted."""

import asyncio

import pytest
from django.utils import timezone

from conversations import order
from conversations.errors import ConversationBusy, KeyInUse, KeyReused
from conversations.models import Conversation, Message, Turn
from conversations.visits import visit
from routing.turns.run import run_turn
from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)


async def accepted(turns: int) -> None:
    """Returns once so many turns are stored."""
    for _ in range(1000):
        if await Turn.objects.of("tenant_a").acount() >= turns:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"fewer than {turns} turns were stored in 20 s")


async def test_messages_sent_at_once_are_answered_in_the_order_of_acceptance(talk, model, settings):
    settings.QUEUED_TURNS = 10
    for n in range(6):
        model.says(f"answer {n}", slow=0.05)
    answers = await asyncio.gather(*(talk("s1")(f"mensagem {n}", CUSTOMER) for n in range(6)))
    rows = [(t.number, t.status) async for t in Turn.objects.of("tenant_a").order_by("number")]
    assert rows == [(n, "answered") for n in range(1, 7)]
    spoken = [m.text async for m in Message.objects.of("tenant_a").filter(role="agent").order_by("seq")]
    assert spoken == [f"answer {n}" for n in range(6)]
    assert {a["text"] for a in answers} == set(spoken)


async def test_a_queued_turn_sees_what_was_said_before_it(talk, model):
    model.says("first answer", slow=0.05).says("second answer")
    await asyncio.gather(talk("s1")("um", CUSTOMER), talk("s1")("dois", CUSTOMER))
    assert "first answer" in str(model.requests[-1])


async def test_a_turn_that_another_process_lets_run_is_run_without_a_wake(talk, model):
    """Two processes on one database without Redis: whoever ends the turn before cannot tell whose is next."""
    model.says("first", slow=20).says("second")
    running = asyncio.create_task(talk("s1")("um", CUSTOMER))
    await model.asked()
    waiting = asyncio.create_task(talk("s1")("dois", CUSTOMER))
    await accepted(2)
    await visit(_end_as_another_process)
    assert (await asyncio.wait_for(waiting, 10))["text"] == "second"
    running.cancel()
    model.let_go()


def _end_as_another_process():
    conversation = Conversation.objects.of("tenant_a").select_for_update().get()
    turns = Turn.objects.of("tenant_a").filter(number=1)
    turns.update(status=Turn.Statuses.CANCELLED, finished_at=timezone.now(), attempt=2)
    assert order.promote(conversation).number == 2


async def test_beyond_the_queue_a_message_is_refused_and_not_stored(talk, model, settings):
    settings.QUEUED_TURNS = 1
    model.says("a", slow=20).says("b")
    running = asyncio.create_task(talk("s1")("um", CUSTOMER))
    await model.asked()
    waiting = asyncio.create_task(talk("s1")("dois", CUSTOMER))
    await accepted(2)
    with pytest.raises(ConversationBusy) as refused:
        await talk("s1")("três", CUSTOMER)
    assert refused.value.status == 429
    assert refused.value.retry_after
    model.let_go()
    await asyncio.gather(running, waiting)
    assert await Turn.objects.of("tenant_a").acount() == 2


async def test_the_same_key_gets_the_stored_answer_and_another_body_is_refused(talk):
    one = talk("s1")
    key = {"idempotency_key": "k1", "body_digest": "d1"}
    first = await one("oi", **key)
    again = await one("oi", **key)
    assert again == first
    assert await Turn.objects.of("tenant_a").acount() == 1
    with pytest.raises(KeyReused):
        await one("outra", idempotency_key="k1", body_digest="d2")


async def test_a_running_key_is_refused_at_json_doors_and_attached_to_by_streams(talk, model):
    model.says("once", slow=20)
    key = {"idempotency_key": "k1", "body_digest": "d1"}
    first = asyncio.create_task(talk("s1")("Minha fatura", CUSTOMER, door="chat", **key))
    await model.asked()
    with pytest.raises(KeyInUse):
        await talk("s1")("Minha fatura", CUSTOMER, door="chat", **key)
    model.let_go()
    answer = await first
    model.says("streamed", slow=20)
    stream = {"idempotency_key": "k2", "body_digest": "d1", "door": "gateway_sse"}
    second = asyncio.create_task(talk("s2")("Minha fatura", CUSTOMER, **stream))
    await model.asked(2)
    attached = asyncio.create_task(talk("s2")("Minha fatura", CUSTOMER, **stream))
    await asyncio.sleep(0.1)
    model.let_go()
    assert await attached == await second
    assert await attached != answer
    assert await Turn.objects.of("tenant_a").acount() == 2


async def test_a_failed_turn_may_be_sent_again_on_the_stored_message(talk, model):
    model.fails(400)
    one = talk("s1")
    key = {"idempotency_key": "k1", "body_digest": "d1"}
    failed = await one("Minha fatura veio alta", CUSTOMER, **key)
    assert failed["metadata"]["status"] == "failed"
    model.says("now it works")
    again = await one("Minha fatura veio alta", CUSTOMER, **key)
    assert again["text"] == "now it works"
    asked = [m.text async for m in Message.objects.of("tenant_a").filter(role="user")]
    assert len(asked) == 1


@pytest.mark.parametrize(("ended", "turns"), [(True, 1), (None, 1), (False, 2)])
async def test_a_failed_turn_in_which_something_was_done_is_not_tried_again(talk, model, ended, turns):
    model.fails(400)
    one = talk("s1")
    key = {"idempotency_key": "k1", "body_digest": "d1"}
    failed = await one("Minha fatura veio alta", CUSTOMER, **key)
    effects = [{"id": "e1", "tool": "return_order", "ok": ended}]
    await Turn.objects.of("tenant_a").aupdate(side_effects=effects)
    model.says("once more")
    again = await one("Minha fatura veio alta", CUSTOMER, **key)
    assert again["text"] == ("once more" if turns == 2 else failed["text"])
    assert await Turn.objects.of("tenant_a").acount() == turns


async def test_one_key_sent_twice_at_once_makes_one_turn(talk, model):
    model.says("once", slow=0.1)
    key = {"idempotency_key": "k1", "body_digest": "d1", "door": "gateway_sse"}
    answers = await asyncio.gather(*(talk("s1")("Minha fatura", CUSTOMER, **key) for _ in range(8)))
    assert {a["text"] for a in answers} == {"once"}
    assert await Turn.objects.of("tenant_a").acount() == 1


async def test_who_leaves_does_not_stop_the_turn(talk, model):
    model.says("still answered", slow=0.1)
    async for event in run_turn(talk("s1").request("Minha fatura", CUSTOMER)):
        if event.name == "accepted":
            break
    for _ in range(100):
        turn = await Turn.objects.of("tenant_a").aget()
        if turn.status == "answered":
            break
        await asyncio.sleep(0.02)
    assert turn.answer == "still answered"
