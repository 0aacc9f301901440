"""Several messages before the first is answered: queue, coalesce, debounce.

Never two turns at once, nothing lost.
"""

import asyncio

import pytest

from conversations import order
from conversations.models import Conversation, IdempotencyKey, Message, Turn
from conversations.visits import visit
from language.acts.reading import read
from routing.models import AgentProfile
from routing.turns import queue as load
from routing.turns import sweep
from routing.turns.run import stop
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER, VISITOR
from tests.turns.test_visits import Count

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def slow(fake_openai, settings):
    """A model over HTTP that holds its first answer until it is let go: meanwhile others write."""
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    fake_openai.first = fake_openai.holds("first answer")
    return fake_openai


@pytest.fixture
async def coalescing(talk):
    await change(lambda: AgentProfile.objects.of("tenant_a").update(quick_messages="coalesce"))


@pytest.fixture
async def debouncing(talk, settings):
    settings.DEBOUNCE_SECONDS = 1.0
    await change(lambda: AgentProfile.objects.of("tenant_a").update(quick_messages="debounce"))


async def one_by_one(*asking):
    """Begins each of these when the message of the one before is stored; gives their tasks."""
    before = await Message.objects.of("tenant_a").filter(role="user").acount()
    tasks = []
    for each in asking:
        tasks.append(asyncio.create_task(each))
        await messages(before + len(tasks))
    return tasks


async def quickly(talk, *texts, context=CUSTOMER, model=None):
    """Sends messages one after the other without waiting for answers, then lets the model go.

    Gives the answers.
    """
    tasks = await one_by_one(*(talk("quick")(text, context) for text in texts))
    if model is not None:
        model.first.set()
    return await asyncio.gather(*tasks)


async def messages(count):
    """Returns once so many messages of users are stored."""
    for _ in range(1500):
        if await Message.objects.of("tenant_a").filter(role="user").acount() >= count:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"there are no {count} messages")


def turns_of(answers):
    return [answer["metadata"]["turn"] for answer in answers]


async def said(number):
    rows = Message.objects.of("tenant_a").filter(turn__number=number, role="user").order_by("seq")
    return [(row.seq, row.text) async for row in rows]


async def stored():
    """The one turn, as soon as it is there."""
    for _ in range(500):
        if turn := await Turn.objects.of("tenant_a").afirst():
            return turn
        await asyncio.sleep(0.02)
    raise AssertionError("no turn was stored")


def asked_of(request):
    return [each["content"] for each in request["messages"] if each["role"] == "user"][-1]


async def test_by_default_each_message_is_answered_on_its_own(talk, slow):
    answers = await quickly(talk, "um", "dois", "três", model=slow)
    assert turns_of(answers) == [1, 2, 3]
    assert answers[2]["metadata"]["message_ids"] == [answers[2]["metadata"]["message_id"]]


async def test_one_turn_answers_all_that_came_while_the_last_one_ran(talk, slow, coalescing):
    slow.says("one answer for all")
    answers = await quickly(
        talk, "Minha fatura veio alta", "a do mês passado\ne a deste", "pode ver?", model=slow
    )
    assert turns_of(answers) == [1, 2, 2]
    assert answers[1] == answers[2] and answers[1]["text"] == "one answer for all"
    assert asked_of(slow.requests[1]) == "a do mês passado\ne a deste\npode ver?"
    assert await said(2) == [(2, "a do mês passado\ne a deste"), (3, "pode ver?")]
    ids = answers[1]["metadata"]["message_ids"]
    assert len(ids) == 2 and answers[1]["metadata"]["message_id"] == ids[0]
    statuses = [turn.status async for turn in Turn.objects.of("tenant_a").order_by("number")]
    assert statuses == ["answered", "answered"]
    conversation = await Conversation.objects.of("tenant_a").aget()
    assert (conversation.message_count, conversation.turn_count) == (5, 2)
    slow.says("later")
    later = await talk("quick")("e agora?", CUSTOMER)
    assert later["metadata"]["turn"] == 3
    said_before = [
        each["content"] for each in slow.requests[2]["messages"] if each["role"] in ("user", "assistant")
    ]
    history = said_before[: said_before.index("e agora?")]
    assert history[-5:] == ["Minha fatura veio alta", "first answer", "a do mês passado\ne a deste",
                              "pode ver?",
                              "one answer for all"]  # fmt: skip


async def test_each_waiting_stream_gets_the_turn_and_its_answer(talk, slow, coalescing):
    slow.says("for both")
    one, two = talk("quick"), talk("quick")
    asked = ((talk("quick"), "um"), (one, "dois"), (two, "três"))
    tasks = await one_by_one(*(each(text, CUSTOMER, door="gateway_sse") for each, text in asked))
    slow.first.set()
    await asyncio.gather(*tasks)
    for each in (one, two):
        names = [event.name for event in each.events]
        assert (names[0], names[-2:], names.count("accepted")) == ("accepted", ["answer", "done"], 1)
        assert "".join(event.data["text"] for event in each.events if event.name == "text") == "for both"
        numbers = [event.number for event in each.events]
        assert numbers == sorted(set(numbers)) and {event.turn for event in each.events} == {2}


async def test_the_key_of_each_message_gets_the_answer(talk, slow, coalescing):
    slow.says("for both")
    _, two, three = tasks = await one_by_one(
        talk("quick")("um", CUSTOMER, idempotency_key="k1", body_digest="d1"),
        talk("quick")("dois", CUSTOMER, idempotency_key="k2", body_digest="d2"),
        talk("quick")("três", CUSTOMER, idempotency_key="k3", body_digest="d3"),
    )
    slow.first.set()
    await asyncio.gather(*tasks)
    again = [await talk("quick")(text, CUSTOMER, idempotency_key=key, body_digest=digest)
             for text, key, digest in (("dois", "k2", "d2"), ("três", "k3", "d3"))]  # fmt: skip
    assert again == [await two, await three] and await two == await three
    assert await Turn.objects.of("tenant_a").acount() == 2
    assert await IdempotencyKey.objects.of("tenant_a").filter(response=None).acount() == 0


async def test_what_failed_together_may_be_sent_again_one_by_one(talk, slow, coalescing):
    slow.fails(400)
    keys = {"dois": "k2", "três": "k3"}
    first, *tasks = await one_by_one(
        talk("quick")("um", CUSTOMER),
        *(talk("quick")(text, CUSTOMER, idempotency_key=key, body_digest=key) for text, key in keys.items()),
    )
    slow.first.set()
    await first
    assert [(await task)["metadata"]["status"] for task in tasks] == ["failed", "failed"]
    slow.says("again three").says("again two")
    three = await talk("quick")("três", CUSTOMER, idempotency_key="k3", body_digest="k3")
    two = await talk("quick")("dois", CUSTOMER, idempotency_key="k2", body_digest="k2")
    assert (three["text"], two["text"]) == ("again three", "again two")
    assert (await said(3), await said(4)) == ([(3, "três")], [(2, "dois")])
    assert await Message.objects.of("tenant_a").filter(role="user").acount() == 3


@pytest.mark.parametrize(
    "other",
    [
        {"user_id": "somebody"}, {"mode": "supervisor"}, {"channel": "voice"}, {"takers": ("suporte",)},
        {"context": {**CUSTOMER, "invoice_id": "INV002"}},
    ],
    ids=["another user", "another mode", "another channel", "other takers", "another invoice"],
)  # fmt: skip
async def test_messages_that_disagree_are_answered_one_by_one(talk, slow, coalescing, other):
    each = ({"context": CUSTOMER}, {"context": CUSTOMER, **other}, {"context": CUSTOMER})
    again = (talk("quick")("de novo", **more) for more in each)
    tasks = await one_by_one(talk("quick")("um", CUSTOMER), *again)
    slow.first.set()
    answers = await asyncio.gather(*tasks)
    assert turns_of(answers) == [1, 2, 3, 4]


async def test_what_only_one_of_them_knows_is_known_to_the_turn(talk, slow, coalescing):
    more = (talk("quick")("Minha fatura veio alta", context) for context in (CUSTOMER, BUYER))
    tasks = await one_by_one(talk("quick")("um", {}), *more)
    slow.first.set()
    answers = await asyncio.gather(*tasks)
    assert turns_of(answers) == [1, 2, 2]
    proven = (await Turn.objects.of("tenant_a").aget(number=2)).request["proven"]
    assert proven == CUSTOMER | BUYER


async def test_a_turn_takes_so_many_messages_and_letters_and_the_next_one_the_rest(
    talk, slow, coalescing, monkeypatch, settings
):
    monkeypatch.setattr(order, "JOINED", 2)
    settings.POLITE_CHARACTERS = 300
    answers = await quickly(talk, "um", "dois", "três", "quatro", "x" * 299, model=slow)
    assert turns_of(answers) == [1, 2, 2, 3, 4]


async def test_a_number_that_runs_over_two_messages_is_masked_in_both(talk, slow, coalescing):
    """Each message keeps its own half, and of the number no more than a mask shows."""
    await quickly(talk, "um", "meu cpf é 529.982.", "247-25 viu", model=slow)
    assert [text for _, text in await said(2)] == ["meu cpf é ***.***.", "***-25 viu"]


async def test_the_strategy_queue_asks_nothing_more(talk, monkeypatch):
    one = talk("quick")
    await one("oi", CUSTOMER)
    count = Count(monkeypatch)
    await one("oi", CUSTOMER)
    queue = count.take()
    await change(lambda: AgentProfile.objects.of("tenant_a").update(quick_messages="coalesce"))
    await one("oi", CUSTOMER)
    count.take()
    await one("oi", CUSTOMER)
    assert count.take() == (queue[0], queue[1] + 1)


async def test_a_lost_commit_of_a_message_that_joined_is_not_said_twice(talk, slow, coalescing):
    answers = await quickly(talk, "um", "dois", "três", model=slow)
    ids = answers[2]["metadata"]["message_ids"]
    found = await visit(lambda: load.load_opened("no such turn", ids[1]))
    assert (found.joined, found.turn_id, found.prepared) == (True, answers[2]["metadata"]["turn_id"], None)
    assert await visit(lambda: load.load_opened("no such turn", "no such message")) is None


async def test_an_answer_begins_when_the_writer_pauses(talk, fake_openai, settings, debouncing):
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    fake_openai.says("all of it")
    answers = await quickly(talk, "oi", "minha fatura", "veio alta")
    assert turns_of(answers) == [1, 1, 1] and {each["text"] for each in answers} == {"all of it"}
    assert [asked_of(request) for request in fake_openai.requests] == ["oi\nminha fatura\nveio alta"]
    turn = await Turn.objects.of("tenant_a").aget()
    assert (turn.started_at - turn.created_at).total_seconds() >= 1
    assert await said(1) == [(1, "oi"), (2, "minha fatura"), (3, "veio alta")]


async def test_while_one_is_answered_the_next_rests_and_no_two_run_at_once(talk, slow, debouncing, settings):
    slow.says("second")
    settings.DEBOUNCE_SECONDS = 0.3
    slow.clear()
    slow.first = slow.holds("first")
    slow.says("second")
    running = asyncio.create_task(talk("quick")("um", CUSTOMER))
    await slow.asked()
    later = await quickly(talk, "dois", "três", model=slow)
    answers = [await running, *later]
    assert turns_of(answers) == [1, 2, 2]
    first, second = [turn async for turn in Turn.objects.of("tenant_a").order_by("number")]
    assert second.started_at >= first.finished_at


async def test_who_never_pauses_is_answered_all_the_same(talk, debouncing, settings, monkeypatch):
    monkeypatch.setattr(order, "RESTS", 2)
    settings.DEBOUNCE_SECONDS = 0.5
    asked = []
    for _ in range(6):
        asked += await one_by_one(talk("quick")("oi", CUSTOMER))
        await asyncio.sleep(0.3)  # shorter than the pause that ends a rest
    assert max(turns_of(await asyncio.gather(*asked))) > 1


async def test_a_turn_that_rests_can_be_stopped(talk, debouncing, settings):
    settings.DEBOUNCE_SECONDS = 30
    running = asyncio.create_task(talk("quick")("oi", CUSTOMER))
    turn = await stored()
    await stop(VISITOR, turn.pk)
    assert (await running)["metadata"]["status"] == "cancelled"
    settings.DEBOUNCE_SECONDS = 0.05
    assert (await talk("quick")("oi", CUSTOMER))["metadata"]["turn"] == 2


async def test_a_turn_whose_process_let_it_rest_and_died_is_begun_by_another(
    talk, debouncing, settings, monkeypatch
):
    settings.DEBOUNCE_SECONDS = 600
    running = asyncio.create_task(talk("quick")("oi", CUSTOMER))
    await stored()
    await sweep.sweep()
    turn = await Turn.objects.of("tenant_a").aget()
    assert turn.status == "queued", "it rests: nobody has forgotten it"
    rested = turn.lease_until - sweep.RESTED - sweep.RESTED
    await Turn.objects.of("tenant_a").aupdate(lease_until=rested.replace(year=2020))
    await sweep.sweep()
    assert (await running)["metadata"]["status"] == "answered"


async def test_a_no_after_a_rest_takes_nothing_back_that_was_said_before(talk, debouncing, settings):
    settings.DEBOUNCE_SECONDS = 0.05
    await talk("quick")("oi", CUSTOMER)
    turn = await Turn.objects.of("tenant_a").aget()
    assert turn.started_at > turn.created_at and turn.request["rested"]
    await Turn.objects.of("tenant_a").aupdate(status="running", finished_at=None)
    assert (await visit(lambda: load.load(turn.pk))).context.request.arrival.waited is False


@pytest.mark.parametrize(
    "text", ["sim\nnão", "sim\nespera", "pode\nmas antes quanto custa?", "yes\nno", "sí\nespera"]
)
def test_a_yes_and_what_takes_it_back_are_no_yes_together(text):
    assert read(text) != "yes"
