"""What counts as a handoff, wherever handoffs are counted: control that went from one specialist to another.

One that the loop guard stopped is none. A sub-conversation is none either: calling in, and its end, are rows
of `agent_handoffs` with kinds of their own and are counted by themselves.
"""

from collections.abc import Iterable
from typing import Protocol

from handoffs.models import AgentHandoff

KIND = AgentHandoff.Kinds.AGENT_TO_AGENT.value
ROWS = {"kind": KIND, "blocked": False}  # of `agent_handoffs`
LISTED = {"kind__exact": KIND, "blocked__exact": 0}  # the same, as a list of the Studio is asked for them


class Moved(Protocol):
    """A row of `agent_handoffs`, or the frozen word that becomes one."""

    @property
    def kind(self) -> str: ...

    @property
    def blocked(self) -> bool: ...


def counts(moved: Moved) -> bool:
    """Whether it is a handoff that happened.

    >>> counts(AgentHandoff(kind="agent_to_agent")), counts(AgentHandoff(kind="delegation"))
    (True, False)
    """
    return moved.kind == KIND and not moved.blocked


def number(moved: Iterable[Moved]) -> int:
    """How many of them count."""
    return sum(map(counts, moved))
