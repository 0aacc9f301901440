"""Whether a plan can be carried out, whoever made it, and what must be confirmed before.

    plan, order = check(plan, catalogue)    # each step behind those that it waits for
    order[0].confirm                        # whether the user is shown it first

A step that changes or sends something is confirmed first where it carries anything that nothing has resolved.
Resolved is what a manifest knows (a value, an alias, a pattern, a parameter of its own), a handle, what is
looked up before the call, what the user picked, and what earlier steps brought that carry nothing else
themselves. The user's own words are not: they may have been meant for something that nobody here does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

import orjson
from django.conf import settings

from routing.planning.errors import (
    Circular,
    EmptyPlan,
    TooManySteps,
    UnknownReference,
    UnknownStep,
    VariableNotAllowed,
)
from routing.planning.plan.expressions import HEADS, REFERENCE, find_references, find_steps
from routing.planning.specs import TEXT, CapabilitySpec, DomainOutput, ExecutionPlan, ExecutionStep
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.entities import HANDLE
from routing.planning.understand.parameters import find_known_value


def check_order(plan: ExecutionPlan, catalogue: Catalogue) -> tuple[ExecutionStep, ...]:
    """The steps in an order in which they can run.

    :raises PlanRefused: nothing to do, too much, what nobody does, a circle, a reference to what is not
    there.
    """
    if not plan.steps:
        raise EmptyPlan
    if len(plan.steps) > settings.PLAN_STEPS:
        raise TooManySteps(number=len(plan.steps), most=settings.PLAN_STEPS)
    by_id: dict[int, ExecutionStep] = {}
    for step in plan.steps:
        if step.id in by_id:
            raise Circular([step.id])
        if catalogue.capability(step.domain, step.capability) is None:
            known = catalogue.domains[step.domain].capabilities if step.domain in catalogue.domains else ()
            raise UnknownStep(domain=step.domain, capability=step.capability, known=", ".join(known) or "-")
        by_id[step.id] = step
    for step in plan.steps:
        for needed in step.depends_on:
            if needed not in by_id:
                raise UnknownReference(step=step.id, reference=str(needed))
    order = _sort(plan.steps)
    before = _all_before(order, by_id)
    for step in plan.steps:
        _refers_well(step, before[step.id], catalogue)
    return tuple(by_id[each] for each in order)


def _sort(steps: Sequence[ExecutionStep]) -> list[int]:
    try:
        return list(TopologicalSorter({step.id: step.depends_on for step in steps}).static_order())
    except CycleError as error:
        raise Circular(error.args[1]) from None


def _all_before(order: Sequence[int], by_id: Mapping[int, ExecutionStep]) -> dict[int, frozenset[int]]:
    """Of each step all that have ended when it begins."""
    before: dict[int, frozenset[int]] = {}
    for each in order:
        needed = by_id[each].depends_on
        before[each] = frozenset(needed).union(*(before[one] for one in needed))
    return before


def _refers_well(step: ExecutionStep, before: frozenset[int], catalogue: Catalogue) -> None:
    for reference, match in find_references(step.params):
        if match is None:
            raise UnknownReference(step=step.id, reference=reference)
        if name := match["variable"]:
            domain = catalogue.domain(step.domain)
            if domain is None or name not in domain.variables:
                raise VariableNotAllowed(domain=step.domain, name=name)
        elif int(match["step"]) not in before or match["path"].split(".")[0] not in HEADS:
            raise UnknownReference(step=step.id, reference=reference)


NEEDED = "confirm_action"
SHOWN = "shown"
LONGEST = 200  # letters of a value that a manifest's pattern is tried on


def mark_confirmed(order: Sequence[ExecutionStep], catalogue: Catalogue) -> tuple[ExecutionStep, ...]:
    """The steps with those marked that are confirmed first.

    `order` puts each behind those that it refers to.
    """
    open_ones: set[int] = set()
    steps = []
    for step in order:
        capability = catalogue.capability(step.domain, step.capability)
        unresolved = capability is not None and (
            bool(find_steps(step.params) & open_ones) or not _is_resolved(step, capability, catalogue)
        )
        if unresolved:
            open_ones.add(step.id)
        acts = capability is not None and not capability.read_only
        steps.append(replace(step, confirm=unresolved and acts))
    return tuple(steps)


def check(plan: ExecutionPlan, catalogue: Catalogue) -> tuple[ExecutionPlan, tuple[ExecutionStep, ...]]:
    """The plan with what must be confirmed, and its steps in an order in which they can run.

    :raises PlanRefused: see `check_order`.
    """
    order = mark_confirmed(check_order(plan, catalogue), catalogue)
    by_id = {step.id: step for step in order}
    return replace(plan, steps=tuple(by_id[step.id] for step in plan.steps)), order


def ask_confirmation(step: ExecutionStep, shown: Mapping[str, Any]) -> DomainOutput | None:
    """The question for a step with what it is about to carry.

    None where that, and nothing else, was agreed to.
    """
    if not step.confirm or _same(step.agreed, shown):
        return None
    return DomainOutput.asks(NEEDED, shown=dict(shown))


def agree(plan: ExecutionPlan, number: int, shown: Mapping[str, Any]) -> ExecutionPlan:
    """The plan in which the user has agreed to what this step carries."""
    steps = (replace(step, agreed=shown) if step.id == number else step for step in plan.steps)
    return replace(plan, steps=tuple(steps))


def _is_resolved(step: ExecutionStep, capability: CapabilitySpec, catalogue: Catalogue) -> bool:
    known = capability.properties
    looked_up = {str(rule["param"]) for rule in capability.pre_flow}
    own = [
        fixed
        for domain in catalogue.domains.values()
        for each in domain.capabilities.values()
        if isinstance(fixed := each.composition.get("static_params"), Mapping)
    ]
    for name, value in step.params.items():
        base = name.removesuffix(TEXT)
        goes_out = not known or name in known or base in known
        found = name in step.picked or (name != base and base in looked_up) or value in (None, "", [])
        if name.startswith("_") or found or not goes_out or any(each.get(name) == value for each in own):
            continue
        schema = known.get(base)
        specs = (capability.specs.get(base, {}), schema if isinstance(schema, Mapping) else {})
        if not all(
            _is_known(each, specs) for each in (value if isinstance(value, list | tuple) else [value])
        ):
            return False
    return True


def _is_known(value: Any, specs: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a value is one that the manifest names, a handle, or made of references alone."""
    if isinstance(value, bool) or any(
        find_known_value(value, spec) is not None or spec.get("const") == value for spec in specs
    ):
        return True
    if not isinstance(value, str):
        return False
    if HANDLE.fullmatch(value) or not REFERENCE.sub("", value).strip():
        return True
    patterns = [pattern for spec in specs if isinstance(pattern := spec.get("pattern"), str)]
    return len(value) <= LONGEST and any(_fits(pattern, value) for pattern in patterns)


def _fits(pattern: str, value: str) -> bool:
    try:
        return re.fullmatch(pattern, value) is not None
    except re.error:
        return False


def _same(one: Mapping[str, Any] | None, other: Mapping[str, Any]) -> bool:
    """Whether both are the same values, whichever of them has been through the record."""
    if one is None:
        return False
    first, second = (orjson.dumps(each, default=str, option=orjson.OPT_SORT_KEYS) for each in (one, other))
    return first == second
