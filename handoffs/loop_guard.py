"""When passing control has become a circle. The numbers are the design's.

Within a turn A -> B -> A stops, and so does one handoff more than the profile allows (`HANDOFFS_A_TURN` where
it says nothing); over turns a path A -> B that is already twice among the conversation's last five is
stopped the third time; to oneself is ignored.
"""

from collections.abc import Sequence
from typing import Literal

from django.conf import settings

Path = Sequence[tuple[str, str]]
Stop = Literal["to_itself", "back_again", "too_many", "path_repeated"]
REMEMBERED = 5  # the conversation's last handoffs that count
REPEATS = 2


def check(
    this_turn: Path, before: Path, from_agent: str, to_agent: str, most: int | None = None
) -> Stop | None:
    """Why this handoff is stopped, or None when it may happen; `most` is the profile's limit for a turn.

    >>> check([("a", "b")], [], "b", "a")
    'back_again'
    """
    if from_agent == to_agent:
        return "to_itself"
    if len(this_turn) >= (settings.HANDOFFS_A_TURN if most is None else most):
        return "too_many"
    if to_agent in {agent for pair in this_turn for agent in pair}:
        return "back_again"
    recent = [*before, *this_turn][-REMEMBERED:]
    if recent.count((from_agent, to_agent)) >= REPEATS:
        return "path_repeated"
    return None
