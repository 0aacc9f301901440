"""TechSolutions Brasil's tools: opening hours, known faults, tickets, invoices and refunds. All only read."""

from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from demo.servers.data import read
from demo.servers.serve import NOT_FOUND, READS, serve
from language.normalise import words

DATA = read("techsolutions")

server: MCPServer[Any] = MCPServer("techsolutions", log_level="ERROR")


@server.tool(annotations=READS)
def consultar_horario() -> dict[str, Any]:
    """Horário de atendimento, por dia, e o telefone."""
    return dict(DATA["hours"])


@server.tool(annotations=READS)
def consultar_solucao(problema: Annotated[str, Field(max_length=2000)]) -> dict[str, Any]:
    """O que fazer com um defeito conhecido, pelas palavras do cliente.

    Sem nada conhecido, o que perguntar.
    """
    spoken = set(words(problema))
    fault = max(DATA["faults"], key=lambda each: len(spoken.intersection(each["words"])))
    if not spoken.intersection(fault["words"]):
        return {"question": dict(DATA["ask_more"])}
    return {"advice": {language: fault[language] for language in ("pt", "es", "en")}}


@server.tool(annotations=READS)
def consultar_chamado(chamado: str) -> dict[str, Any]:
    """A situação de um chamado técnico, por exemplo CH-501."""
    return _row(DATA["tickets"], chamado, "ticket")


@server.tool(annotations=READS)
def consultar_fatura_ts(fatura: str) -> dict[str, Any]:
    """Uma fatura da TechSolutions, por exemplo TS-2001: valor, vencimento e situação."""
    return _row(DATA["invoices"], fatura, "invoice")


@server.tool(annotations=READS)
def consultar_reembolso(protocolo: str = "") -> dict[str, Any]:
    """A situação de um reembolso, por exemplo RMB-1001; sem protocolo, os prazos e as regras."""
    if not protocolo.strip():
        return dict(DATA["refund_rules"])
    return _row(DATA["refunds"], protocolo, "refund")


def _row(rows: dict[str, dict[str, Any]], number: str, name: str) -> dict[str, Any]:
    wanted = number.strip().upper()
    return {name: wanted, **rows[wanted]} if wanted in rows else NOT_FOUND


if __name__ == "__main__":
    serve(server, 8600)
