"""The shop's tools: orders, deliveries, exchanges and returns."""

import zlib
from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data.retail import CATALOGUE, ORDERS
from demo.servers.data.telecom import CUSTOMERS
from demo.servers.serve import CHANGES, NOT_FOUND, READS, serve

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
    return dict(order["pedido"]) if order else NOT_FOUND


@server.tool(annotations=READS)
def consultar_entrega(order_id: str, customer_id: str) -> dict[str, Any]:
    """Consulta a entrega de um pedido do cliente."""
    order = _order(order_id, customer_id)
    return {"order_id": order["pedido"]["order_id"], **order["entrega"]} if order else NOT_FOUND


@server.tool(annotations=READS)
def consultar_catalogo() -> dict[str, Any]:
    """Lista os produtos da loja com seus preços."""
    return {"produtos": [{"descricao": name, "valor": price} for name, price in CATALOGUE]}


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
    return _requested.setdefault(
        (kind, known),
        {
            "protocolo": f"{'TRC' if kind == 'troca' else 'DEV'}-{digits:06d}",
            "order_id": known,
            "status": "solicitada",
            "orientacao": advice,
        },
    )


if __name__ == "__main__":
    serve(server, 8200)
