"""Events to the installation's stream, over a real broker."""

import asyncio
import json
import ssl
from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError

from conversations.visits import visit
from delivery import outbox, sending, stream
from delivery.models import Channel, Delivery
from tests.delivery.conftest import send_all
from tests.parts import kafka_broker
from tests.parts.certificate import write_certificate

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
TOPIC = "switchboard-events"


@pytest.fixture
def plain(settings):
    """Points the installation at a broker that asks for nothing."""

    def point(address: str, **more: object) -> None:
        settings.KAFKA_BOOTSTRAP_SERVERS = [address]
        settings.KAFKA_SECURITY_PROTOCOL = "PLAINTEXT"
        for name, value in more.items():
            setattr(settings, name, value)

    return point


@pytest.fixture
async def broker(plain):
    with kafka_broker.started() as own:
        plain(own.address)
        yield own
        await stream.close()


def headers(record) -> dict[str, str]:
    return {name: value.decode() for name, value in record.headers}


def data(record) -> dict[str, object]:
    return json.loads(record.value)["data"]


async def due() -> None:
    await visit(lambda: Delivery.unscoped.filter(status="pending").update(next_at=datetime.now(UTC)))


async def states() -> list[str]:
    return await visit(lambda: list(Delivery.unscoped.order_by("pk").values_list("status", flat=True)))


async def test_a_stream_gets_what_a_webhook_gets_in_the_conversations_order(web, channel, receiver, broker):
    channel(url=receiver.url, events=["turn.answered"])
    channel("stream", name="events", events=["turn.answered"])
    web.headers["traceparent"] = TRACE
    for text in ("oi", "bom dia", "obrigado"):
        await web.say(text, "s1")
    await send_all()
    records = await broker.read(TOPIC, 3)
    hooks = {body["data"]["turn_id"]: body["data"] for body in receiver.bodies()}
    assert [data(each) for each in records] == sorted(hooks.values(), key=lambda data: data["turn"])
    assert [data(each)["turn"] for each in records] == [1, 2, 3]
    assert {each.key.decode() for each in records} == {data(each)["conversation_id"] for each in records}
    rows = await visit(lambda: list(Delivery.unscoped.filter(channel__kind="stream").order_by("pk")))
    assert [headers(each) for each in records] == [
        {
            "event-id": row.pk,
            "event-type": "turn.answered",
            "tenant": "tenant_a",
            "traceparent": TRACE,
            "content-type": "application/json",
        }
        for row in rows
    ]
    assert {got["traceparent"] for _path, got, _body in receiver.got} == {TRACE}


async def test_a_broker_that_comes_back_gets_everything_in_order(channel, broker, monkeypatch):
    monkeypatch.setattr(stream, "SECONDS", 0.5)
    row, _ = channel("stream")
    await visit(lambda: outbox.put(row, "test", {"n": 0}, "c1"))
    await send_all()
    for number in (1, 2):
        await visit(lambda n=number: outbox.put(row, "test", {"n": n}, "c1"))
    with broker.frozen():
        await send_all()
        waiting = await visit(lambda: list(Delivery.unscoped.filter(status="pending").order_by("pk")))
    assert [each.attempts for each in waiting] == [1, 0]  # the second one waits for the first
    assert str(waiting[0].error) == "The broker could not be reached: TimeoutError."
    await due()
    await send_all()
    assert await states() == ["sent"] * 3
    numbers: dict[str, object] = {}
    while len(numbers) < 3:  # what was tried before may have come, and comes again
        records = await broker.read(TOPIC, 3 if not numbers else 4)
        numbers = {headers(each)["event-id"]: data(each)["n"] for each in records}
    assert list(numbers.values()) == [0, 1, 2]


async def test_a_process_that_ends_hands_over_what_it_is_sending(channel, broker):
    row, _ = channel("stream")
    for number in range(3):
        await visit(lambda n=number: outbox.put(row, "test", {"n": n}))
    assert await sending.once() == 3
    await sending.close()
    assert sorted(data(each)["n"] for each in await broker.read(TOPIC, 3)) == [0, 1, 2]
    assert await states() == ["sent"] * 3


async def test_two_companies_are_told_of_their_own(channel, broker, settings):
    from tenancy.models import Tenant

    settings.KAFKA_TOPIC = "events-{company}"
    mine, _ = channel("stream")

    def other():
        Tenant(slug="tenant_b").save()
        row = Channel(tenant_id="tenant_b", kind="stream", name="events")
        row.save()
        return row

    theirs = await visit(other)
    await visit(lambda: (outbox.put(mine, "test", {"n": 1}), outbox.put(theirs, "test", {"n": 2})))
    await send_all()
    for company, number in (("tenant_a", 1), ("tenant_b", 2)):
        (record,) = await broker.read(f"events-{company}", 1)
        assert (headers(record)["tenant"], record.key, data(record)) == (
            company,
            company.encode(),
            {"n": number},
        )


async def test_what_is_too_large_comes_without_its_text_and_says_so(channel, broker):
    row, _ = channel("stream")
    await visit(lambda: outbox.put(row, "test", {"text": "x" * 990_000, "n": 1}, "c1"))
    await visit(lambda: outbox.put(row, "test", {"text": "x" * stream.LARGEST, "n": 2}, "c1"))
    await visit(lambda: outbox.put(row, "test", {str(n): "x" * 4_000 for n in range(300)}, "c1"))
    await send_all()
    whole, short = await broker.read(TOPIC, 2)
    assert len(data(whole)["text"]) == 990_000
    assert data(short) == {"n": 2, "omitted": ["text"]}
    assert await states() == ["sent", "sent", "failed"]


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-512"])
async def test_a_refused_name_is_said_without_the_password(channel, plain, caplog, mechanism):
    with kafka_broker.started("--authentication") as own:
        plain(
            own.address,
            KAFKA_SECURITY_PROTOCOL="SASL_PLAINTEXT",
            KAFKA_SASL_MECHANISM=mechanism,
            KAFKA_USERNAME="reader",
            KAFKA_PASSWORD="not-for-a-log",
        )
        row, _ = channel("stream")
        await visit(lambda: outbox.put(row, "test", {"n": 1}))
        await send_all()
    kept = await visit(lambda: Delivery.unscoped.select_related("channel").get())
    assert "KAFKA_USERNAME and KAFKA_PASSWORD" in str(kept.error)
    assert (kept.status, kept.channel.problem) == ("pending", kept.error)
    assert "not-for-a-log" not in caplog.text + str(kept.log)


async def test_a_certificate_that_nobody_vouches_for_is_refused(channel, plain, tmp_path):
    own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own.load_cert_chain(write_certificate(tmp_path / "broker.pem", "localhost"))
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0, ssl=own)
    plain(f"localhost:{server.sockets[0].getsockname()[1]}", KAFKA_SECURITY_PROTOCOL="SSL")
    row, _ = channel("stream")
    await visit(lambda: outbox.put(row, "test", {"n": 1}))
    async with server:
        await send_all()
    kept = await visit(lambda: Delivery.unscoped.get())
    assert (kept.status, str(kept.error)) == (
        "pending",
        "No TLS connection to the broker can be trusted: self-signed certificate.",
    )


async def test_a_broker_that_is_away_holds_up_no_turn_and_says_so(web, channel, plain):
    plain("localhost:1")
    channel("stream", events=["turn.answered"])
    assert (await web.say("oi", "s1")).status_code == 200
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.get())
    assert (kept.status, kept.attempts, str(kept.error)) == (
        "pending",
        1,
        "The broker could not be reached: ConnectionRefusedError.",
    )


def test_a_company_has_no_stream_where_the_installation_has_none(settings):
    settings.KAFKA_BOOTSTRAP_SERVERS = []
    with pytest.raises(ValidationError, match="KAFKA_BOOTSTRAP_SERVERS"):
        Channel(tenant_id="tenant_a", kind="stream", name="events").clean()
