"""A branch of a turn in a worker: read the turn, let the specialist work, give back what it did."""

from collections.abc import Sequence
from typing import Any

from agents.llm import usage
from conversations.as_json import to_json
from conversations.turn import PlannedBranch, TurnContext
from conversations.visits import visit
from releases import readiness
from routing.modes.supervisor import branch
from routing.turns import paying
from routing.turns.conduct import runtime_of
from routing.turns.load import load
from routing.turns.paying import COUNTED
from routing.turns.prepare import PreparedTurn
from routing.turns.runtime import TurnRuntime
from routing.turns.team import results
from work.branches import BranchContext


async def run(given: BranchContext) -> dict[str, Any]:
    """Works on the part that the payload names; the row keeps the result. What its models used is counted
    here: nobody may be left who would read the result.

    :raises LookupError: the turn has ended, or is run again in another attempt.
    """
    prepared = await visit(lambda: load(given.turn_id, given.attempt, release=given.payload["release"]))
    if prepared is None:
        raise LookupError("The turn has ended.")
    context, planned = branch.receive(prepared.context, given.payload)

    def emit(name: str, data: dict[str, Any]) -> None:
        if name == "step":
            given.tell(dict(data))

    await readiness.ready(prepared.pinned.release)
    runtime = runtime_of(PreparedTurn(context, prepared.pinned), emit)
    working = _work(context, runtime, planned, given.payload["beside"])
    request = context.request
    return await paying.count_aside(request.tenant_id, request.budget.counted, working)


async def _work(
    context: TurnContext, runtime: TurnRuntime, planned: PlannedBranch, beside: Sequence[str]
) -> dict[str, Any]:
    done = await branch.do(context, runtime, planned, beside)
    meter = usage.current()
    return {**results.write(done), COUNTED: to_json(meter.used if meter else done.worked.usage)}
