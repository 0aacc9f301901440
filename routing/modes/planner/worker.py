"""A step of a long plan in a worker: read the turn, do the step, give back what came of it."""

from typing import Any

from conversations.visits import visit
from releases import readiness
from routing.planning import reachable, stored
from routing.planning.catalogue import catalogue_of
from routing.planning.executing import PlanExecutor
from routing.planning.on_workers import no_home
from routing.planning.scene import PlanRuntime
from routing.turns.conduct import stage_of
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
    stage = stage_of(PreparedTurn(context, prepared.pinned), lambda name, data: None)
    scene = PlanRuntime(
        reachable.addresses(stage.kit),
        context.tenant_id,
        context.conversation_key,
        sent["language"],
        sent["deadline"],
        no_home,
        context.turn_id,
        context.attempt,
        reachable.closed_check(stage.kit),
    )
    doer = PlanExecutor(catalogue_of(stage.published), scene, sent["confidence"], sent["query"])
    outputs = {int(number): output for number, output in sent["outputs"].items()}
    return stored.as_json(await doer.do(stored.step(sent["step"]), outputs))
