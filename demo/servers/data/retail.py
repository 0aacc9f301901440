"""Orders of a shop with their deliveries."""

from typing import Any

Row = dict[str, Any]

PRODUCTS = (
    ("SKU-2001", "Tênis de corrida", 299.9),
    ("SKU-2002", "Mochila impermeável", 189.9),
    ("SKU-2003", "Fone de ouvido sem fio", 349.0),
    ("SKU-2004", "Cafeteira italiana", 129.5),
    ("SKU-2005", "Luminária de mesa", 99.9),
    ("SKU-2006", "Garrafa térmica", 79.9),
    ("SKU-2007", "Teclado mecânico", 420.0),
)
CATALOGUE = (
    ("Celular com câmera tripla", 1299.0),
    ("Celular simples de teclas", 229.0),
    ("Tablet de 10 polegadas", 1099.0),
    ("Roteador wi-fi de duas bandas", 319.0),
    ("Capinhas, películas e carregadores", 49.9),
    *((name, price) for _sku, name, price in PRODUCTS),
)
CARRIERS = (("Correios", "BR"), ("Loggi", "LG"), ("Jadlog", "JD"))
STATUSES = ("em separação", "em transporte", "saiu para entrega", "entregue")
CITIES = ("São Paulo", "Campinas", "Curitiba", "Belo Horizonte")
GENERATED = 36


def _order(number: int, order_id: str, customer_id: str) -> Row:
    items: list[Row] = []
    for at in range(1 + number % 3):
        sku, name, price = PRODUCTS[(number + at * 2) % len(PRODUCTS)]
        items.append({"sku": sku, "descricao": name, "quantidade": 1 + (number + at) % 2, "valor": price})
    status = STATUSES[number % len(STATUSES)]
    carrier, prefix = CARRIERS[number % len(CARRIERS)]
    city = CITIES[number % len(CITIES)]
    day = 1 + number % 18
    happened = (
        "Pedido recebido",
        "Pago e separado",
        f"Em trânsito para {city}",
        "Saiu para entrega",
        "Entregue",
    )
    events = [
        {"data": f"2026-11-{day + at:02d}", "descricao": words}
        for at, words in enumerate(happened[: STATUSES.index(status) + 2])
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
            "previsao_entrega": f"2026-11-{day + 7:02d}",
            "eventos": list(reversed(events)),
        },
    }


ORDERS: dict[str, Row] = {
    order["pedido"]["order_id"]: order
    for order in (
        _order(1, "P100", "C001"),
        _order(2, "PED-CERT-001", "CLIENTE-CERT"),
        _order(6, "PED-1001", "C1001"),
        _order(7, "P101", "C001"),
        *(_order(n, f"P{n + 200}", f"C{2 + n % 24:03d}") for n in range(GENERATED)),
    )
}
