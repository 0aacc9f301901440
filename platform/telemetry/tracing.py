"""Traces, by OpenTelemetry's SDK. Its standard environment variables say where they go and how many are kept.

    with tracing.carry(traceparent):       # what a caller sent; "" begins anew
        headers = tracing.headers()        # for a model or a tool server

While they are off the SDK is not imported, and a caller's `traceparent` (W3C Trace Context) still travels on.

A model or a tool server is told of the turn it works for: the trace, the request and the conversation.

>>> outgoing_headers()      # within a turn
{'traceparent': '00-4bf9...-01', 'x-request-id': '9d2c...', 'x-conversation-id': '41c09f...'}
"""

import os
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.utils.crypto import salted_hmac
from opentelemetry import context, trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from telemetry import logs

SERVICE = "switchboard"
LANGFUSE_PATH = "/api/public/otel/v1/traces"
_propagator = TraceContextTextMapPropagator()


def is_on() -> bool:
    """Whether spans are made: an endpoint of OTLP or Langfuse is named."""
    return bool(settings.TELEMETRY_ENABLED or settings.ENABLE_LANGFUSE)


@contextmanager
def carry(traceparent: str) -> Iterator[None]:
    """Within it, whatever is sent out belongs to the caller's trace.

    Without one, or with one that cannot be read, to none: also not to that of whoever was served before.
    """
    token = context.attach(below(traceparent))
    try:
        yield
    finally:
        context.detach(token)


def below(traceparent: str) -> context.Context:
    """What a span is begun in that belongs below another process's, or to nothing that is known here."""
    return _propagator.extract({"traceparent": traceparent}, context.Context())


def headers() -> dict[str, str]:
    """`traceparent` (and `tracestate`) of what is under way; empty where nothing is."""
    found: dict[str, str] = {}
    _propagator.inject(found)
    return found


def read_kept() -> str:
    """The `traceparent` of the span that is open here and will be sent; empty where there is none, also where
    sampling has left this trace out.
    """
    return headers().get("traceparent", "") if trace.get_current_span().is_recording() else ""


@contextmanager
def open_span(
    name: str, attributes: Mapping[str, Any], kind: SpanKind = SpanKind.INTERNAL
) -> Iterator[Span | None]:
    """A span below the current one, that what is sent out meanwhile belongs to; None while traces are off.

    It is for work in a process that keeps no record of its own: branches and jobs. Whoever does the work says
    how it ended (`fail`); what is raised is named by its type, for its words may be a user's.

    >>> with tracing.open_span("job publish", {"switchboard.tenant": "acme"}) as span:
    ...     done = work()
    """
    if not is_on():
        yield None
        return
    with tracer().start_as_current_span(
        name, kind=kind, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as error:
            fail(span, type(error).__name__)
            raise


def fail(span: Span, error_type: str) -> None:
    """Marks what did not succeed; `error_type` is one of few codes and never words."""
    span.set_attribute("error.type", error_type)
    span.set_status(Status(StatusCode.ERROR))


@cache
def tracer() -> trace.Tracer:
    """This process's tracer; the first call begins the thread that sends spans."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    os.environ.setdefault("OTEL_SERVICE_NAME", SERVICE)
    named = Resource.create(
        {"service.version": settings.VERSION, "deployment.environment.name": settings.APP_ENV}
    )
    provider = TracerProvider(resource=named)
    if settings.TELEMETRY_ENABLED:
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    if settings.ENABLE_LANGFUSE:
        langfuse = OTLPSpanExporter(
            settings.LANGFUSE_HOST.rstrip("/") + LANGFUSE_PATH, headers=_langfuse_headers()
        )
        provider.add_span_processor(BatchSpanProcessor(langfuse))
    return provider.get_tracer(SERVICE)


def _langfuse_headers() -> dict[str, str]:
    pair = f"{settings.LANGFUSE_PUBLIC_KEY}:{settings.LANGFUSE_SECRET_KEY}"
    return {
        "Authorization": f"Basic {b64encode(pair.encode()).decode()}",
        "x-langfuse-ingestion-version": "4",
    }


NAMES = {"request_id": "x-request-id", "conversation": "x-conversation-id"}
META = {"request_id": "switchboard/request_id", "conversation": "switchboard/conversation_id"}
PLAIN = "".join(map(chr, range(0x21, 0x7F))).replace("%", "")  # letters of a header that are sent as they are


def conversation_id(tenant: str, key: str) -> str:
    """What a conversation is called where its key may not go, which may be made of a telephone.

    The same for all of its turns, while `SECRET_KEY` is; without that nobody finds the key by trying.
    """
    return salted_hmac("telemetry.conversation", f"{tenant}\0{key}", algorithm="sha256").hexdigest()[:32]


def _read_outgoing() -> dict[str, str]:
    """What is bound, as it leaves the house; empty outside of a turn."""
    bound = dict(logs.read_bound())
    if not bound.get("turn"):
        return {}
    if key := bound.get("conversation"):
        bound["conversation"] = conversation_id(bound.get("tenant", ""), key)
    return bound


def outgoing_headers() -> dict[str, str]:
    """As headers of a request; other letters than ASCII's as in an address. Empty outside of a turn."""
    bound = _read_outgoing()
    named = {NAMES[name]: quote(bound[name], safe=PLAIN) for name in NAMES if bound.get(name)}
    return {**headers(), **named} if bound else {}


def outgoing_meta() -> dict[str, Any]:
    """As `_meta` of a call over MCP, where one session carries the calls of many turns."""
    bound = _read_outgoing()
    named = {META[name]: bound[name] for name in META if bound.get(name)}
    return {**headers(), **named} if bound else {}
