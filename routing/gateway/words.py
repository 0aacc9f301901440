"""What goes on with what was said before, and what ends a session's stay, by language: data, and two questions.

>>> goes_on(spaced("E esse valor, está certo?")), ends("encerrar atendimento"), ends("quero encerrar minha conta")
(True, True, False)
"""

from collections.abc import Mapping

from language.closing import closes
from language.normalise import pad_words

# A message that begins so goes on with what was said before, however long it is.
FOLLOW_UPS: Mapping[str, tuple[str, ...]] = {
    "pt": (
        "e esse", "e essa", "e esses", "e essas", "e este", "e esta", "e isso", "e isto", "e quanto", "e quando",
        "e como", "e qual", "e quais", "e se", "e depois", "e aí", "e ele", "e ela", "e o outro", "e a outra", "mas e",
        "também", "além disso", "sobre isso", "quanto a isso", "nesse caso", "neste caso", "por que isso",
        "e por que", "o mesmo", "a mesma",
    ),
    "es": (
        "y ese", "y esa", "y esos", "y esas", "y este", "y esta", "y eso", "y esto", "y cuánto", "y cuándo", "y cómo",
        "y cuál", "y cuáles", "y si", "y después", "y él", "y ella", "y el otro", "y la otra", "pero y", "también",
        "además", "sobre eso", "en cuanto a eso", "en ese caso", "en este caso", "por qué eso", "y por qué",
        "lo mismo", "el mismo", "la misma",
    ),
    "en": (
        "and that", "and this", "and those", "and these", "and it", "and how", "and when", "and which", "and what",
        "and if", "and then", "and why", "and the other", "but what", "what about", "how about", "also", "besides",
        "about that", "in that case", "in this case", "why is that", "the same",
    ),
}  # fmt: skip
# A message that is just this ends the session's stay; thanks and goodbyes do too (`language.closing`).
CLOSINGS: Mapping[str, tuple[str, ...]] = {
    "pt": (
        "encerrar", "encerrar atendimento", "encerrar o atendimento", "encerrar conversa", "encerrar a conversa",
        "pode encerrar", "finalizar", "finalizar atendimento", "sair", "fim", "terminei", "era isso", "era só isso",
        "é só isso", "é só", "por hoje é só",
    ),
    "es": (
        "terminar", "terminar la conversación", "puede terminar", "finalizar", "finalizar la atención", "salir",
        "fin", "terminé", "era eso", "eso era todo", "eso es todo", "nada más",
    ),
    "en": (
        "end", "end chat", "end the chat", "end conversation", "end the conversation", "close the chat", "quit",
        "exit", "finish", "i am done", "im done", "that is all", "thats all", "nothing else",
    ),
}  # fmt: skip
LONGEST_CLOSING = 14  # words


def _folded(table: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    return frozenset(" ".join(pad_words(phrase).split()) for phrases in table.values() for phrase in phrases)


_BEGINNINGS = tuple(f" {phrase} " for phrase in sorted(_folded(FOLLOW_UPS)))
_WHOLE = _folded(CLOSINGS)


def goes_on(folded: str) -> bool:
    """Whether a text that `spaced` has folded is marked as a follow-up."""
    return f" {folded.lstrip()}".startswith(_BEGINNINGS)


def ends(text: str) -> bool:
    """Whether the message closes the matter: thanks, goodbye, "encerrar atendimento", and nothing asked beside it."""
    said = pad_words(text).split()
    if not said or len(said) > LONGEST_CLOSING:
        return False
    return " ".join(said) in _WHOLE or closes(text)
