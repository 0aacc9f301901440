"""What people ask TechSolutions for."""

from demo.shape import Topic
from routing.specs import IntentSpec

PROFILE = "assistente_virtual"

TICKET = Topic(
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
    {
        "pt": (
            "Como está o meu chamado CH-501?", "Já resolveram o chamado que abri?", "Qual o status do chamado?",
            "O técnico já viu meu chamado?", "Quero acompanhar um chamado",
        ),
        "es": ("¿Cómo está mi ticket CH-501?", "¿Ya vieron mi ticket?", "Quiero saber el estado del ticket"),
        "en": ("How is my ticket CH-501?", "Has anybody looked at my ticket?", "What is the ticket status?"),
    },
)  # fmt: skip

FAULT = Topic(
    IntentSpec(
        "ts_technical_problem", "especialista_tecnico", PROFILE, "Um aparelho ou programa não funciona.", priority=20,
        keywords=(
            "problema técnico", "problemas técnicos", "ajuda técnica", "suporte técnico", "defeito", "com erro",
            "erro", "mensagem de erro", "não funciona", "não está funcionando", "parou de funcionar", "não liga",
            "não carrega", "não conecta", "não abre", "não imprime", "travando", "travou", "lento", "lenta",
            "sem internet", "wi-fi", "wifi", "roteador", "notebook", "computador", "impressora", "aplicativo",
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
    {
        "pt": (
            "Olá, preciso de ajuda com um problema técnico.", "Meu notebook não liga", "A internet caiu aqui em casa",
            "O aplicativo fecha sozinho", "Aparece uma mensagem de erro quando abro o programa",
            "A impressora não imprime", "Meu computador está muito lento", "O roteador não conecta no wi-fi",
            "Esqueci minha senha e não consigo entrar", "Como configuro o e-mail no celular?",
        ),
        "es": (
            "Necesito ayuda con un problema técnico", "Mi portátil no enciende", "La aplicación se cierra sola",
            "La impresora no imprime", "El router no conecta", "Olvidé mi contraseña",
        ),
        "en": (
            "I need help with a technical problem", "My laptop does not turn on", "The app closes by itself",
            "The printer does not print", "There is no internet", "I forgot my password",
        ),
    },
)  # fmt: skip

REFUND = Topic(
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
    {
        "pt": (
            "Como peço um reembolso?", "Quero meu dinheiro de volta", "Quando sai o reembolso RMB-1001?",
            "Qual é a política de reembolso?", "O estorno ainda não caiu no cartão", "Posso ser reembolsado?",
            "Em quantos dias devolvem o valor?",
        ),
        "es": (
            "¿Cómo pido un reembolso?", "Quiero mi dinero de vuelta", "¿Cuándo llega el reembolso RMB-1001?",
            "¿Cuál es la política de reembolso?", "¿En cuántos días devuelven el dinero?",
        ),
        "en": (
            "How do I ask for a refund?", "I want my money back", "When will the refund RMB-1001 arrive?",
            "What is your refund policy?", "How long does a refund take?",
        ),
    },
)  # fmt: skip

INVOICE = Topic(
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
    {
        "pt": (
            "Quero ver a fatura TS-2001", "Meu pagamento foi confirmado?", "Preciso da segunda via do boleto",
            "Que cobrança é essa?", "Quando vence a fatura?", "Onde encontro a nota fiscal?",
        ),
        "es": ("Quiero ver la factura TS-2001", "¿Recibieron mi pago?", "¿Qué es este cobro?", "¿Cuándo vence la factura?"),
        "en": ("I want to see invoice TS-2001", "Was my payment received?", "What is this charge?", "When is my invoice due?"),
    },
)  # fmt: skip

HOURS = Topic(
    IntentSpec(
        "ts_opening_hours", "coordinator", PROFILE, "Quando e como a TechSolutions atende.", priority=40,
        keywords=(
            "horário", "horário de atendimento", "horário de funcionamento", "que horas", "estão abertos", "abrem",
            "fecham", "aos sábados", "aos domingos", "no fim de semana", "telefone de contato", "telefone de vocês",
            "horario de atención", "qué hora", "a qué hora", "están abiertos", "abren", "cierran", "los sábados",
            "los domingos", "el fin de semana", "teléfono de contacto",
            "opening hours", "business hours", "what time", "are you open", "on saturdays", "on sundays",
            "at the weekend", "phone number",
        ),
        offer_tools=("consultar_horario",),
        profiles=(PROFILE,),
        offer={
            "pt": "Qual é o horário de atendimento?", "es": "¿Cuál es el horario de atención?",
            "en": "What are your opening hours?",
        },
    ),
    {
        "pt": (
            "Qual é o horário de atendimento?", "Vocês abrem aos sábados?", "Até que horas vocês atendem?",
            "Tem atendimento no fim de semana?", "Qual o telefone de contato?",
        ),
        "es": ("¿Cuál es el horario de atención?", "¿Abren los sábados?", "¿Hasta qué hora atienden?"),
        "en": ("What are your opening hours?", "Are you open on Saturdays?", "What time do you close?"),
    },
)  # fmt: skip

TOPICS = (REFUND, INVOICE, TICKET, FAULT, HOURS)
