"""The four backends of the gateway. All speak for one profile, so that a session is one conversation."""

from demo.shape import Elsewhere
from routing.gateway.specs import BackendSpec

PROFILE = "telecom_contas"


def _at(backend: BackendSpec) -> Elsewhere:
    return Elsewhere(backend, f"${{ENV:BACKEND_{backend.name.upper()}_URL}}")


BACKENDS = (
    _at(
        BackendSpec(
            "contas", "Contas", "Faturas, pagamentos, vencimentos e segunda via.",
            domains=("conta", "fatura", "factura", "billing"),
            keywords=(
                "boleto", "segunda via", "vencimento", "valor alto", "pagamento", "contestar", "cobrança indevida",
                "cuenta", "vencimiento", "importe alto", "pago", "impugnar",
                "bill", "invoice", "due date", "payment", "copy of the invoice", "dispute",
            ),
            examples=(
                "Minha fatura veio alta", "Quero a segunda via da conta", "Quando vence minha fatura?",
                "Mi factura vino alta", "My bill is too high",
            ),
            priority=10, default_agent_id=PROFILE,
        )
    ),
    _at(
        BackendSpec(
            "ofertas", "Ofertas", "Planos, pacotes, serviços, roaming e promoções.",
            domains=("oferta", "plano", "plan", "offer"),
            keywords=(
                "promoção", "pacote", "internet", "roaming", "benefício", "assinatura", "upgrade", "trocar de plano",
                "trocar meu plano", "contratar", "promoción", "paquete de datos", "suscripción", "cambiar mi plan",
                "promotion", "data package", "subscription", "change my plan",
            ),
            examples=(
                "Qual é o meu plano?", "Tem alguma promoção de internet?", "Quero trocar meu plano",
                "¿Cuál es mi plan?", "Which plan do I have?",
            ),
            priority=20, default_agent_id=PROFILE,
        )
    ),
    _at(
        BackendSpec(
            "suporte", "Suporte", "Pedidos, entregas, trocas, devoluções, garantia e defeitos.",
            domains=("suporte", "soporte", "support"),
            keywords=(
                "pedido", "entrega", "rastreio", "troca", "devolução", "devolver", "garantia", "defeito", "não funciona",
                "sem sinal", "envío", "cambio", "devolución", "defecto", "no funciona", "sin señal",
                "order", "delivery", "tracking", "exchange", "refund", "warranty", "defect", "broken", "no signal",
            ),
            examples=(
                "Onde está meu pedido?", "Meu aparelho veio com defeito", "Quero devolver o produto",
                "¿Dónde está mi pedido?", "Where is my order?",
            ),
            priority=30, default_agent_id=PROFILE,
        )
    ),
    _at(
        BackendSpec(
            "cobranca", "Cobrança", "Dívidas, acordos, parcelamentos e nome negativado.",
            domains=("cobrança", "dívida", "deuda", "debt"),
            keywords=(
                "negociar", "acordo", "parcelar", "parcelamento", "atrasada", "inadimplência", "negativado", "protesto",
                "acuerdo", "cuotas", "atrasado", "morosidad", "instalments", "installments", "overdue", "collection",
            ),
            examples=(
                "Quero negociar minha dívida", "Posso parcelar o que devo?", "Meu nome foi negativado",
                "Quiero negociar mi deuda", "Can I pay what I owe in instalments?",
            ),
            priority=40, default_agent_id=PROFILE,
        )
    ),
)  # fmt: skip
