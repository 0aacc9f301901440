"""Lines of a telephone company with their plans, services, invoices and payments."""

from typing import Any

Row = dict[str, Any]

PLANS = (
    ("Controle 20 GB", 20, "não incluído", 59.9),
    ("Pós 50 GB", 50, "América do Sul", 119.9),
    ("Família 100 GB", 100, "América do Sul e Europa", 199.9),
    ("Ilimitado 5G", 300, "mundial", 289.9),
)
SERVICES = (
    ("Streaming de vídeo", 29.9),
    ("Música sem limite", 16.9),
    ("Antivírus", 9.9),
    ("Caixa postal", 4.9),
    ("Proteção do aparelho", 24.9),
)
ONE_OFFS = (
    ("Roaming internacional, 3 diárias", 89.7),
    ("Ligações excedentes", 18.4),
    ("Pacote extra de 5 GB", 25.0),
)
SIGNALS = (
    ("bom", "nenhuma", "Desligue o aparelho ou o roteador por um minuto e ligue de novo."),
    ("fraco", "nenhuma", "Perto de uma janela o sinal melhora; uma visita técnica pode ser marcada na loja."),
    ("instável", "hoje, até as 18h", "A manutenção termina hoje; depois dela, reinicie o aparelho."),
)
MONTHS = ("2026-10", "2026-11", "2026-12")
GENERATED = 33


def _line(number: int, msisdn: str, newest_invoice: str | None = None) -> Row:
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
                "vencimento": f"{month}-{10 + number % 3 * 5:02d}",
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
        _line(2, "5511999999999", "INV001"),
        _line(1, "11999999999", "INV-CERT-001"),
        _line(3, "3000131180"),
        *(_line(number, f"55119888800{number:02d}") for number in range(10, 10 + GENERATED)),
    )
}
CUSTOMERS = {"C001": "5511999999999", "CLIENTE-CERT": "11999999999", "C1001": "3000131180"}
"""The lines of the shop's customers, by their codes."""
