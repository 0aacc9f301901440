"""A step of a long plan in a worker: read the turn, do the step, give back what came of it."""

from typing import Any

from conversations.visits import visit
from releases import readiness
from routing.planning.execute.executing import PlanExecutor
from routing.planning.execute.on_workers import no_home
from routing.planning.plan import plan_json, reachable
from routing.planning.plan.runtime import PlanRuntime
from routing.planning.understand.catalogue import catalogue_of
from routing.turns.conduct import runtime_of
from routing.turns.load import load
from routing.turns.prepare import PreparedTurn
from work.branches import BranchContext


async def run(given: BranchContext) -> dict[str, Any]:
    """Does the step that the payload names; the row keeps the result.

    :raises LookupError: the turn has ended, or is run again in another attempt.
    """
    sent = given.payload
    prepared = await visit(lambda: load(given.turn_id, given.attempt, release=sent["release"]))
    if prepared is None:
        raise LookupError("The turn has ended.")
    context = prepared.context
    await readiness.ready(prepared.pinned.release)
    runtime = runtime_of(PreparedTurn(context, prepared.pinned), lambda name, data: None)
    scene = PlanRuntime(
        reachable.addresses(runtime.resources),
        context.request.tenant_id,
        context.request.conversation_key,
        sent["language"],
        sent["deadline"],
        no_home,
        context.request.turn_id,
        context.request.attempt,
        reachable.make_closed_check(runtime.resources),
    )
    doer = PlanExecutor(catalogue_of(runtime.published), scene, sent["confidence"], sent["query"])
    outputs = {int(number): output for number, output in sent["outputs"].items()}
    return plan_json.as_json(await doer.do(plan_json.step(sent["step"]), outputs))
