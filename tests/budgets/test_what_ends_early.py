"""What models used counts for whoever pays, however a turn ends: stopped, failed, left, deleted."""

import asyncio
from collections import Counter

import pytest
from django.db.models import Sum
from django.utils import timezone

from budgets.models import Spent
from conversations import order
from conversations.models import Conversation, Turn
from conversations.visits import visit
from routing.turns import paying, registry, sweep
from tests.budgets.conftest import HOTEL, STRANGE, bearer, limit

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_turn_that_is_stopped_counts_for_company_key_and_user(hotel):
    for kind in ("company", "key", "user"):
        await limit(kind=kind, tokens_a_day=10_000_000)
    asking = asyncio.create_task(_begin(hotel, "when is checkout?", user_id="guest-1"))
    turn = await _running()
    stopped = await hotel.web.post(
        f"/api/turns/{turn.pk}/stop",
        params={"tenant_id": HOTEL},
        json={"user_id": "guest-1"},
        headers=bearer(hotel.keys["web"]),
    )
    assert stopped.status_code == 200, stopped.text
    answer = await asking
    assert answer["metadata"]["status"] == "cancelled"
    used = answer["metadata"]["usage"]
    assert used["total_tokens"] > 0 and used["cost_usd"] > 0
    assert await visit(_tokens) == dict.fromkeys(("company", "key", "user"), used["total_tokens"])
    stored = await visit(lambda: Turn.objects.of(HOTEL).get())
    assert stored.usage["prompt_tokens"] == used["prompt_tokens"] and stored.cost == used["cost_usd"]


async def test_stopping_does_not_pass_a_limit(hotel):
    await limit(kind="company", tokens_a_day=1)
    asking = asyncio.create_task(_begin(hotel, "when is checkout?"))
    registry.stop((await _running()).pk)
    await asking
    refused = await hotel("when is breakfast?", status=429)
    assert refused.json()["limit"] == "company.tokens"


async def test_a_turn_that_takes_too_long_counts(hotel, settings):
    settings.TURN_DEADLINE = 1.0
    hotel.model.says("Late. " * 200, between=0.05)
    failed = await hotel("when is checkout?")
    assert failed["metadata"]["status"] == "failed"
    assert (await visit(_tokens))["company"] == failed["metadata"]["usage"]["total_tokens"] > 0


async def test_a_later_attempt_counts_what_the_one_before_used(hotel):
    asking = asyncio.create_task(_begin(hotel, "when is checkout?"))
    turn = await _running()
    await visit(paying.keep_used)  # what a beat does
    begun = (await visit(lambda: Turn.objects.of(HOTEL).get())).usage
    assert begun["prompt_tokens"] > 0
    registry._tasks[turn.pk].cancel()  # its process ends
    hotel.model.let_go()
    past = timezone.now() - order.lease()
    await visit(lambda: Turn.unscoped.filter(pk=turn.pk).update(lease_until=past))
    assert await sweep.sweep() == 1
    answer = await asking
    used = answer["metadata"]["usage"]
    assert answer["metadata"]["status"] == "answered" and used["calls"] == begun["calls"] + 2
    assert used["prompt_tokens"] > begun["prompt_tokens"]
    assert (await visit(_tokens))["company"] == used["total_tokens"]


async def test_a_conversation_that_is_deleted_meanwhile_counts(hotel):
    asking = asyncio.create_task(_begin(hotel, "when is checkout?"))
    turn = await _running()
    await visit(lambda: Conversation.objects.of(HOTEL).delete())
    registry.stop(turn.pk)
    asking.cancel()
    async with asyncio.timeout(10):
        while registry.list_running_turns():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert (await visit(_tokens))["company"] > 0


async def test_turns_that_run_hold_back_what_turns_use(hotel):
    """Ten messages at once do not each find the limit unused."""
    used = (await hotel("when is checkout?"))["metadata"]["usage"]["total_tokens"]
    await limit(kind="company", tokens_a_day=int(used * 2.5))
    held = [hotel.model.holds("At noon.") for _ in range(2)]
    first = asyncio.create_task(hotel("when is checkout?"))
    await _running()
    second = asyncio.create_task(hotel("when is breakfast?"))
    await _running(2)
    refused = await hotel("when is checkout?", status=429)
    assert refused.json()["limit"] == "company.tokens"
    assert int(refused.headers["Retry-After"]) == 10  # they may use less
    for each in held:
        each.set()
    await asyncio.gather(first, second)
    assert await visit(_reserved) == (0, 0)


async def test_sessions_without_a_user_are_each_under_the_limit_of_a_user(hotel):
    await limit(kind="user", turns_a_day=1)
    await hotel("when is checkout?", session_id="front-door")
    refused = await hotel("when is checkout?", status=429, session_id="front-door")
    assert refused.json()["limit"] == "user.turns"
    await hotel("when is checkout?", session_id="back-door")


async def test_a_preview_is_counted_and_asks_no_model_once_the_limit_is_used_up(hotel):
    key = bearer(hotel.keys["web"])
    body = {"message": STRANGE, "tenant_id": HOTEL}
    looked = await hotel.web.post("/debug/route", json=body, headers=key)
    assert looked.status_code == 200 and len(hotel.model.requests) == 1, looked.text
    counted = (await visit(_tokens))["company"]
    assert counted > 0
    await limit(kind="company", tokens_a_day=1)
    looked = await hotel.web.post("/debug/route", json=body, headers=key)
    assert looked.status_code == 200 and len(hotel.model.requests) == 1
    assert (await visit(_tokens))["company"] == counted


async def _begin(hotel, text, **more):
    """A message whose specialist's model has said a few words and says no more."""
    hotel.model.says("At noon we would", stall=30)
    return await hotel(text, **more)


async def _running(turns: int = 1) -> Turn:
    """The turn that runs, once so many have asked a model."""
    async with asyncio.timeout(15):
        while True:
            found = await visit(lambda: list(Turn.objects.of(HOTEL).filter(status="running")))
            metered = [each for each in paying._running.values() if each.meter.used.total_tokens]
            if len(found) >= turns and len(metered) >= turns:
                return found[0]
            await asyncio.sleep(0.02)


def _tokens() -> dict[str, int]:
    found: Counter[str] = Counter()
    for subject, tokens in Spent.objects.of(HOTEL).values_list("subject", "tokens"):
        found[subject.partition(":")[0]] += tokens
    return dict(found)


def _reserved() -> tuple[int, int]:
    rows = Spent.objects.of(HOTEL).aggregate(tokens=Sum("reserved_tokens"), micros=Sum("reserved_micros"))
    return rows["tokens"], rows["micros"]
