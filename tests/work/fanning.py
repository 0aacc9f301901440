"""How the tests of this folder say a fan-out."""

import time

from conversations.visits import visit
from work.branch_kinds import BranchSpec
from work.branches import fan_out
from work.models import Branch


def asleep(step, seconds=0.1, **more):
    return BranchSpec(step, {"seconds": seconds, **more})


async def run(turn, *specs, kind="sleep", seconds=20.0, **more):
    return await fan_out(kind, "acme", turn.pk, turn.attempt, specs, time.time() + seconds, **more)


async def rows_of(turn):
    return await visit(lambda: {row.step: row for row in Branch.unscoped.filter(turn_id=turn.pk)})
