"""What the domains of one turn are called with.

Addresses, who asks, how long there is, and who answers at home.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from routing.planning.manifests.addresses import DomainAddress
from routing.planning.words import DomainOutput, ExecutionIntent

AtHome = Callable[[ExecutionIntent, float], Awaitable[DomainOutput]]
Closed = Callable[[str, str], str]
"""Why a domain's capability may not be called now, by both names: a key of the planner's sentences.

empty: it may.
"""


@dataclass(frozen=True, slots=True)
class PlanRuntime:
    """The same for every step of a turn.

    `deadline` is epoch seconds; `turn_id` empty: nothing is recorded.
    """

    addresses: Mapping[str, DomainAddress]
    tenant_id: str
    session_key: str
    language: str
    deadline: float
    at_home: AtHome = field(repr=False)
    turn_id: str = ""
    attempt: int = 1
    closed: Closed = field(default=lambda domain, capability: "", repr=False)

    def time_left(self) -> float:
        return self.deadline - time.time()
