"""What a message would do: the decision and the identity, with nothing stored.

What a specialist's model would read for a message that begins a conversation.

Its instructions, and what it may call.

Nothing is called: what tools would be asked at once, and what they would say, is not in it.
"""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.guardrails import run_rails
from agents.llm.choose import model_for
from agents.llm.providers import OFFLINE
from agents.llm.request import ToolOffer
from agents.resources import AgentsOperational, Resources
from agents.specialists.offers import offers
from agents.specialists.prompt import system_prompt
from agents.tools.arguments import read_values
from budgets import spending
from conversations.as_json import to_json
from conversations.turn import (
    RailDecision,
    TurnContext,
    TurnDecision,
    Usage,
    Verdict,
)
from conversations.visits import visit
from language import embedder
from releases import freshness
from releases.freshness import PinnedRelease
from rollout.evaluate import RolloutSnapshot
from routing.decision import business, planning
from routing.decision.input import Decision, describe_verdicts, names_off
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.tiers import otherwise
from routing.turns import paying
from routing.turns.mode import admit, equip, find_mode
from routing.turns.nodes.routing_decision import check_served, collect_slots
from routing.turns.open import choose_profile, enter, make_turn, settle
from routing.turns.prepare import build_context, find_payer
from routing.turns.request import ChatRequest
from routing.turns.runtime import TurnRuntime
from routing.turns.team.open_parts import as_record
from routing.turns.team.tasks import find_intent, make_task
from tenancy.authenticate import admit_with_tenant

LookedAt = tuple[TurnContext, ProfileRuntime, Resources]


async def explain_route(request: ChatRequest) -> dict[str, Any]:
    """The RouteDecision, the mode and what each tier saw, for a message in its conversation (if it has one).

    As in a turn the input rails come first: what they refuse is blocked and has no decision, and what they
    mask no tier sees.
    """
    looked_at = await _begin(request)
    return await _count(looked_at, _route(*looked_at))


async def _route(context: TurnContext, published: ProfileRuntime, resources: Resources) -> dict[str, Any]:
    context, decisions = await run_rails.sanitize(published.rails("input"), context, resources)
    if run_rails.first_refusal(decisions) is not None:
        return _describe_blocked(context, decisions, ())
    mode = find_mode(context.request.mode)
    decided, verdict = await mode.decisions.decide_with_model(context, published, resources)
    late = await check_served(decided, published, context, resources)
    decisions = (*decisions, *late)
    if run_rails.first_refusal(late) is not None:
        return _describe_blocked(context, decisions, decided.verdicts)
    planned: dict[str, Any] = {}
    usage = verdict.usage if verdict else Usage()
    if mode.describe_plan is not None:
        planned, cost = await mode.describe_plan(decided, context, published, resources)
        usage = usage.plus(cost)
    return {
        **to_json(decided.decision),
        **(
            {"agents": list(decided.plan.agents), "plan": planning.describe_plan(decided.plan)}
            if decided.plan
            else {}
        ),
        **({"requests": as_record(decided.loop.open)} if decided.loop else {}),
        **({"urgent": dict(zip(("intent", "words"), decided.urgent, strict=True))} if decided.urgent else {}),
        **planned,
        "guardrails": to_json(decisions),
        **({"usage": to_json(usage)} if verdict or usage.calls else {}),
        "mode": context.request.mode,
        "mode_source": context.request.mode_source,
        "tiers": describe_verdicts(decided.verdicts),
        "otherwise": await embedder.supply(context.request.tenant_id)(
            lambda: otherwise(
                decided,
                context.request.utterance,
                context.request.state,
                published,
                names_off(resources.switches),
            )
        ),
        "reply": decided.reply.kind if decided.reply else None,
        "language": context.request.utterance.language,
        "release": context.request.release,
    }


def _describe_blocked(
    context: TurnContext, decisions: Sequence[RailDecision], verdicts: Sequence[Verdict]
) -> dict[str, Any]:
    """What is said of a message that a rail refuses; `verdicts` of tiers that were asked."""
    refused = run_rails.first_refusal(decisions)
    assert refused is not None
    return {
        "route": "blocked",
        "intent": None,
        "blocked_by": refused.code,
        "reason": refused.reason,
        "mode": context.request.mode,
        "mode_source": context.request.mode_source,
        "tiers": describe_verdicts(verdicts),
        "reply": None,
        "language": context.request.utterance.language,
        "release": context.request.release,
        "guardrails": to_json(decisions),
    }


async def resolve_identity(request: ChatRequest) -> dict[str, Any]:
    """Who would be asking: the keys that are proven, and those that the decided tools would miss."""
    looked_at = await _begin(request)
    return await _count(looked_at, _identity(request, *looked_at))


async def _identity(
    request: ChatRequest, context: TurnContext, published: ProfileRuntime, resources: Resources
) -> dict[str, Any]:
    context, _decisions = await run_rails.sanitize(published.rails("input"), context, resources)
    mode = find_mode(context.request.mode)
    decided, _verdict = await mode.decisions.decide_with_model(context, published, resources)
    proven = context.request.identity.known
    named = read_values(request.text, collect_slots(published), published.profile.today)
    known = {**context.request.state.values, **named}
    wanted = [
        parameter.known_as
        for name in decided.decision.mcp_tools
        for parameter in published.agents.tools[name].parameters
        if parameter.is_of_writer and parameter.required
    ]
    missing = (*context.work.identity_missing, *(name for name in wanted if name not in proven))
    return {
        "technical_identity": {
            "tenant_id": context.request.tenant_id,
            "agent_id": context.request.agent_id,
            "conversation_key": context.request.conversation_key,
            "original_session_id": request.session_id,
            "user_id": context.request.identity.user_id,
        },
        "business_context": {
            **dict.fromkeys(published.business_keys),
            **business.document(context.request.identity, request.session_id),
        },
        "business_keys": business.describe_keys(published.business_keys),
        "identity_missing": list(dict.fromkeys(missing)),
        "values": known,
        "context_keys": sorted(context.request.context),
    }


async def _count(looked_at: LookedAt, work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    """The work, and what its models used counted like a message's."""
    message = looked_at[0].request
    return await paying.count_aside(message.tenant_id, message.budget, work)


async def _begin(request: ChatRequest) -> LookedAt:
    context, pinned = await visit(lambda: _context(request))
    await freshness.ready(pinned.release)
    published = ProfileRuntime.of(pinned.release, context.request.agent_id)
    return context, published, equip(pinned, published, context.request)


def _context(request: ChatRequest) -> tuple[TurnContext, PinnedRelease]:
    """The message as its turn would know it."""
    caller, tenant = admit_with_tenant(request.credentials)
    principal = caller.acting_for(request.user_id)
    admit(request.mode, request.force_multi, principal)
    pinned = freshness.current(tenant)
    conversation = enter(request, principal, choose_profile(request, None, tenant, pinned), None)
    pinned, chosen, stored = settle(request, conversation, principal, tenant, pinned)
    turn = make_turn("", request, conversation, pinned, chosen.mode, stored)
    turn.number = conversation.turn_count + 1
    payer = find_payer(stored, conversation)
    budget = spending.admit_aside(tenant.pk, pinned.operational["budgets"], payer)
    return build_context(conversation, turn, "", pinned, chosen, stored.flag, budget), pinned


ASKED = ("clarification", "person")  # methods after which the platform answers


@dataclass(frozen=True, slots=True)
class ModelReads:
    """`model` is its profile's name and its own; empty for the offline one, which reads no instructions."""

    agent: str
    model: str
    instructions: str
    message: str
    tools: tuple[ToolOffer, ...]


def read_model_input(published: ProfileRuntime, context: TurnContext, decided: Decision) -> ModelReads | None:
    """None where no specialist's model answers: a fixed reply, a question of the platform's, another mode."""
    route = decided.decision
    fixed = published.intents.get(route.intent)
    specialist = published.specialists.get(route.agent)
    mode = find_mode(context.request.mode)
    if specialist is None or not mode.begins_with_one or route.method in ASKED:
        return None
    if fixed is not None and fixed.reply:
        return None
    decision = TurnDecision(route=route, verdicts=decided.verdicts, reply=decided.reply)
    resources = Resources(published.agents, AgentsOperational(), RolloutSnapshot())
    decided_context = replace(context, decision=decision)
    runtime = TurnRuntime.of(published, resources, decided_context, _nobody_hears, mode.one_voice)
    text = context.request.utterance.text
    intent = find_intent(published, route.agent, route.intent)
    task = make_task(decided_context, runtime, route.agent, text, intent)
    model = model_for(resources, specialist)
    named = "" if model.provider == OFFLINE else " · ".join(dict.fromkeys((model.name, model.model)))
    return ModelReads(route.agent, named, system_prompt(task), text, offers(task))


def _nobody_hears(name: str, data: dict[str, Any]) -> None:
    """Events of a look at what would be."""
