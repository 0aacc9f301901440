"""Eight tools on two MCP servers: what each needs, where that comes from, and how its result is said."""

from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from demo.shape import Server

SLOTS = (
    SlotSpec(
        "order_id", r"P ?\d{3,}|PED-(?:[A-Z]+-)?\d{3,}",
        {"pt": "o número do pedido", "es": "el número del pedido", "en": "the order number"}, "P100",
    ),
    SlotSpec(
        "invoice_id", r"INV-?(?:[A-Z]+-)?\d{3,}",
        {"pt": "o número da fatura", "es": "el número de la factura", "en": "the invoice number"}, "INV001",
    ),
    SlotSpec(
        "asset_id", r"ASSET-\d+",
        {"pt": "o código da linha", "es": "el código de la línea", "en": "the line's code"}, "ASSET-1",
    ),
)  # fmt: skip

MSISDN = ParameterSpec("msisdn", "identity", description="Número da linha do cliente, com DDD.")
CUSTOMER = ParameterSpec("customer_id", "identity", required=False, description="Código do cliente da loja.")
OWNER = ParameterSpec("customer_id", "identity", description="Código do cliente da loja, dono do pedido.")
ORDER = ParameterSpec("order_id", "resource", description="Número do pedido, por exemplo P100.")
INVOICE = ParameterSpec(
    "invoice_id", "resource", required=False, description="Número da fatura; sem ele, a mais recente."
)
ASSET = ParameterSpec(
    "asset_id", "resource", required=False, description="Código da linha, se houver várias."
)
REASON = ParameterSpec("reason", "free", description="Por que o cliente pede, em suas palavras.")

TELECOM = Server(
    name="telecom",
    url="${ENV:DEMO_TELECOM_URL}",
    description="Faturas, pagamentos, planos e serviços das linhas.",
    tools=(
        ToolSpec(
            "consultar_fatura", "telecom",
            title={"pt": "consultando a fatura", "es": "consultando la factura", "en": "looking up the invoice"},
            description="Consulta uma fatura da linha: valor total, vencimento, situação e itens.",
            parameters=(MSISDN, INVOICE),
            say={
                "pt": "A fatura {invoice_id} é de R$ {valor_total}, vence em {vencimento}; situação: {status}. Itens: {itens}.",
                "es": "La factura {invoice_id} es de R$ {valor_total}, vence el {vencimento}; estado: {status}. Detalle: {itens}.",
                "en": "Invoice {invoice_id} is R$ {valor_total}, due on {vencimento}; status: {status}. Items: {itens}.",
            },
        ),
        ToolSpec(
            "consultar_pagamentos", "telecom",
            title={"pt": "consultando os pagamentos", "es": "consultando los pagos", "en": "looking up the payments"},
            description="Lista os últimos pagamentos da linha: data, valor e situação.",
            parameters=(MSISDN,),
            say={
                "pt": "Pagamentos: {pagamentos}.",
                "es": "Pagos: {pagamentos}.",
                "en": "Payments: {pagamentos}.",
            },
        ),
        ToolSpec(
            "consultar_plano", "telecom",
            title={"pt": "consultando o plano", "es": "consultando el plan", "en": "looking up the plan"},
            description="Consulta o plano da linha: nome, internet, roaming e situação.",
            parameters=(MSISDN, ASSET),
            say={
                "pt": "Seu plano é {plano}, com {internet_gb} GB de internet; roaming: {roaming}; situação: {status}.",
                "es": "Su plan es {plano}, con {internet_gb} GB de internet; roaming: {roaming}; estado: {status}.",
                "en": "Your plan is {plano}, with {internet_gb} GB of internet; roaming: {roaming}; status: {status}.",
            },
        ),
        ToolSpec(
            "listar_servicos", "telecom",
            title={"pt": "listando os serviços", "es": "listando los servicios", "en": "listing the services"},
            description="Lista os serviços adicionais da linha: nome, situação e valor.",
            parameters=(MSISDN,),
            say={
                "pt": "Serviços da linha: {servicos}.",
                "es": "Servicios de la línea: {servicos}.",
                "en": "Services on the line: {servicos}.",
            },
        ),
    ),
)  # fmt: skip

RETAIL = Server(
    name="retail",
    url="${ENV:DEMO_RETAIL_URL}",
    description="Pedidos, entregas, trocas e devoluções da loja.",
    tools=(
        ToolSpec(
            "consultar_pedido", "retail",
            title={"pt": "consultando o pedido", "es": "consultando el pedido", "en": "looking up the order"},
            description="Consulta um pedido do cliente: situação, valor total e itens.",
            parameters=(ORDER, CUSTOMER),
            say={
                "pt": "Pedido {order_id}: R$ {valor_total}; situação: {status}. Itens: {itens}.",
                "es": "Pedido {order_id}: R$ {valor_total}; estado: {status}. Artículos: {itens}.",
                "en": "Order {order_id}: R$ {valor_total}; status: {status}. Items: {itens}.",
            },
        ),
        ToolSpec(
            "consultar_entrega", "retail",
            title={"pt": "consultando a entrega", "es": "consultando la entrega", "en": "looking up the delivery"},
            description="Consulta a entrega de um pedido: transportadora, rastreio, previsão e eventos.",
            parameters=(ORDER, CUSTOMER),
            say={
                "pt": "A entrega é da {transportadora}, rastreio {codigo_rastreio}, previsão {previsao_entrega}. Percurso: {eventos}.",
                "es": "La entrega es de {transportadora}, rastreo {codigo_rastreio}, prevista para el {previsao_entrega}. Recorrido: {eventos}.",
                "en": "It is delivered by {transportadora}, tracking code {codigo_rastreio}, expected on {previsao_entrega}. Route: {eventos}.",
            },
        ),
        ToolSpec(
            "solicitar_troca", "retail",
            title={"pt": "solicitando a troca", "es": "solicitando el cambio", "en": "requesting the exchange"},
            description="Solicita a troca de um pedido. Só depois de um sim do cliente.",
            read_only=False,
            confirm=True,
            confirm_text={
                "pt": "Posso solicitar a troca do pedido {order_id}?",
                "es": "¿Solicito el cambio del pedido {order_id}?",
                "en": "Shall I request the exchange of order {order_id}?",
            },
            parameters=(ORDER, OWNER, REASON),
            say={
                "pt": "Troca do pedido {order_id}: {status}, protocolo {protocolo}. {orientacao}",
                "es": "Cambio del pedido {order_id}: {status}, protocolo {protocolo}. {orientacao}",
                "en": "Exchange of order {order_id}: {status}, protocol {protocolo}. {orientacao}",
            },
        ),
        ToolSpec(
            "solicitar_devolucao", "retail",
            title={"pt": "solicitando a devolução", "es": "solicitando la devolución", "en": "requesting the return"},
            description="Solicita a devolução de um pedido. Só depois de um sim do cliente.",
            read_only=False,
            confirm=True,
            confirm_text={
                "pt": "Posso solicitar a devolução do pedido {order_id}?",
                "es": "¿Solicito la devolución del pedido {order_id}?",
                "en": "Shall I request the return of order {order_id}?",
            },
            parameters=(ORDER, OWNER, REASON),
            say={
                "pt": "Devolução do pedido {order_id}: {status}, protocolo {protocolo}. {orientacao}",
                "es": "Devolución del pedido {order_id}: {status}, protocolo {protocolo}. {orientacao}",
                "en": "Return of order {order_id}: {status}, protocol {protocolo}. {orientacao}",
            },
        ),
    ),
)  # fmt: skip
