"""Fan-out: the branches of a turn run at the same time, on Celery workers when there is a broker.

    branch_kinds.register(BranchKind("specialist", run=answer_a_part))
    results = await branches.fan_out(
        "specialist", tenant_id, turn_id, attempt,
        [BranchSpec("billing_agent", {"text": "..."}), BranchSpec("orders_agent", {"text": "..."})],
        deadline=time.time() + 50, local=None, on_event=lambda step, event: emit(step, event),
    )

Without a broker the branches are tasks of this process and nothing is stored: a crash runs the turn again.
With one, each is a row (`work.Branch`) and a small Celery task; nothing holds a visit while it waits.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from django.conf import settings

from work import branch_kinds, branch_running, branch_waiting
from work.branch_kinds import BranchContext, BranchResult, BranchSpec, Event, Local


async def fan_out(
    kind: str,
    tenant_id: str,
    turn_id: str,
    attempt: int,
    specs: Sequence[BranchSpec],
    deadline: float,
    local: Mapping[str, Local] | None = None,
    on_event: Callable[[str, Event], None] = lambda step, event: None,
) -> tuple[BranchResult, ...]:
    """Runs all branches at once and gives their results in the order of `specs`, at `deadline` at the latest.

    A branch that fails or is late does not lose the others. `local` says how to run a step in this process
    (else the kind does); `on_event` gets what branches tell meanwhile. Cancelling it stops the branches.

    :raises UnknownKind: nobody registered `kind`.
    :raises ValueError: two branches of one name.
    """
    found = branch_kinds.get(kind)
    if len({spec.step for spec in specs}) < len(specs):
        raise ValueError("Two branches of a fan-out have the same name.")
    contexts = [
        BranchContext(
            tenant_id,
            turn_id,
            attempt,
            spec.step,
            dict(spec.payload),
            deadline,
            branch_running.teller(spec.step, on_event),
        )
        for spec in specs
    ]
    if settings.CELERY_BROKER_URL and contexts:
        return await branch_waiting.through_workers(found, contexts, local or {}, on_event)
    return tuple(
        await asyncio.gather(*(branch_running.without_rows(found, each, local or {}) for each in contexts))
    )
