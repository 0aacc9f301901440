"""The consultancy's tools: documentation, and a small made-up ServiceNow instance that can only be read."""

import re
from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data import read
from demo.servers.serve import NOT_FOUND, READS, serve

DATA = read("servicenow")
SCHEMAS, LIVE, HEALTHY = DATA["schemas"], DATA["live"], DATA["healthy"]
DOCS, GENERAL = DATA["docs"], DATA["general"]

server: MCPServer[Any] = MCPServer("servicenow", log_level="ERROR")
WORD = re.compile(r"\w+")
CALLED = (
    ("inciden", "incident"), ("change", "change_request"), ("mudan", "change_request"),
    ("cambio", "change_request"),
    ("user", "sys_user"), ("sys_user", "sys_user"), ("usu", "sys_user"), ("cmdb", "cmdb_ci"),
    ("kb", "kb_knowledge"),
    ("sc_req", "sc_request"),
)  # fmt: skip
SPANISH = frozenset((
    "mi", "mis", "mejor", "cuál", "cómo", "para", "el", "los", "las", "qué", "una", "quiero", "necesito",
    "asignar",
    "práctica", "tabla", "está", "rota", "roto", "falla", "fallando", "incidente", "incidentes", "formulario",
    "sin",
    "lento", "lenta", "y", "desde", "ayer", "hay", "es",
))  # fmt: skip
PORTUGUESE = frozenset((
    "minha", "minhas", "meu", "meus", "melhor", "qual", "como", "o", "os", "as", "que", "para", "uma",
    "quero",
    "preciso", "atribuir", "prática", "não", "está", "tabela", "quebrada", "quebrado", "erro", "falhando",
    "incidente", "incidentes", "formulário", "sem", "lento", "lenta", "e", "na", "desde", "ontem", "há", "é",
))  # fmt: skip


def _table(name: str) -> str | None:
    """The table that a person means by a word: "incidentes" is incident."""
    word = name.strip().lower()
    return next((table for start, table in CALLED if word.startswith(start)), None)


@server.tool(annotations=READS)
def consult_public_docs(query: str) -> dict[str, Any]:
    """Finds the page of the documentation that says most about the query."""
    asked_words = set(WORD.findall(query.lower()))
    page = max(DOCS, key=lambda each: len(asked_words.intersection(each["words"])))
    if not asked_words.intersection(page["words"]):
        page = GENERAL
    language = max(
        ("en", "pt", "es"),
        key=lambda each: len(asked_words & {"pt": PORTUGUESE, "es": SPANISH}.get(each, set())),
    )
    return {"advice": page[language], "source": page["source"]}


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
