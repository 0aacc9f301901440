"""Signed messages in, signed events out, over real HTTP."""

import asyncio
import json
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks.webhooks import Webhook

from conversations.models import Turn
from conversations.visits import visit
from delivery import keys, outbox, sending, signing
from delivery.kinds import KINDS
from delivery.models import Channel, Delivery
from tests.delivery.conftest import send_all, waits

AFTER = KINDS["webhook"].schedule
INVOICE = {"text": "Minha fatura INV001 veio alta", "user_id": "ana", "session_id": "s1"}


def signed(secret, body, message_id="msg_1", at=None):
    return signing.headers(message_id, body, [secret], at or datetime.now(UTC))


async def send(web, row, secret, data=INVOICE, message_id="msg_1", **options):
    body = json.dumps({"type": "message", "data": data})
    headers = {"Content-Type": "application/json", **signed(secret, body, message_id), **options}
    return await web.post(f"/channels/webhook/{row.pk}", content=body, headers=headers)


async def test_a_signed_message_is_answered_in_the_response(stranger, channel, demo_servers):
    row, secret = channel(agent_id="telecom_contas")
    answer = (await send(stranger, row, secret)).json()
    assert answer["metadata"]["active_agent"] == "Faturas"
    assert "mcp_results" not in answer["metadata"]  # who signs a message is no operator
    assert answer["session_id"] == "tenant_a:telecom_contas:s1"
    assert answer["metadata"]["message_id"]


async def test_a_message_delivered_again_is_the_same_turn(stranger, channel, demo_servers):
    row, secret = channel(agent_id="telecom_contas")
    first = (await send(stranger, row, secret)).json()
    again = (await send(stranger, row, secret)).json()
    assert again == first
    assert await visit(lambda: Turn.unscoped.count()) == 1


async def test_a_header_that_is_not_signed_makes_no_new_turn_of_a_message(stranger, channel, demo_servers):
    row, secret = channel(agent_id="telecom_contas")
    for key in ("one", "two"):
        assert (await send(stranger, row, secret, **{"Idempotency-Key": key})).status_code == 200
    assert await visit(lambda: Turn.unscoped.count()) == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"type": "message", "data": {"transcript": " "}}, "/data/transcript"),
        ({"type": "message", "data": {"user_id": "ana"}}, "/data/text"),
        ({"data": {"text": 5}}, "/data/text"),
        ({"user_id": "ana"}, "/text"),
        ({"text": "oi", "session_id": "a/b"}, "/session_id"),
    ],
)
async def test_a_wrong_message_is_told_of_the_field_that_was_signed(stranger, channel, body, pointer):
    row, secret = channel(agent_id="telecom_contas")
    whole = json.dumps(body)
    headers = {"Content-Type": "application/json", **signed(secret, whole)}
    answer = await stranger.post(f"/channels/webhook/{row.pk}", content=whole, headers=headers)
    assert (answer.status_code, [flaw["pointer"] for flaw in answer.json()["errors"]]) == (422, [pointer])


async def test_the_answer_goes_to_the_channels_address(stranger, channel, receiver, demo_servers):
    row, secret = channel(agent_id="telecom_contas", url=receiver.url)
    told = await send(stranger, row, secret)
    assert (told.status_code, told.json()["conversation_key"]) == (202, "tenant_a:telecom_contas:s1")
    await send_all()
    (path, headers, body), said = receiver.got[0], receiver.bodies()[0]
    assert (path, said["type"], said["data"]["turn_id"]) == ("/", "message.answered", told.json()["turn_id"])
    assert said["data"]["text"]
    Webhook(secret).verify(body, headers)
    row = await visit(lambda: Delivery.unscoped.get())
    assert (row.status, row.answered, row.attempts, row.pk) == ("sent", 200, 1, headers["webhook-id"])
    asked = await visit(lambda: Channel.unscoped.get())
    assert (await send(stranger, asked, secret)).status_code == 202
    await send_all()
    assert len(receiver.got) == 1


@pytest.mark.parametrize("wrong", ["secret", "old", "none", "changed", "noise"])
async def test_what_is_not_signed_well_is_refused_and_not_stored(stranger, channel, wrong):
    row, secret = channel()
    body = json.dumps({"data": INVOICE})
    headers = signed(secret, body)
    if wrong == "secret":
        headers = signed(signing.new_secret(), body)
    elif wrong == "old":
        headers = signed(secret, body, at=datetime.now(UTC) - timedelta(minutes=6))
    elif wrong == "none":
        headers = {}
    elif wrong == "changed":
        body = body.replace("INV001", "INV002")
    else:
        headers["webhook-signature"] = "v1,é,%% v2"
        headers = {name: value.encode("latin-1").decode("latin-1") for name, value in headers.items()}
    sent = {**headers, "Content-Type": "application/json"}
    wire = [(name.encode(), value.encode("latin-1")) for name, value in sent.items()]
    answer = await stranger.post(f"/channels/webhook/{row.pk}", content=body, headers=wire)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_signature")
    assert await visit(lambda: Turn.unscoped.count()) == 0


async def test_both_secrets_count_while_one_is_exchanged(stranger, channel, receiver, demo_servers):
    row, old = channel(agent_id="telecom_contas")
    new = await visit(lambda: keys.rotate(Channel.unscoped.get(pk=row.pk)))
    assert (await send(stranger, row, old, message_id="a")).status_code == 200
    assert (await send(stranger, row, new, message_id="b")).status_code == 200
    await visit(lambda: Channel.unscoped.update(former_until=datetime.now(UTC)))
    assert (await send(stranger, row, old, message_id="c")).status_code == 401


async def test_a_channel_that_is_off_is_not_there(stranger, channel):
    row, secret = channel(enabled=False)
    assert (await send(stranger, row, secret)).status_code == 404


async def test_a_company_is_told_of_every_turn_it_asked_for(web, channel, receiver):
    channel(url=receiver.url + "/hooks", events=["turn.answered", "handoff"])
    channel(name="other", url=receiver.url + "/other", agent_id="retail_orders", events=["turn.answered"])
    await web.say("Minha fatura INV001 veio alta e onde está meu pedido P100?", "s9", user_id="ana")
    await send_all()
    assert [path for path, _headers, _body in receiver.got] == ["/hooks"] * len(receiver.got)
    told = {each["type"]: each["data"] for each in receiver.bodies()}
    assert told["turn.answered"]["session_id"] == "s9"
    assert told["handoff"]["from_agent"]
    assert "CPF" not in json.dumps(told)


async def test_what_fails_is_tried_again_later_and_keeps_its_id(web, channel, receiver):
    channel(url=receiver.url, events=["turn.answered"])
    receiver.answer(500).answer(503)
    await web.say("oi", "s1")
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.select_related("channel").get())
    assert (kept.status, kept.answered, kept.attempts) == ("pending", 500, 1)
    first = outbox.KINDS["webhook"].schedule[0]
    assert first <= waits(kept) <= first * (1 + outbox.JITTER)
    assert kept.channel.failing_since
    for _ in range(2):
        await visit(lambda: Delivery.unscoped.update(next_at=datetime.now(UTC)))
        await send_all()
    kept = await visit(lambda: Delivery.unscoped.select_related("channel").get())
    assert (kept.status, [each["status"] for each in kept.log]) == ("sent", [500, 503, 200])
    assert len({headers["webhook-id"] for _path, headers, _body in receiver.got}) == 1
    assert kept.channel.failing_since is None


@pytest.mark.parametrize(
    ("said", "kind", "kept"),
    [
        (b"a\x00b\xff", "text/plain", "ab\N{REPLACEMENT CHARACTER}"),
        (b"a\x1b[31m\xe2\x80\xaeb", "text/plain", "a[31mb"),
        (b"x-" + b"q" * 2_000_000, "text/plain; charset=punycode", "x-q"),
    ],
    ids=["NUL", "letters that nobody sees", "a codec that takes minutes"],
)
async def test_whatever_a_receiver_says_the_attempt_is_written_down(web, channel, receiver, said, kind, kept):
    channel(url=receiver.url, events=["turn.answered"])
    receiver.answer(500, said, Content_Type=kind)
    await web.say("oi", "s1")
    async with asyncio.timeout(60):
        await send_all()
    row = await visit(lambda: Delivery.unscoped.get())
    assert (row.status, row.attempts, row.answered, row.lease_until) == ("pending", 1, 500, None)
    assert kept in row.error


async def test_a_receiver_that_says_much_has_taken_it(web, channel, receiver):
    channel(url=receiver.url, events=["turn.answered"])
    receiver.answer(200, b"<p>" * 3_000_000)
    await web.say("oi", "s1")
    await send_all()
    assert await visit(lambda: Delivery.unscoped.get().status) == "sent"


async def test_an_answer_that_cannot_be_written_down_counts_as_an_attempt(
    web, channel, receiver, monkeypatch
):
    async def odd(_row):
        return outbox.DeliveryResult(False, status="not a number")  # type: ignore[arg-type]

    monkeypatch.setitem(sending._senders, "webhook", odd)
    channel(url=receiver.url, events=["turn.answered"])
    await web.say("oi", "s1")
    await send_all()
    row = await visit(lambda: Delivery.unscoped.get())
    assert (row.status, row.attempts, row.lease_until) == ("pending", 1, None)


async def test_a_channel_that_takes_nothing_is_switched_off(web, channel, receiver):
    channel(url="http://127.0.0.1:9", events=["turn.answered"])
    await web.say("oi", "s1")
    for _ in range(len(AFTER) + 1):
        await send_all()
        await visit(lambda: Delivery.unscoped.update(next_at=datetime.now(UTC)))
    kept = await visit(lambda: Delivery.unscoped.select_related("channel").get())
    assert (kept.status, kept.attempts, kept.channel.enabled) == ("failed", len(AFTER) + 1, False)
    assert kept.channel.problem
    await visit(lambda: Channel.unscoped.update(enabled=True, url=receiver.url))
    await visit(lambda: outbox.again(Delivery.unscoped.get()))
    await send_all()
    assert len(receiver.got) == 1


async def test_what_a_process_left_behind_is_sent_by_another(web, channel, receiver):
    channel(url=receiver.url, events=["turn.answered"])
    await web.say("oi", "s1")
    taken = await visit(outbox.claim)  # by a process that dies now
    assert len(taken) == 1
    await send_all()
    assert receiver.got == []
    await visit(lambda: Delivery.unscoped.update(lease_until=datetime.now(UTC) - timedelta(seconds=1)))
    await send_all()
    assert len(receiver.got) == 1
    await visit(
        lambda: outbox.settle(taken[0], outbox.DeliveryResult(False, 500))
    )  # too late: another attempt has it
    assert await visit(lambda: Delivery.unscoped.get().status) == "sent"


async def test_a_receiver_that_is_slow_holds_up_nobody_else(channel):
    slow, other = (channel(name=name, url="http://127.0.0.1:9")[0] for name in ("slow", "other"))
    await visit(lambda: [outbox.put(slow, "turn.answered", {"n": n}) for n in range(40)])
    await visit(lambda: outbox.put(other, "turn.answered", {}))
    first = await visit(outbox.claim)
    shares = Counter(row.channel.name for row in first)
    assert shares == {"slow": outbox.OF_A_CHANNEL, "other": 1}
    still = [row for row in first if row.channel.name == "slow"]
    assert await visit(lambda: outbox.claim(8, still)) == []
    assert len(await visit(lambda: outbox.claim(8, still[1:]))) == 1


async def test_many_channels_of_one_company_leave_room_for_others(channel):
    rows = [channel(name=f"c{n}", url="http://127.0.0.1:9")[0] for n in range(5)]
    await visit(lambda: [outbox.put(row, "turn.answered", {}) for row in rows for _ in range(4)])
    assert len(await visit(outbox.claim)) == outbox.OF_A_TENANT < outbox.AT_ONCE


async def test_what_waits_for_a_channel_that_stays_off_is_given_up(channel, receiver):
    row, _secret = channel(url=receiver.url, enabled=False)
    old, new = [await visit(lambda: outbox.put(row, "turn.answered", {})) for _ in range(2)]
    since = datetime.now(UTC) - outbox.GIVEN_UP - timedelta(minutes=1)
    await visit(lambda: Delivery.unscoped.filter(pk=old.pk).update(created_at=since))
    await visit(outbox.tidy)
    await visit(lambda: Channel.unscoped.update(enabled=True))
    await send_all()
    kept = await visit(lambda: dict(Delivery.unscoped.values_list("pk", "status")))
    assert (kept, len(receiver.got)) == ({old.pk: "failed", new.pk: "sent"}, 1)


async def test_what_is_erased_is_not_sent(web, channel, receiver):
    channel(url=receiver.url, events=["turn.answered"])
    answer = (await web.say("oi", "s1")).json()
    await visit(lambda: Channel.unscoped.update(enabled=False))
    assert (await web.delete(f"/sessions/{answer['session_id']}")).status_code == 200
    await visit(lambda: Channel.unscoped.update(enabled=True))
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.get())
    assert (receiver.got, kept.status, kept.payload) == ([], "cancelled", {})


async def test_a_turn_without_listeners_leaves_nothing(web, channel):
    channel(events=[])
    await web.say("oi", "s1")
    assert await visit(lambda: Delivery.unscoped.count()) == 0


def test_every_kind_of_channel_has_its_line():
    """A kind without one could be saved, and what is sent to it would never be settled."""
    assert KINDS.keys() == set(Channel.Kinds.values)
