"""The supervisor's choice without a model: the first open request whose specialist may still be called."""

from collections.abc import Mapping
from typing import Any

from agents.llm.request import DECIDE_NEXT, ReleaseSlice
from agents.tools.deciding import FINISH


def choose(part: ReleaseSlice) -> tuple[str, Mapping[str, Any]]:
    """The call of `decide_next`.

    >>> choose(ReleaseSlice(agent="supervisor"))
    ('decide_next', {'next': 'guardrail', 'reason': 'Nothing is open.'})
    """
    free = {target.name for target in part.targets}
    for request in part.open:
        if request.agent in free:
            reason = f"Still open: {request.text[:120]}"
            return DECIDE_NEXT, {"next": request.agent, "reason": reason}
    reason = "Nobody is left for what is open." if part.open else "Nothing is open."
    return DECIDE_NEXT, {"next": FINISH, "reason": reason}
