"""What people ask QAHelper for. Anger comes first, whatever else the message says.

A question and a wish for an e-mail have the same priority: the longer keyword wins, so that the words of a letter
("enviar un correo diciendo que la factura ...") are not taken for a question about invoices.
"""

from demo.qahelper import examples, paperwork
from demo.qahelper.words import (
    ANGER,
    EMAIL,
    EMAIL_SUMMARY,
    INSULT,
    QUESTION,
    SEARCH,
    SPREADSHEET,
    TEXT_SUMMARY,
)
from demo.shape import IntentTopic
from routing.decision.specs import IntentSpec

PROFILE = "qahelper"

TOPICS = (
    IntentTopic(
        IntentSpec(
            "qa_anger", "sentiment_agent", PROFILE, "La persona está frustrada, molesta o furiosa.", priority=1,
            keywords=ANGER, offer_tools=("calm_down_user",), aside=True, profiles=(PROFILE,),
        ),
        examples.ANGER,
    ),
    IntentTopic(
        IntentSpec(
            "qa_insult", "sentiment_agent", PROFILE, "La persona insulta o amenaza.", priority=2,
            keywords=INSULT, offer_tools=("warn_or_ban_user",), aside=True, profiles=(PROFILE,),
        ),
        examples.INSULT,
    ),
    IntentTopic(
        IntentSpec(
            "qa_email_summary", "email_agent", PROFILE, "Resumir un correo pegado en el mensaje.", priority=10,
            keywords=EMAIL_SUMMARY, offer_tools=("summarize_email",), takes_text=True, profiles=(PROFILE,),
        ),
        paperwork.EMAIL_SUMMARY,
    ),
    IntentTopic(
        IntentSpec(
            "qa_spreadsheet", "tech_agent", PROFILE, "Convertir una tabla pegada en un archivo de Excel.", priority=12,
            keywords=SPREADSHEET, offer_tools=("generate_excel_from_data",), takes_text=True, profiles=(PROFILE,),
            offer={
                "es": "Haga un Excel con esta tabla:\nproducto,precio\nPan,2.5\nLeche,1.2",
                "pt": "Faça um Excel com esta tabela:\nproduto,preço\nPão,2.5\nLeite,1.2",
                "en": "Make an Excel file of this table:\nproduct,price\nBread,2.5\nMilk,1.2",
            },
        ),
        paperwork.SPREADSHEET,
    ),
    IntentTopic(
        IntentSpec(
            "qa_text_summary", "tech_agent", PROFILE, "Resumir un texto pegado en el mensaje.", priority=14,
            keywords=TEXT_SUMMARY, offer_tools=("summarize_text",), takes_text=True, profiles=(PROFILE,),
        ),
        paperwork.TEXT_SUMMARY,
    ),
    IntentTopic(
        IntentSpec(
            "qa_question", "rag_agent", PROFILE, "Una pregunta que responde el manual.", priority=20,
            keywords=QUESTION, offer_tools=("faq_query",), profiles=(PROFILE,),
            offer={
                "es": "¿Cuál es el horario de atención?", "pt": "Qual é o horário de atendimento?",
                "en": "What are the opening hours?",
            },
        ),
        examples.QUESTION,
    ),
    IntentTopic(
        IntentSpec(
            "qa_search", "rag_agent", PROFILE, "Buscar un tema en el manual.", priority=18,
            keywords=SEARCH, offer_tools=("search_documents",), profiles=(PROFILE,),
        ),
        examples.SEARCH,
    ),
    IntentTopic(
        IntentSpec(
            "qa_email", "email_agent", PROFILE, "Redactar un correo y enviarlo después de un sí.", priority=20,
            keywords=EMAIL, offer_tools=("draft_email", "send_email"), takes_text=True, profiles=(PROFILE,),
            offer={
                "es": "Quiero enviar un correo diciendo que la reunión es mañana",
                "pt": "Quero enviar um e-mail dizendo que a reunião é amanhã",
                "en": "I want to send an e-mail saying that the meeting is tomorrow",
            },
        ),
        paperwork.EMAIL,
    ),
)  # fmt: skip
