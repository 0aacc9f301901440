"""Every mode and its table: what turns walk, and what is drawn."""

from collections.abc import Mapping

from routing.graph.graph import Table
from routing.modes import coordinator, router, single, supervised, supervisor

TABLES: Mapping[str, Table] = {
    "router": router.TABLE,
    "supervisor": supervisor.TABLE,
    "supervised": supervised.TABLE,
    "coordinator": coordinator.TABLE,
    "single": single.TABLE,
}
