"""What a model gives an acting tool and nobody has said: identifiers, days and times.

    if names := unsaid.find(task, spec, arguments): ...  # the user is asked first, with the values

Said is what the user wrote, what the caller sent or proved, what tools and documents told, and what the
company wrote for the specialist; not what a model said or asked before.
"""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from agents import facts
from agents.guardrails.gnd import is_claim
from agents.memory.telling import SERVER
from agents.specialists.task import Task
from agents.specs import ParameterSpec, ToolSpec
from language import clock_times, days, quantities
from language.learnt_kind import INJECTION

ZONE = re.compile(r"(?<=T\d\d:\d\d)[+-]\d\d:?\d\d")
HALF_A_DAY, DAY = 12, 24
WORDED = 4  # words from which on a result's text may say what is to be done
STEERS = 0.5  # a share of what steers the assistant, as PROMPT_LEAK counts it
NAME = re.compile(r"\w+")
LONG = 4  # letters and digits from which on signs between them do not matter


def find_steered(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The arguments of an action with a value that only a result's own words bring, which tell us what to do.

    A call that an invoice's note orders is no wish of the user's, whatever else its arguments are.
    """
    if spec.read_only or not (texts := _list_steering(task)):
        return ()
    given = {each.name: arguments[each.name] for each in spec.parameters if each.name in arguments}
    said, brought = _Said(task, texts), " ".join(texts)
    return tuple(
        name
        for name, value in given.items()
        for text in (" ".join(facts.texts_of(value)),)
        if any(_spells(fact, said, brought) for fact in facts.facts(text) if not facts.is_small(fact))
    )


def _spells(fact: facts.CheckableFact, said: "_Said", brought: str) -> bool:
    return not fact.spellings & said.spelled and bool(fact.spellings & facts.collect_spellings(brought))


def _list_steering(task: Task) -> frozenset[str]:
    """What results say that tells us what to do: by one of our acting tools' names, or in any words."""
    acting = {spec.name for spec in task.resources.section.tools.values() if not spec.read_only}
    results = (*facts.find_kept(task.context), *task.caller.results)
    texts = (text for each in results if each.ok for text in facts.texts_of(each.result))
    return frozenset(
        text
        for text in texts
        if len(text.split()) >= WORDED
        and (not acting.isdisjoint(NAME.findall(text)) or INJECTION.share(text) >= STEERS)
    )


def find(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the arguments that hold such a value; none of what only reads or is the platform's."""
    if spec.read_only or spec.server == SERVER:
        return ()
    given = {
        each.name: " ".join(facts.texts_of(arguments[each.name]))
        for each in spec.parameters
        if each.name in arguments and _is_made_up(each, spec, arguments[each.name])
    }
    given = {name: text for name, text in given.items() if any(map(str.isdigit, text))}
    if not given:
        return ()
    said = _Said(task)
    return tuple(name for name, text in given.items() if not said.holds(text))


def _is_made_up(parameter: ParameterSpec, spec: ToolSpec, value: Any) -> bool:
    """Whether nobody but a model says what the value is: none of a list, nor what stands for nothing."""
    listed = "enum" in spec.schema_of(parameter) or "const" in spec.schema_of(parameter)
    return parameter.source == "free" and not listed and value != parameter.default


class _Said:
    """What was said in a conversation, as far as values are compared with it."""

    def __init__(self, task: Task, without: Container[str] = ()) -> None:
        texts = [text for text in _list_said(task) if text not in without]
        written = _list_written(task)
        self.spelled = {spelled for text in texts for spelled in facts.collect_spellings(text)}
        for day in (day for text in written for day in days.read(text, task.today, when="any")):
            self.spelled |= facts.collect_spellings(day)
        self._plain = [_plain(text) for text in texts]
        times = [each for text in texts for each in clock_times.find_written(text)]
        times += [each for text in written for each in clock_times.find(text)]
        self._times = {time for each in times for time in (each.value, *each.exact)}
        numbers = [each for text in texts for each in quantities.find(text) if not each.in_words]
        numbers += [each for text in written for each in quantities.find(text)]
        self._hours = quantities.list_hours(each for each in numbers if each.unit in ("", "h"))

    def holds(self, text: str) -> bool:
        """Whether all that could be made up in a text was said."""
        rest = text = ZONE.sub("", text)
        times = list(clock_times.find_written(text))
        for each in reversed(times):
            rest = f"{rest[: each.start]} {rest[each.end :]}"
        claims = [each for each in facts.facts(rest) if is_claim(each, rest)]
        exact = [next(iter(each.exact)) for each in times if each.exact]
        return all(map(self._is_said, claims)) and all(map(self._is_said_time, exact))

    def _is_said(self, claim: facts.CheckableFact) -> bool:
        if facts.without_year(claim) & self.spelled:
            return True
        written = _plain(claim.text)  # "11 99999-0000" and "11999990000" are one
        return len(written) >= LONG and any(written in text for text in self._plain)

    def _is_said_time(self, time: str) -> bool:
        """A time may be said by its hour, and of half a day."""
        hour = int(time[:2])
        other = (hour + HALF_A_DAY) % DAY
        return bool({time, f"{other:02}{time[2:]}"} & self._times) or bool({hour, other} & self._hours)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _list_written(task: Task) -> list[str]:
    """What the user wrote."""
    request = task.context.request
    earlier = (each.content for each in request.history if each.role == "user")
    return [*earlier, request.utterance.text, request.utterance.raw, *request.state.masked]


def _list_said(task: Task) -> Iterable[str]:
    context, request = task.context, task.context.request
    values = (request.identity.known, request.state.values, context.decision.values, request.context)
    kept = (*facts.find_kept(context), *facts.find_first_half(context), *task.caller.results)
    specialist = task.specialist
    return [
        *_list_written(task),
        *(text for each in values for text in facts.texts_of(dict(each))),
        *(text for each in kept if each.ok for text in facts.texts_of(each.result)),
        *(specialist.role, specialist.objective, specialist.context, task.policy.system_prefix),
    ]
