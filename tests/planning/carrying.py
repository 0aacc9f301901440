"""Plans carried out against real servers, without a turn around them."""

import time
from collections.abc import Mapping
from typing import Any

from routing.planning.execute import reporting
from routing.planning.execute.executing import PlanExecutor
from routing.planning.plan import engine
from routing.planning.plan.checking import check_order
from routing.planning.plan.composing import compose
from routing.planning.plan.engine import PlanRuntime, StepOutcome
from routing.planning.specs import (
    DomainAddress,
    DomainOutput,
    ExecutionIntent,
    ExecutionPlan,
    PlanningSection,
)
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.hearing import read_goal
from routing.planning.understand.parameters import resolve_capabilities


async def nobody(intent: ExecutionIntent, seconds: float) -> DomainOutput:
    return DomainOutput("success", {}, "oi")


def scene(addresses: Mapping[str, str], seconds: float = 10.0, language: str = "pt") -> PlanRuntime:
    """A scene whose domains are at these addresses."""
    known = {name: DomainAddress(name, url, "s3cret") for name, url in addresses.items()}
    return PlanRuntime(known, "tenant_a", "tenant_a:finance:s1", language, time.time() + seconds, nobody)


def planned(message: str, section: PlanningSection, memory: Mapping[str, Any] | None = None) -> ExecutionPlan:
    """The plan of a message, by hints."""
    catalogue = Catalogue.of(section)
    return compose(resolve_capabilities(read_goal(message, catalogue).intent, catalogue), catalogue, memory)


async def carry(
    plan: ExecutionPlan, section: PlanningSection, at: PlanRuntime, query: str = ""
) -> tuple[dict[int, StepOutcome], DomainOutput]:
    """What came of each step, and of all."""
    catalogue = Catalogue.of(section)
    doer = PlanExecutor(catalogue, at, 0.95, query)
    order = check_order(plan, catalogue)
    if plan.execution_mode == "sequential":
        order = engine.in_sequence(order)
    outcomes = await engine.run(order, plan.max_concurrency, doer.do, at.deadline)
    return outcomes, reporting.combine(plan, outcomes, catalogue, at.language)
