"""Every mode and its table: what turns walk, and what is drawn."""

from collections.abc import Mapping

from routing.graph.circle import Circle
from routing.graph.graph import Table
from routing.modes import coordinator, planner, router, single, supervised, supervisor

TEAM = ("specialist", "supervisor_agent", "coordinator")  # the nodes at which specialists work

TABLES: Mapping[str, Table] = {
    "router": router.TABLE,
    "supervisor": supervisor.TABLE,
    "supervised": supervised.TABLE,
    "coordinator": coordinator.TABLE,
    "planner": planner.TABLE,
    "single": single.TABLE,
}

# Who calls in whom, where a mode has one voice: for a picture without a team.
CIRCLES: Mapping[str, Circle] = {"coordinator": Circle("coordinator", ("specialist", "…"))}
