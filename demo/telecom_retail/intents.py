"""What people ask for: four topics, and the contestation of an invoice."""

from agents.specs import Texts
from demo.shape import IntentTopic
from demo.telecom_retail import examples
from routing.decision.specs import IntentSpec

BILLING_KEYWORDS = (
    "fatura", "conta", "cobrança", "boleto", "vencimento", "segunda via", "contestar", "valor alto", "invoice",
    "pagamento",
    "factura", "cuenta", "cobro", "vencimiento", "importe alto", "pago",
    "bill", "billing", "charge", "due date", "payment", "copy of the invoice",
)  # fmt: skip
CONTEST_KEYWORDS = (
    "contestar", "contestação", "disputar", "reclamar da fatura", "reclamar da minha fatura", "reclamar da conta",
    "reclamar da minha conta", "reclamar da cobrança",
    "impugnar", "impugnación", "reclamar de la factura", "reclamar la factura", "reclamar mi factura",
    "reclamar la cuenta", "reclamar mi cuenta", "reclamar el cobro", "reclamar un cobro",
    "dispute", "contest", "complain about my bill", "complain about the bill", "complain about my invoice",
    "complain about the invoice", "complain about a charge",
)  # fmt: skip
PRODUCT_KEYWORDS = (
    "plano", "produto", "serviço", "pacote", "internet", "roaming", "vas", "benefício", "assinatura",
    "plan", "producto", "servicio", "paquete de datos", "suscripción",
    "product", "service", "data package", "benefit", "subscription",
)  # fmt: skip
TRACKING_KEYWORDS = (
    "pedido", "entrega", "rastreio", "rastreamento", "encomenda", "compra", "atraso", "correios",
    "rastreo", "seguimiento", "envío", "retraso", "paquete", "correo",
    "order", "delivery", "tracking", "parcel", "package", "purchase", "shipment", "delay",
)  # fmt: skip
SUPPORT_KEYWORDS = (
    "troca", "devolução", "devolver", "garantia", "defeito", "produto quebrado", "suporte", "arrependimento",
    "produto com defeito", "trocar", "trocar o produto", "trocar um produto", "reembolso", "produto errado",
    "cambio", "devolución", "defecto", "producto roto", "soporte", "arrepentimiento",
    "cambiar", "cambiar el producto", "cambiar un producto", "producto con defecto", "producto equivocado",
    "exchange", "return", "refund", "warranty", "defect", "defective", "broken product", "support",
    "exchange the product", "exchange a product", "wrong product", "defective product",
    # Longer than "pedido" and "order" inside them, so that these are about the return and not the parcel.
    "devolver pedido", "devolver o pedido", "devolver o meu pedido", "devolver meu pedido",
    "devolver a compra", "devolver minha compra", "devolução do pedido", "devolução do meu pedido",
    "trocar pedido", "trocar o pedido", "trocar o meu pedido", "trocar meu pedido", "troca do pedido",
    "troca do meu pedido",
    "devolver el pedido", "devolver mi pedido", "devolver mi compra", "devolución del pedido",
    "devolución de mi pedido", "cambiar el pedido", "cambiar mi pedido", "cambio del pedido", "cambio de mi pedido",
    "return order", "return the order", "return my order", "return my purchase", "return of my order",
    "return of order", "exchange order", "exchange the order", "exchange my order", "exchange of my order",
)  # fmt: skip

CONTEST_QUESTION: Texts = {
    "pt": "Você confirma que quer contestar esta fatura?",
    "es": "¿Confirma que quiere impugnar esta factura?",
    "en": "Do you confirm that you want to dispute this invoice?",
}
SUPPORT_QUESTION: Texts = {
    "pt": "Quer que eu siga com a troca ou a devolução?",
    "es": "¿Quiere que siga con el cambio o la devolución?",
    "en": "Do you want me to go on with the exchange or the return?",
}

PROFILES = ("telecom_contas", "retail_orders")

BUSINESS = (
    IntentTopic(
        IntentSpec(
            "billing_invoice_contest", "billing_agent", "telecom",
            "Contestação de uma cobrança ou da fatura inteira.", priority=5,
            keywords=CONTEST_KEYWORDS, prefetch=("consultar_fatura",), profiles=PROFILES,
            next_state="WAITING_BILLING_CONFIRMATION", state_question=CONTEST_QUESTION,
        ),
        examples.CONTEST,
    ),
    IntentTopic(
        IntentSpec(
            "billing_invoice_explanation", "billing_agent", "telecom",
            "Fatura: valor, vencimento, itens, segunda via e pagamentos.", priority=10,
            keywords=BILLING_KEYWORDS, prefetch=("consultar_fatura", "consultar_pagamentos"), profiles=PROFILES,
            offer={"pt": "Minha fatura veio alta", "es": "Mi factura vino alta", "en": "My bill is too high"},
        ),
        examples.BILLING,
    ),
    IntentTopic(
        IntentSpec(
            "product_services_information", "product_agent", "telecom",
            "Plano, internet, roaming e serviços contratados.", priority=20,
            keywords=PRODUCT_KEYWORDS, prefetch=("consultar_plano", "listar_servicos"), profiles=PROFILES,
            offer={"pt": "Qual é o meu plano?", "es": "¿Cuál es mi plan?", "en": "Which plan do I have?"},
        ),
        examples.PRODUCT,
    ),
    IntentTopic(
        IntentSpec(
            "retail_order_tracking", "orders_agent", "retail",
            "Onde está o pedido e quando chega.", priority=30,
            keywords=TRACKING_KEYWORDS, prefetch=("consultar_pedido", "consultar_entrega"), profiles=PROFILES,
            offer={"pt": "Onde está meu pedido?", "es": "¿Dónde está mi pedido?", "en": "Where is my order?"},
        ),
        examples.TRACKING,
    ),
    IntentTopic(
        IntentSpec(
            "retail_support_exchange_return", "support_agent", "retail",
            "Troca, devolução, garantia e defeito.", priority=40,
            keywords=SUPPORT_KEYWORDS, prefetch=("consultar_pedido",), profiles=PROFILES,
            offer_tools=("solicitar_troca", "solicitar_devolucao"),
            next_state="WAITING_SUPPORT_CONFIRMATION", state_question=SUPPORT_QUESTION,
            offer={
                "pt": "Quero trocar um produto", "es": "Quiero cambiar un producto",
                "en": "I want to exchange a product",
            },
        ),
        examples.SUPPORT,
    ),
)  # fmt: skip
