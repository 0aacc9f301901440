"""What a stored turn's record says, part by part, in the words of OpenTelemetry's GenAI conventions.

    for part in list_parts(context, "0193...", ServerPlaces(resources), intents):
        part.name, part.begin, part.attributes

Attributes are names that somebody authored, codes, counts and times: no words of a user, a model or a tool,
and no identity. What a record says of an error is told as its code, or as `failed`.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from opentelemetry.trace import SpanKind

from agents.llm.choose import FAILED, find_address
from agents.llm.providers import OFFLINE, address_of
from agents.resources import Resources
from conversations.rail_results import result_of
from conversations.turn import Handoff, RailDecision, StepRecord, TurnContext, Verdict

NANO = 1_000_000_000
NODE = "workflow."  # and its name in the graph
CODE = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,47}")
OVER_MCP = frozenset({"streamable_http", "sse", "stdio"})
INSTANTS = frozenset({"rail", "judge", "permission"})  # kinds of steps that take no time: events
Attributes = dict[str, Any]


class SpanPart(NamedTuple):
    """One span to be. `begin` and `end` are nanoseconds since 1970, `error` its `error.type`.

    `holds`: others lie in it; `whose`: only those of this specialist. `inside` is the node that it belongs
    to, where that is known; `below` the `traceparent` of a span that another process has sent.
    """

    name: str
    begin: int
    end: int
    attributes: Attributes
    kind: SpanKind = SpanKind.INTERNAL
    agent: str = ""
    error: str = ""
    holds: bool = False
    whose: str = ""
    inside: str = ""
    below: str = ""


class ServerPlaces:
    """Where models and tool servers are, by what a turn is pinned to."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def of_model(self, provider: str, model: str) -> Attributes:
        """Nothing where several profiles reach it at different places: the record does not say which."""
        specs = self._resources.section.llms.values()
        named = [each for each in specs if (each.provider, each.model) == (provider, model)]
        found = {find_address(self._resources, each).base_url for each in named}
        if not named and model == settings.MODEL:
            found = {address_of(provider, settings.OPENAI_BASE_URL)}
        return describe_place(found.pop()) if len(found) == 1 else {}

    def of_server(self, name: str) -> Attributes:
        server = self._resources.operational.servers.get(name)
        if server is None or server.toolbox:
            return {}
        spoken = {"mcp.method.name": "tools/call"} if server.transport in OVER_MCP else {}
        if server.command is not None:
            return {**spoken, "network.transport": "pipe"}
        return {**spoken, **describe_place(server.url)}


def describe_place(url: str) -> Attributes:
    """Host and port of an address; nothing of its path, its user or its query.

    >>> describe_place("https://me:sk-1@llm.example.com/v1")
    {'server.address': 'llm.example.com', 'server.port': 443}
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    except ValueError:
        return {}
    return {"server.address": host, "server.port": port} if host and port else {}


def list_parts(
    context: TurnContext, conversation: str, places: ServerPlaces, intents: Collection[str]
) -> Iterator[SpanPart]:
    """Every span below the turn's: its steps, the tiers that were asked, the guardrails that waited for
    somebody else, its handoffs. `conversation` is the id of its row, which names nobody; `intents` are the
    published names: what a tier saw beside them may be anybody's words.
    """
    for step in context.work.steps:
        if step.kind not in INSTANTS:
            yield from _describe_step(step, conversation, places)
    yield from _list_tiers(context, intents)
    for rail in context.outcome.rails:
        if rail.at:
            yield _describe_rail(rail)
    for handoff in context.work.handoffs:
        yield _describe_handoff(handoff, context.work.steps)


def read_code(value: Any, otherwise: str = "") -> str:
    """A text that is a code, else what stands for any: a longer one may be somebody's words."""
    return value if isinstance(value, str) and CODE.fullmatch(value) else otherwise


def count_nanoseconds(at: datetime) -> int:
    """A moment as spans have it: nanoseconds since 1970."""
    return round(at.timestamp() * NANO)


def _measure(step: StepRecord) -> tuple[int, int]:
    begin = count_nanoseconds(step.at)
    return begin, begin + round(step.ms * 1e6)


def _describe_step(step: StepRecord, conversation: str, places: ServerPlaces) -> Iterator[SpanPart]:
    about: Attributes = {"switchboard.outcome": step.outcome}
    if step.agent:
        about["gen_ai.agent.name"] = step.agent
    begin, end = _measure(step)
    detail, error = step.detail, read_code(step.detail.get("reason"), "failed")
    error = error if step.outcome == "failed" else ""
    match step.kind:
        case "model":
            about |= _describe_model(detail, conversation, places, bool(error))
            name = f"chat {detail.get('model', '')}".strip()
            yield SpanPart(name, begin, end, about, SpanKind.CLIENT, step.agent, error)
            yield from _list_failed(detail, conversation, places, step.agent)
        case "tool":
            about |= _describe_tool(step, conversation, places)
            if error:
                error = read_code(
                    detail.get("reason"), "uncertain" if detail.get("uncertain") else "tool_error"
                )
            yield SpanPart(
                f"execute_tool {detail.get('tool', step.node)}",
                begin,
                end,
                about,
                SpanKind.CLIENT,
                step.agent,
                error,
            )
        case "plan_step":
            about |= _describe_plan_step(detail)
            failed = detail.get("metadata")
            if error and isinstance(failed, Mapping):
                error = read_code(failed.get("error"), "failed")
            yield SpanPart(
                f"plan_step {step.node}", begin, end, about, SpanKind.INTERNAL, step.agent, error, True
            )
        case "node" if step.node == step.agent:
            about |= {"gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": conversation}
            yield SpanPart(
                f"invoke_agent {step.agent}",
                begin,
                end,
                about,
                SpanKind.INTERNAL,
                step.agent,
                error,
                True,
                step.agent,
                below=str(detail.get("span", "")),
            )
        case "node":
            yield SpanPart(
                f"{NODE}{step.node}", begin, end, about, SpanKind.INTERNAL, step.agent, error, True
            )
        case _:
            yield SpanPart(
                f"{step.kind} {step.node}", begin, end, about, SpanKind.INTERNAL, step.agent, error
            )


def _describe_model(
    detail: Mapping[str, Any], conversation: str, places: ServerPlaces, failed: bool
) -> Attributes:
    provider, model = str(detail.get("provider", "")), str(detail.get("model", ""))
    found: Attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": model,
        "gen_ai.conversation.id": conversation,
    }
    if provider != OFFLINE:
        found |= {"gen_ai.request.stream": True, **places.of_model(provider, model)}
        if not failed:
            found["gen_ai.response.model"] = str(detail.get("answered_by") or model)
    used = detail.get("usage", {})
    if "prompt_tokens" in used:  # of one model; of several asked in turn the turn's span has the sum
        found["gen_ai.usage.input_tokens"] = int(used["prompt_tokens"])
        found["gen_ai.usage.output_tokens"] = int(used.get("completion_tokens", 0))
        found["gen_ai.usage.cache_read.input_tokens"] = int(used.get("cached_tokens", 0))
        found["gen_ai.usage.reasoning.output_tokens"] = int(used.get("reasoning_tokens", 0))
    if finish := read_code(detail.get("finish")):
        found["gen_ai.response.finish_reasons"] = [finish]
    if first := detail.get("first_ms"):
        found["gen_ai.response.time_to_first_chunk"] = round(first / 1000, 4)
    return found


def _list_failed(
    detail: Mapping[str, Any], conversation: str, places: ServerPlaces, agent: str
) -> Iterator[SpanPart]:
    """The calls of models in whose place another one answered."""
    for failed in detail.get(FAILED, ()):
        begin = round(failed["at"] * NANO)
        about = _describe_model(failed, conversation, places, failed=True)
        yield SpanPart(
            f"chat {failed['model']}",
            begin,
            begin + round(failed["ms"] * 1e6),
            about,
            SpanKind.CLIENT,
            agent,
            str(failed["reason"]),
        )


def _describe_tool(step: StepRecord, conversation: str, places: ServerPlaces) -> Attributes:
    detail, server = step.detail, str(step.detail.get("server", ""))
    found: Attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": str(detail.get("tool", step.node)),
        # A `function` is carried out by the caller's own program, an `extension` from here.
        "gen_ai.tool.type": "function" if step.outcome == "passed_on" else "extension",
        "gen_ai.conversation.id": conversation,
        "switchboard.tool.server": server,
        "switchboard.tool.cached": bool(detail.get("cached") or detail.get("cache") == "hit"),
        **places.of_server(server),
    }
    if call_id := detail.get("call_id"):
        found["gen_ai.tool.call.id"] = str(call_id)
    if "attempts" in detail:
        found["switchboard.tool.attempts"] = int(detail["attempts"])
    if step.outcome == "skipped":
        found["switchboard.why"] = read_code(detail.get("reason"), "other")
    return found


def _describe_plan_step(detail: Mapping[str, Any]) -> Attributes:
    return {
        "switchboard.plan.step": int(detail.get("step_id", 0)),
        "switchboard.plan.domain": str(detail.get("domain", "")),
        "switchboard.plan.depends_on": [int(each) for each in detail.get("depends_on", ())],
        "switchboard.plan.status": str(detail.get("status", "")),
        "switchboard.plan.tried": int(detail.get("tried", 1)),
        "switchboard.process": str(detail.get("where", "")),
    }


def _list_tiers(context: TurnContext, intents: Collection[str]) -> Iterator[SpanPart]:
    """The tiers that were asked, in order; one of which no time is known follows the one before it."""
    node = next((each for each in context.work.steps if each.node == "routing_decision"), None)
    if node is None:
        return
    before = _measure(node)[0]
    for verdict in context.decision.verdicts:
        begin = round(verdict.at * NANO) or before
        before = begin + round(verdict.ms * 1e6)
        yield SpanPart(
            f"route {verdict.tier}",
            begin,
            before,
            _describe_tier(verdict, intents),
            holds=True,
            inside="routing_decision",
        )


def _describe_tier(verdict: Verdict, intents: Collection[str]) -> Attributes:
    """What it decided, or what it came nearest to: authored names and figures of what it saw."""
    decision, saw = verdict.decision, verdict.saw
    found: Attributes = {"switchboard.tier": verdict.tier, "switchboard.outcome": verdict.outcome}
    if decision is not None:
        found |= {
            "switchboard.intent": decision.intent,
            "switchboard.agent": decision.agent,
            "switchboard.method": decision.method,
            "switchboard.confidence": float(decision.confidence),
        }
    elif isinstance(sure := saw.get("confidence"), int | float):
        found["switchboard.confidence"] = float(sure)
        found["switchboard.intent"] = _read_intent(saw.get("intent") or saw.get("named"), intents)
    if isinstance(needed := saw.get("threshold"), int | float):
        found["switchboard.threshold"] = float(needed)
    if why := read_code(saw.get("why")):
        found["switchboard.why"] = why
    second, hits = saw.get("runner_up"), saw.get("hits")
    if isinstance(second, Mapping):
        found["switchboard.runner_up"] = _read_intent(second.get("intent"), intents)
    if isinstance(hits, list | tuple) and hits:
        named = (_read_intent(each.get("intent"), intents) for each in hits if isinstance(each, Mapping))
        found["switchboard.keyword_hits"] = [name for name in named if name]
    return found


def _read_intent(value: Any, intents: Collection[str]) -> str:
    """The name of a published intent; empty for anything else."""
    return value if isinstance(value, str) and value in intents else ""


def describe_rail(rail: RailDecision) -> Attributes:
    """Phase, code, what it came to and by which action of its row; how long it took, in milliseconds."""
    found: Attributes = {
        "gen_ai.guardrail.component.name": rail.code,
        "gen_ai.guardrail.source": rail.phase,
        "gen_ai.guardrail.result.type": "outcome",
        "gen_ai.guardrail.result.value": result_of(rail),
        "switchboard.guardrail.action": read_code(rail.metadata.get("action"), "allow"),
        "switchboard.guardrail.ms": rail.ms,
    }
    if agent := rail.metadata.get("agent"):
        found["gen_ai.agent.name"] = str(agent)
    return found


def _describe_rail(rail: RailDecision) -> SpanPart:
    begin, missed = round(rail.at * NANO), rail.metadata.get("missed")
    about = {"gen_ai.operation.name": "apply_guardrail", **describe_rail(rail)}
    error = "" if not missed else "timeout" if missed == "late" else "failed"
    return SpanPart(
        f"apply_guardrail {rail.code}",
        begin,
        begin + round(rail.ms * 1e6),
        about,
        SpanKind.CLIENT,
        str(rail.metadata.get("agent", "")),
        error,
    )


def _describe_handoff(handoff: Handoff, steps: tuple[StepRecord, ...]) -> SpanPart:
    """From when it was asked for until who it was given to began; the conventions have no span for it yet."""
    begun = (_measure(each)[0] for each in steps if each.node == each.agent == handoff.to_agent)
    begin = round(handoff.at.timestamp() * NANO)
    end = min((each for each in begun if each >= begin and not handoff.blocked), default=begin)
    about = {
        "gen_ai.agent.handoff.source.name": handoff.from_agent,
        "gen_ai.agent.handoff.target.name": handoff.to_agent,
        "switchboard.handoff.kind": handoff.kind,
        "switchboard.handoff.blocked": handoff.blocked,
        "switchboard.outcome": handoff.outcome,
    }
    return SpanPart(f"handoff {handoff.to_agent}", begin, end, about)
