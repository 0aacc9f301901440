"""Nine tools of one MCP server. Only sending an e-mail changes anything, and it asks first."""

from typing import Any

from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from demo.shape import Server

SLOTS = (
    SlotSpec(
        "email_address", r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}",
        {
            "pt": "o e-mail do destinatário", "es": "la dirección de correo del destinatario",
            "en": "the recipient's e-mail address",
        },
    ),
)  # fmt: skip

TO = ParameterSpec("to", "resource", key="email_address", description="Dirección del destinatario, una sola.")
MAYBE_TO = ParameterSpec(
    "to", "resource", key="email_address", required=False, description="Dirección del destinatario."
)


LONGEST = 32_000  # characters, as the server's own schema says


def _pasted(name: str, description: str) -> ParameterSpec:
    """A text that the user pastes into the message, taken over whole."""
    return ParameterSpec(name, "free", description=description)


def _takes(long: str, *others: str) -> dict[str, Any]:
    """The schema of a tool that takes a long text; asking the server for its tools brings the same."""
    properties: dict[str, Any] = {long: {"type": "string", "maxLength": LONGEST}}
    properties |= {name: {"type": "string"} for name in others}
    return {"type": "object", "properties": properties, "required": [long]}


QAHELPER = Server(
    name="qahelper",
    url="${ENV:DEMO_QAHELPER_URL}",
    description="Manual de Nuvia, trato con quien está enojado, correo, resúmenes y hojas de cálculo.",
    tools=(
        ToolSpec(
            "faq_query", "qahelper",
            title={"pt": "consultando o manual", "es": "consultando el manual", "en": "looking it up in the handbook"},
            description="Responde una pregunta con el manual e indica la sección de la que sale.",
            parameters=(ParameterSpec("question", "free", description="La pregunta, en palabras del usuario."),),
            say={
                "pt": "{nothing.pt}. {answer} (Fonte: manual, {source})", "es": "{nothing.es}. {answer} (Fuente: manual, {source})",
                "en": "{nothing.en}. {answer} (Source: handbook, {source})",
            },
        ),
        ToolSpec(
            "search_documents", "qahelper",
            title={"pt": "buscando no manual", "es": "buscando en el manual", "en": "searching the handbook"},
            description="Busca en el manual y da hasta tres secciones con su texto.",
            parameters=(ParameterSpec("query", "free", description="Qué se busca, en palabras del usuario."),),
            say={
                "pt": "{nothing.pt}. No manual encontrei: {sections}", "es": "{nothing.es}. En el manual encontré: {sections}",
                "en": "{nothing.en}. In the handbook I found: {sections}",
            },
        ),
        ToolSpec(
            "calm_down_user", "qahelper",
            title={"pt": "escutando", "es": "escuchando", "en": "listening"},
            description="Qué decirle a alguien molesto, según cuánto lo está.",
            parameters=(_pasted("message", "El mensaje de la persona, entero."),),
            schema=_takes("message"),
            say={"pt": "{words.pt}", "es": "{words.es}", "en": "{words.en}"},
        ),
        ToolSpec(
            "warn_or_ban_user", "qahelper",
            title={"pt": "vendo o tom da mensagem", "es": "viendo el tono del mensaje", "en": "reading the tone"},
            description="Qué medida pide un insulto o una amenaza: nada, advertir, o proponer el cierre. No bloquea a nadie.",
            parameters=(_pasted("message", "El mensaje de la persona, entero."),),
            schema=_takes("message"),
            say={"pt": "{words.pt}", "es": "{words.es}", "en": "{words.en}"},
        ),
        ToolSpec(
            "draft_email", "qahelper",
            title={"pt": "redigindo o e-mail", "es": "redactando el correo", "en": "drafting the e-mail"},
            description=(
                "Redacta el borrador profesional de un correo según lo que se pide, o cambia el que se le da. No envía nada."
            ),
            parameters=(
                _pasted("request", "Lo que se pide, o lo que hay que cambiar, en palabras del usuario."), MAYBE_TO,
                ParameterSpec("subject", "free", required=False, description="El asunto del borrador que se cambia."),
                ParameterSpec("body", "free", required=False, description="El texto entero del borrador que se cambia."),
            ),
            schema=_takes("request", "to", "subject", "body"),
            say={
                "pt": "{unclear.pt}. {hint.pt}. Este é o rascunho:\n\nAssunto: {subject}\n\n{body}",
                "es": "{unclear.es}. {hint.es}. Este es el borrador:\n\nAsunto: {subject}\n\n{body}",
                "en": "{unclear.en}. {hint.en}. This is the draft:\n\nSubject: {subject}\n\n{body}",
            },
        ),
        ToolSpec(
            "send_email", "qahelper",
            title={"pt": "enviando o e-mail", "es": "enviando el correo", "en": "sending the e-mail"},
            description="Envía un correo a un destinatario. Solo después de un sí a este mismo correo.",
            read_only=False,
            confirm=True,
            confirm_text={
                "pt": "Este é o rascunho:\n\nPara: {to}\nAssunto: {subject}\n\n{body}\n\nPosso enviar o e-mail?",
                "es": "Este es el borrador:\n\nPara: {to}\nAsunto: {subject}\n\n{body}\n\n¿Envío el correo?",
                "en": "This is the draft:\n\nTo: {to}\nSubject: {subject}\n\n{body}\n\nShall I send the e-mail?",
            },
            parameters=(
                TO,
                ParameterSpec("subject", "free", description="El asunto, una línea."),
                ParameterSpec("body", "free", description="El texto completo, como lo vio el usuario."),
            ),
            say={"pt": "{outcome.pt}", "es": "{outcome.es}", "en": "{outcome.en}"},
        ),
        ToolSpec(
            "summarize_email", "qahelper",
            title={"pt": "resumindo o e-mail", "es": "resumiendo el correo", "en": "summing the e-mail up"},
            description="Resume en pocas frases un correo pegado en el mensaje.",
            parameters=(_pasted("email", "El correo, entero."),),
            schema=_takes("email"),
            say={
                "pt": "Assunto: {subject}. Resumo do e-mail: {points}. {paste.pt}",
                "es": "Asunto: {subject}. Resumen del correo: {points}. {paste.es}",
                "en": "Subject: {subject}. Summary of the e-mail: {points}. {paste.en}",
            },
        ),
        ToolSpec(
            "summarize_text", "qahelper",
            title={"pt": "resumindo o texto", "es": "resumiendo el texto", "en": "summing the text up"},
            description="Resume en pocas frases un texto pegado en el mensaje; los insultos quedan fuera.",
            parameters=(_pasted("text", "El texto, entero."),),
            schema=_takes("text"),
            say={
                "pt": "Resumo: {points}. {paste.pt}", "es": "Resumen: {points}. {paste.es}",
                "en": "Summary: {points}. {paste.en}",
            },
        ),
        ToolSpec(
            "generate_excel_from_data", "qahelper",
            title={"pt": "gerando a planilha", "es": "generando la planilla", "en": "making the spreadsheet"},
            description="Convierte una tabla pegada como texto (CSV) en un archivo de Excel para descargar.",
            parameters=(_pasted("data", "La tabla, entera: una fila por línea."),),
            schema=_takes("data"),
            say={
                "pt": "Aqui está a planilha, por uma hora: [datos.xlsx]({url}) (linhas: {rows}, colunas: {columns}). {problem.pt}",
                "es": "Aquí está la planilla, durante una hora: [datos.xlsx]({url}) (filas: {rows}, columnas: {columns}). {problem.es}",
                "en": "Here is the spreadsheet, for an hour: [datos.xlsx]({url}) (rows: {rows}, columns: {columns}). {problem.en}",
            },
        ),
    ),
)  # fmt: skip
