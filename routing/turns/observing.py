"""A turn in the words of those who look from outside.

OpenTelemetry's spans and Prometheus' counts, off or on by the environment (`telemetry`).

Spans are made from the turn's record when it has ended, so that they say the same and cost nothing meanwhile;
only the turn's own is there while it runs, for models and tool servers to belong to. No words of a user, a
model or a tool are in them. Names are those of the GenAI conventions, which are not stable yet (read at their
commit 002c8a6e).
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from conversations.turn import Handoff, StepRecord, TurnContext
from telemetry import logs, metrics, tracing

NANO = 1_000_000_000
KINDS = {"model": SpanKind.CLIENT, "tool": SpanKind.CLIENT}


@contextmanager
def observe(context: TurnContext) -> Iterator[None]:
    """Within it the turn's span is the current one, and log lines name turn, conversation and company."""
    request = context.request
    about = {"turn": request.turn_id, "conversation": request.conversation_key, "tenant": request.tenant_id}
    with logs.bind(**about), tracing.carry(request.arrival.traceparent):
        if not tracing.is_on():
            yield
            return
        span = tracing.tracer().start_span(
            f"invoke_workflow {request.mode}", start_time=round(request.started_at * NANO)
        )
        with trace.use_span(span, end_on_exit=True, record_exception=False):
            yield


def tell(context: TurnContext, metadata: Mapping[str, Any]) -> None:
    """Tells of a turn that has been stored; `metadata` is its answer's."""
    if tracing.is_on() and (span := trace.get_current_span()).is_recording():
        _describe(span, context, metadata)
        _Tree(span, context.work.steps).export()
        for handoff in context.work.handoffs:
            _tell_handoff(span, handoff)
    if metrics.is_on():
        _count(context, metadata)


def _describe(span: Span, context: TurnContext, metadata: Mapping[str, Any]) -> None:
    request, usage, route = context.request, context.work.usage, context.decision.route
    span.set_attributes(
        {
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": request.mode,
            "gen_ai.conversation.id": request.conversation_key,
            "gen_ai.usage.input_tokens": usage.prompt_tokens,
            "gen_ai.usage.output_tokens": usage.completion_tokens,
            "switchboard.tenant": request.tenant_id,
            "switchboard.profile": request.agent_id,
            "switchboard.turn.id": request.turn_id,
            "switchboard.turn.attempt": request.attempt,
            "switchboard.channel": request.channel,
            "switchboard.release": request.release,
            "switchboard.status": str(metadata.get("status", "")),
            "switchboard.method": route.method if route else "",
            "switchboard.intent": route.intent if route else "",
            "switchboard.agent": context.work.active_agent,
        }
    )
    if context.outcome.failure or context.outcome.fault:
        span.set_attribute("error.type", context.outcome.failure or "unexpected")
        span.set_status(Status(StatusCode.ERROR))


class _Tree:
    """The record's steps as spans below the turn's: each below the shortest node that it lies in."""

    def __init__(self, root: Span, steps: tuple[StepRecord, ...]) -> None:
        self.root, self.steps = root, steps
        self.spans: dict[int, Span] = {}
        self.times = [(at := round(each.at.timestamp() * NANO), at + round(each.ms * 1e6)) for each in steps]

    def export(self) -> None:
        """Makes the longest first: a span's parent has to be there before it."""
        order = sorted(range(len(self.steps)), key=lambda at: self.times[at][0] - self.times[at][1])
        for at in order:
            self._make(at)

    def _make(self, at: int) -> None:
        step, (begin, end) = self.steps[at], self.times[at]
        around = [
            other
            for other in self.spans
            if self.steps[other].kind == "node"
            and self.times[other][0] <= begin
            and end <= self.times[other][1]
        ]
        shortest = min(around, key=lambda other: self.times[other][1] - self.times[other][0], default=None)
        parent = self.root if shortest is None else self.spans[shortest]
        span = tracing.tracer().start_span(
            _name(step),
            trace.set_span_in_context(parent),
            KINDS.get(step.kind, SpanKind.INTERNAL),
            _attributes(step),
            start_time=begin,
        )
        if step.outcome == "failed":
            span.set_attribute("error.type", str(step.detail.get("reason") or "failed"))
            span.set_status(Status(StatusCode.ERROR))
        span.end(end)
        self.spans[at] = span


def _name(step: StepRecord) -> str:
    match step.kind:
        case "model":
            return f"chat {step.detail.get('model', '')}".strip()
        case "tool":
            return f"execute_tool {step.detail.get('tool', step.node)}"
        case "node" if step.node == step.agent:
            return f"invoke_agent {step.agent}"
        case "node":
            return f"workflow.{step.node}"
        case _:
            return f"{step.kind} {step.node}"


def _attributes(step: StepRecord) -> dict[str, Any]:
    found: dict[str, Any] = {"switchboard.outcome": step.outcome}
    if step.agent:
        found["gen_ai.agent.name"] = step.agent
    detail = step.detail
    match step.kind:
        case "model":
            found |= {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": str(detail.get("provider", "")),
                "gen_ai.request.model": str(detail.get("model", "")),
            }
            used = detail.get("usage", {})
            if "prompt_tokens" in used:  # of one model; of several asked in turn the turn's span has the sum
                found["gen_ai.usage.input_tokens"] = int(used["prompt_tokens"])
                found["gen_ai.usage.output_tokens"] = int(used.get("completion_tokens", 0))
            if "finish" in detail:
                found["gen_ai.response.finish_reasons"] = [str(detail["finish"])]
        case "tool":
            found |= {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": str(detail.get("tool", step.node)),
                "mcp.method.name": "tools/call",
                "switchboard.tool.server": str(detail.get("server", "")),
                "switchboard.tool.cached": bool(detail.get("cached", False)),
            }
        case "node" if step.node == step.agent:
            found["gen_ai.operation.name"] = "invoke_agent"
    return found


def _tell_handoff(span: Span, handoff: Handoff) -> None:
    """As an event: the conventions have no span for it yet."""
    about = {
        "gen_ai.agent.handoff.source.name": handoff.from_agent,
        "gen_ai.agent.handoff.target.name": handoff.to_agent,
        "switchboard.handoff.kind": handoff.kind,
        "switchboard.handoff.outcome": handoff.outcome,
    }
    span.add_event("handoff.requested", about, round(handoff.at.timestamp() * NANO))


def _count(context: TurnContext, metadata: Mapping[str, Any]) -> None:
    known, mode, route = metrics.metrics(), context.request.mode, context.decision.route
    known.turns.labels(mode, route.method if route else "", str(metadata.get("status", ""))).inc()
    known.turn_seconds.labels(mode).observe(max(0.0, time.time() - context.request.started_at))
    for step in context.work.steps:
        known.part_seconds.labels(step.kind).observe(step.ms / 1000)
        if step.kind == "model":
            known.model_calls.labels(str(step.detail.get("model", "")), step.outcome).inc()
        elif step.kind == "tool":
            known.tool_calls.labels(str(step.detail.get("server", "")), step.outcome).inc()
    known.tokens.labels("input").inc(context.work.usage.prompt_tokens)
    known.tokens.labels("output").inc(context.work.usage.completion_tokens)
    for handoff in context.work.handoffs:
        known.handoffs.labels("blocked" if handoff.blocked else "done").inc()
