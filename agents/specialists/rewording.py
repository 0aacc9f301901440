"""Values in the user's own words that a reply corrects or adds to.

read_reworded(spec, {"address": "Rua das Flores 55"}, "não, é 65", about)  # {"address": "Rua das Flores 65"}
"""

import re
from collections.abc import Mapping
from typing import Any

from agents.llm.offline import counts, own_words
from agents.llm.request import ReleaseSlice
from agents.parameter_kinds import kind_of
from agents.specs import ParameterSpec, ToolSpec
from language import slots
from language.function_words import is_small
from language.instead import corrects, read_instead
from language.normalise import words
from language.wording import same_stem

NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")
LONE = re.compile(r"\d{1,9}\w?")


def read_reworded(
    spec: ToolSpec, before: Mapping[str, Any], text: str, known: ReleaseSlice
) -> dict[str, Any]:
    """The value that a correction means, by parameter; nothing where that is not clear.

    A lone number stands in place of the number of the last value that has one. Other words stand in place of
    the one text that was given; what only tells more is added to it.
    """
    is_other = corrects(text)
    rest = counts.take_out_when(text)  # a time or a day is no word of a text, nor its number
    said = read_instead(rest) if is_other or rest != text.strip() else rest
    if LONE.fullmatch(said):
        return _with_number(spec, before, said, known)
    left = own_words.take_out(said, spec, before, known)
    texts = [each for each in spec.parameters if each.name in before and is_own_text(spec, each)]
    called = [each for each in texts if kind_of(spec, each) == "name"]
    if len(called) == 1 and (named := own_words.find_corrected(left, spec, (), is_other)):
        return {called[0].name: named} if named != before[called[0].name] else {}
    texts = [each for each in texts if is_other or not kind_of(spec, each)]  # nobody tells more of a name
    if len(texts) != 1 or not left or find_called(spec, before, left, known) is not None:
        return {}
    name, most = texts[0].name, spec.longest_of(texts[0]) or own_words.SHORT
    told = left if is_other else f"{str(before[name]).rstrip('.')}. {left}"
    return {name: told} if len(told) <= most else {}


def is_own_text(spec: ToolSpec, parameter: ParameterSpec) -> bool:
    """Whether a value is in the user's own words."""
    return parameter.source == "free" and spec.is_text(parameter)


def find_called(
    spec: ToolSpec, before: Mapping[str, Any], said: str, known: ReleaseSlice
) -> ParameterSpec | None:
    """The value that words name without giving another one: "another code"."""
    spoken = [word for word in words(said) if not is_small(word)]
    for parameter in spec.parameters:
        slot = known.slots.get(parameter.known_as)
        labels = (parameter.name.replace("_", " "), *(slot.label.values() if slot else ()))
        called = {word for label in labels for word in words(label) if not is_small(word)}
        named = [word for word in spoken if any(same_stem(word, other) for other in called)]
        if parameter.name in before and named and len(spoken) - len(named) <= 1:
            return parameter
    return None


def _with_number(
    spec: ToolSpec, before: Mapping[str, Any], number: str, known: ReleaseSlice
) -> dict[str, Any]:
    said = [each for each in spec.parameters if each.source in ("free", "resource")]
    counts = sum(is_count(before.get(each.name)) for each in said)  # of several nobody knows which is meant
    for parameter in reversed(said):
        value = before.get(parameter.name)
        if value is None or spec.is_day(parameter):
            continue
        if is_count(value) and number.isdigit():
            return {parameter.name: number} if counts == 1 else {}
        if not isinstance(value, str) or spec.is_time(parameter) or len(NUMBER.findall(value)) != 1:
            continue
        slot, other = known.slots.get(parameter.known_as), NUMBER.sub(number, value)
        if slot is None or slots.find(slot.pattern, other) == other:
            return {parameter.name: other} if other != value else {}
    return {}


def is_count(value: object) -> bool:
    """Whether a value is a number, and no yes or no."""
    return isinstance(value, int | float) and not isinstance(value, bool)
