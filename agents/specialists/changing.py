"""An action that the user wants otherwise: proposed anew with the value that they named.

    "May I book it for 10/12/2026?" - "no, on 2026-12-14" - "May I book it for 14/12/2026?"

What was asked first is taken back: a later yes does it no more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from agents import facts
from agents.specialists import questions
from agents.specialists.task import Task
from agents.specs import ToolSpec
from agents.tools.arguments import KnownValues, fill
from conversations.turn import Option, Question
from language import options, slots
from language.acts.closed_list import read_closed


def propose(task: Task, known: KnownValues, has_model: bool) -> Question | None:
    """The question that follows a reply which changes what was asked; None where a model is to be asked.

    A new confirmation, where all that the message names can be read; without a model, a question for the
    value. A letter is changed by whoever writes it.
    """
    reply = task.context.decision.reply
    if reply is None or questions.works_on_text(task):
        return None
    if reply.kind == "value":
        return _complete(task, reply.question, known)
    if reply.kind != "change":
        return None
    proposed = questions.read_proposed(task)
    spec = task.resources.section.tools.get(next(iter(proposed), ""))
    if spec is None:
        return None
    before = proposed[spec.name]
    said = next((each.content for each in reversed(task.context.request.history) if each.role != "user"), "")
    values = read_changed(spec, before, known, task.today, said)
    if values and not facts.brings_new(known.text, reply.question.text, *facts.texts_of([before, values])):
        named = replace(known, values={**known.values, **values})
        filled = fill(spec, named, {**before, **values})
        if filled.complete and dict(filled.arguments) != dict(before):
            return questions.before_action(task, spec, filled.arguments)
    return None if has_model else _ask_for_value(task, spec, before)


def _complete(task: Task, asked: Question, known: KnownValues) -> Question | None:
    """The confirmation of an action whose one value was asked for anew; None where the reply names it not."""
    spec = task.resources.section.tools.get(str(asked.data.get("tool") or ""))
    before = asked.data.get("arguments")
    if asked.kind != "slot" or spec is None or not before or not spec.confirm:
        return None
    wanted = {each.name: "" for each in spec.parameters if each.known_as in asked.fields}
    values = read_changed(spec, {**before, **wanted}, known, task.today)
    filled = fill(spec, replace(known, values={**known.values, **values}), {**before, **values})
    if wanted.keys() <= values.keys() and filled.complete:
        return questions.before_action(task, spec, filled.arguments)
    return None


def read_changed(
    spec: ToolSpec, before: Mapping[str, Any], known: KnownValues, today: date, said: str = ""
) -> dict[str, Any]:
    """The values that the message names instead of those before, by parameter: a slot's, or a day.

    Or the one whose place it names among those that were `said` last: "the second one".
    """
    found: dict[str, Any] = {}
    days = [day for day in facts.read_days(known.text, today) if day not in before.values()]
    for parameter in spec.parameters:
        slot = known.slots.get(parameter.known_as)
        if parameter.name not in before or parameter.source in ("identity", "default"):
            continue
        named = slots.find_all(slot.pattern, known.text) if slot else days if spec.is_day(parameter) else []
        if not named and (slot or spec.is_day(parameter)):
            listed = slots.find_all(slot.pattern, said) if slot else facts.read_dates(said)
            named = _pick(known.text, listed)
        other = [value for value in dict.fromkeys(named) if value != str(before[parameter.name])]
        if len(other) == 1:
            found[parameter.name] = other[0]
    return found


def _pick(text: str, listed: Sequence[str]) -> list[str]:
    """The value that a text names by its place, where several were listed, whatever no it begins with."""
    shown, closed = [Option(each, each) for each in dict.fromkeys(listed)], read_closed(text)
    words = closed.rest if closed is not None and closed.rest else text
    chosen = options.match(words, shown) if len(shown) > 1 else None
    return [chosen.value] if chosen is not None else []


def _ask_for_value(task: Task, spec: ToolSpec, before: Mapping[str, Any]) -> Question | None:
    """Asks for the value that was most likely meant: the day, else the first that the user gave."""
    own = [each for each in spec.parameters if each.name in before and each.source in ("free", "resource")]
    own.sort(key=lambda each: not spec.is_day(each))
    if not own:
        return None
    left = {name: value for name, value in before.items() if name != own[0].name}
    return questions.for_slots(task, spec, (own[0].known_as,), left)
