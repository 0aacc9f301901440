"""Five tools of one MCP server, all of which only read."""

from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from demo.shape import Server

SLOTS = (
    SlotSpec(
        "refund_number", r"RMB-?\d{3,}",
        {"pt": "o protocolo do reembolso", "es": "el número del reembolso", "en": "the refund number"}, "RMB-1001",
    ),
    SlotSpec(
        "ticket_number", r"CH-?\d{3,}",
        {"pt": "o número do chamado", "es": "el número del ticket", "en": "the ticket number"}, "CH-501",
    ),
    SlotSpec(
        "ts_invoice_number", r"TS-?\d{3,}",
        {"pt": "o número da fatura", "es": "el número de la factura", "en": "the invoice number"}, "TS-2001",
    ),
)  # fmt: skip

TECHSOLUTIONS = Server(
    name="techsolutions",
    url="${ENV:DEMO_TECHSOLUTIONS_URL}",
    description="TechSolutions Brasil: horário, defeitos conhecidos, chamados, faturas e reembolsos.",
    tools=(
        ToolSpec(
            "consultar_horario", "techsolutions",
            title={"pt": "consultando o horário", "es": "consultando el horario", "en": "looking up the opening hours"},
            description="Horário de atendimento por dia da semana, e o telefone.",
            say={
                "pt": "Atendemos de segunda a sexta das {weekdays_from} às {weekdays_to} e aos sábados das {saturday_from} às {saturday_to}; domingos e feriados não há atendimento. Telefone: {phone}.",
                "es": "Atendemos de lunes a viernes de {weekdays_from} a {weekdays_to} y los sábados de {saturday_from} a {saturday_to}; domingos y feriados no hay atención. Teléfono: {phone}.",
                "en": "We are here Monday to Friday from {weekdays_from} to {weekdays_to} and on Saturdays from {saturday_from} to {saturday_to}; closed on Sundays and holidays. Telephone: {phone}.",
            },
        ),
        ToolSpec(
            "consultar_solucao", "techsolutions",
            title={"pt": "procurando a solução", "es": "buscando la solución", "en": "looking for the solution"},
            description="O que fazer com um defeito conhecido, pelas palavras do cliente.",
            parameters=(ParameterSpec("problema", "free", description="O defeito, nas palavras do cliente."),),
            say={
                "pt": "Faça assim: {advice.pt}. {question.pt}",
                "es": "Haga lo siguiente: {advice.es}. {question.es}",
                "en": "Do this: {advice.en}. {question.en}",
            },
        ),
        ToolSpec(
            "consultar_chamado", "techsolutions",
            title={"pt": "consultando o chamado", "es": "consultando el ticket", "en": "looking up the ticket"},
            description="Situação de um chamado técnico e o próximo passo.",
            parameters=(
                ParameterSpec("chamado", "resource", key="ticket_number", description="Número do chamado, por exemplo CH-501."),
            ),
            say={
                "pt": "Chamado {ticket} ({subject}): {status}. Próximo passo: {next}.",
                "es": "Ticket {ticket} ({subject}): {status}. Próximo paso: {next}.",
                "en": "Ticket {ticket} ({subject}): {status}. Next step: {next}.",
            },
        ),
        ToolSpec(
            "consultar_fatura_ts", "techsolutions",
            title={"pt": "consultando a fatura", "es": "consultando la factura", "en": "looking up the invoice"},
            description="Valor, vencimento e situação de uma fatura da TechSolutions.",
            parameters=(
                ParameterSpec("fatura", "resource", key="ts_invoice_number", description="Número da fatura, por exemplo TS-2001."),
            ),
            say={
                "pt": "Fatura {invoice} ({what}): R$ {amount}, vencimento {due}; situação: {status}.",
                "es": "Factura {invoice} ({what}): R$ {amount}, vence el {due}; estado: {status}.",
                "en": "Invoice {invoice} ({what}): R$ {amount}, due on {due}; status: {status}.",
            },
        ),
        ToolSpec(
            "consultar_reembolso", "techsolutions",
            title={"pt": "consultando o reembolso", "es": "consultando el reembolso", "en": "looking up the refund"},
            description="Situação de um reembolso; sem protocolo, os prazos e as regras.",
            parameters=(
                ParameterSpec(
                    "protocolo", "resource", key="refund_number", required=False,
                    description="Protocolo do reembolso, por exemplo RMB-1001.",
                ),
            ),
            say={
                "pt": "Reembolso {refund}: R$ {amount}; situação: {status}. Previsão: {expected}. Pago em {paid_on}. Motivo: {reason}. O reembolso pode ser pedido até {withdrawal_days} dias depois da entrega por arrependimento, ou até {defect_days} dias por defeito. A análise leva {analysis_days} dias úteis e o valor volta em até {payment_days} dias úteis.",
                "es": "Reembolso {refund}: R$ {amount}; estado: {status}. Fecha prevista: {expected}. Pagado el {paid_on}. Motivo: {reason}. El reembolso puede pedirse hasta {withdrawal_days} días después de la entrega por arrepentimiento, o hasta {defect_days} días por un defecto. El análisis tarda {analysis_days} días hábiles y el dinero vuelve en un máximo de {payment_days} días hábiles.",
                "en": "Refund {refund}: R$ {amount}; status: {status}. Expected on: {expected}. Paid on {paid_on}. Reason: {reason}. A refund can be asked for up to {withdrawal_days} days after delivery if you changed your mind, or up to {defect_days} days for a defect. We decide within {analysis_days} working days and the money is back within {payment_days} working days.",
            },
        ),
    ),
)  # fmt: skip
