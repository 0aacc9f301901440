"""What a conversation remembers after a turn: its question, its workflow, who is active and about what.

Of the values that it names personal data stay only as long as a question lives that needs them, or who writes
is known by them.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from agents.guardrails import personal
from agents.guardrails.personal import PersonalData
from agents.specialists import masked_values
from agents.specs import ParameterSpec
from conversations.side_effects import list_acted
from conversations.turn import (
    ConversationState,
    Handoff,
    Pending,
    Permission,
    Question,
    ToolResult,
    TurnContext,
)
from handoffs import record, to_person
from routing.decision.fallback import is_unserved
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.dialogue import asking
from routing.turns.nodes.routing_decision import list_asked_by, list_asked_values
from routing.turns.team import open_parts
from routing.turns.team.open_parts import (
    UNFINISHED,
    answers,
    choose_question_after,
    is_begun,
    without_lapsed,
)

KEEPS = ("state", "clarification")  # decisions that leave a state as it is
CONTEXTS = 8  # specialists whose findings a conversation keeps
FEWEST = 7  # digits of a number that is somebody's


def make_state_after(context: TurnContext, published: ProfileRuntime) -> ConversationState:
    """What the conversation remembers after this turn, nobody's personal data but those that are needed."""
    state = replace(_make_state(context), used=_collect_used(context, published))
    return _keep_masked(_clear_personal_data(state, context, published), context, published)


def _make_state(context: TurnContext) -> ConversationState:
    """The same with all that was named.

    A new question replaces the open one; a reply, a cancel or a new topic that was served ends it; a
    question about the matter leaves it open. A failed, blocked or cancelled turn leaves question and
    state as they were, but for a permission just answered; what was said in it (language, values,
    permissions, pending parts) is kept.
    """
    before, question = without_lapsed(context.request.state, time.time()), choose_question_after(context)
    base = _take_over(before, context)
    if context.outcome.status in UNFINISHED:
        base = replace(base, question=question, clarification=_keep_clarification(before, context))
        return _keep_answered_permissions(base, context)
    workflow = _workflow_after(before, context)
    opened = context.outcome.question
    unclear = opened if opened is not None and _is_answered_next(opened, context) else None
    if opened is None and context.outcome.aside:
        unclear = before.clarification
    contexts = {**before.contexts, **context.work.contexts}
    base = replace(base, permissions={**before.permissions, **context.work.permissions})
    passed = context.work.person
    if passed is not None and not passed.ended:  # what is said next, and says nothing else, belongs to it
        base = replace(base, active_agent=passed.agent, active_intent=passed.intent)
    if context.work.subs is not None:
        base = replace(base, sub_conversation=context.work.subs.active, notes=context.work.subs.notes)
    goes_on = context.outcome.aside or is_unserved(context.decision.route)
    spoke = (base.active_agent if goes_on else None) or context.work.active_agent
    return replace(
        base,
        workflow_state=workflow,
        state_since=time.time() if workflow != before.workflow_state else before.state_since,
        question=question,
        calls=context.outcome.calls,  # any message ends those of before
        clarification=unclear,
        active_agent=spoke or before.active_agent,
        previous_agent=before.active_agent,
        active_intent=_choose_intent(context) or base.active_intent,
        contexts=dict(sorted(contexts.items(), key=lambda item: item[1].get("last_active", 0))[-CONTEXTS:]),
    )


def _keep_clarification(before: ConversationState, context: TurnContext) -> Question | None:
    """What a turn that was not finished leaves asked: no plan of which something may be done by now."""
    asked = before.clarification
    begun = asked is not None and asking.WAITING in asked.data and list_acted(context.work.tool_results)
    return None if begun else asked


def _is_answered_next(question: Question, context: TurnContext) -> bool:
    """Whether the next message may answer a question: what the platform asks which of, or a model in its own
    words; no menu.
    """
    own = question.kind == "clarification" and not context.outcome.aside
    return own or "original" in question.data


def _take_over(before: ConversationState, context: TurnContext) -> ConversationState:
    """The state before with what holds whatever became of the turn."""
    return replace(
        before,
        language=context.request.utterance.language,
        identity=dict(context.request.identity.business),
        source_fields=dict(context.request.identity.source_fields),
        path=(*before.path, *_list_passes(context.work.handoffs))[-record.REMEMBERED :],
        values={**before.values, **context.decision.values},
        person=to_person.after(before.person, context.work.person),
        pending=_choose_pending(before, context),
        begun=_list_begun(before, context),
        parts=open_parts.list_named(context) or before.parts,
    )


def _choose_pending(before: ConversationState, context: TurnContext) -> tuple[Pending, ...]:
    """The open parts: of a turn that was not finished without those whose action may be done."""
    kept = before.pending if context.outcome.pending is None else context.outcome.pending
    if context.outcome.status not in UNFINISHED:
        return kept
    return tuple(each for each in kept if each.question is None or not is_begun(each.question, context))


def _list_begun(before: ConversationState, context: TurnContext) -> tuple[str, ...]:
    """The tools whose last action may be done without the user having read how it ended."""
    results, unfinished = context.work.tool_results, context.outcome.status in UNFINISHED
    ended = {each.tool_name for each in results if each.ok and not unfinished}
    lost = list_acted(each for each in results if unfinished or each.metadata.get("uncertain"))
    return tuple(each for each in dict.fromkeys((*before.begun, *lost)) if each not in ended)


def _collect_used(context: TurnContext, published: ProfileRuntime) -> dict[str, list[str]]:
    """The names of the values that actions were done with, by tool, until they are named anew.

    Who somebody says they are is theirs for the next one too.
    """
    named, tools = context.decision.values, published.agents.tools
    left = {
        tool: [name for name in names if name not in named]
        for tool, names in context.request.state.used.items()
    }
    for result in context.work.tool_results:
        tool = tools.get(result.tool_name)
        if result.ok and not result.cached and tool is not None and not tool.read_only:
            left[tool.name] = [each.known_as for each in tool.parameters if each.source == "resource"]
    return {tool: names for tool, names in left.items() if names}


def _workflow_after(before: ConversationState, context: TurnContext) -> str | None:
    """The state of the conversation's workflow: the turn's own, else the one before while it lasts."""
    if context.outcome.next_state:
        return context.outcome.next_state
    if answers(context, before.question) or context.decision.clear_state or context.decision.withdrawn:
        return None
    nobody_asked = context.decision.reply is None and before.question is None
    if nobody_asked and _is_new(context) and not context.outcome.aside:
        return None  # a new topic ends a state that nobody asked about
    return before.workflow_state


def _is_new(context: TurnContext) -> bool:
    return context.decision.route is not None and context.decision.route.method not in KEEPS


def _keep_answered_permissions(base: ConversationState, context: TurnContext) -> ConversationState:
    """What the user allowed or forbade holds whatever became of the turn."""
    answered = {name: each for name, each in context.work.permissions.items() if each.state != "asked"}
    return replace(base, permissions={**base.permissions, **answered})


def _choose_intent(context: TurnContext) -> str | None:
    """The intent that a short follow-up goes on with: of several, the one of whoever is active now.

    None: as before.
    """
    decided = context.decision.route
    intent = decided.metadata.get("meant", decided.intent) if decided is not None else None
    if context.outcome.aside or (decided is not None and decided.method == "clarification"):
        return None
    if context.work.loop is not None:
        done = [each.intent for each in context.work.loop.done if each.agent == context.work.active_agent]
        intent = done[-1] if done else intent
    branches = context.decision.plan.branches if context.decision.plan else context.decision.parts
    said_beside = context.work.subs is not None and context.decision.remaining  # sentences, in the one voice
    if not branches or said_beside:
        follows = decided.follows if decided is not None else None
        # What nobody understood ends no matter: the next short word goes on with what it went on with.
        return follows or (None if decided is not None and decided.intent == "fallback" else intent)
    return next((each.intent for each in branches if each.agent == context.work.active_agent), None)


def _list_passes(handoffs: tuple[Handoff, ...]) -> tuple[tuple[str, str], ...]:
    # A coordinator calls the same specialist in as often as it is needed: that is no handoff.
    return tuple((h.from_agent, h.to_agent) for h in handoffs if record.counts_of(h))


# --- nobody's personal data ------------------------------------------------------------------------
def _clear_personal_data(
    state: ConversationState, context: TurnContext, published: ProfileRuntime
) -> ConversationState:
    """The state without personal data, or with them masked where they stand in what specialists found.

    What a question is about stays with it; an order's number or an invoice's is nobody's personal data. Who
    somebody says they are stays until a tool does not know it, and only where nobody is proven.
    """
    language = context.request.utterance.language
    claimed, idle = _read_claimed(context, published)
    if not idle.isdisjoint(state.values):
        left = {name: value for name, value in state.values.items() if name not in idle}
        state = replace(state, values=left)
    open_now = [state.question, state.clarification, *(part.question for part in state.pending)]
    needed = claimed.union(*(_list_needed(question, published) for question in open_now if question))
    named = [
        *_find_all([context.request.utterance.raw], language),
        *_find_all(state.values.values(), language),
    ]
    if not named:
        return state
    hidden = {each.text: personal.star(each.kind, each.text) for each in named}
    kept = {
        name: value for name, value in state.values.items() if name in needed or not _find(value, language)
    }
    return replace(
        state,
        values=kept,
        contexts=_mask(state.contexts, hidden),
        parts=tuple(replace(part, text=_mask(part.text, hidden)) for part in state.parts),
        permissions={name: _settle(each, hidden) for name, each in state.permissions.items()},
        notes=tuple(
            replace(
                note,
                final_result=_mask(note.final_result, hidden),
                last_user_message=_mask(note.last_user_message, hidden),
                message_to_coordinator=_mask(note.message_to_coordinator, hidden),
            )
            for note in state.notes
        ),
    )


def _keep_masked(
    state: ConversationState, context: TurnContext, published: ProfileRuntime
) -> ConversationState:
    """The state with what the user wrote where models read stars, while a question is open.

    Only where whoever asks has tools that take a model's own words, or showed it.
    """
    masks = masked_values.list_after(context)
    asked = [context.outcome.question, state.question, state.clarification]
    asked += [part.question for part in state.pending]
    names = [_list_tools(each, published) for each in asked if each is not None]
    tools = published.agents.tools
    takes = any(
        each.source == "free"
        for named in names
        for name in (tools if named is None else named)
        if name in tools
        for each in tools[name].parameters
    )
    shows = context.outcome.question is not None and any(own in context.outcome.answer for own in masks)
    return replace(state, masked=masks if takes or shows else {})


def drop_personal_data(values: Mapping[str, str], language: str) -> dict[str, str]:
    """The values that are nobody's personal data."""
    return {name: value for name, value in values.items() if not _find(value, language)}


def _find_all(texts: Iterable[str], language: str) -> list[PersonalData]:
    return [each for text in texts for each in _find(text, language)]


def _find(text: str, language: str) -> list[PersonalData]:
    """Costs next to nothing for a text without an address and with few digits: nearly every message."""
    if "@" not in text and sum(map(str.isdigit, text)) < FEWEST:
        return []
    return personal.find(text, language)


def _settle(permission: Permission, hidden: Mapping[str, str]) -> Permission:
    """A permission that is asked for now keeps what it is asked for.

    One that was answered does not need it.
    """
    if permission.state == "asked":
        return permission
    arguments = permission.data.get("arguments")
    if not isinstance(arguments, Mapping):
        return permission
    kept = {name: value for name, value in arguments.items() if _mask(value, hidden) == value}
    return replace(permission, data={**_mask(permission.data, hidden), "arguments": kept})


def _mask(value: Any, hidden: Mapping[str, str]) -> Any:
    """The JSON value with the personal data in its texts masked."""
    if isinstance(value, str):
        for text, mask in hidden.items():
            value = value.replace(text, mask)
        return value
    if isinstance(value, Mapping):
        return {name: _mask(each, hidden) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mask(each, hidden) for each in value]
    return value


def _read_claimed(context: TurnContext, published: ProfileRuntime) -> tuple[frozenset[str], frozenset[str]]:
    """The names by which users say who they are: those that stay, and those that say nothing, because a tool
    of this turn does not know them or somebody is proven."""
    proven = context.request.identity.known
    claimed = {
        (each.known_as, each.name)
        for tool in published.agents.tools
        for each in _list_claimed(tool, published)
    }
    idle = {name for name, other in claimed if name in proven or other in proven}
    idle |= {
        each.known_as
        for result in context.work.tool_results
        for each in _list_claimed(result.tool_name, published)
        if _knows_nobody(result, each)
    }
    return frozenset(name for name, _other in claimed) - idle, frozenset(idle)


def _list_claimed(tool: str, published: ProfileRuntime) -> list[ParameterSpec]:
    spec = published.agents.tools.get(tool)
    return [each for each in spec.parameters if each.source == "claimed"] if spec else []


def _knows_nobody(result: ToolResult, who: ParameterSpec) -> bool:
    """Whether the tool found nothing, and was asked for nothing but this person's."""
    nothing = result.ok and isinstance(result.result, dict) and result.result.get("found") is False
    return nothing and set(result.metadata.get("arguments") or ()) == {who.name}


def _list_needed(question: Question, published: ProfileRuntime) -> frozenset[str]:
    """The values that a question may still need: those its matter's tools ask for, and its own fields."""
    named = _list_tools(question, published)
    asked = list_asked_values(published) if named is None else list_asked_by(named, published)
    return asked | frozenset(question.fields)


def _list_tools(question: Question, published: ProfileRuntime) -> set[str] | None:
    """The names of the tools of a question's matter; None: it is nobody's yet."""
    intent, tool = published.intents.get(question.intent or ""), str(question.data.get("tool") or "")
    specialist = published.specialists.get(question.agent)
    if intent is None and specialist is None:
        return None
    own = intent.tools if intent else [each for i in published.slices_of(question.agent) for each in i.tools]
    return {*own, *(specialist.tools if specialist else ()), tool}
