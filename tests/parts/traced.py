"""Traces that arrive at a real OTLP receiver, as a tree.

answer = await talk("s1")(ASK, CUSTOMER)
sent = traced()
sent.path("execute_tool consultar_fatura")     # ["invoke_workflow router", "workflow.specialist", ...]
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import TracerProvider

from telemetry import tracing
from tests.fakes.receiver import Receiver

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


class Spans(list[Span]):
    """All spans that arrived by now; `sent` is every byte of them."""

    sent = b""

    def one(self, name: str) -> Span:
        """The span of that name, of which there is one."""
        found = [each for each in self if each.name == name]
        assert len(found) == 1, (name, [each.name for each in self])
        return found[0]

    def about(self, name: str) -> dict[str, Any]:
        """Its attributes."""
        return read_attributes(self.one(name).attributes)

    def events(self, name: str) -> dict[str, dict[str, Any]]:
        """Its events, by name."""
        return {each.name: read_attributes(each.attributes) for each in self.one(name).events}

    def path(self, name: str) -> list[str]:
        """The names of the spans that it lies in, the outermost first."""
        above, by_id = [], {each.span_id: each for each in self}
        span = by_id.get(self.one(name).parent_span_id)
        while span is not None:
            above.insert(0, span.name)
            span = by_id.get(span.parent_span_id)
        return above


def read_attributes(attributes: Any) -> dict[str, Any]:
    return {each.key: _read(each.value) for each in attributes}


def _read(value: Any) -> Any:
    kind = value.WhichOneof("value")
    return (
        [_read(each) for each in value.array_value.values] if kind == "array_value" else getattr(value, kind)
    )


def read_spans(collector: Receiver) -> Spans:
    """What a receiver got of all processes that send there."""
    spans = Spans()
    for _path, _headers, body in list(collector.got):
        spans.sent += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                spans.extend(scope.spans)
    return spans


@pytest.fixture
def collector() -> Iterator[Receiver]:
    """What OTLP is sent to."""
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def traced(
    collector: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Spans]]:
    """Traces are on; what it gives is a function of all spans that arrived."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    settings.TELEMETRY_ENABLED = True
    tracing.tracer.cache_clear()
    begun: list[TracerProvider] = []
    made = TracerProvider.get_tracer
    monkeypatch.setattr(
        TracerProvider,
        "get_tracer",
        lambda self, *names, **more: (begun.append(self), made(self, *names, **more))[1],
    )

    def spans() -> Spans:
        for provider in begun:
            provider.force_flush()
        return read_spans(collector)

    yield spans
    for each in begun:
        each.shutdown()
    tracing.tracer.cache_clear()
