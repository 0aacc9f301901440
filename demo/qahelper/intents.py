"""What people ask QAHelper for. Anger comes first, whatever else the message says.

A question and a wish for an e-mail have the same priority: the longer keyword wins, so that the words of a letter
("enviar un correo diciendo que la factura ...") are not taken for a question about invoices.
"""

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
from demo.shape import Topic
from routing.specs import IntentSpec

PROFILE = "qahelper"

TOPICS = (
    Topic(
        IntentSpec(
            "qa_anger", "sentiment_agent", PROFILE, "La persona está frustrada, molesta o furiosa.", priority=1,
            keywords=ANGER, offer_tools=("calm_down_user",), profiles=(PROFILE,),
        ),
        {
            "es": (
                "Me siento frustrado con el servicio", "Estoy harta de esperar", "Esto es inaceptable",
                "Estoy muy molesto con ustedes", "Qué vergüenza de atención", "Ya me cansé de llamar",
            ),
            "pt": ("Estou frustrado com o serviço", "Cansei de esperar", "Isso é inaceitável", "Estou muito irritada"),
            "en": ("I am frustrated with the service", "I am fed up", "This is unacceptable", "I am really upset"),
        },
    ),
    Topic(
        IntentSpec(
            "qa_insult", "sentiment_agent", PROFILE, "La persona insulta o amenaza.", priority=2,
            keywords=INSULT, offer_tools=("warn_or_ban_user",), profiles=(PROFILE,),
        ),
        {
            "es": ("Son unos inútiles", "Eres un idiota", "Ladrones, devuélvanme la plata"),
            "pt": ("Vocês são uns inúteis", "Que lixo de empresa", "Seu idiota"),
            "en": ("You are useless", "You stupid idiots", "Bunch of thieves"),
        },
    ),
    Topic(
        IntentSpec(
            "qa_email_summary", "email_agent", PROFILE, "Resumir un correo pegado en el mensaje.", priority=10,
            keywords=EMAIL_SUMMARY, offer_tools=("summarize_email",), profiles=(PROFILE,),
        ),
        {
            "es": ("Resume este correo: ...", "¿Qué dice este email?", "Hazme un resumen del correo"),
            "pt": ("Resuma este e-mail: ...", "O que diz este e-mail?", "Faça um resumo do e-mail"),
            "en": ("Summarize this e-mail: ...", "What does this email say?", "Sum up this mail"),
        },
    ),
    Topic(
        IntentSpec(
            "qa_spreadsheet", "tech_agent", PROFILE, "Convertir una tabla pegada en un archivo de Excel.", priority=12,
            keywords=SPREADSHEET, offer_tools=("generate_excel_from_data",), profiles=(PROFILE,),
            offer={
                "es": "Haz un Excel con esta tabla:\nproducto,precio\nPan,2.5\nLeche,1.2",
                "pt": "Faça um Excel com esta tabela:\nproduto,preço\nPão,2.5\nLeite,1.2",
                "en": "Make an Excel file of this table:\nproduct,price\nBread,2.5\nMilk,1.2",
            },
        ),
        {
            "es": (
                "Genera un excel con estos datos", "nombre,edad,ciudad\nAna,30,Lima\nLuis,25,Quito",
                "Convierte este CSV en una planilla", "Pásame esta tabla a Excel", "Quiero una hoja de cálculo con esto",
            ),
            "pt": ("Gere um Excel com estes dados", "Transforme este CSV em planilha", "Quero uma planilha com isso"),
            "en": ("Make an Excel file of this", "Turn this CSV into a spreadsheet", "Put this table into Excel"),
        },
    ),
    Topic(
        IntentSpec(
            "qa_text_summary", "tech_agent", PROFILE, "Resumir un texto pegado en el mensaje.", priority=14,
            keywords=TEXT_SUMMARY, offer_tools=("summarize_text",), profiles=(PROFILE,),
        ),
        {
            "es": ("Resume este texto: ...", "Hazme un resumen de esto", "¿Puedes sintetizar este informe?"),
            "pt": ("Resuma este texto: ...", "Faça um resumo disto", "Pode sintetizar este relatório?"),
            "en": ("Summarize this text: ...", "Give me a summary of this", "Can you sum this report up?"),
        },
    ),
    Topic(
        IntentSpec(
            "qa_question", "rag_agent", PROFILE, "Una pregunta que responde el manual.", priority=20,
            keywords=QUESTION, offer_tools=("faq_query",), profiles=(PROFILE,),
            offer={
                "es": "¿Cuál es el horario de atención?", "pt": "Qual é o horário de atendimento?",
                "en": "What are the opening hours?",
            },
        ),
        {
            "es": (
                "¿Cuál es el horario de atención?", "¿Cuánto cuesta el plan Pro?", "¿Hay una prueba gratuita?",
                "¿Cómo cambio mi contraseña?", "¿Dónde están las oficinas?", "¿Cómo cancelo mi suscripción?",
                "Necesito información sobre horarios", "¿Funciona sin internet?", "¿Qué formas de pago aceptan?",
                "¿Devuelven el dinero?", "¿Puedo exportar mis datos?",
            ),
            "pt": (
                "Qual é o horário de atendimento?", "Quanto custa o plano Pro?", "Tem teste grátis?",
                "Como mudo minha senha?", "Onde ficam os escritórios?", "Como cancelo a assinatura?",
            ),
            "en": (
                "What are the opening hours?", "How much is the Pro plan?", "Is there a free trial?",
                "How do I change my password?", "Where are your offices?", "How do I cancel my subscription?",
            ),
        },
    ),
    Topic(
        IntentSpec(
            "qa_search", "rag_agent", PROFILE, "Buscar un tema en el manual.", priority=18,
            keywords=SEARCH, offer_tools=("search_documents",), profiles=(PROFILE,),
        ),
        {
            "es": ("¿Qué dice el manual sobre impresoras?", "Busca en el manual los requisitos", "Busca en los documentos"),
            "pt": ("O que diz o manual sobre impressoras?", "Procure no manual os requisitos"),
            "en": ("What does the handbook say about printers?", "Search the handbook for requirements"),
        },
    ),
    Topic(
        IntentSpec(
            "qa_email", "email_agent", PROFILE, "Redactar un correo y enviarlo después de un sí.", priority=20,
            keywords=EMAIL, offer_tools=("draft_email", "send_email"), profiles=(PROFILE,),
            offer={
                "es": "Quiero enviar un correo a ana@example.com diciendo que la reunión es mañana",
                "pt": "Quero enviar um e-mail para ana@example.com dizendo que a reunião é amanhã",
                "en": "I want to send an e-mail to ana@example.com saying that the meeting is tomorrow",
            },
        ),
        {
            "es": (
                "Quiero enviar un email", "Redacta un correo para el equipo de ventas", "Manda un mail a ana@example.com",
                "Escribe un correo sobre la reunión", "¿Puedes enviar un correo por mí?",
            ),
            "pt": ("Quero enviar um e-mail", "Redija um e-mail para vendas", "Mande um e-mail para ana@example.com"),
            "en": ("I want to send an e-mail", "Draft an email to sales", "Write a mail about the meeting"),
        },
    ),
)  # fmt: skip
