"""The telephone company's tools: invoices, payments, plans and services of a line."""

from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data.telecom import CUSTOMERS, LINES, PLANS
from demo.servers.serve import NOT_FOUND, READS, serve

PARTS = 3  # in which what is open may be paid

server: MCPServer[Any] = MCPServer("telecom", log_level="ERROR")


def _line(msisdn: str) -> dict[str, Any] | None:
    """The line of a number, however it is written, or of a customer's code."""
    number = CUSTOMERS.get(msisdn.strip().upper()) or "".join(filter(str.isdigit, msisdn))
    return LINES.get(number)


@server.tool(annotations=READS)
def consultar_fatura(msisdn: str, invoice_id: str = "") -> dict[str, Any]:
    """Consulta uma fatura da linha; sem invoice_id, a mais recente."""
    line = _line(msisdn)
    if line is None:
        return NOT_FOUND
    if not invoice_id.strip():
        return dict(line["faturas"][-1])
    wanted = invoice_id.strip().upper()
    return next((dict(each) for each in line["faturas"] if each["invoice_id"] == wanted), NOT_FOUND)


@server.tool(annotations=READS)
def consultar_pagamentos(msisdn: str) -> dict[str, Any]:
    """Lista os últimos pagamentos da linha."""
    line = _line(msisdn)
    return {"msisdn": line["msisdn"], "pagamentos": line["pagamentos"]} if line else NOT_FOUND


@server.tool(annotations=READS)
def consultar_plano(msisdn: str, asset_id: str = "") -> dict[str, Any]:
    """Consulta o plano da linha; asset_id escolhe entre várias linhas."""
    line = _line(msisdn)
    if line is None or asset_id.strip().upper() not in ("", line["plano"]["asset_id"]):
        return NOT_FOUND
    return dict(line["plano"])


@server.tool(annotations=READS)
def listar_servicos(msisdn: str) -> dict[str, Any]:
    """Lista os serviços adicionais da linha."""
    line = _line(msisdn)
    return {"servicos": line["servicos"]} if line else NOT_FOUND


@server.tool(annotations=READS)
def listar_planos() -> dict[str, Any]:
    """Lista os planos à venda."""
    return {
        "planos": [
            {"nome": name, "valor": price, "roaming": roaming} for name, _gigabytes, roaming, price in PLANS
        ]
    }


@server.tool(annotations=READS)
def consultar_acordo(msisdn: str) -> dict[str, Any]:
    """Simula o parcelamento do que está em aberto na linha."""
    line = _line(msisdn)
    if line is None:
        return NOT_FOUND
    owed = sum(each["valor_total"] for each in line["faturas"] if each["status"] == "em aberto")
    return {"em_aberto": round(owed, 2), "parcelas": PARTS, "valor_parcela": round(owed / PARTS, 2)}


@server.tool(annotations=READS)
def verificar_linha(msisdn: str) -> dict[str, Any]:
    """Verifica a linha: situação, sinal, manutenção na região e o que tentar."""
    line = _line(msisdn)
    return {"msisdn": line["msisdn"], **line["linha"]} if line else NOT_FOUND


if __name__ == "__main__":
    serve(server, 8100)
