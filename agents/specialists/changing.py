"""An action that the user wants otherwise: proposed anew with the value that they named.

    "May I book it for 10/12/2026?" - "no, on 2026-12-14" - "May I book it for 14/12/2026?"

What was asked first is taken back: a later yes does it no more.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from agents import facts
from agents.llm.offline import counts, own_words
from agents.llm.request import ReleaseSlice
from agents.parameter_kinds import when_of
from agents.specialists import questions, replies, rewording
from agents.specialists.task import Task
from agents.specs import ParameterSpec, ToolSpec
from agents.tools.arguments import Filled, KnownValues, fill
from conversations.questions import WANTED
from conversations.turn import Option, Question
from language import clock_times, days, options, quantities, slots
from language.acts.closed_list import read_closed
from language.instead import read_instead
from language.spoken_languages import CODES
from outbound.cleaning import list_texts


def propose(task: Task, known: KnownValues, has_model: bool) -> Question | None:
    """The question that follows a reply which changes what was asked; None where a model is to be asked.

    A new confirmation, where all that the message names can be read; without a model, a question for the
    value. A letter is changed by whoever writes it.
    """
    reply = task.context.decision.reply
    if reply is None or replies.works_on_text(task):
        return None
    if reply.kind == "value":
        return _complete(task, reply.question, known)
    if reply.kind != "change":
        return None
    proposed = replies.read_proposed(task)
    spec = task.resources.section.tools.get(next(iter(proposed), ""))
    if spec is None:
        return None
    before = proposed[spec.name]
    said = next((each.content for each in reversed(task.context.request.history) if each.role != "user"), "")
    about = ReleaseSlice(task.agent, task.language, slots=known.slots, today=task.today)
    values = read_changed(spec, before, known, task.today, said, task.language)
    if not values and not has_model:
        values = rewording.read_reworded(spec, before, known.text, about)
    task.caller.asked |= set(list_texts(values))  # read from the user's words
    if WANTED in reply.question.data:
        return _go_on(task, spec, reply.question, values, known, about)
    if values and not facts.brings_new(known.text, reply.question.text, *facts.texts_of([before, values])):
        filled = _fill(spec, before, values, known)
        if filled.complete and dict(filled.arguments) != dict(before):
            return questions.before_action(task, spec, filled.arguments)
    return None if has_model else _ask_for_value(task, spec, before, about)


def _fill(spec: ToolSpec, before: Mapping[str, Any], values: Mapping[str, Any], known: KnownValues) -> Filled:
    """All arguments, with the values that the message changed instead of those before."""
    named = {each.known_as: values[each.name] for each in spec.parameters if each.name in values}
    return fill(spec, replace(known, values={**known.values, **named, **values}), {**before, **values})


def _go_on(
    task: Task,
    spec: ToolSpec,
    asked: Question,
    values: Mapping[str, Any],
    known: KnownValues,
    about: ReleaseSlice,
) -> Question | None:
    """What is asked behind a correction of what was given so far; None where it answers what was asked."""
    before = dict(asked.data.get("arguments") or {})
    if values:
        filled = _fill(spec, before, values, known)
        if filled.complete and spec.confirm:
            return questions.before_action(task, spec, filled.arguments)
        return replace(questions.again(task, asked), data={**asked.data, "arguments": {**before, **values}})
    said = read_instead(known.text)
    if (called := rewording.find_called(spec, before, said, about)) is not None:
        left = {name: value for name, value in before.items() if name != called.name}
        question = questions.for_slots(task, spec, (called.known_as,), left)
        wanted = called.name if called.source == "free" else ""
        return replace(question, data={**question.data, "arguments": left, WANTED: wanted})
    open_now = next((each for each in spec.parameters if each.name == asked.data[WANTED]), None)
    answers = open_now is not None and (not spec.is_text(open_now) or not said.isdigit())
    return None if answers and said else questions.again(task, asked)


def _complete(task: Task, asked: Question, known: KnownValues) -> Question | None:
    """The confirmation of an action whose one value was asked for anew; None where the reply names it not."""
    spec = task.resources.section.tools.get(str(asked.data.get("tool") or ""))
    before = asked.data.get("arguments")
    if asked.kind != "slot" or spec is None or not before or not spec.confirm:
        return None
    wanted = {each.name: "" for each in spec.parameters if each.known_as in asked.fields}
    values = read_changed(spec, {**before, **wanted}, known, task.today, language=task.language)
    named = task.context.decision.values
    texts = [each for each in spec.parameters if each.name in wanted and rewording.is_own_text(spec, each)]
    values |= {each.name: named[each.known_as] for each in texts if each.known_as in named}
    filled = _fill(spec, before, values, known)
    if wanted.keys() <= values.keys() and filled.complete:
        return questions.before_action(task, spec, filled.arguments)
    return None


def read_changed(
    spec: ToolSpec,
    before: Mapping[str, Any],
    known: KnownValues,
    today: date,
    said: str = "",
    language: str = CODES[0],
) -> dict[str, Any]:
    """The values that the message names instead of those before, by parameter: a slot's, a day, or a time.

    Or the one whose place it names among those that were `said` last: "the second one".
    """
    found: dict[str, Any] = {}
    times = [time for time in clock_times.read(known.text) if time not in before.values()]
    numbers = _read_numbers(spec, before, known, today, language)
    for parameter in spec.parameters:
        slot = known.slots.get(parameter.known_as)
        if parameter.name not in before or parameter.source in ("identity", "default"):
            continue
        dated = _read_days(spec, parameter, before, known.text, today, language)
        when = dated if spec.is_day(parameter) else times if spec.is_time(parameter) else []
        named = slots.find_all(slot.pattern, known.text) if slot else when
        if not slot and (choices := spec.schema_of(parameter).get("enum")):
            named = own_words.find_choices(choices, known.text)
        elif parameter.name in numbers:
            named = numbers[parameter.name]
        if not named and (slot or spec.is_day(parameter)):
            listed = slots.find_all(slot.pattern, said) if slot else days.read_dates(said)
            named = _pick(known.text, listed)
        other = [value for value in dict.fromkeys(named) if not _is_same(value, before[parameter.name])]
        if len(other) == 1:
            found[parameter.name] = other[0]
    return found


def _read_days(
    spec: ToolSpec, parameter: ParameterSpec, before: Mapping[str, Any], text: str, today: date, language: str
) -> list[str]:
    """The days that a text names for a parameter, none that is given; of what was gone before, gone ones."""
    if not spec.is_day(parameter):
        return []
    given, when = str(before[parameter.name]), when_of(spec, parameter)
    if when == "nearest" and given and given <= str(today):
        when = "past"
    return [day for day in days.read(text, today, language, when) if day not in before.values()]


def _is_same(value: str, before: Any) -> bool:
    """Whether a value that was named is the one before: "2" is 2.0, too."""
    return value == str(before) or (rewording.is_count(before) and value == quantities.write(before))


def _read_numbers(
    spec: ToolSpec, before: Mapping[str, Any], known: KnownValues, today: date, language: str
) -> dict[str, list[str]]:
    """The numbers that the message names, by parameter: none of a day, a time or a slot's value, and none
    that two of them could be. One that was asked for has them before all that were given.
    """
    of_slots = {
        each.name: before[each.name]
        for each in spec.parameters
        if each.known_as in known.slots and each.name in before
    }
    about = ReleaseSlice("", language, slots=known.slots, today=today)
    # Without its times and days first: of "better at six" a correction says "six".
    said = own_words.take_out(read_instead(counts.take_out_when(known.text)), spec, of_slots, about)
    counted = [
        each
        for each in spec.parameters
        if each.type in ("integer", "number")
        and each.name in before.keys() - of_slots.keys()
        and each.source not in ("identity", "default")
        and not spec.schema_of(each).get("enum")
    ]
    asked_for = [each for each in counted if before[each.name] == ""]
    found = {
        each.name: counts.read_numbers(spec, each, said, language, replied=each in asked_for)
        for each in asked_for or counted
    }
    taken = Counter(number for numbers in found.values() for number in set(numbers))
    return {name: [each for each in numbers if taken[each] == 1] for name, numbers in found.items()}


def _pick(text: str, listed: Sequence[str]) -> list[str]:
    """The value that a text names by its place, where several were listed, whatever no it begins with."""
    shown, closed = [Option(each, each) for each in dict.fromkeys(listed)], read_closed(text)
    said = closed.rest if closed is not None and closed.rest else text
    chosen = options.match(said, shown) if len(shown) > 1 else None
    return [chosen.value] if chosen is not None else []


def _ask_for_value(
    task: Task, spec: ToolSpec, before: Mapping[str, Any], about: ReleaseSlice
) -> Question | None:
    """Asks for the value that was most likely meant: one that the message names, the day, else the first that
    the user gave.
    """
    own = [each for each in spec.parameters if each.name in before and each.source in ("free", "resource")]
    said = read_instead(task.context.request.utterance.raw)
    called = rewording.find_called(spec, before, said, about)
    own.sort(key=lambda each: (each is not called, not spec.is_day(each)))
    if not own:
        return None
    left = {name: value for name, value in before.items() if name != own[0].name}
    return questions.for_slots(task, spec, (own[0].known_as,), left)
