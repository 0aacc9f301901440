"""The telephone company's tools: invoices, payments, plans and services of a line."""

from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data import as_of_today, in_languages, read
from demo.servers.serve import NOT_FOUND, READS, serve

PARTS = 3  # in which what is open may be paid

Row = dict[str, Any]
DATA = read("telecom")
PLANS = DATA["plans"]
SERVICES = DATA["services"]
ONE_OFFS = DATA["one_offs"]
SIGNALS = DATA["signals"]
MONTHS = DATA["months"]
CUSTOMERS = DATA["customers"]
GENERATED = 33


def _invent_line(number: int, msisdn: str, newest_invoice: str | None = None) -> Row:
    plan, gigabytes, roaming, price = PLANS[number % len(PLANS)]
    services: list[Row] = [
        {"nome": name, "status": "ativo" if (number + at) % 3 else "suspenso", "valor": value}
        for at, (name, value) in enumerate(SERVICES)
        if (number + at) % 2 == 0
    ]
    invoices: list[Row] = []
    for at, month in enumerate(MONTHS):
        items: list[Row] = [{"descricao": f"Plano {plan}", "valor": price}]
        items += [{"descricao": s["nome"], "valor": s["valor"]} for s in services if s["status"] == "ativo"]
        if (number + at) % 4 == 0:
            name, value = ONE_OFFS[(number + at + 2) % len(ONE_OFFS)]
            items.append({"descricao": name, "valor": value})
        newest = month == MONTHS[-1]
        invoices.append(
            {
                "invoice_id": newest_invoice
                if newest and newest_invoice
                else f"INV{1000 + number * 10 + at}",
                "msisdn": msisdn,
                "valor_total": round(sum(item["valor"] for item in items), 2),
                "vencimento": as_of_today(f"{month}-{10 + number % 3 * 5:02d}"),
                "status": "em aberto" if newest else "paga",
                "itens": items,
            }
        )
    signal, maintenance, advice = SIGNALS[number % len(SIGNALS)]
    payments = [
        {"data": invoice["vencimento"], "valor": invoice["valor_total"], "status": "confirmado"}
        for invoice in reversed(invoices[:-1])
    ]
    return {
        "msisdn": msisdn,
        "plano": {
            "plano": plan,
            "internet_gb": gigabytes,
            "roaming": roaming,
            "status": "ativo" if number % 7 else "suspenso",
            "asset_id": f"ASSET-{number + 1}",
        },
        "linha": {
            "status": "ativo" if number % 7 else "suspenso",
            "sinal": signal,
            "manutencao": maintenance,
            "orientacao": advice,
        },
        "servicos": services,
        "faturas": invoices,
        "pagamentos": payments,
    }


LINES: dict[str, Row] = {
    line["msisdn"]: line
    for line in (
        _invent_line(2, "5511999999999", "INV001"),
        _invent_line(1, "11999999999", "INV-CERT-001"),
        _invent_line(3, "3000131180"),
        *(_invent_line(number, f"55119888800{number:02d}") for number in range(10, 10 + GENERATED)),
    )
}

server: MCPServer[Any] = MCPServer("telecom", log_level="ERROR")


def _line(msisdn: str) -> dict[str, Any] | None:
    """The line of a number, however it is written, or of a customer's code."""
    number = CUSTOMERS.get(msisdn.strip().upper()) or "".join(filter(str.isdigit, msisdn))
    return LINES.get(number)


@server.tool(annotations=READS)
def consultar_fatura(msisdn: str, invoice_id: str = "", mes: str = "") -> dict[str, Any]:
    """Consulta uma fatura da linha; sem invoice_id nem mês (YYYY-MM), a mais recente."""
    line = _line(msisdn)
    if line is None:
        return NOT_FOUND
    if not invoice_id.strip():
        found = [each for each in line["faturas"] if each["vencimento"].startswith(mes.strip())]
        return dict(in_languages(found[-1])) if found else NOT_FOUND
    wanted = invoice_id.strip().upper()
    return next(
        (dict(in_languages(each)) for each in line["faturas"] if each["invoice_id"] == wanted), NOT_FOUND
    )


@server.tool(annotations=READS)
def consultar_pagamentos(msisdn: str) -> dict[str, Any]:
    """Lista os últimos pagamentos da linha."""
    line = _line(msisdn)
    return {"msisdn": line["msisdn"], "pagamentos": in_languages(line["pagamentos"])} if line else NOT_FOUND


@server.tool(annotations=READS)
def consultar_plano(msisdn: str, asset_id: str = "") -> dict[str, Any]:
    """Consulta o plano da linha; asset_id escolhe entre várias linhas."""
    line = _line(msisdn)
    if line is None or asset_id.strip().upper() not in ("", line["plano"]["asset_id"]):
        return NOT_FOUND
    return dict(in_languages(line["plano"]))


@server.tool(annotations=READS)
def listar_servicos(msisdn: str) -> dict[str, Any]:
    """Lista os serviços adicionais da linha."""
    line = _line(msisdn)
    return {"servicos": in_languages(line["servicos"])} if line else NOT_FOUND


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
    return {"msisdn": line["msisdn"], **in_languages(line["linha"])} if line else NOT_FOUND


if __name__ == "__main__":
    serve(server, 8100)
