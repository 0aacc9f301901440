"""The platform's own sentences to users, in their language. Everything else is authored or a model's."""

TEXTS: dict[str, dict[str, str]] = {
    "refused": {
        "pt": "Não posso responder a esta mensagem. Pode escrever de outra forma?",
        "es": "No puedo responder a este mensaje. ¿Puede escribirlo de otra manera?",
        "en": "I cannot answer this message. Could you write it another way?",
    },
    "apology": {
        "pt": "Desculpe, não consegui responder agora. Tente de novo em alguns instantes.",
        "es": "Disculpe, no pude responder ahora. Inténtelo de nuevo en unos instantes.",
        "en": "Sorry, I could not answer just now. Please try again in a moment.",
    },
    "limit": {
        "pt": "Não consegui concluir este pedido. Isto é o que encontrei até agora.",
        "es": "No pude completar esta solicitud. Esto es lo que encontré hasta ahora.",
        "en": "I could not finish this request. This is what I found so far.",
    },
    "done_before": {
        "pt": "Tive um problema e não consegui terminar. Já foi feito: {done}.",
        "es": "Tuve un problema y no pude terminar. Ya se hizo: {done}.",
        "en": "Something went wrong and I could not finish. Already done: {done}.",
    },
    "uncertain": {
        "pt": "Não sei se isto foi concluído, por favor confira antes de repetir: {done}.",
        "es": "No sé si esto se completó; por favor, verifíquelo antes de repetir: {done}.",
        "en": "I do not know whether this was completed, please check before repeating it: {done}.",
    },
}


def text(name: str, language: str, **values: str) -> str:
    """One sentence in pt, es or en."""
    return TEXTS[name].get(language, TEXTS[name]["en"]).format(**values)
