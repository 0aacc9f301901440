"""Every mode: what turns walk, and what is drawn."""

from collections.abc import Mapping

from routing.modes import router, single
from routing.modes.coordinator.mode import MODE as COORDINATOR
from routing.modes.draw import Circle
from routing.modes.planner.mode import MODE as PLANNER
from routing.modes.supervised.mode import MODE as SUPERVISED
from routing.modes.supervisor.mode import MODE as SUPERVISOR
from routing.turns.mode import Mode, Table

TEAM = ("specialist", "supervisor_agent", "coordinator")  # the nodes at which specialists work

MODES: Mapping[str, Mode] = {
    mode.name: mode for mode in (router.MODE, SUPERVISOR, SUPERVISED, COORDINATOR, PLANNER, single.MODE)
}
TABLES: Mapping[str, Table] = {name: mode.table for name, mode in MODES.items()}

# Who calls in whom, where a mode has one voice: for a picture without a team.
CIRCLES: Mapping[str, Circle] = {"coordinator": Circle("coordinator", ("specialist", "…"))}
