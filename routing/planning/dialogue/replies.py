"""What a reply says for the parameter that was asked for: several names, one, or the words as they stand."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from routing.planning.plan.expressions import as_text
from routing.planning.specs import CapabilitySpec, ExecutionPlan, ExecutionStep
from routing.planning.understand.catalogue import part
from routing.planning.understand.entities import TEXT, array_params, is_words
from routing.planning.understand.names import (
    Places,
    Span,
    each_with_its_own,
    goes_anywhere,
    join_groups,
    read_groups,
)
from routing.planning.understand.parameters import properties, specs_of

Takes = Literal["list", "names", "name", "words"]


def kind_of_value(param: str, capability: CapabilitySpec | None) -> Takes:
    """`list`: several of it in one call.

    `names`: one, or several that become steps; `name`: one that is looked up or is one of few; `words`: a
    text as it was said.
    """
    if capability is None:
        return "name"
    base = param.removesuffix(TEXT)
    specs = specs_of(capability).get(base, {})
    schema = properties(capability.schema).get(base)
    types = (specs.get("type"), schema.get("type") if isinstance(schema, Mapping) else None)
    if "array" in types:
        return "list"
    if splits(param, capability):
        return "names"
    listed = specs.get("enum") or (isinstance(schema, Mapping) and schema.get("enum"))
    plain = not listed and (types[1] or types[0] or "string") == "string"
    return "words" if plain and is_words(param, capability) else "name"


def splits(param: str, capability: CapabilitySpec | None) -> bool:
    """Whether several of a parameter become several steps."""
    rules = array_params(part(capability, "decomposition")) if capability is not None else []
    return any(param.removesuffix(TEXT) == str(rule["single_param_name"]) for rule in rules)


def read_value(
    text: str,
    param: str,
    capability: CapabilitySpec | None,
    hinted: Sequence[Span] = (),
    places: Places | None = None,
) -> Any:
    """What `text` says for the parameter, a tuple where each is a step of its own; empty: nothing.

    `places` go with the names that they are said of.
    """
    wanted = kind_of_value(param, capability)
    if wanted == "words":
        return text.strip()
    together = places.together if places is not None else goes_anywhere
    read = partial(read_groups, text, hinted, together=together)
    groups = read() or read(strict=True)
    groups = each_with_its_own(join_groups(groups), places.is_known) if places else groups
    items = [item for group in groups for item in group.items]
    if wanted == "list":
        return items
    if wanted == "names" and groups and len(groups[0].items) > 1:
        return tuple(groups[0].items)
    return items[0] if items else ""


def fill_step(
    plan: ExecutionPlan, number: int, name: str, values: Sequence[Any], forget: Collection[str] = ()
) -> ExecutionPlan:
    """The plan with these values for a parameter of one step: one step for each.

    What followed on it follows on all.

    `forget` are parameters that led nowhere.
    """
    most = max((step.id for step in plan.steps), default=0)
    numbers = [number, *range(most + 1, most + len(values))]
    steps: list[ExecutionStep] = []
    for step in plan.steps:
        if step.id != number:
            steps.append(_behind_all(step, number, numbers))
            continue
        rest = {key: each for key, each in step.params.items() if key not in forget}
        for own, each in zip(numbers, values, strict=True):
            key = step.output_key if own == number else f"result_{own}"
            steps.append(replace(step, id=own, params={**rest, name: as_text(each)}, output_key=key))
    if len(values) < 2:
        return replace(plan, steps=tuple(steps))
    mode = "parallel" if plan.execution_mode == "sequential" else plan.execution_mode
    return replace(plan, steps=tuple(steps), execution_mode=mode, combine_mode="report")


def _behind_all(step: ExecutionStep, number: int, numbers: Sequence[int]) -> ExecutionStep:
    """A step that waits for all of these where it waited for one, and says what each of them said."""
    if number not in step.depends_on:
        return step
    needs = tuple(each for needed in step.depends_on for each in (numbers if needed == number else (needed,)))
    said = "\n".join(f"${{{each}.explanation}}" for each in numbers)
    params = {
        key: each.replace(f"${{{number}.explanation}}", said) if isinstance(each, str) else each
        for key, each in step.params.items()
    }
    return replace(step, depends_on=needs, params=params)
