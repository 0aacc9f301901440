"""One specialist's work in a plan, as a branch: done in this process, or in a worker from its payload."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from agents.llm import usage
from conversations.as_json import to_json
from conversations.turn import Permission, PlannedBranch, TurnContext, Usage, Utterance
from conversations.visits import visit
from releases import freshness
from routing.turns import message_files, paying
from routing.turns.conduct import make_runtime
from routing.turns.paying import COUNTED
from routing.turns.queue import load
from routing.turns.runtime import TurnRuntime
from routing.turns.team import results
from routing.turns.team.results import SpecialistResult, describe_phase
from routing.turns.team.tasks import make_branch_task
from telemetry import tracing
from work.branch_kinds import BranchContext

KIND = "specialist"


def make_local(
    context: TurnContext, runtime: TurnRuntime, branch: PlannedBranch, beside: Sequence[str]
) -> Callable[[], Awaitable[Any]]:
    """The branch as a call in this process: it shares what the others read."""

    async def work() -> Any:
        return results.write(await do(context, runtime.aside(context), branch, beside))

    return work


async def do(
    context: TurnContext, runtime: TurnRuntime, branch: PlannedBranch, beside: Sequence[str]
) -> SpecialistResult:
    """Lets the specialist of the branch work on its part.

    `runtime` is its own, `beside` are all of the plan.
    """
    done = await results.let_work(make_branch_task(context, runtime, branch, beside), runtime.speech)
    if not done.worked.error:
        runtime.emit("step", {**describe_phase("done", done.ms), "agent": branch.agent})
    return replace(done, span=tracing.read_kept())


def make_payload(context: TurnContext, branch: PlannedBranch, beside: Sequence[str]) -> dict[str, Any]:
    """What a worker needs beside the turn's rows: what was decided, and the message as the rails left it.

    The text as it was received stays where it is, in the turn's row.
    """
    return {
        "release": context.request.release,
        "branch": to_json(branch),
        "beside": list(beside),
        "text": context.request.utterance.text,
        "language": context.request.utterance.language,
        "values": dict(context.decision.values),
        "permissions": to_json(context.work.permissions),
        "mode": context.request.mode,
        "deadline": context.request.deadline,
        "started_at": context.request.started_at,
    }


def receive(context: TurnContext, sent: Mapping[str, Any]) -> tuple[TurnContext, PlannedBranch]:
    """The context that a worker loaded, with what the turn had decided, and the branch it is to work on."""
    request = replace(
        context.request,
        utterance=Utterance(context.request.utterance.raw, sent["text"], sent["language"]),
        mode=sent["mode"],
        deadline=sent["deadline"],
        started_at=sent["started_at"],
    )
    permissions = {name: Permission(**each) for name, each in sent["permissions"].items()}
    made = TurnContext(
        request,
        replace(context.decision, values=sent["values"]),
        replace(context.work, permissions=permissions),
        context.outcome,
    )
    planned = sent["branch"]
    return made, PlannedBranch(**{**planned, "keywords": tuple(planned["keywords"])})


def read(result: Mapping[str, Any]) -> SpecialistResult:
    """What a branch brought back. A worker has counted what its models used, which is told here."""
    if COUNTED in result:
        paying.note_counted(Usage(**result[COUNTED]))
    return results.read(result)


async def run(given: BranchContext) -> dict[str, Any]:
    """Works on the part that the payload names; the row keeps the result.

    What its models used is counted here: nobody may be left who would read the result.

    :raises LookupError: the turn has ended, or is run again in another attempt.
    """
    prepared = await visit(lambda: load(given.turn_id, given.attempt, release=given.payload["release"]))
    if prepared is None:
        raise LookupError("The turn has ended.")
    context, planned = receive(prepared.context, given.payload)
    context = await message_files.fetch(context, prepared.pinned.release["agents"])

    def emit(name: str, data: dict[str, Any]) -> None:
        if name == "step":
            given.tell(dict(data))

    await freshness.ready(prepared.pinned.release)
    runtime = make_runtime(context, prepared.pinned, emit)
    working = _work(context, runtime, planned, given.payload["beside"])
    request = context.request
    with timezone.override(runtime.published.profile.zone):
        return await paying.count_aside(request.tenant_id, request.budget, working)


async def _work(
    context: TurnContext, runtime: TurnRuntime, planned: PlannedBranch, beside: Sequence[str]
) -> dict[str, Any]:
    done = await do(context, runtime, planned, beside)
    meter = usage.current()
    return {**results.write(done), COUNTED: to_json(meter.used if meter else done.worked.usage)}
