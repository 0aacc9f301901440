"""Whether a plan can be carried out: looked at once before anything is called, whoever made it.

order = checked(plan, catalogue)     # its steps, each behind those that it waits for
"""

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from django.conf import settings

from routing.planning.errors import (
    Circular,
    EmptyPlan,
    TooManySteps,
    UnknownReference,
    UnknownStep,
    VariableNotAllowed,
)
from routing.planning.plan.references import HEADS, find_references
from routing.planning.understand.catalogue import Catalogue
from routing.planning.words import ExecutionPlan, ExecutionStep


def check_order(plan: ExecutionPlan, catalogue: Catalogue) -> tuple[ExecutionStep, ...]:
    """The steps in an order in which they can run.

    :raises PlanRefused: nothing to do, too much, what nobody does, a circle, a reference to what is not
    there.
    """
    if not plan.steps:
        raise EmptyPlan
    if len(plan.steps) > settings.PLAN_STEPS:
        raise TooManySteps(len(plan.steps), settings.PLAN_STEPS)
    by_id: dict[int, ExecutionStep] = {}
    for step in plan.steps:
        if step.id in by_id:
            raise Circular([step.id])
        if catalogue.capability(step.domain, step.capability) is None:
            raise UnknownStep(step.domain, step.capability, catalogue.capabilities_of(step.domain))
        by_id[step.id] = step
    for step in plan.steps:
        for needed in step.depends_on:
            if needed not in by_id:
                raise UnknownReference(step.id, str(needed))
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
    for said, match in find_references(step.params):
        if match is None:
            raise UnknownReference(step.id, said)
        if name := match["variable"]:
            domain = catalogue.domain(step.domain)
            if domain is None or name not in domain.variables:
                raise VariableNotAllowed(step.domain, name)
        elif int(match["step"]) not in before or match["path"].split(".")[0] not in HEADS:
            raise UnknownReference(step.id, said)
