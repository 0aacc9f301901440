"""What people ask TechSolutions for."""

from demo.assistente_virtual import examples
from demo.shape import IntentTopic
from routing.decision.specs import IntentSpec

PROFILE = "assistente_virtual"

TICKET = IntentTopic(
    IntentSpec(
        "ts_ticket_status", "especialista_tecnico", PROFILE, "Situação de um chamado técnico já aberto.", priority=15,
        keywords=(
            "chamado", "número do chamado", "status do chamado", "ticket", "número do ticket", "estado del ticket",
            "ticket number", "ticket status", "support ticket",
        ),
        offer_tools=("consultar_chamado",),
        profiles=(PROFILE,),
        offer={
            "pt": "Como está o meu chamado CH-501?", "es": "¿Cómo está mi ticket CH-501?",
            "en": "How is my ticket CH-501?",
        },
    ),
    examples.TICKET,
)  # fmt: skip

FAULT = IntentTopic(
    IntentSpec(
        "ts_technical_problem", "especialista_tecnico", PROFILE, "Um aparelho ou programa não funciona.", priority=20,
        keywords=(
            "problema técnico", "problemas técnicos", "ajuda técnica", "suporte técnico", "defeito", "com erro",
            "erro", "mensagem de erro", "não funciona", "não está funcionando", "parou de funcionar", "não liga",
            "não carrega", "não conecta", "não abre", "não imprime", "travando", "travou", "lento", "lenta",
            "sem internet", "internet", "wi-fi", "wifi", "roteador", "notebook", "computador", "impressora", "aplicativo",
            "instalar", "configurar", "esqueci a senha", "esqueci minha senha", "senha bloqueada",
            "ayuda técnica", "soporte técnico", "defecto", "no funciona", "dejó de funcionar", "no enciende",
            "no prende", "no conecta", "no abre", "se cuelga", "sin internet", "router", "computadora", "portátil",
            "impresora", "aplicación", "olvidé mi contraseña", "contraseña bloqueada",
            "technical problem", "technical issue", "technical help", "technical support", "error", "error message",
            "not working", "does not work", "doesn't work", "stopped working", "does not turn on", "won't turn on",
            "does not connect", "no internet", "freezes", "slow", "laptop", "computer", "printer", "install",
            "forgot my password", "password locked",
        ),
        offer_tools=("consultar_solucao",),
        profiles=(PROFILE,),
        offer={
            "pt": "Preciso de ajuda com um problema técnico", "es": "Necesito ayuda con un problema técnico",
            "en": "I need help with a technical problem",
        },
    ),
    examples.FAULT,
)  # fmt: skip

REFUND = IntentTopic(
    IntentSpec(
        "ts_refund", "especialista_financeiro", PROFILE, "Reembolso: prazos, regras e situação de um pedido.",
        priority=10,
        keywords=(
            "reembolso", "reembolsar", "reembolsado", "estorno", "estornar", "dinheiro de volta", "meu dinheiro",
            "devolução do dinheiro", "devolução do valor", "devolver o dinheiro", "política de reembolso",
            "devolución del dinero", "devolver el dinero", "mi dinero", "política de reembolso de la tienda",
            "refund", "money back", "my money", "refund policy",
        ),
        offer_tools=("consultar_reembolso",),
        profiles=(PROFILE,),
        offer={
            "pt": "Como peço um reembolso?", "es": "¿Cómo pido un reembolso?", "en": "How do I ask for a refund?",
        },
    ),
    examples.REFUND,
)  # fmt: skip

INVOICE = IntentTopic(
    IntentSpec(
        "ts_invoice", "especialista_financeiro", PROFILE, "Faturas e pagamentos da TechSolutions.", priority=12,
        keywords=(
            "fatura", "boleto", "pagamento", "pagar", "cobrança", "cobrado", "nota fiscal", "segunda via", "vencimento",
            "factura", "pago", "cobro", "cobraron", "vencimiento",
            "invoice", "bill", "payment", "charge", "charged", "due date",
        ),
        offer_tools=("consultar_fatura_ts",),
        profiles=(PROFILE,),
        offer={
            "pt": "Quero ver a fatura TS-2001", "es": "Quiero ver la factura TS-2001",
            "en": "I want to see invoice TS-2001",
        },
    ),
    examples.INVOICE,
)  # fmt: skip

HOURS = IntentTopic(
    IntentSpec(
        "ts_opening_hours", "coordinator", PROFILE, "Quando e como a TechSolutions atende.", priority=40,
        keywords=(
            "horário", "horário de atendimento", "horário de funcionamento", "que horas", "estão abertos", "abrem",
            "fecham", "atendente", "falar com alguém", "um humano", "uma pessoa de verdade", "aos sábados", "aos domingos", "no fim de semana", "telefone de contato", "telefone de vocês",
            "horario de atención", "un agente humano", "hablar con alguien", "una persona real", "qué hora", "a qué hora", "están abiertos", "abren", "cierran", "los sábados",
            "los domingos", "el fin de semana", "teléfono de contacto",
            "opening hours", "business hours", "talk to somebody", "a human", "a real person", "what time", "are you open", "on saturdays", "on sundays",
            "at the weekend", "phone number",
        ),
        offer_tools=("consultar_horario",),
        profiles=(PROFILE,),
        offer={
            "pt": "Qual é o horário de atendimento?", "es": "¿Cuál es el horario de atención?",
            "en": "What are your opening hours?",
        },
    ),
    examples.HOURS,
)  # fmt: skip

COMPLAINT = IntentTopic(
    IntentSpec(
        "ts_complaint", description="Reclama do atendimento, sem pedir nada.", priority=905,
        keywords=(
            "péssimo", "péssimos", "péssima", "péssimas", "horrível", "horríveis", "um absurdo", "que raiva", "irritado",
            "irritada", "palhaçada", "uma vergonha", "não aguento mais",
            "pésimo", "pésimos", "pésima", "horrible", "qué rabia", "enojado", "enojada", "una vergüenza",
            "terrible", "awful", "useless", "ridiculous", "fed up", "angry",
        ),
        profiles=(PROFILE,),
        reply={
            "pt": "Sinto muito por isso, e quero resolver. Conte em uma frase o que deu errado, ou ligue para 0800 555 0199.",
            "es": "Lo siento mucho, y quiero resolverlo. Cuente en una frase qué salió mal, o llame al 0800 555 0199.",
            "en": "I am very sorry, and I want to solve it. Tell me in one sentence what went wrong, or call 0800 555 0199.",
        },
    ),
    examples.COMPLAINT,
)  # fmt: skip

TOPICS = (REFUND, INVOICE, TICKET, FAULT, HOURS, COMPLAINT)
