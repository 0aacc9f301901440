"""Where each argument of a tool comes from, in the type its parameter asks for, and what is still missing
before it can be called.

>>> filled = fill(tool, KnownValues(identity={"msisdn": "5511999999999"}, text="a fatura INV001 veio alta"))
>>> filled.arguments
{'msisdn': '5511999999999', 'invoice_id': 'INV001'}
"""

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from agents.errors import NotThatType
from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from language import clock_times, days, slots
from language.lexicon import join_languages
from language.normalise import normalise

A_TIME = "17:30"  # as times are written


@dataclass(frozen=True, slots=True)
class KnownValues:
    """What a turn knows that could be an argument.

    `identity` is proven (credential or trusted context), `context` what the caller sent beside the text,
    `text` this message as received, `part` what of it is the matter's own (empty: all), `values` what was
    named earlier in the conversation, `used` the names of those that a tool was carried out with and needs
    anew, by tool.
    """

    identity: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, Collection[str]] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    part: str = ""
    slots: Mapping[str, SlotSpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filled:
    """The arguments so far, and what stands between them and a call.

    `missing_identity` and `missing_slots` are names by which the missing values are known (`msisdn`,
    `order_id`); `free` are required parameters that only the model can give; `problems` are sentences
    for the model about values it sent.
    """

    arguments: Mapping[str, Any] = field(default_factory=dict)
    missing_identity: tuple[str, ...] = ()
    missing_slots: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the tool can be called with `arguments`."""
        return not (self.missing_identity or self.missing_slots or self.free or self.problems)

    def describe(self) -> str:
        """What is missing, and what is there and wrong, for the record and the model."""
        missing = ", ".join((*self.missing_identity, *self.missing_slots, *self.free))
        ask = ". Send it, or ask the user for it with ask_user." if self.free else ""
        told = [f"missing: {missing}{ask}"] if missing else []
        return " ".join([*told, *(f"wrong: {problem}" for problem in self.problems)])


def fill(tool: ToolSpec, known: KnownValues, proposed: Mapping[str, Any] | None = None) -> Filled:
    """Fills every parameter of `tool` from its own source; `proposed` is what a model sent.

    Of what a model proposes, free parameters are taken, a resource only if the user or the context said it,
    and identity never: a model that read "I am customer C002" must not look at C002's invoices. What a
    company lets its users say of themselves (`claimed`) gives way to what is proven.
    """
    offered = proposed or {}
    arguments: dict[str, Any] = {}
    missing_identity: list[str] = []
    missing_slots: list[str] = []
    free: list[str] = []
    problems: list[str] = []
    for parameter in tool.parameters:
        value = _value(parameter, known, offered, parameter.known_as in known.used.get(tool.name, ()))
        if value is not None:
            try:
                arguments[parameter.name] = coerce(value, parameter, tool.schema)
                continue
            except NotThatType as error:
                if parameter.source == "free" and parameter.name in offered:
                    problems.append(str(error))
                    continue
        if not parameter.required:
            continue
        if parameter.source == "identity":
            missing_identity.append(parameter.known_as)
        elif parameter.is_asked:
            missing_slots.append(parameter.known_as)
        else:
            free.append(parameter.name)
    return Filled(arguments, tuple(missing_identity), tuple(missing_slots), tuple(free), tuple(problems))


def fill_each(
    tool: ToolSpec, known: KnownValues, part: str, free: Mapping[str, Any] | None = None
) -> tuple[Filled, ...]:
    """One filling for each of the things that a message names: "P100 and P200" is two orders to look up.

    Where `part`, what of the message is the tool's matter, names some of them, these alone. `free` are the
    free parameters that it names.
    """
    for parameter in tool.parameters:
        slot = known.slots.get(parameter.known_as) if parameter.source == "resource" else None
        named = slots.find_all(slot.pattern, known.text) if slot else []
        if slot is not None and len(named) > 1:
            own = [value for value in slots.find_all(slot.pattern, part) if value in named]
            return tuple(fill(tool, known, {**(free or {}), parameter.name: value}) for value in own or named)
    return (fill(tool, known, free),)


def read_values(text: str, wanted: Mapping[str, SlotSpec], today: date) -> dict[str, str]:
    """The slot values that a message names, by slot: what a conversation remembers of it.

    A day in words is a value of what is written as one, and so is a time: "2026-12-07" for "next Monday".
    """
    found = {name: value for name, slot in wanted.items() if (value := slots.find(slot.pattern, text))}
    unnamed = {name: slot.pattern for name, slot in wanted.items() if name not in found}
    of_days = [name for name, pattern in unnamed.items() if slots.takes_only(pattern, str(today))]
    named = days.read(text, today) if of_days else []
    if len(named) == 1:
        found |= dict.fromkeys(of_days, named[0])
    of_times = [name for name, pattern in unnamed.items() if slots.takes_only(pattern, A_TIME)]
    times = clock_times.read(text) if of_times else []
    if len(times) == 1:
        found |= dict.fromkeys(of_times, times[0])
    return found


def _value(parameter: ParameterSpec, known: KnownValues, proposed: Mapping[str, Any], used: bool) -> Any:
    """The raw value of one parameter, or None. Identity has no default: nobody is the demo's customer."""
    match parameter.source:
        case "identity":
            return _first(known.identity, parameter)
        case "claimed":
            value = known.identity.get(parameter.name) or _first(known.identity, parameter)
            if value is None:
                value = _resource(parameter, known, proposed.get(parameter.name))
        case "default":
            return parameter.default
        case "resource":
            value = _resource(parameter, known, proposed.get(parameter.name), used)
        case _:
            value = proposed.get(parameter.name)
    return parameter.default if value is None else value


def _resource(parameter: ParameterSpec, known: KnownValues, proposed: Any, used: bool = False) -> Any:
    """What the matter's own words name, else the message's, else the context, else what was named earlier and
    is not `used` up.

    Where the message has other parts, of several values that stand in these none is its own: it is asked for.
    A front end sends the order that its page shows with every message; whoever types another means that one.
    A model may choose among values that were said ("P100 and P200"), never invent one.
    """
    slot = known.slots.get(parameter.known_as)
    own = slots.find_all(slot.pattern, known.part) if slot is not None else []
    if proposed is not None and _was_said(str(proposed), parameter, known, own):
        return (slot and slots.find(slot.pattern, str(proposed))) or str(proposed).strip()
    if slot is not None and (named := own or slots.find_all(slot.pattern, known.text)):
        return named[0] if own or len(named) == 1 or not known.part else None
    value = _first(known.context, parameter)
    return _first(known.values, parameter) if value is None and not used else value


def _was_said(value: str, parameter: ParameterSpec, known: KnownValues, own: Collection[str] = ()) -> bool:
    """Whether a value was said; where the matter's own words name some, among these, and where they name
    none, not among several of other parts.
    """
    wanted, slot = normalise(value), known.slots.get(parameter.known_as)
    form = slots.find(slot.pattern, value) if slot is not None else None
    if not wanted or (own and normalise(form or value) not in map(normalise, own)):
        return False
    named = slots.find_all(slot.pattern, known.text) if slot is not None else []
    if known.part and not own and form in named and len(named) > 1:
        return False
    earlier = (_first(known.context, parameter), _first(known.values, parameter))
    if any(other is not None and normalise(str(other)) == wanted for other in earlier):
        return True
    if slot is not None and slots.place(slot.pattern, value.strip()) != (0, len(value.strip())):
        return False
    if form in named:
        return True
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", normalise(known.text)) is not None


def _first(source: Mapping[str, Any], parameter: ParameterSpec) -> Any:
    for name in (parameter.known_as, parameter.name):
        if (value := source.get(name)) is not None and str(value).strip():
            return value
    return None


YES = {"true", "1"} | join_languages("TRUE_WORDS")
NO = {"false", "0"} | join_languages("FALSE_WORDS")


def coerce(value: Any, parameter: ParameterSpec, schema: Mapping[str, Any]) -> Any:
    """`value` as the tool's schema wants it; raises `NotThatType`.

    >>> coerce("3", ParameterSpec("months", type="integer"), {})
    3
    """
    wanted = schema.get("properties", {}).get(parameter.name, {})
    choices = wanted.get("enum") if isinstance(wanted, Mapping) else None
    if choices:
        return _choice(value, choices, parameter)
    match parameter.type:
        case "integer":
            return _integer(value, parameter)
        case "number":
            return _number(value, parameter)
        case "boolean":
            return _boolean(value, parameter)
        case "array":
            return list(value) if isinstance(value, list | tuple) else [value]
        case "object":
            if isinstance(value, Mapping):
                return dict(value)
            raise NotThatType(parameter, "an object")
    if isinstance(value, bool | Mapping | list | tuple):
        raise NotThatType(parameter, "a text")
    return str(value).strip()


def _choice(value: Any, choices: Any, parameter: ParameterSpec) -> Any:
    for choice in choices:
        if value == choice or normalise(str(value)) == normalise(str(choice)):
            return choice
    raise NotThatType(parameter, "one of " + ", ".join(map(str, choices)))


def _integer(value: Any, parameter: ParameterSpec) -> int:
    number = _number(value, parameter)
    if number != int(number):
        raise NotThatType(parameter, "a whole number")
    return int(value) if isinstance(value, int | str) and str(value).strip().isdigit() else int(number)


def _number(value: Any, parameter: ParameterSpec) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise NotThatType(parameter, "a number")
    try:
        number = float(value.strip().replace(",", ".") if isinstance(value, str) else value)
    except (ValueError, OverflowError):
        raise NotThatType(parameter, "a number") from None
    if not math.isfinite(number):
        raise NotThatType(parameter, "a number")
    return number


def _boolean(value: Any, parameter: ParameterSpec) -> bool:
    if isinstance(value, bool):
        return value
    text = normalise(str(value))
    if text in YES | NO:
        return text in YES
    raise NotThatType(parameter, "true or false")
