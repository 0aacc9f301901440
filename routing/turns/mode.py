"""What a mode is: a table over nodes, nodes of its own, and how it decides who answers.

The modes stand above the turns (`routing/modes`), and provide themselves when Django is ready.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from conversations.turn import TurnContext
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns.decisions import Decisions
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime

Node = Callable[[TurnContext, TurnRuntime], Awaitable[NodeResult]]
START = "input_guardrails"
END = "persist"  # the close writes what the nodes decided


@dataclass(frozen=True, slots=True)
class Fork:
    """An edge that depends on the turn: `choose` names one of `leads_to`."""

    leads_to: tuple[str, ...]
    choose: Callable[[TurnContext, TurnRuntime], str]


Table = Mapping[str, str | Fork]


def successors(table: Table, node: str) -> tuple[str, ...]:
    """Where a node may lead."""
    edge = table[node]
    return (edge,) if isinstance(edge, str) else edge.leads_to


@dataclass(frozen=True, slots=True)
class Mode:
    """One way in which a team works. `nodes` are its own, beside those that modes share, or in place of one.
    `client_tools`: its specialists are offered the tools of the caller's own program. `alone`: one agent
    answers everything, nobody is decided on or passed to. `one_voice`: one specialist speaks for all others,
    who are called in. `begins_with_one`: whom a first message goes to reads nothing that another wrote
    before. `lists_questions`: what is open after a turn is listed with what waits for an answer."""

    name: str
    table: Table
    decisions: Decisions
    nodes: Mapping[str, Node] = field(default_factory=dict)
    client_tools: bool = False
    alone: bool = False
    one_voice: bool = False
    begins_with_one: bool = False
    lists_questions: bool = False


_load: list[Callable[[], Mapping[str, Mode]]] = []


def provide(load: Callable[[], Mapping[str, Mode]]) -> None:
    """Says where the modes come from; they are loaded when the first turn asks for one."""
    _load[:] = [load]
    mode_named.cache_clear()


@cache
def mode_named(name: str) -> Mode:
    """The mode of that name. Raises KeyError: there is none."""
    return _load[0]()[name]


def route(context: TurnContext, published: ProfileRuntime, off: frozenset[str] = frozenset()) -> Decision:
    """Who answers, without asking a model; `off` names intents that are switched off."""
    return mode_named(context.request.mode).decisions.decide(context, published, off)
