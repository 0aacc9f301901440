"""The consultancy's tools: a small made-up ServiceNow instance that can only be read."""

from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data import read
from demo.servers.serve import NOT_FOUND, READS, serve

DATA = read("servicenow")
SCHEMAS, LIVE, HEALTHY = DATA["schemas"], DATA["live"], DATA["healthy"]

server: MCPServer[Any] = MCPServer("servicenow", log_level="ERROR")
CALLED = (
    ("inciden", "incident"), ("change", "change_request"), ("mudan", "change_request"),
    ("cambio", "change_request"),
    ("user", "sys_user"), ("sys_user", "sys_user"), ("usu", "sys_user"), ("cmdb", "cmdb_ci"),
    ("kb", "kb_knowledge"),
    ("sc_req", "sc_request"),
)  # fmt: skip


def _table(name: str) -> str | None:
    """The table that a person means by a word: "incidentes" is incident."""
    word = name.strip().lower()
    return next((table for start, table in CALLED if word.startswith(start)), None)


@server.tool(annotations=READS)
def check_table_schema(table: str) -> dict[str, Any]:
    """The columns of a table."""
    name = _table(table)
    return {"table": name, **SCHEMAS[name]} if name else NOT_FOUND


@server.tool(annotations=READS)
def check_live_instance(table: str) -> dict[str, Any]:
    """The state of a table in the instance."""
    name = _table(table)
    if name is None:
        return NOT_FOUND
    state = LIVE.get(name, HEALTHY)
    return {"table": name, "health": state["health"], "finding": state["finding"]}


@server.tool(annotations=READS)
def fetch_recent_changes(table: str) -> dict[str, Any]:
    """What was changed around a table in the last days."""
    return _part(table, "changes")


@server.tool(annotations=READS)
def get_error_logs(table: str) -> dict[str, Any]:
    """The latest errors around a table."""
    return _part(table, "errors")


def _part(table: str, name: str) -> dict[str, Any]:
    known = _table(table)
    return {"table": known, name: LIVE.get(known, HEALTHY)[name]} if known else NOT_FOUND


if __name__ == "__main__":
    serve(server, 8400)
