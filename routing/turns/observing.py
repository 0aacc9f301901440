"""A turn in the words of those who look from outside.

OpenTelemetry's spans and Prometheus' counts, off or on by the environment (`telemetry`).

Spans are made from the turn's record when it has ended, so that they say the same and cost nothing meanwhile;
only the turn's own and its nodes' are there while they run, for models, tool servers and branches to belong
to. No words of a user, a
model or a tool are in them. Names are those of the GenAI conventions, which are not stable yet (read at the
commits 002c8a6e, 024a4f94 of inference and f5e3733b of guardrails).
"""

import logging
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from opentelemetry import trace
from opentelemetry.trace import Span

from agents.llm.choose import FAILED
from agents.resources import Resources
from conversations.turn import TurnContext
from routing.turns import span_tree
from routing.turns.span_parts import NANO, NODE, count_nanoseconds
from telemetry import logs, metrics, tracing

logger = logging.getLogger(__name__)
# Of the turn at work here, the spans of its nodes by when they began: they end when the record is told.
_nodes: ContextVar[dict[int, Span] | None] = ContextVar("nodes", default=None)


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
            span.add_event("opened")  # until then it was read and stored as a turn
            token = _nodes.set({})
            try:
                yield
            finally:
                for cut_short in (_nodes.get() or {}).values():
                    cut_short.end()
                _nodes.reset(token)


@contextmanager
def enter_node(name: str, at: datetime) -> Iterator[None]:
    """Within it whoever works elsewhere and what is sent out belongs to the node that began then."""
    if (nodes := _nodes.get()) is None:
        yield
        return
    begin = count_nanoseconds(at)
    nodes[begin] = span = tracing.tracer().start_span(f"{NODE}{name}", start_time=begin)
    with trace.use_span(span, record_exception=False, set_status_on_exception=False):
        yield


def tell(
    context: TurnContext, metadata: Mapping[str, Any], resources: Resources, intents: Collection[str]
) -> None:
    """Tells of a turn that has been stored; `metadata` is its answer's, `intents` are the published ones.

    Whoever waits for the answer gets it whatever goes wrong here.
    """
    try:
        _tell(context, metadata, resources, intents)
    except Exception:
        logger.exception("Turn %s could not be told in spans and counts", context.request.turn_id)


def _tell(
    context: TurnContext, metadata: Mapping[str, Any], resources: Resources, intents: Collection[str]
) -> None:
    if tracing.is_on() and (span := trace.get_current_span()).is_recording():
        span.add_event("stored")
        _describe(span, context, metadata)
        span_tree.export(span, context, resources, intents, _nodes.get() or {})
    if metrics.is_on():
        _count(context, metadata)


def _describe(span: Span, context: TurnContext, metadata: Mapping[str, Any]) -> None:
    request, usage, route = context.request, context.work.usage, context.decision.route
    span.set_attributes(
        {
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": request.mode,
            "gen_ai.conversation.id": tracing.conversation_id(request.tenant_id, request.conversation_key),
            "gen_ai.usage.input_tokens": usage.prompt_tokens,
            "gen_ai.usage.output_tokens": usage.completion_tokens,
            "switchboard.tenant": request.tenant_id,
            "switchboard.profile": request.agent_id,
            "switchboard.turn.id": request.turn_id,
            "switchboard.turn.attempt": request.attempt,
            "switchboard.mode_source": request.mode_source,
            "switchboard.channel": request.channel,
            "switchboard.release": request.release,
            "switchboard.status": str(metadata.get("status", "")),
            "switchboard.method": route.method if route else "",
            "switchboard.intent": route.intent if route else "",
            "switchboard.confidence": float(route.confidence) if route else 0.0,
            "switchboard.agent": context.work.active_agent,
        }
    )
    if context.outcome.failure or context.outcome.fault:
        tracing.fail(span, context.outcome.failure or "unexpected")


def _count(context: TurnContext, metadata: Mapping[str, Any]) -> None:
    known, mode, route = metrics.metrics(), context.request.mode, context.decision.route
    known.turns.labels(mode, route.method if route else "", str(metadata.get("status", ""))).inc()
    known.turn_seconds.labels(mode).observe(max(0.0, time.time() - context.request.started_at))
    for step in context.work.steps:
        known.part_seconds.labels(step.kind).observe(step.ms / 1000)
        if step.kind == "model":
            known.model_calls.labels(str(step.detail.get("model", "")), step.outcome).inc()
            for failed in step.detail.get(FAILED, ()):
                known.model_calls.labels(str(failed["model"]), "failed").inc()
        elif step.kind == "tool":
            known.tool_calls.labels(str(step.detail.get("server", "")), step.outcome).inc()
    known.tokens.labels("input").inc(context.work.usage.prompt_tokens)
    known.tokens.labels("output").inc(context.work.usage.completion_tokens)
    for handoff in context.work.handoffs:
        known.handoffs.labels("blocked" if handoff.blocked else "done").inc()
