"""Whether a message only says that what was said before has been heard, in pt, es and en; it asks for nothing.

>>> heeds("entendi, vou tentar"), heeds("ok"), heeds("vale, un momento"), heeds("ok, e o meu pedido?")
(True, True, True, False)
"""

import re

from language.acts.questions import is_question
from language.acts.reading import read_alone
from language.normalise import normalise, words

HEARD = (
    r"entendi(?:do)?", r"compreendi(?:do)?", r"anotado", r"vou (?:tentar|testar|ver|olhar|fazer|verificar|conferir)",
    r"ja volto", r"(?:so )?um (?:momento|minuto|instante|segundo)", r"(?:espera|espere|aguarde|aguarda)(?: ai| um pouco)?",
    r"entiendo", r"comprendo", r"anotado", r"voy a (?:probar|intentar|ver|mirar|hacerlo|revisar)", r"ya vuelvo",
    r"un (?:momento|minuto|segundo)", r"espere?",
    r"i see", r"got it", r"understood", r"noted", r"(?:let me|i(?:'?ll| will)) (?:try|see|check|look|do that)",
    r"(?:one|just a|give me a) (?:moment|minute|second)", r"hold on",
)  # fmt: skip
HEARS = re.compile(rf"(?<!\w)(?:{'|'.join(HEARD)})(?: isso| agora| ahora| eso| it| that| now)*(?!\w)")


def heeds(text: str) -> bool:
    """Whether all of the message says no more than that: small words, a yes or no, "I will try"."""
    if is_question(text):
        return False
    rest = HEARS.sub(" ", normalise(text))
    return not words(rest) or read_alone(rest) in ("yes", "no", "unsure")
