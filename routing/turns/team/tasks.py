"""What a specialist is given to do.

Its part of the message, whom it may pass on to, what others left for it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings

from agents.intent_slices import IntentSlice
from agents.specialists.task import Task
from conversations.turn import ClientTools, Pending, PlannedBranch, RouteDecision, TurnContext
from language.acts.questions import is_question
from language.normalise import normalise
from rollout.evaluate import EVERY
from routing.decision.fallback import is_out_of_scope
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import after_refusal
from routing.decision.strength import KeywordOfIntent
from routing.texts import text
from routing.turns.mode import find_mode
from routing.turns.nodes import checks
from routing.turns.nodes.without_specialist import word_reply
from routing.turns.runtime import TurnRuntime


def find_request(context: TurnContext) -> str:
    """What is to be served: the message, or the request that waited for the permission it answers."""
    reply = context.decision.reply
    if reply is not None and reply.question.kind == "permission" and reply.kind in ("yes", "no", "cancel"):
        return str(reply.question.data.get("text") or context.request.utterance.text)
    return context.decision.remaining or context.request.utterance.text


def make_task(
    context: TurnContext, runtime: TurnRuntime, agent: str, words: str, intent: IntentSlice | None,
    beside: Collection[str] = (),
) -> Task:  # fmt: skip
    """The work of one specialist on `words`; `beside` are those at work at the same time: nothing is passed
    on to them. Who is switched off says so in place of any work."""
    published = runtime.published
    if context.decision.reply is not None and context.decision.reply.question.agent != agent:
        decision = replace(context.decision, reply=None)  # a reply is read only by who asked
        context = replace(context, decision=decision)
    mode = find_mode(context.request.mode)
    targets = published.targets_of(agent) if published.profile.allow_handoff and not mode.alone else ()
    off, unheard = runtime.resources.switches.names_off("intent"), _not_borne_out(context)
    return Task(
        context=context,
        resources=runtime.resources,
        caller=runtime.caller,
        voice=runtime.speech,
        specialist=published.specialists[agent],
        text=words,
        intent=next(iter(drop_switched_off((intent,) if intent else (), off)), None),
        intents=_drop_unheard(drop_switched_off(list_served(published, agent), off), unheard),
        targets=tuple(
            replace(target, intents=_drop_unheard(drop_switched_off(target.intents, off), unheard))
            for target in targets
            if target.name not in beside and target.name != agent and runtime.serves(target.name)
        ),
        received=_read_received(context, published, agent),
        policy=published.policy,
        steps=published.profile.max_steps or settings.AGENT_STEPS,
        documents=_choose_documents(context, published),
        unserved=_is_unserved(context),
        time_zone=published.profile.person.hours.zone,
        client_tools=context.request.client_tools if mode.client_tools else ClientTools(),
        judge=checks.judge_before(context, runtime),
        people=bool(published.person_intents - off)
        and EVERY not in off
        and context.request.state.person is None,
        reply="" if runtime.serves(agent) else say_switched_off(context, published, agent),
    )


def say_switched_off(context: TurnContext, published: ProfileRuntime, agent: str) -> str:
    """What users are told where only a specialist could work who is switched off."""
    return text("switched_off", context.request.utterance.language, what=published.display_name(agent))


def _choose_documents(context: TurnContext, published: ProfileRuntime) -> tuple[str, float] | None:
    """Where a message that nothing decides is looked for; one that goes on with a matter is that matter's.

    A question in reply to a question for a value is looked for, too.
    """
    route, profile, reply = context.decision.route, published.profile, context.decision.reply
    asks = reply is not None and reply.question.kind == "slot" and is_question(context.request.utterance.text)
    lost = (
        route is not None
        and _fell_back(route)
        and not route.follows
        and not route.metadata.get("called_in")
        and context.decision.reply is None
        and not _is_unserved(context)
    )
    wanted = bool(profile.documents) and (lost or asks)
    return (profile.documents, profile.documents_threshold) if wanted else None


def _is_unserved(context: TurnContext) -> bool:
    """Whether the examples are sure that nobody serves the message: no document is looked into for it."""
    route = context.decision.route
    if route is None or context.decision.reply is not None:
        return False
    nobodys = is_out_of_scope(context.decision.verdicts) or bool(route.metadata.get("out_of_scope"))
    return _fell_back(route) and nobodys


def _fell_back(route: RouteDecision) -> bool:
    """Whether no tier was sure, whatever the mode made of it."""
    return bool(route.metadata.get("found_by", route.method) == "fallback")


def drop_switched_off(intents: Iterable[IntentSlice], off: frozenset[str]) -> tuple[IntentSlice, ...]:
    """Those that no operator switched off: nobody answers, looks up or passes on what is off."""
    if not off:
        return tuple(intents)
    return () if EVERY in off else tuple(intent for intent in intents if intent.name not in off)


def _not_borne_out(context: TurnContext) -> frozenset[KeywordOfIntent]:
    """The keywords of the message that the examples contradicted.

    Nobody takes "conta" for a bill in "conta uma piada". What names a part of it by itself stands.
    """
    decided = context.decision
    branches = decided.plan.branches if decided.plan else decided.parts
    heard = {keyword for branch in branches for keyword in branch.keywords}
    return frozenset(each for verdict in decided.verdicts for each in verdict.doubted if each[0] not in heard)


def _drop_unheard(
    intents: Iterable[IntentSlice], unheard: frozenset[KeywordOfIntent]
) -> tuple[IntentSlice, ...]:
    """The intents without the keywords that mean something else in this message."""
    if not unheard:
        return tuple(intents)
    return tuple(
        replace(
            intent, keywords=tuple(each for each in intent.keywords if (each, intent.name) not in unheard)
        )
        for intent in intents
    )


def find_intent(published: ProfileRuntime, agent: str, name: str | None) -> IntentSlice | None:
    """The specialist's own intent of that name; the single agent's too, who serves all."""
    own = published.intent_slice(agent, name)
    return own or next((intent for intent in list_served(published, agent) if intent.name == name), None)


def _read_received(
    context: TurnContext, published: ProfileRuntime, agent: str
) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """What others left for this specialist earlier in the conversation."""
    kept = context.request.state.contexts
    givers = dict.fromkeys(
        giver for giver, receiver in context.request.state.path if receiver == agent and giver in kept
    )
    return tuple((published.display_name(giver), kept[giver]) for giver in givers)


def make_branch_task(
    context: TurnContext, runtime: TurnRuntime, branch: PlannedBranch, beside: Collection[str]
) -> Task:
    """The work of one specialist of a plan; `beside` are the others of it."""
    intent = _join_matters(runtime.published, branch)
    made = make_task(context, runtime, branch.agent, branch.text, intent, beside)
    return replace(made, reply=find_reply(context, runtime.published, branch.intent) or made.reply)


def find_reply(context: TurnContext, published: ProfileRuntime, name: str | None) -> str:
    """The fixed sentence of the intent of a part; empty where a specialist works on it."""
    intent = published.intents.get(name or "")
    if intent is None or not intent.reply:
        return ""
    return word_reply(intent, published, context.request.utterance.language)


def is_nobodys(published: ProfileRuntime, name: str | None) -> bool:
    """Whether an intent is nobody's: a sentence of its own answers it, whoever speaks."""
    intent = published.intents.get(name or "")
    return intent is not None and not intent.agent


def choose_matter(
    context: TurnContext, published: ProfileRuntime, agent: str, part: Pending | None, first: bool
) -> tuple[IntentSlice | None, str]:
    """Which intent a specialist serves, and its words: those of an open part, else what was decided for who
    is `first`, else what its own keywords say."""
    words, decided = find_request(context), context.decision.route
    if part is not None:
        intent, words = published.intent_slice(agent, part.intent), part.text
    elif first:
        name = (decided.follows or decided.intent) if decided else None
        intent = find_planned(context, published, agent) or find_intent(published, agent, name)
    else:
        intent = published.intent_for(agent, replace(context.request.utterance, text=words))
    return intent, after_refusal(words) if context.decision.withdrawn else words


def find_planned(context: TurnContext, published: ProfileRuntime, agent: str) -> IntentSlice | None:
    """What the turn's plan has for a specialist; None where it has nothing."""
    branches = context.decision.plan.branches if context.decision.plan else ()
    own = next((each for each in branches if each.agent == agent), None)
    return _join_matters(published, own) if own is not None else None


def _join_matters(published: ProfileRuntime, branch: PlannedBranch) -> IntentSlice | None:
    """The branch's intent, with the tools of those that its keywords name beside it."""
    intent = published.intent_slice(branch.agent, branch.intent)
    if intent is None or len(branch.keywords) < 2:
        return intent
    heard = set(map(normalise, branch.keywords))
    for other in published.slices_of(branch.agent):
        if other.name != intent.name and heard.intersection(map(normalise, other.keywords)):
            prefetch, offer = (*intent.prefetch, *other.prefetch), (*intent.offer, *other.offer)
            intent = replace(
                intent, prefetch=tuple(dict.fromkeys(prefetch)), offer=tuple(dict.fromkeys(offer))
            )
    return intent


def list_served(published: ProfileRuntime, agent: str) -> tuple[IntentSlice, ...]:
    """The intents of a specialist.

    One without its own, the single agent, serves all with the tools it has.
    """
    own = published.slices_of(agent)
    if own:
        return own
    tools = frozenset(published.specialists[agent].tools)
    return tuple(
        replace(
            intent.slice(),
            agent=agent,
            prefetch=tuple(name for name in intent.prefetch if name in tools),
            offer=tuple(name for name in intent.offer_tools if name in tools),
            next_state="",
        )
        for intent in published.intents.values()
        if not intent.reply
    )
