"""Drafts an e-mail from the wish for one, and sums one up that was pasted. Nothing is sent here.

>>> draft("Envía un email a ana@example.com diciendo que la reunión es mañana").body.splitlines()[2]
'La reunión es mañana.'
"""

import re
from typing import NamedTuple

from demo.servers.summary import shorten
from language.detect import language as language_of

LONGEST_SUBJECT = 70
HEAD = re.compile(r"^\s*(?:asunto|assunto|subject)\s*:\s*(?P<said>.+)$", re.IGNORECASE | re.MULTILINE)
TEXT = re.compile(r"^\s*(?:texto|mensaje|mensagem|cuerpo|corpo|body|text|message)\s*:\s*(?P<said>.+)", re.IGNORECASE | re.MULTILINE | re.DOTALL)  # fmt: skip
QUOTED = re.compile(r"[“\"«](?P<said>[^”\"»]{3,})[”\"»]")
# What the e-mail shall say: everything behind these words.
SAYING = re.compile(
    r"\b(?:diciendo que|diciéndole que|que diga que|que diga|para decirle que|para decir que|avisando que|"
    r"avisándole que|para avisarle que|para avisar que|informando que|para informar que|pidiendo que|con el texto|"
    r"dizendo que|que diga que|para dizer que|avisando que|para avisar que|informando que|pedindo que|com o texto|"
    r"saying that|saying|to say that|telling them that|telling him that|telling her that|that says)\b[\s:,]*(?P<said>.+)",
    re.IGNORECASE | re.DOTALL,
)
ABOUT = re.compile(
    r"\b(?:sobre|acerca de|con respecto a|a respeito de|about|regarding)\s+(?P<said>.+)",
    re.IGNORECASE | re.DOTALL,
)
# A wish for an e-mail that comes after another wish: only what follows it is about the e-mail.
WISH = re.compile(r"\b(?:e-?mails?|correos?|mails?|mensaje|mensagem)\b", re.IGNORECASE)
ADDRESS = re.compile(r"\s*\b(?:a|para|to)\s+[\w.+-]+@[\w.-]+\w|[\w.+-]+@[\w.-]+\w")
SUBJECT = {"es": "Consulta", "pt": "Contato", "en": "Getting in touch"}
GREETING = {"es": "Hola:", "pt": "Olá,", "en": "Hello,"}
CLOSING = {"es": "Quedo a su disposición.\n\nSaludos cordiales", "pt": "Fico à disposição.\n\nAtenciosamente",
           "en": "I look forward to hearing from you.\n\nKind regards"}  # fmt: skip
NOTHING = {"es": "Le escribo para ponerme en contacto con usted.", "pt": "Escrevo para entrar em contato.",
           "en": "I am writing to get in touch with you."}  # fmt: skip
CONCERNING = {"es": "Le escribo sobre {said}.", "pt": "Escrevo sobre {said}.",
              "en": "I am writing to you about {said}."}  # fmt: skip


class Draft(NamedTuple):
    """A draft: one line of subject, and the text with its greeting and closing."""

    subject: str
    body: str


def draft(wish: str) -> Draft:
    """The e-mail that somebody asks for, in the language they ask in."""
    language = language_of(wish, "es")
    said, about = _content(wish)
    head = HEAD.search(wish)
    subject = head["said"] if head else about or said or SUBJECT[language]
    if said:
        text = _sentence(said)
    else:
        text = CONCERNING[language].format(said=about) if about else NOTHING[language]
    body = f"{GREETING[language]}\n\n{text}\n\n{CLOSING[language]}"
    return Draft(_subject(subject), body)


def _content(wish: str) -> tuple[str, str]:
    """What the e-mail shall say word by word, or what it is about; either may be empty."""
    if found := TEXT.search(wish):
        return found["said"].strip(), ""
    asked = WISH.search(wish)
    rest = HEAD.sub("", wish[asked.end() :] if asked else wish)
    if found := QUOTED.search(rest) or SAYING.search(rest):
        return _clean(found["said"]), ""
    found = ABOUT.search(rest)
    return "", _clean(found["said"]) if found else ""


def _clean(text: str) -> str:
    return " ".join(ADDRESS.sub(" ", text).split()).strip(" ,;:.")


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _subject(text: str) -> str:
    """One line, cut at a word."""
    line = " ".join(text.split()).rstrip(".")
    line = line[:1].upper() + line[1:]
    return line if len(line) <= LONGEST_SUBJECT else line[:LONGEST_SUBJECT].rsplit(" ", 1)[0] + "…"


def points(mail: str) -> tuple[str, list[str]]:
    """The subject of a pasted e-mail (empty when it names none) and what it says, in a few sentences."""
    head = HEAD.search(mail)
    rest = re.sub(r"^\s*(?:de|from|para|to|cc|asunto|assunto|subject)\s*:.*$", "", mail, flags=re.I | re.M)
    return (head["said"].strip() if head else ""), shorten(rest)
