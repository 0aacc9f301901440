"""Who answers, as the mode of the turn decides.

Whether an intent of the profile serves a message, by what the tiers said of it; nothing is read for it.
"""

from collections.abc import Iterable
from dataclasses import replace

from django.utils import timezone

from agents.guardrails import run_rails
from agents.knowledge.tool_offers import SEARCH
from agents.knowledge.tools import surely_answers
from agents.memory import learning
from agents.platform_tools import PlatformCall
from agents.resources import Resources
from agents.specs import SlotSpec
from agents.tools.arguments import read_values
from conversations.as_json import to_json
from conversations.turn import (
    Fact,
    Permission,
    RailDecision,
    Reply,
    RouteDecision,
    StepRecord,
    TurnContext,
    TurnDecision,
)
from language import carried_text
from language.acts.questions import is_question, wishes
from routing.decision import planning
from routing.decision.clarification import ClarificationTier
from routing.decision.fallback import CONFIDENCE, is_out_of_scope
from routing.decision.input import Decision, describe_verdicts, names_off
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.plan.composing import remembers
from routing.planning.understand.catalogue import catalogue_of
from routing.texts import text
from routing.turns import to_person
from routing.turns.mode import NodeResult, find_mode
from routing.turns.prepare import choose_language
from routing.turns.runtime import TurnRuntime, list_intents


async def check_served(
    decided: Decision, published: ProfileRuntime, context: TurnContext, resources: Resources
) -> tuple[RailDecision, ...]:
    """What the profile's input rails that read a decision say of this one; of a message that shows something
    its words do not say what is served.
    """
    served = context.request.utterance.shows or is_served(decided, published.profile.documents)
    return await run_rails.check_decision(published.rails("input"), context, resources, served)


def is_served(decided: Decision, documents: str) -> bool:
    """Whether somebody does; a profile with `documents` looks there for a lost message that is not sure to be
    nobody's.

    False where nobody was sure, nothing goes on and nobody waits for a reply, and the examples come nearest
    to what nobody serves. A message that the examples know nothing of may still be somebody's.

    >>> is_served(decide("quem descobriu o brasil?"), "")
    False
    """
    decision, verdicts, about = decided.decision, decided.verdicts, decided.decision.metadata
    fell_back = about.get("found_by", decision.method) == "fallback"
    looks = documents and not is_out_of_scope(verdicts)
    if looks or not fell_back or decision.follows or about.get("called_in") or decided.reply is not None:
        return True
    if any("waiting" in verdict.saw for verdict in verdicts):
        return True
    return not any(verdict.saw.get("intent") == OUT_OF_SCOPE for verdict in verdicts)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Decides, tells the client, and keeps the values that the message names.

    Or refuses what nobody serves.
    """
    mode = find_mode(context.request.mode)
    decided, verdict = await mode.decisions.decide_with_model(context, runtime.published, runtime.resources)
    decided = await _prefer_documents(decided, context, runtime)
    inner = [_record_allowed(known) for known in decided.permissions.values()]
    if verdict is not None and verdict.step is not None:
        inner.append(verdict.step)
    rails = await check_served(decided, runtime.published, context, runtime.resources)
    outcome = run_rails.refuse(context.outcome, rails) if rails else context.outcome
    if (refused := run_rails.first_refusal(rails)) is not None:
        return NodeResult(
            decision=TurnDecision(verdicts=decided.verdicts),
            outcome=outcome,
            summary=refused.reason,
            result="blocked",
            inner_steps=tuple(inner),
        )
    made = _make_decision(decided, context, runtime)
    _announce(decided, context, runtime)
    active = made.plan.agents[0] if made.plan else decided.decision.agent
    spoken = choose_language(context.request.utterance, made.stated, runtime.published.profile)
    context = replace(context, request=replace(context.request, utterance=spoken))
    runtime.intents[:] = list_intents(made)
    work = replace(context.work, active_agent=active, loop=decided.loop, permissions=decided.permissions)
    if decided.goes_on:
        passed = to_person.go_on(context, runtime)
        work = replace(work, person=passed.awaited, handoffs=(*work.handoffs, passed.handoff))
    if decided.urgent is not None:
        told = to_person.tell_beside(context, runtime, *decided.urgent)
        work = replace(work, parts=(told.part,), person=told.awaited, handoffs=(*work.handoffs, told.handoff))
        outcome = replace(outcome, answer=told.part[1], rails=(*outcome.rails, *told.rails))
    if decided.switched_off:
        words = text("switched_off", spoken.language, what=", ".join(decided.switched_off))
        off, _rails = runtime.speech.say_own(active, words)
        work = replace(work, parts=(*work.parts, (active, off)))
        outcome = replace(outcome, answer="\n\n".join(filter(None, [outcome.answer, off])))
    return NodeResult(
        request=context.request,
        decision=made,
        work=work,
        outcome=outcome,
        agent=active,
        summary=decided.decision.reason,
        result="skipped" if mode.alone else "ok",
        inner_steps=tuple(inner),
    )


async def _prefer_documents(decided: Decision, context: TurnContext, runtime: TurnRuntime) -> Decision:
    """What nothing decides and a profile's documents surely answer is not asked about.

    Only a question: a wish that is unclear may be for something to be done.
    """
    profile, said = runtime.published.profile, context.request.utterance
    collection = runtime.published.agents.collections.get(profile.documents)
    asks = decided.decision.method == ClarificationTier.method and decided.decision.metadata.get("between")
    known = collection is not None and collection.enabled
    if not asks or not known or not is_question(said.text) or wishes(said.text):
        return decided
    who = profile.fallback_agent
    asked = {"query": said.text, "collection": profile.documents, "threshold": profile.documents_threshold}
    if not await surely_answers(PlatformCall(SEARCH, asked, who, context, runtime.resources)):
        return decided
    reason = f"Nothing decides it, and {profile.documents} surely answers it."
    about = {**decided.decision.metadata, "follows": None, "nobody": True}
    route = RouteDecision(
        who, who, "fallback", CONFIDENCE, reason, "fallback", metadata=about, domain=profile.domain or None
    )
    decisions, off = find_mode(context.request.mode).decisions, names_off(runtime.resources.switches)
    return decisions.follow(decided._replace(decision=route), context, runtime.published, off)


def _make_decision(decided: Decision, context: TurnContext, runtime: TurnRuntime) -> TurnDecision:
    """What the rest of the turn goes by: what was decided, and what the message names and states."""
    held = runtime.published.policies.get(context.request.state.workflow_state or "")
    reply, agreed = decided.reply, decided.agreed
    return TurnDecision(
        route=decided.decision,
        verdicts=decided.verdicts,
        reply=reply and _leave_open(reply, runtime),
        plan=decided.plan,
        parts=decided.parts,
        resumed=decided.resumed,
        values=_read_values(decided, context, runtime),
        remaining=decided.remaining,
        withdrawn=decided.withdrawn,
        stated=_read_stated(context, runtime),
        agreed=agreed and replace(agreed, reply=_leave_open(agreed.reply, runtime)),
        clear_state=held is not None and held.terminal and decided.decision.method == "state",
    )


def _leave_open(reply: Reply, runtime: TurnRuntime) -> Reply:
    """A yes to whoever is switched off by now decides nothing: its question is open until they are back."""
    question = reply.question
    waits = question.kind == "confirmation" and not runtime.serves(question.agent)
    return replace(reply, kind="unclear") if waits and reply.kind == "yes" else reply


def _read_values(decided: Decision, context: TurnContext, runtime: TurnRuntime) -> dict[str, str]:
    """The values that the message names; a reply's own come last."""
    raw, reply = context.request.utterance.raw, decided.reply
    text = carried_text.asking(raw) if reply is not None and reply.kind == "change" else raw
    published = runtime.published
    named = read_values(text, collect_slots(published), published.profile.today)
    return {**named, **(reply.values if reply else {})}


def collect_slots(published: ProfileRuntime) -> dict[str, SlotSpec]:
    """The values that are read from a message, of all that the company's tools know."""
    found: dict[str, SlotSpec] | None = published.memo.get(collect_slots)
    if found is None:
        known = published.agents.slots
        found = {name: known[name] for name in sorted(list_asked_values(published)) if name in known}
        published.memo[collect_slots] = found
    return found


def list_asked_values(published: ProfileRuntime) -> frozenset[str]:
    """The names of the values that a profile has a use for: a tool of it asks for them, or its plans remember
    them."""
    named = {tool for intent in published.intents.values() for tool in intent.tools}
    named |= {tool for specialist in published.specialists.values() for tool in specialist.tools}
    return list_asked_by(named, published) | remembers(catalogue_of(published))


def list_asked_by(names: Iterable[str], published: ProfileRuntime) -> frozenset[str]:
    """The names of the values that these tools ask for."""
    known = published.agents.tools
    return frozenset(
        parameter.known_as
        for name in names
        if name in known
        for parameter in known[name].parameters
        if parameter.is_asked
    )


def _announce(decided: Decision, context: TurnContext, runtime: TurnRuntime) -> None:
    """The event `route`: who answers, and why."""
    shown = runtime.published.display_name
    document = {
        **to_json(decided.decision),
        "mode": context.request.mode,
        "display_name": shown(decided.decision.agent),
        "plan": planning.describe_plan(decided.plan),
        "display_names": {name: shown(name) for name in decided.plan.agents} if decided.plan else {},
        "tiers": describe_verdicts(decided.verdicts),
    }
    runtime.emit("route", document)


def _read_stated(context: TurnContext, runtime: TurnRuntime) -> tuple[Fact, ...]:
    """What the message says of its writer that is to be kept, where anything is.

    A text that they bring says nothing.
    """
    request = context.request
    if request.memory is None:
        return ()
    own = runtime.published.read_spoken(request.utterance.text)
    return tuple(learning.of_message(own, request.utterance.language, request.turn_id))


def _record_allowed(known: Permission) -> StepRecord:
    """The record of what the user allowed, refused or took back."""
    return StepRecord(
        node="permission",
        kind="permission",
        outcome="ok",
        summary=f"'{known.name}' {known.state} by {known.by}",
        at=timezone.now(),
        detail={"permission": known.name, "tool": known.tool, "state": known.state, "by": known.by},
    )
