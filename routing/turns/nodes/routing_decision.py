"""Who answers: the single agent, or the first decision tier that is sure.

The tiers are asked at once, with the vectors that they need fetched before; a model that decides is waited for only
where they fell back.
"""

import time
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils import timezone

from agents.kit import Kit
from agents.tools.arguments import read_values
from conversations.as_json import to_json
from conversations.turn import Permission, Reply, RouteDecision, Step, TurnContext, Verdict
from language import carried, embedder
from routing.decision import llm, permission, planning, requests, word
from routing.decision.case import Case, Decided, told
from routing.decision.published import Published
from routing.decision.tiers import decide
from routing.modes.supervised import supervising
from routing.planning import deciding, model_asked
from routing.planning.deciding import Understood
from routing.turns.stage import Stage


async def run(context: TurnContext, stage: Stage) -> dict[str, Any]:
    """Decides, tells the client, and keeps the values that the message names."""
    decided, asked = await decide_with_model(context, stage.published, stage.kit)
    reworded = decided.reply is not None and decided.reply.kind == "change"
    raw = carried.asking(context.utterance.raw) if reworded else context.utterance.raw
    values = read_values(raw, stage.published.slots)
    if decided.reply is not None:
        values.update(decided.reply.values)
    decision, plan, loop = decided.decision, decided.plan, decided.loop
    if loop is not None and supervising.asks_who_begins(decision, stage):
        loop = replace(loop, next=None)
    stage.emit(
        "route",
        {
            **to_json(decision),
            "mode": context.mode,
            "display_name": stage.published.display_name(decision.agent),
            "plan": planning.told(plan),
            "display_names": {name: stage.published.display_name(name) for name in plan.agents}
            if plan
            else {},
            "tiers": told(decided.verdicts),
        },
    )
    held = stage.published.policies.get(context.state.workflow_state or "")
    changes: dict[str, Any] = {
        "decision": decision,
        "clear_state": held is not None and held.terminal and decision.method == "state",
        "withdrawn": decided.withdrawn,
        "verdicts": decided.verdicts,
        "reply": decided.reply,
        "plan": plan,
        "loop": loop,
        "resumed": decided.resumed,
        "values": values,
        "permissions": decided.permissions,
        "remaining": decided.remaining,
        "active_agent": plan.agents[0] if plan else decision.agent,
        "summary": decision.reason,
        "outcome": "skipped" if context.mode == "single" else "ok",
    }
    inner = [_allowed(known) for known in decided.permissions.values()]
    if asked is not None and asked.step is not None:
        inner.append(asked.step)
        changes["usage"] = context.usage.plus(asked.usage)
    if inner:
        changes["inner_steps"] = inner
    return changes


async def decide_with_model(
    context: TurnContext, published: Published, kit: Kit
) -> tuple[Decided, llm.Asked | None]:
    """The decision of this mode, and what a model was asked for it; None where none was needed."""
    off = kit.switches.names_off("intent")
    supply = embedder.supply(context.tenant_id)
    if context.mode == "planner":
        return await _goal_or_courtesy(context, published, kit)
    decided, left = await supply(lambda: tiers_say(context, published, off))
    asked = None
    if llm.may_help(decided, left, published):
        asked = await llm.ask(decided, left, published, kit)
        decided = llm.after(decided, asked)
    said = decided
    return await supply(lambda: in_mode(said, left, published, off)), asked


async def _goal_or_courtesy(
    context: TurnContext, published: Published, kit: Kit
) -> tuple[Decided, llm.Asked | None]:
    """Mode planner: the goal that the message names; an intent with an answer of its own where it names none."""
    understood = deciding.understood(context, published.catalogue)
    off = kit.switches.names_off("intent")
    courtesy = await embedder.supply(context.tenant_id)(
        lambda: _courtesy(understood, context, published, off)
    )
    if courtesy is not None:
        return courtesy, None
    if not model_asked.may_help(understood, context, published):
        return deciding.decided(understood, context, published), None
    understood, asked = await model_asked.ask(understood, context, published, kit)
    decided = deciding.decided(understood, context, published)
    return decided._replace(verdicts=(asked.verdict, *decided.verdicts)), asked


def _courtesy(
    understood: Understood, context: TurnContext, published: Published, off: frozenset[str]
) -> Decided | None:
    """The intent with an answer of its own that a message without a goal names; none where a plan waits for an answer:
    that is asked again."""
    talk = understood.wait is None and deciding.is_talk(understood.intent)
    if not talk or not any(intent.reply for intent in published.intents.values()):
        return None
    tiers, _left = tiers_say(context, published, off)
    named = published.intents.get(tiers.decision.intent)
    return tiers if named is not None and named.reply else None


def route(context: TurnContext, published: Published, off: frozenset[str] = frozenset()) -> Decided:
    """The decision of this mode without asking a model; `off` names intents that are switched off."""
    if context.mode == "planner":
        understood = deciding.understood(context, published.catalogue)
        courtesy = _courtesy(understood, context, published, off)
        return courtesy or deciding.decided(understood, context, published)
    decided, left = tiers_say(context, published, off)
    return in_mode(decided, left, published, off)


def tiers_say(context: TurnContext, published: Published, off: frozenset[str]) -> tuple[Decided, TurnContext]:
    """What the tiers decide, whatever the mode, and the context with what is left of the message to serve."""
    decided = decide(context.utterance, context.state, published, time.time(), off)
    if decided.decision.method == "clarified":
        context = _on_the_rest(decided, context)
    decided = permission.read(decided, context, published, off)
    if decided.remaining and decided.decision.method != "clarified":
        context = _on_the_rest(decided, context)
        rest = decide(context.utterance, context.state, published, time.time(), off)
        decided = rest._replace(
            permissions=decided.permissions, remaining=decided.remaining, withdrawn=decided.withdrawn
        )
    return decided, context


def in_mode(decided: Decided, context: TurnContext, published: Published, off: frozenset[str]) -> Decided:
    """What a mode makes of it.

    In `single` no tier decides, but a reply to a question is still read; in `coordinator` it says who has the
    word. In `supervisor` all specialists that the message names work at once, unless it is a reply, a
    courtesy, or takes up an open part. In `supervised` they are noted as requests, and the first is sent.
    """
    profile = published.profile
    if context.mode == "coordinator":
        return word.decided(decided, context.state, published)
    if context.mode == "supervisor":
        return _planned(decided, context, published, off)
    if context.mode == "supervised":
        return _looped(decided, context, published, off)
    if context.mode != "single":
        return decided
    decision = RouteDecision(
        route=profile.single_agent,
        agent=profile.single_agent,
        intent=decided.decision.intent if decided.reply else "single",
        confidence=1.0,
        reason="The single agent answers everything outside the rollout.",
        method="single",
        metadata=decided.decision.metadata if decided.permissions else {},
        domain=profile.domain or None,
        mcp_tools=published.agents.specialists[profile.single_agent].tools,
    )
    reply = _taken_over(decided.reply, profile.single_agent, published)
    return decided._replace(decision=decision, verdicts=(), reply=reply, resumed=None)


def _taken_over(reply: Reply | None, single: str, published: Published) -> Reply | None:
    """A reply to a specialist's question, from a user who is outside the rollout by now: the single agent goes
    on with it, unless it agrees to a tool that this one does not have."""
    if reply is None or reply.question.agent == single:
        return reply
    tool = reply.question.data.get("tool")
    if tool and tool not in published.specialists[single].tools:
        return None
    return replace(reply, question=replace(reply.question, agent=single))


def _on_the_rest(decided: Decided, context: TurnContext) -> TurnContext:
    """The context with what is left to serve; a question for the permission that was refused is open no longer."""
    utterance = replace(context.utterance, text=decided.remaining)
    state = replace(context.state, question=None) if decided.withdrawn else context.state
    return replace(context, utterance=utterance, state=state)


def _allowed(known: Permission) -> Step:
    """The record of what the user allowed, refused or took back."""
    return Step(
        node="permission",
        kind="permission",
        outcome="ok",
        summary=f"'{known.name}' {known.state} by {known.by}",
        at=timezone.now(),
        detail={"permission": known.name, "tool": known.tool, "state": known.state, "by": known.by},
    )


def _looped(decided: Decided, context: TurnContext, published: Published, off: frozenset[str]) -> Decided:
    named = published.intents.get(decided.decision.intent)
    if named is not None and named.reply and decided.decision.method != "state":
        return decided
    if decided.decision.method == "clarification":
        return decided
    case = Case(context.utterance, context.state, published, off=off)
    return decided._replace(loop=requests.asked(case, decided, context))


def _planned(decided: Decided, context: TurnContext, published: Published, off: frozenset[str]) -> Decided:
    first = published.intents.get(decided.decision.intent)
    if decided.decision.method in ("state", "clarified", llm.METHOD) or (first is not None and first.reply):
        return decided  # a model names one intent, as the user does, and whoever serves it answers alone
    limit = published.profile.max_branches or settings.BRANCHES
    case = Case(context.utterance, context.state, published, off=off)
    made = planning.plan(case, limit, decided.decision)
    names = made.metadata["matched_keywords"]
    if decided.decision.method != "fallback" and not names:
        return decided  # nobody's in particular, decided on as a whole, or named beyond what a plan reads
    if decided.decision.method == "example" and decided.decision.agent not in names:
        return decided  # read as a whole it says more than its clauses do
    named = (published.intents.get(each.intent or "") for each in made.branches)
    intents = [intent for intent in named if intent is not None]
    tools = [tool for intent in intents for tool in intent.tools]
    domains = {intent.domain for intent in intents if intent.domain} or {published.profile.domain}
    decision = planning.decision(made, tools, domains.pop() if len(domains) == 1 else None)
    saw = {"plan": list(made.agents), "left_out": [each.agent for each in made.left_out]}
    verdicts = (*decided.verdicts, Verdict("supervisor", decision, saw))
    return decided._replace(decision=decision, plan=made, verdicts=verdicts)
