"""What the platform does before a model is asked: the confirmed action, and the tools to call at once."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.guardrails import personal
from agents.knowledge import citations
from agents.knowledge import tool_offers as documents
from agents.llm.choose import model_for
from agents.llm.offline import counts, templates
from agents.llm.providers import OFFLINE
from agents.parameter_kinds import when_of
from agents.specialists import changing, masked_values, permission_rules, questions, replies
from agents.specialists.task import Task
from agents.specs import ToolSpec
from agents.tools.arguments import Filled, KnownValues, fill, fill_each
from agents.tools.calls import OFF
from conversations.turn import Permission, Question, ToolResult
from language import carried_text, clauses, clock_times, days, month_names
from language.acts.questions import is_question
from language.closing import wants_nothing
from language.normalise import words

MOST_QUESTIONS = 3  # of one message that are looked for one by one


@dataclass(frozen=True, slots=True)
class FirstCalls:
    """Their results; or the question that stands before them; and the identity that is missing.

    `told`: nothing is left to do but to say this.
    """

    results: tuple[ToolResult, ...] = ()
    question: Question | None = None
    identity_missing: tuple[str, ...] = ()
    told: str = ""


async def make(task: Task) -> FirstCalls:
    """Acts on a yes, then calls what the intent prefetches, in parallel, as far as arguments are known.

    One that wants a yes is left to whoever answers, and asked about when it is called. A value that only
    the user can give is asked for before anything else is done, then a permission that a tool needs; an
    identity that nobody proved is reported, never asked for. Who writes is asked here only where no model is
    connected: a model answers what needs nobody's data, and asks itself.
    """
    reply = task.context.decision.reply
    if reply is not None and (reply.kind == "unclear" or replies.stale(task)):
        return FirstCalls(question=questions.again(task, reply.question))
    if reply is not None:
        other = changing.propose(task, collect_values(task), has_model(task))
        if other is not None:
            return FirstCalls(question=other)
    if (again := permission_rules.to_ask_again(task)) is not None and again[1].name in permission_rules.names(
        task
    ):
        return FirstCalls(question=_ask_again(task, *again))
    results: list[ToolResult] = []
    agreed = replies.read_confirmed(task)
    for tool, arguments in agreed.items():
        if permission_rules.is_withdrawn(task, tool):
            gone = task.caller.skip(tool, "off", OFF, task.agent, arguments)
            words = " ".join(templates.failures([gone], task.resources.section.tools, task.language))
            return FirstCalls((*results, gone), told=words)  # a model would look for another action
        now = _renew(task, tool, arguments)
        if now != arguments and reply is not None and reply.question.kind == "confirmation":
            return FirstCalls(question=questions.before_action(task, task.resources.section.tools[tool], now))
        spec = task.resources.section.tools.get(tool)
        if spec is not None and (anew := questions.with_other_terms(task, spec, now)) is not None:
            return FirstCalls(question=anew)
        results.append(await task.caller.call(tool, now, task.agent))
    settled = (
        permission_rules.reply(task) is None and reply is not None and reply.kind in ("no", "cancel", "yes")
    )
    if settled:
        return FirstCalls(tuple(results))
    if permission_rules.explaining(task):
        return FirstCalls(tuple(results))  # asked about the question: nothing new is wanted
    if task.intent is None:
        return FirstCalls((*results, *await _try_documents(task)))
    if not has_model(task) and replies.read_wanted(task) and is_question(task.text):
        results += await _try_documents(task)  # asked in answer to a question for a value
    known = task.resources.section.tools
    specs = [known[name] for name in task.intent.prefetch if name in known and name not in agreed]
    plans = []
    for spec in specs:
        if not task.resources.tool_on(spec):  # nobody is asked for what cannot be looked up
            results.append(task.caller.skip(spec.name, "off", OFF, task.agent))
        elif permission_rules.stand(task, spec) == "never":
            results.append(permission_rules.skip(task, spec, {}))
        else:
            named = _name_when(task, spec)
            plans += [(spec, filled) for filled in fill_each(spec, collect_values(task), task.text, named)]
    claims = _missing_claims(plans)
    left = claims if claims and has_model(task) else ()
    wanted = {name: spec for spec, filled in plans for name in filled.missing_slots if name not in left}
    if wanted:
        question = questions.for_slots(task, next(iter(wanted.values())), tuple(wanted))
        return FirstCalls(question=question, identity_missing=claims)
    asks = [pair for pair in plans if permission_rules.stand(task, pair[0]) == "ask"]
    first = next((pair for pair in asks if pair[1].complete), None)
    if first is not None:
        spec, filled = first
        return FirstCalls(
            question=questions.for_permission(task, spec, filled.arguments, permission_rules.request(task))
        )
    plans = [pair for pair in plans if pair not in asks or not pair[1].complete]
    for made in await asyncio.gather(*(_call(task, spec, filled) for spec, filled in plans)):
        results += made
    missing = [name for _, filled in plans for name in (*filled.missing_identity, *filled.missing_slots)]
    return FirstCalls(tuple(results), identity_missing=tuple(dict.fromkeys(missing)))


def _name_when(task: Task, spec: ToolSpec) -> dict[str, str]:
    """The one day, month and time that the matter's own words name, for what looks something up by them, and
    what they count.

    No day of birth; what is optional is looked up by what belongs to the thing that is wanted.
    """
    free = [each for each in spec.parameters if each.source == "free"] if spec.read_only else []
    of_days, times, months = (filter(kind, free) for kind in (spec.is_day, spec.is_time, spec.is_month))
    found = counts.read_counted(spec, task.text, task.language) if spec.read_only else {}
    match list(of_days):
        case [day]:
            text = task.text
            for each in reversed(personal.find(text, task.language)):
                text = text if each.kind != "birth" else f"{text[: each.start]} {text[each.end :]}"
            sought = days.read_sought(text, task.today)
            named = days.read(text, task.today, when=when_of(spec, day)) if day.required else sought
            found |= {day.name: named[0]} if len(named) == 1 else {}
    match list(times):
        case [time]:
            named = clock_times.read(task.text)
            found |= {time.name: named[0]} if len(named) == 1 else {}
    match list(months):
        case [month]:
            read_months = month_names.read if month.required else month_names.read_sought
            named = read_months(task.text, task.today)
            found |= {month.name: named[0]} if len(named) == 1 else {}
    return found


def _renew(task: Task, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments that were agreed to, as the tool is by now: a release since may have other defaults."""
    spec = task.resources.section.tools.get(tool)
    if spec is None or not spec.parameters:
        return dict(arguments)
    known = {each.name for each in spec.parameters}
    fixed = [each for each in spec.parameters if each.source == "default"]
    kept = {name: value for name, value in arguments.items() if name in known}
    return {**kept, **fill(replace(spec, parameters=tuple(fixed)), KnownValues()).arguments}


def _missing_claims(plans: Sequence[tuple[ToolSpec, Filled]]) -> tuple[str, ...]:
    """What is missing of who writes, and may be said by them."""
    missing = [
        each.known_as
        for spec, filled in plans
        for each in spec.parameters
        if each.source == "claimed" and each.known_as in filled.missing_slots
    ]
    return tuple(dict.fromkeys(missing))


def has_model(task: Task) -> bool:
    """Whether a model is connected for whoever works on it."""
    return model_for(task.resources, task.specialist).provider != OFFLINE


def _ask_again(task: Task, before: Permission, spec: ToolSpec) -> Question:
    """The question that the user refused before and now tells to ask: for the request it was asked for."""
    stored = before.data.get("arguments") or {}
    now = collect_values(task)
    values = {**now.values, **permission_rules.values(spec, stored), **task.context.decision.values}
    filled = fill(spec, replace(now, values=values), stored)
    if filled.missing_slots:  # what had been said was somebody's personal data, and is forgotten by now
        return questions.for_slots(task, spec, filled.missing_slots, filled.arguments)
    arguments = filled.arguments if filled.complete else stored
    intent, request = before.data.get("intent"), str(before.data.get("text") or task.text)
    return questions.for_permission(task, spec, arguments, request, intent)


def collect_values(task: Task) -> KnownValues:
    """What this turn knows that could be an argument of a tool.

    Where something is proposed or asked about, its values hold until the message names others; what it says a
    letter should tell names none.
    """
    context, raw = task.context, task.context.request.utterance.raw
    values = {**context.request.state.values, **context.decision.values}
    if replies.read_proposed(task) and replies.read_wanted(task) is None:
        raw = carried_text.asking(raw)
    proposed_names = set[str]()
    for name, arguments in replies.read_asked_about(task).items():
        spec = task.resources.section.tools.get(name)
        for parameter in spec.parameters if spec else ():
            if parameter.is_asked and parameter.name in arguments:
                values[parameter.known_as] = str(arguments[parameter.name])
                proposed_names |= {parameter.known_as, parameter.name}
    return KnownValues(
        identity=context.request.identity.known,
        values=values,
        used={
            tool: [each for each in names if each not in (*context.decision.values, *context.request.context)]
            for tool, names in context.request.state.used.items()
        },
        context={
            name: value
            for name, value in context.request.context.items()
            if isinstance(value, str | int) and name not in proposed_names
        },
        text=raw,
        part=_find_part(task),
        slots=task.resources.section.slots,
    )


def _find_part(task: Task) -> str:
    """What of the message is this task's own, in the words that were typed; empty where all of it is."""
    text = task.context.request.utterance.text
    if task.text == text or not set(words(task.text)) <= set(words(text)):
        return ""
    return masked_values.unmask(task, task.text)


def not_called(task: Task, spec: ToolSpec, filled: Filled) -> ToolResult:
    """A call that cannot be made yet, in the record with what is missing, and what is there and wrong."""
    return task.caller.skip(spec.name, "argument_missing", filled.describe(), task.agent, filled.arguments)


async def _try_documents(task: Task) -> tuple[ToolResult, ...]:
    """What the profile's documents say of a message that nothing decides; nothing where nothing is near."""
    spec = task.resources.section.tools.get(documents.SEARCH)
    if task.documents is None or spec is None or spec.server != documents.SERVER or wants_nothing(task.text):
        return ()
    collection, threshold = task.documents
    arguments = {"query": task.text, "collection": collection, "threshold": threshold}
    result = await task.caller.call(spec.name, arguments, task.agent)
    return (result,) if result.ok and citations.passages_of(result.result) else ()


async def _call(task: Task, spec: ToolSpec, filled: Filled) -> tuple[ToolResult, ...]:
    if spec.server == documents.SERVER and task.intent is not None:  # asked in the user's own words
        return await _look_up(task, spec, task.intent.collection)
    if filled.complete:
        return (await task.caller.call(spec.name, dict(filled.arguments), task.agent),)
    return (not_called(task, spec, filled),)


async def _look_up(task: Task, spec: ToolSpec, collection: str) -> tuple[ToolResult, ...]:
    """What an intent's documents say of a message: as a whole, unless two of its clauses ask (ADR 115).

    Then of each clause, if they are answered in different places. What is not used is no result of the turn.
    """

    async def search(query: str) -> ToolResult:
        return await task.caller.call(spec.name, {"query": query, "collection": collection}, task.agent)

    parts = clauses.split(task.text)
    if len(parts) <= MOST_QUESTIONS and sum("?" in part or is_question(part) for part in parts) > 1:
        searched = await asyncio.gather(*map(search, parts))
        found = [each for each in searched if _first_passage(each)]
        used = found if len({_first_passage(each) for each in found}) > 1 else []
        for each in searched:
            if each not in used:
                task.caller.results.remove(each)
        if used:
            return tuple(used)
    return (await search(task.text),)


def _first_passage(result: ToolResult) -> Any:
    """The passage that answers best; None where nothing is near."""
    passages = citations.passages_of(result.result) if result.ok else ()
    return passages[0].get("passage") if passages else None
