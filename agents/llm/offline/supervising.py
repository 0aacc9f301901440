"""The supervisor's choice without a model: the first open request whose specialist may still be called."""

from collections.abc import Mapping
from typing import Any

from agents.llm.offline.wording import wording
from agents.llm.request import ReleaseSlice
from agents.tool_names import DECIDE_NEXT, FINISH

SHOWN = 120  # letters of a request


def choose(part: ReleaseSlice) -> tuple[str, Mapping[str, Any]]:
    """The call of `decide_next`.

    >>> choose(ReleaseSlice(agent="supervisor"))
    ('decide_next', {'next': 'guardrail', 'reason': 'Nada está em aberto.'})
    """
    words = wording(part.language)
    free = {target.name for target in part.targets}
    for request in part.open:
        if request.agent in free:
            reason = words["still_open"].format(request=request.text[:SHOWN])
            return DECIDE_NEXT, {"next": request.agent, "reason": reason}
    reason = words["nobody_left" if part.open else "nothing_open"]
    return DECIDE_NEXT, {"next": FINISH, "reason": reason}
