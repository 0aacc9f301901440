"""What a process leaves that died, or lost sight of, is begun again by another, once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.specialists.questions import PERHAPS_DONE
from analytics.period import Period
from analytics.tools import count_tools
from conversations import order, side_effects
from conversations.errors import TurnLost
from conversations.models import Conversation, Step, Turn, WebProcess
from conversations.turn import Handoff
from conversations.visits import visit
from handoffs.models import AgentHandoff
from language.spoken_languages import speak
from routing.turns import conduct, queue, registry, sweep
from tests.planning.test_confirming import SENT
from tests.planning.test_confirming import market as market
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
DEAD, BEAT = "1-dead", 41


async def left_behind(talk, process: str = DEAD) -> Turn:
    """A turn that runs in no process, begun a while ago by this one."""
    await talk("s1")("Minha fatura veio alta", CUSTOMER)
    turn = await Turn.objects.of("tenant_a").aget()
    now = timezone.now()
    await Turn.objects.of("tenant_a").aupdate(
        status="running", received="Minha fatura veio alta", process=process, finished_at=None,
        started_at=now - timedelta(seconds=30), lease_until=now + timedelta(seconds=45), result={}, answer="",
    )  # fmt: skip
    await Step.unscoped.all().adelete()
    await WebProcess.objects.acreate(name=DEAD, beat=BEAT)
    return turn


async def ended(turn: Turn) -> Turn:
    """The turn, once all that runs here has ended."""
    await registry.drain(20)
    registry.accept()
    await turn.arefresh_from_db()
    return turn


async def test_a_turn_of_a_process_that_fell_silent_is_answered_by_another(talk):
    turn = await left_behind(talk)
    await sweep.take_over_from(DEAD, BEAT)
    await ended(turn)
    assert (turn.status, turn.attempt) == ("answered", 2)
    await sweep.take_over_from(DEAD, BEAT)  # nothing is left of it: its row goes
    assert not await WebProcess.objects.filter(name=DEAD).aexists()


async def test_a_process_that_beats_again_keeps_what_it_has(talk):
    turn = await left_behind(talk)
    await sweep.take_over_from(DEAD, BEAT - 1)
    assert (await ended(turn)).attempt == 1


async def test_an_action_is_not_begun_in_the_name_of_an_attempt_that_is_over(talk):
    turn = await left_behind(talk)
    await visit(lambda: order.claim_of(DEAD, BEAT, "2-lives"))
    with pytest.raises(TurnLost):
        await side_effects.begin(turn.pk, 1, "solicitar_devolucao", {})
    assert await side_effects.begin(turn.pk, 2, "solicitar_devolucao", {})


async def test_what_a_turn_did_that_is_not_run_again_is_told_and_its_handoffs_are_in_the_record(talk):
    turn = await left_behind(talk)
    prepared = await visit(lambda: queue.load(turn.pk))
    dies = conduct.make_runtime(prepared.context, prepared.pinned, lambda _name, _data: None)
    dies.moved.append(Handoff("billing_agent", "support_agent", "devolução", "o P100", timezone.now()))
    order_of_ana = {"order_id": "P100", "customer_id": "C001", "reason": "quebrado"}
    assert (await dies.caller.call("solicitar_devolucao", order_of_ana, "support_agent")).ok
    await sweep.take_over_from(DEAD, BEAT)
    assert (await ended(turn)).status == "failed"
    assert "Já foi feito" in turn.answer and "protocolo DEV-" in turn.answer
    rows = AgentHandoff.objects.of("tenant_a").values_list("from_agent", "to_agent", "outcome")
    assert await visit(lambda: list(rows)) == [("billing_agent", "support_agent", "abandoned")]
    counted = await visit(lambda: count_tools("tenant_a", Period.last(1)))
    assert [(each.name, each.calls, each.errors) for each in counted.tools] == [("solicitar_devolucao", 1, 0)]


async def dies_behind_its_action(received: str, kept: dict, ok: bool | None) -> Turn:
    """The second turn of a conversation, taken over from a process that died behind what it did: the state
    is the one `kept` before, and its action ended `ok` (None: nobody knows)."""
    turns = Turn.objects.of("tenant_a").filter(number=2)
    turn = await turns.aget()
    (effect,) = turn.side_effects
    lost = {**effect, "ok": ok, "result": effect["result"] if ok else None}
    left = {"status": "running", "received": received, "process": DEAD, "finished_at": None, "answer": ""}
    await turns.aupdate(**left, side_effects=[lost])
    await Conversation.objects.of("tenant_a").aupdate(state=kept)
    await Step.unscoped.filter(turn=turn).adelete()
    await WebProcess.objects.acreate(name=DEAD, beat=BEAT)
    await sweep.take_over_from(DEAD, BEAT)
    return await ended(turn)


@pytest.mark.parametrize("ok", [True, None], ids=["done", "perhaps done"])
async def test_what_a_dead_process_did_or_may_have_done_is_not_done_on_another_yes(talk, ok):
    said, who = talk("s2"), {"agent_id": "retail_orders"}
    await said("quero devolver o pedido P100", BUYER, **who)
    kept = await Conversation.objects.of("tenant_a").values_list("state", flat=True).aget()
    assert kept["question"]["kind"] == "confirmation"
    await said("sim", BUYER, **who)
    turn = await dies_behind_its_action("sim", kept, ok)
    assert turn.status == "failed" and "não consegui" not in turn.answer
    for words in ("sim", "ok"):
        answer = await said(words, BUYER, **who)
        assert not answer["metadata"]["tool_calls"] and answer["metadata"]["question"] is None
    again = await said("quero devolver o pedido P100", BUYER, **who)
    assert again["text"].startswith(speak(PERHAPS_DONE, "pt"))
    assert (await said("sim", BUYER, **who))["metadata"]["tool_calls"][0]["ok"]
    other = await said("quero devolver o pedido P102", BUYER, **who)
    assert speak(PERHAPS_DONE, "pt") not in other["text"]


async def test_what_a_dead_process_did_of_a_plan_is_not_done_on_another_yes(talk, market):
    said = talk("s3")
    await said("mande uma mensagem no telegram: reunião às 10", agent_id="finance")
    kept = await Conversation.objects.of("tenant_a").values_list("state", flat=True).aget()
    await said("Sim", agent_id="finance")
    turn = await dies_behind_its_action("Sim", kept, None)
    assert turn.status == "failed"
    await said("Sim", agent_id="finance")
    assert len(market.calls(SENT)) == 1


async def test_a_message_that_waits_goes_along_with_the_turn_before_it(talk):
    turn = await left_behind(talk)
    behind = Turn(tenant_id="tenant_a", conversation_id=turn.conversation_id, number=2, process=DEAD)
    await behind.asave()
    claimed, waiting = await visit(lambda: order.claim_of(DEAD, BEAT, "2-lives"))
    assert ([each.pk for each in claimed], waiting) == ([turn.pk], [behind.pk])
    await behind.arefresh_from_db()
    assert (behind.status, behind.process) == ("queued", "2-lives")


async def test_a_turn_that_its_own_process_lost_sight_of_is_begun_again(talk):
    turn = await left_behind(talk, sweep.wakes.process_name())
    assert await sweep.sweep() == 1
    assert (await ended(turn)).status == "answered"


async def test_a_turn_whose_lease_ran_out_is_begun_again_once(talk):
    turn = await left_behind(talk)
    await Turn.objects.of("tenant_a").aupdate(lease_until=timezone.now() - timedelta(seconds=1))
    assert await sweep.sweep() == 1
    await ended(turn)
    assert (turn.status, turn.attempt) == ("answered", 2)


async def test_a_turn_that_was_claimed_a_moment_ago_is_not_claimed_again(talk):
    turn = await left_behind(talk)
    me = sweep.wakes.process_name()
    await visit(lambda: order.claim_of(DEAD, BEAT, me))
    assert await visit(lambda: order.claim_left(me, ())) == []
    await turn.arefresh_from_db()
    assert turn.attempt == 2


async def test_a_process_that_stops_takes_nothing_over(talk):
    turn = await left_behind(talk)
    registry.accept(False)
    await sweep.take_over_from(DEAD, BEAT)
    assert (await ended(turn)).attempt == 1
