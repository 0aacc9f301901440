"""Events to the installation's stream: records of Kafka's protocol, in a conversation's order.

The environment names broker and topic (`KAFKA_*`), a company what it is told of. Idempotence and transactions
stay off: OCI Streaming refuses them (https://github.com/helidon-io/helidon/issues/6718). A record comes at
least once; who reads drops those whose header `event-id` came before.
"""

import asyncio
import ssl
from typing import TYPE_CHECKING, Any

import orjson
from django.conf import settings

from delivery import sending
from delivery.models import Delivery
from delivery.outbox import DeliveryResult
from outbound.sentences import Sentence as _

if TYPE_CHECKING:
    from aiokafka import AIOKafkaProducer

LARGEST = 1_000_000  # bytes of a record; OCI Streaming takes requests of 1 MB
LONG = 4_096  # bytes of a value that a record beyond that is sent without
SECONDS = (
    8.0  # for the broker to take a record, and to answer: its reason is to be heard in `sending.SECONDS`
)
PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
MISREAD = (KeyError, ValueError)  # what aiokafka makes of an answer that it does not expect
_producer: "AIOKafkaProducer | None" = None
_starting: "asyncio.Task[AIOKafkaProducer] | None" = None


async def write(row: Delivery) -> DeliveryResult:
    """One attempt; it ends when every replica that is in step has the record."""
    if not settings.KAFKA_BOOTSTRAP_SERVERS:
        return DeliveryResult(
            False, error=_("This installation has no stream: KAFKA_BOOTSTRAP_SERVERS is not set.")
        )
    try:
        from aiokafka.errors import KafkaError
    except ModuleNotFoundError:
        return DeliveryResult(False, error=_("aiokafka is not installed: install switchboard[kafka]."))
    body = fit(row)
    if len(body) > LARGEST:
        return DeliveryResult(
            False, error=_("It is larger than %(bytes)s bytes.") % {"bytes": LARGEST}, final=True
        )
    topic = settings.KAFKA_TOPIC.replace("{company}", row.tenant_id)
    key = (row.target or row.tenant_id).encode()
    try:
        producer = await _connect()
        async with asyncio.timeout(SECONDS):
            await producer.send_and_wait(topic, body, key=key, headers=headers(row))
    except (KafkaError, OSError, TimeoutError, *MISREAD) as error:
        return DeliveryResult(False, error=await _explain(error, topic))
    return DeliveryResult(True)


def headers(row: Delivery) -> list[tuple[str, bytes]]:
    """What a reader sorts records by before it looks into them."""
    named = {
        "event-id": row.pk,
        "event-type": row.event,
        "tenant": row.tenant_id,
        "traceparent": row.traceparent,
        "content-type": "application/json",
    }
    return [(name, value.encode()) for name, value in named.items() if value]


def fit(row: Delivery) -> bytes:
    """The event as a webhook gets it; one that is too large without its long values, named in `omitted`."""
    whole = row.envelope()
    if len(whole) <= LARGEST:
        return whole
    long = sorted(name for name, value in row.payload.items() if len(orjson.dumps(value)) > LONG)
    rest = {name: value for name, value in row.payload.items() if name not in long}
    return row.envelope({**rest, "omitted": long})


async def close() -> None:
    """Hands over what it still holds, and ends the connections."""
    global _producer, _starting
    if _starting is not None:
        _starting.cancel()
    ended, _producer, _starting = _producer, None, None
    if ended is not None:
        await ended.stop()


async def _connect() -> "AIOKafkaProducer":
    """This process's producer; the first event begins it, and it finds its broker again by itself.

    Who comes meanwhile waits for the same beginning, and hears the same of it.
    """
    global _starting
    if _producer is not None:
        return _producer
    if _starting is None or _starting.done():
        _starting = asyncio.get_running_loop().create_task(_start())
    return await asyncio.shield(_starting)


async def _start() -> "AIOKafkaProducer":
    global _producer
    from aiokafka import AIOKafkaProducer

    made = AIOKafkaProducer(
        bootstrap_servers=settings.KAFKA_BOOTSTRAP_SERVERS,
        acks="all",
        enable_idempotence=False,
        max_request_size=LARGEST + LONG,  # with its key and headers
        **_security(),
    )
    try:
        await made.start()
    except BaseException:
        await made.stop()
        raise
    _producer = made
    return made


def _security() -> dict[str, Any]:
    """How a connection proves itself, and its patience; certificates and names are verified."""
    protocol = settings.KAFKA_SECURITY_PROTOCOL
    asked: dict[str, Any] = {"security_protocol": protocol, "request_timeout_ms": int(SECONDS * 1000)}
    if protocol.endswith("SSL"):
        asked["ssl_context"] = ssl.create_default_context()
    if protocol.startswith("SASL"):
        asked |= {
            "sasl_mechanism": settings.KAFKA_SASL_MECHANISM,
            "sasl_plain_username": settings.KAFKA_USERNAME,
            "sasl_plain_password": settings.KAFKA_PASSWORD,
        }
    return asked


async def _explain(error: Exception, topic: str) -> str:
    """Why, in words. The library keeps the reason of a failed connection to itself: one more is asked."""
    from aiokafka import errors

    if isinstance(error, errors.TopicAuthorizationFailedError | errors.UnknownTopicOrPartitionError):
        return _("The topic %(topic)s is not there, or KAFKA_USERNAME may not write to it.") % {
            "topic": topic
        }
    return await _ask() or _("The broker did not take it: %(why)s.") % {"why": type(error).__name__}


async def _ask() -> str:
    """Why a new connection to the first broker cannot be had, without anything that it says; empty: it can.

    A broker that refuses a name or a password may say so, hang up, or (SCRAM, in aiokafka 0.14) send what is
    read as if it were the last message of a proof.
    """
    from aiokafka.conn import collect_hosts, create_conn
    from aiokafka.errors import KafkaError

    host, port, _family = collect_hosts(settings.KAFKA_BOOTSTRAP_SERVERS, randomize=False)[0]
    try:
        connection = await create_conn(host, port, **_security())
    except ssl.SSLError as error:
        why = getattr(error, "verify_message", "") or error.reason or type(error).__name__
        return _("No TLS connection to the broker can be trusted: %(why)s.") % {"why": why}
    except (OSError, TimeoutError) as error:
        return _("The broker could not be reached: %(why)s.") % {"why": type(error).__name__}
    except (KafkaError, *MISREAD):
        return _(
            "The broker refused the connection: look at KAFKA_SECURITY_PROTOCOL, KAFKA_SASL_MECHANISM, "
            "KAFKA_USERNAME and KAFKA_PASSWORD."
        )
    connection.close()
    return ""


sending.register("stream", write, close)
