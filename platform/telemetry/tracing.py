"""Traces, by OpenTelemetry's SDK. Its standard environment variables say where they go and how many are kept.

    with tracing.carry(traceparent):       # what a caller sent; "" begins anew
        headers = tracing.headers()        # for a model or a tool server

While they are off the SDK is not imported, and a caller's `traceparent` (W3C Trace Context) still travels on.

A model or a tool server is told of the turn it works for: the trace, the request and the conversation.

>>> outgoing_headers()      # within a turn
{'traceparent': '00-4bf9...-01', 'x-request-id': '9d2c...', 'x-conversation-id': 's1'}
"""

import os
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import quote

from django.conf import settings
from opentelemetry import context, trace
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
    token = context.attach(_propagator.extract({"traceparent": traceparent}, context.Context()))
    try:
        yield
    finally:
        context.detach(token)


def headers() -> dict[str, str]:
    """`traceparent` (and `tracestate`) of what is under way; empty where nothing is."""
    found: dict[str, str] = {}
    _propagator.inject(found)
    return found


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


def outgoing_headers() -> dict[str, str]:
    """As headers of a request; other letters than ASCII's as in an address. Empty outside of a turn."""
    bound = logs.read_bound()
    named = {NAMES[name]: quote(bound[name], safe=PLAIN) for name in NAMES if bound.get(name)}
    return {**headers(), **named} if bound.get("turn") else {}


def outgoing_meta() -> dict[str, Any]:
    """As `_meta` of a call over MCP, where one session carries the calls of many turns."""
    bound = logs.read_bound()
    named = {META[name]: bound[name] for name in META if bound.get(name)}
    return {**headers(), **named} if bound.get("turn") else {}
