"""Keywords of QAHelper's intents, by matter. Accents, case and regular plurals need no entry of their own.

Phrases of a verb and a noun are written as two lists: bare "correo" must not ask for an e-mail, because people
also ask which address support has.
"""

from itertools import product


def _phrases(verbs: str, nouns: tuple[str, ...]) -> tuple[str, ...]:
    """Every verb with every noun: "enviar" and "un correo"."""
    return tuple(f"{verb} {noun}" for verb, noun in product(verbs.split(), nouns))


ANGER = (
    "frustrado", "frustrada", "frustración", "frustrante", "molesto", "molesta", "enojado", "enojada", "enfadado",
    "enfadada", "furioso", "furiosa", "indignado", "indignada", "harto", "harta", "decepcionado", "decepcionada",
    "qué vergüenza", "una vergüenza", "pésimo", "pésima", "inaceptable", "me cansé", "estoy cansado", "estoy cansada",
    "qué rabia",
    "irritado", "irritada", "revoltado", "revoltada", "chateado", "chateada", "péssimo", "péssima", "inaceitável",
    "uma vergonha", "que vergonha", "cansei", "estou cansado", "estou cansada", "que raiva", "frustração",
    "frustrated", "angry", "furious", "upset", "fed up", "disappointed", "unacceptable", "terrible service",
    "awful service",
)  # fmt: skip
INSULT = (
    "idiota", "imbécil", "imbéciles", "estúpido", "estúpida", "inútil", "inútiles", "ladrón", "ladrones", "estafadores",
    "mierda", "te voy a matar", "los voy a matar",
    "inúteis", "ladrões", "lixo de empresa", "vou te matar",
    "stupid", "idiot", "useless", "thieves", "i will kill you",
)  # fmt: skip

EMAIL = (
    *_phrases(
        "enviar envía envíe envíen envíame enviarle mandar manda mande mandarle escribir escribe escriba escribirle "
        "redactar redacta redacte preparar prepara prepare",
        (
            "un correo", "un email", "un mail", "correo", "email", "este correo", "este email", "el correo", "el email",
            "un correo electrónico",
        ),
    ),
    *_phrases(
        "enviar envie enviem mandar mande mandem escrever escreva redigir redija preparar prepare",
        ("um e-mail", "um email", "e-mail", "este e-mail", "o e-mail"),
    ),
    *_phrases("send write draft compose", ("an e-mail", "an email", "a mail", "the e-mail", "the email", "this email")),
    *_phrases(
        "enviarlo envíalo envíelo envíame envíamelo mandarlo mándalo mándelo mándame mándamelo",
        ("por correo", "por email", "por mail"),
    ),
    *_phrases("enviar envie envia mandar mande manda", ("por e-mail", "por email", "isso por e-mail", "isto por e-mail")),
    "send it by email", "send it by e-mail", "send this by email", "email it to", "e-mail it to", "email this to",
    "borrador de correo", "borrador del correo", "borrador de un correo", "rascunho de e-mail",
)  # fmt: skip
EMAIL_SUMMARY = (
    *_phrases("resume resumir resuma resúmeme", ("este correo", "este email", "el correo", "el email", "este mail")),
    "resumen del correo", "resumen de este correo", "resumen del email", "qué dice este correo", "qué dice este email",
    *_phrases("resuma resumir", ("este e-mail", "o e-mail")),
    "resumo do e-mail", "resumo deste e-mail", "o que diz este e-mail",
    *_phrases("summarize summarise", ("this e-mail", "this email", "this mail", "the email")),
    "sum up this email", "sum up this mail", "what does this email say", "summary of this email",
)  # fmt: skip
# A table has no keyword of its own: these are how people ask for one, and headers that tables begin with.
SPREADSHEET = (
    "excel", "xlsx", "csv", "planilla", "hoja de cálculo", "hojas de cálculo",
    "planilha", "spreadsheet", "workbook",
    "nombre edad", "nombre apellido", "nombre correo", "nombre email", "nombre precio", "nombre ciudad",
    "nombre teléfono", "id nombre", "producto precio", "producto cantidad", "fecha monto", "fecha importe",
    "nome idade", "nome sobrenome", "nome email", "nome preço", "nome cidade", "id nome", "produto preço",
    "produto quantidade", "data valor",
    "name age", "name email", "name city", "first name last name", "id name", "product price", "product quantity",
    "date amount",
)  # fmt: skip
TEXT_SUMMARY = (
    "resume", "resumen", "resumir", "resúmeme", "resumí", "sintetiza", "sintetizar", "resume este texto",
    "resuma", "resumo", "sintetize",
    "summarize", "summarise", "summary", "sum up", "sum this up",
)  # fmt: skip

SEARCH = (
    "busca en el manual", "buscar en el manual", "qué dice el manual", "según el manual", "en los documentos",
    "documentación", "el manual",
    "procure no manual", "o que diz o manual", "no manual", "nos documentos", "documentação",
    "handbook", "search the documents", "documentation",
)  # fmt: skip
QUESTION = (
    "información sobre", "necesito información", "informação sobre", "preciso de informações", "information about",
    "horario", "horario de atención", "abren", "cierran", "atienden", "feriado", "domingo", "sábado",
    "precio", "cuánto cuesta", "cuánto vale", "cuánto sale", "tarifa", "descuento", "promoción", "prueba gratis",
    "prueba gratuita", "forma de pago", "formas de pago", "pagar", "factura", "facturación", "suscripción", "plan base",
    "plan plus", "plan pro", "qué planes", "cambiar de plan", "cambio de plan", "darme de baja", "reembolso",
    "devuelven el dinero", "devolución", "contraseña", "mi cuenta", "cuenta bloqueada", "usuarios", "permisos",
    "verificación en dos pasos", "datos personales", "mis datos", "exportar", "importar", "requisitos", "sin internet",
    "sin conexión", "impresora", "código de barras", "códigos de barras", "varios locales", "sucursal", "sucursales",
    "integración", "integraciones", "informes", "recordatorio", "reservas", "facturación electrónica", "oficina",
    "dónde están", "contacto", "contactar", "soporte", "teléfono", "idiomas", "capacitación", "taller", "empleo",
    "distribuidor", "distribuidores", "qué productos", "nuvia", "caída del servicio",
    "horário de atendimento", "atendem", "feriados nacionais", "preço", "quanto custa", "desconto",
    "teste grátis", "formas de pagamento", "fatura", "assinatura", "mudar de plano", "plano pro", "senha", "minha conta",
    "conta bloqueada", "meus dados", "sem internet", "impressora", "escritório", "suporte", "telefone", "treinamento",
    "emprego",
    "opening hours", "business hours", "how much", "price", "discount", "free trial", "payment methods", "invoice",
    "subscription", "change plan", "pro plan", "password", "my account", "refund", "export my data", "printer",
    "barcode", "offices", "support", "phone number", "training",
)  # fmt: skip
