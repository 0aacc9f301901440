"""The record of a stored turn as spans below the turn's own.

    export(span, context, resources, intents, nodes)

Guardrails: a turn asks dozens of cheap rules, each sentence anew, so a rule gets no span. What a rule
refused, masked or noted, and one that took `SLOW_MS` over the whole answer, is an event `guardrail.CODE` on
its phase: on `workflow.input_guardrails` and `workflow.output_guardrails`, for what tools and documents
brought on the specialist who asked. Only a guardrail that waits for somebody else (a service, a model) is a
span, `apply_guardrail CODE`: there are few, and they take time. The conventions have it the same way.

Judges' scores are events `gen_ai.evaluation.result` on `workflow.judge`.
"""

from collections.abc import Collection, Iterable, Iterator, MutableMapping
from typing import Any

from opentelemetry import trace
from opentelemetry.trace import Span

from agents.resources import Resources
from conversations.turn import StepRecord, TurnContext
from routing.turns.span_parts import INSTANTS, NANO, NODE, ServerPlaces, SpanPart, describe_rail, list_parts
from telemetry import tracing

SLOW_MS = 20.0  # of one rule in one text: more than a whole turn takes without a model's call
SLACK = 1_000_000  # nanoseconds: when a step began is the wall clock's, how long it took another clock's
NODES = {"input": "input_guardrails", "output": "output_guardrails"}


def export(
    root: Span,
    context: TurnContext,
    resources: Resources,
    intents: Collection[str],
    nodes: MutableMapping[int, Span],
) -> None:
    """Sends the spans below `root`; `intents` are the names that may be told, `nodes` those that are there
    already, by when they began: what is sent is taken out."""
    conversation = tracing.conversation_id(context.request.tenant_id, context.request.conversation_key)
    tree = _Tree(root, list_parts(context, conversation, ServerPlaces(resources), intents), nodes)
    for name, where, agent, about, at in _list_events(context):
        tree.find(where, agent).add_event(name, about, at)
    tree.end()


class _Tree:
    """Spans by their parts: each below the shortest that it lies in."""

    def __init__(self, root: Span, parts: Iterable[SpanPart], nodes: MutableMapping[int, Span]) -> None:
        self._root, self._nodes = root, nodes
        self._made: list[tuple[SpanPart, Span]] = []
        # A span's parent has to be there before it: the longest first.
        for part in sorted(parts, key=lambda each: (each.begin - each.end, not each.holds, bool(each.whose))):
            self._made.append((part, self._make(part)))

    def _make(self, part: SpanPart) -> Span:
        begun = self._nodes.pop(part.begin, None) if part.name.startswith(NODE) else None
        if begun is not None:
            begun.set_attributes(part.attributes)
        span = begun or self._begin(part)
        if part.error:
            tracing.fail(span, part.error)
        return span

    def _begin(self, part: SpanPart) -> Span:
        above = tracing.below(part.below) if part.below else trace.set_span_in_context(self._find_above(part))
        return tracing.tracer().start_span(
            part.name, above, part.kind, part.attributes, start_time=part.begin
        )

    def _find_above(self, part: SpanPart) -> Span:
        if part.inside:
            return self.find(part.inside)
        holding = [
            (other, span)
            for other, span in self._made
            if other.holds and other.whose in ("", part.agent or other.whose)
        ]
        for slack in (0,) if part.name.startswith(NODE) else (0, SLACK):  # one node follows the other
            around = [
                (other.end - other.begin, n)
                for n, (other, _span) in enumerate(holding)
                if other.begin <= part.begin + slack and part.end <= other.end + slack
            ]
            if around:
                return holding[min(around)[1]][1]
        return self._root

    def find(self, node: str, agent: str = "") -> Span:
        """The span of a node, or of what a specialist did; the turn's where there is none."""
        name = f"{NODE}{node}" if node else f"invoke_agent {agent}"
        return next((span for part, span in self._made if part.name == name), self._root)

    def end(self) -> None:
        for part, span in self._made:
            span.end(part.end)


Event = tuple[str, str, str, dict[str, Any], int]


def _list_events(context: TurnContext) -> Iterator[Event]:
    """What took no time: its name, the node or the specialist it happened to, what it was, and when
    (nanoseconds)."""
    ends = {each.node: round(each.at.timestamp() * NANO) for each in context.work.steps}
    now = round(context.request.started_at * NANO)
    for rail in context.outcome.rails:
        told = rail.has_found or rail.metadata.get("asked_again") or rail.ms >= SLOW_MS
        if told and not rail.at:
            node, agent = NODES.get(rail.phase, ""), str(rail.metadata.get("agent", ""))
            yield f"guardrail.{rail.code}", node, agent, describe_rail(rail), ends.get(node or agent, now)
    for judged in context.outcome.judges:
        about = {
            "gen_ai.evaluation.name": judged.name,
            "gen_ai.evaluation.score.value": float(judged.score),
            "gen_ai.evaluation.score.label": "pass" if judged.passed else "fail",
        }
        yield "gen_ai.evaluation.result", "judge", "", about, ends.get("judge", now)
    for step in context.work.steps:
        if step.kind in INSTANTS:
            yield _describe_instant(step)


def _describe_instant(step: StepRecord) -> Event:
    about: dict[str, Any] = {"switchboard.outcome": step.outcome}
    if step.agent:
        about["gen_ai.agent.name"] = step.agent
    name = step.node if step.node == step.kind else f"{step.kind}.{step.node}"
    return name, "judge" if step.kind == "judge" else "", step.agent, about, round(step.at.timestamp() * NANO)
