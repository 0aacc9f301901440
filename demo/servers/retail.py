"""The shop's tools: orders, deliveries, exchanges and returns."""

import zlib
from datetime import timedelta
from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data import in_languages, read, today
from demo.servers.serve import CHANGES, NOT_FOUND, READS, serve
from demo.servers.telecom import CUSTOMERS

Row = dict[str, Any]
DATA = read("retail")
PRODUCTS = DATA["products"]
CATALOGUE = DATA["catalogue"]
CARRIERS = DATA["carriers"]
STATUSES = DATA["statuses"]
CITIES = DATA["cities"]
GENERATED = 36


def _invent_order(number: int, order_id: str, customer_id: str) -> Row:
    items: list[Row] = []
    for at in range(1 + number % 3):
        sku, name, price = PRODUCTS[(number + at * 2) % len(PRODUCTS)]
        items.append({"sku": sku, "descricao": name, "quantidade": 1 + (number + at) % 2, "valor": price})
    status = STATUSES[number % len(STATUSES)]
    carrier, prefix = CARRIERS[number % len(CARRIERS)]
    city = CITIES[number % len(CITIES)]
    happened = (
        "Pedido recebido",
        "Pago e separado",
        {"pt": f"Em trânsito para {city}", "es": f"En tránsito a {city}", "en": f"In transit to {city}"},
        "Saiu para entrega",
        "Entregue",
    )
    told = happened[: STATUSES.index(status) + 2]
    ordered = today() - timedelta(days=len(told) - 1 + number % 3)  # at most six days ago
    events = [
        {"data": str(ordered + timedelta(days=at)), "descricao": words} for at, words in enumerate(told)
    ]
    return {
        "pedido": {
            "order_id": order_id,
            "customer_id": customer_id,
            "status": status,
            "valor_total": round(sum(item["valor"] * item["quantidade"] for item in items), 2),
            "itens": items,
        },
        "entrega": {
            "transportadora": carrier,
            "codigo_rastreio": f"{prefix}{100_200_300 + number * 7}BR",
            "previsao_entrega": str(ordered + timedelta(days=7)),
            "eventos": list(reversed(events)),
        },
    }


ORDERS: dict[str, Row] = {
    order["pedido"]["order_id"]: order
    for order in (
        _invent_order(1, "P100", "C001"),
        _invent_order(2, "PED-CERT-001", "CLIENTE-CERT"),
        _invent_order(6, "PED-1001", "C1001"),
        _invent_order(7, "P101", "C001"),
        *(_invent_order(n, f"P{n + 200}", f"C{2 + n % 24:03d}") for n in range(GENERATED)),
    )
}

server: MCPServer[Any] = MCPServer("retail", log_level="ERROR")
_requested: dict[tuple[str, str], dict[str, Any]] = {}


def _order(order_id: str, customer_id: str) -> dict[str, Any] | None:
    """The order, for its owner: by the customer's code, or their line's number as people write it."""
    order = ORDERS.get(order_id.replace(" ", "").upper())
    if order is None:
        return None
    owner = order["pedido"]["customer_id"]
    named = customer_id.strip().upper()
    digits = "".join(filter(str.isdigit, named))
    return order if named == owner or (digits and digits == CUSTOMERS.get(owner)) else None


@server.tool(annotations=READS)
def consultar_pedido(order_id: str, customer_id: str) -> dict[str, Any]:
    """Consulta um pedido do cliente."""
    order = _order(order_id, customer_id)
    return dict(in_languages(order["pedido"])) if order else NOT_FOUND


@server.tool(annotations=READS)
def consultar_entrega(order_id: str, customer_id: str) -> dict[str, Any]:
    """Consulta a entrega de um pedido do cliente."""
    order = _order(order_id, customer_id)
    return {"order_id": order["pedido"]["order_id"], **in_languages(order["entrega"])} if order else NOT_FOUND


@server.tool(annotations=READS)
def consultar_catalogo() -> dict[str, Any]:
    """Lista os produtos da loja com seus preços."""
    products = [{"descricao": name, "valor": price} for name, price in CATALOGUE]
    return {"produtos": in_languages(products)}


@server.tool(annotations=CHANGES)
def solicitar_troca(order_id: str, customer_id: str = "", reason: str = "") -> dict[str, Any]:
    """Solicita a troca de um pedido do cliente."""
    return _request("troca", order_id, customer_id, "Leve o produto a um ponto de coleta em até 7 dias.")


@server.tool(annotations=CHANGES)
def solicitar_devolucao(order_id: str, customer_id: str = "", reason: str = "") -> dict[str, Any]:
    """Solicita a devolução de um pedido do cliente."""
    return _request(
        "devolucao", order_id, customer_id, "A coleta será agendada; o reembolso sai em até 10 dias."
    )


def _request(kind: str, order_id: str, customer_id: str, advice: str) -> dict[str, Any]:
    """The same order gets the same protocol, however often it is asked."""
    order = _order(order_id, customer_id)
    if order is None:
        return NOT_FOUND
    known = order["pedido"]["order_id"]
    digits = zlib.crc32(f"{kind}:{known}".encode()) % 1_000_000
    told = {
        "protocolo": f"{'TRC' if kind == 'troca' else 'DEV'}-{digits:06d}",
        "order_id": known,
        "status": "solicitada",
        "orientacao": advice,
    }
    return _requested.setdefault((kind, known), in_languages(told))


if __name__ == "__main__":
    serve(server, 8200)
