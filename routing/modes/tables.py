"""Every mode and its table: what turns walk, and what is drawn."""

from collections.abc import Mapping

from routing.modes import router, single
from routing.modes.circle import Circle
from routing.modes.coordinator import mode as coordinator
from routing.modes.planner import mode as planner
from routing.modes.supervised import mode as supervised
from routing.modes.supervisor import mode as supervisor
from routing.turns.graph import Table

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
