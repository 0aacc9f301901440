"""Long plans are done by workers: every step is a branch of the turn, sent out when it may begin.

The engine is the same; only its `do` differs. A worker that is killed is survived as any branch's is: a step
that only reads is sent out again, one that had begun to change something ends `uncertain`, and so does one
that nobody heard of.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from agents.resources import Emit
from conversations.as_json import to_json
from conversations.turn import TurnContext
from conversations.visits import visit
from releases import freshness
from routing.planning.execute import reporting
from routing.planning.execute.executing import PlanExecutor
from routing.planning.plan.engine import Do, PlanRuntime, StepOutcome
from routing.planning.plan.expressions import find_steps
from routing.planning.specs import DomainOutput, ExecutionIntent, ExecutionStep
from routing.planning.understand.catalogue import catalogue_of
from routing.turns.conduct import make_runtime
from routing.turns.queue import load
from work import branches
from work.branch_kinds import HERE, UNCERTAIN, BranchContext, BranchSpec


async def run(given: BranchContext) -> dict[str, Any]:
    """Does the step that the payload names; the row keeps the result.

    :raises LookupError: the turn has ended, or is run again in another attempt.
    """
    sent = given.payload
    prepared = await visit(lambda: load(given.turn_id, given.attempt, release=sent["release"]))
    if prepared is None:
        raise LookupError("The turn has ended.")
    context = prepared.context
    await freshness.ready(prepared.pinned.release)
    runtime = make_runtime(context, prepared.pinned, lambda name, data: None)
    scene = PlanRuntime.of(context, runtime.resources, sent["language"], sent["deadline"], refuse_home)
    doer = PlanExecutor(catalogue_of(runtime.published), scene, sent["confidence"], sent["query"])
    outputs = {int(number): output for number, output in sent["outputs"].items()}
    with timezone.override(runtime.published.profile.zone):
        done: dict[str, Any] = to_json(
            await doer.do(reporting.from_json(ExecutionStep, sent["step"]), outputs)
        )
    return done


KIND = "plan_step"
BRINGING_BACK = 1.0  # seconds of a branch in which a worker calls nobody: what came of it must be written


def send_to_workers(doer: PlanExecutor, context: TurnContext, emit: Emit) -> Do:
    """A `do` for the engine that hands each step to a worker."""

    async def do(step: ExecutionStep, outputs: Mapping[int, Mapping[str, Any]]) -> StepOutcome:
        at, began = datetime.now(UTC), time.perf_counter()
        needed = {str(number): outputs[number] for number in find_steps(step.params) & outputs.keys()}
        left = doer.scene.time_left()
        ends = doer.scene.deadline - min(BRINGING_BACK, left / 10)
        soon = replace(doer, scene=replace(doer.scene, deadline=ends))
        payload = {
            "release": context.request.release,
            "step": to_json(step),
            "outputs": needed,
            "confidence": doer.confidence,
            "query": doer.query,
            "language": doer.scene.language,
            "deadline": ends,
        }
        name = f"{KIND}_{step.id}"
        (came,) = await branches.fan_out(
            KIND,
            context.request.tenant_id,
            context.request.turn_id,
            context.request.attempt,
            [BranchSpec(name, payload)],
            deadline=doer.scene.deadline,
            local={name: lambda: here(soon, step, outputs)},
        )
        if came.status == "done" and came.result:
            outcome = reporting.from_json(StepOutcome, came.result)
            return replace(outcome, step=step, where=came.where or HERE)
        error = "timeout" if came.status == "late" else came.error or "failed"
        output = DomainOutput.fail("timeout" if error == UNCERTAIN else error[:60], came.error)
        capability = doer.catalogue.capability(step.domain, step.capability)
        acted = capability is not None and not capability.read_only
        if error == UNCERTAIN or acted:
            output = replace(output, metadata={**output.metadata, "uncertain": True})
        ms = (time.perf_counter() - began) * 1000
        return StepOutcome(step, output, at, ms, dict(step.params), where=came.where or HERE, acted=acted)

    return do


async def refuse_home(intent: ExecutionIntent, seconds: float) -> DomainOutput:
    """The built-in domain stays in the process that talks to the user."""
    return DomainOutput.fail("task_not_found", f"{intent.domain} is not done by workers.")


async def here(
    doer: PlanExecutor, step: ExecutionStep, outputs: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any]:
    """A step as a branch brings it back."""
    done: dict[str, Any] = to_json(await doer.do(step, outputs))
    return done
