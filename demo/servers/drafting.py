"""Drafts an e-mail from the wish for one, and sums one up that was pasted. Nothing is sent here.

>>> draft("Envía un email a ana@example.com diciendo que la reunión es mañana").body.splitlines()[2]
'La reunión es mañana.'
"""

import re
from typing import NamedTuple

from demo.servers import letter_moves
from demo.servers.summary import shorten
from language.detect import language as language_of

LONGEST_SUBJECT = 70
SUBJECT_NAMES = r"(?:asunto|assunto|subject|t[ií]tulo|title)"
HEAD = re.compile(rf"^[^\S\n]*{SUBJECT_NAMES}[^\S\n]*:\s*(?P<said>.+)$", re.IGNORECASE | re.MULTILINE)
TEXT = re.compile(r"^[^\S\n]*(?:texto|mensaje|mensagem|cuerpo|corpo|body|text|message)[^\S\n]*:\s*(?P<said>.+)", re.IGNORECASE | re.MULTILINE | re.DOTALL)  # fmt: skip
# "con el asunto Reunión, diciendo que ..."
NAMED_SUBJECT = re.compile(
    rf"[,\s]*\b(?:con|com|with)\s+(?:el\s+|o\s+|the\s+|a\s+)?{SUBJECT_NAMES}\s*:?\s*"
    r"(?:[“\"«](?P<quoted>[^”\"»]+)[”\"»]|(?P<said>[^,;:\n]+?))"
    r"(?=\s*(?:[,;:.\n]|$|\s(?:y|e|and)\s|\s(?:diciendo|que diga|dizendo|que diz|saying|that says|con el texto|com o texto)\b))",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[“\"«](?P<said>[^”\"»]{3,})[”\"»]")
# "un correo a ana@example.com: la reunión es mañana", or the text on the lines that follow.
BEHIND = re.compile(r"\A[^:\n]{0,200}?(?:(?<![:/]):(?!//|\d)\s*|\n\s*)(?P<said>\S.*)", re.DOTALL)
ABOUT = re.compile(
    r"\b(?:sobre|acerca de|(?:con )?respecto a|respecto de|a respeito de|em relação a|about|regarding|concerning)\s+(?P<said>.+)",
    re.IGNORECASE | re.DOTALL,
)
# A wish for an e-mail that comes after another wish: only what follows it is about the e-mail.
WISH = re.compile(
    r"\b(?:e-?mails?|correos?(?:\s+electr[óo]nicos?)?|mails?|mensaje|mensagem)\b", re.IGNORECASE
)
ADDRESS = re.compile(r"\s*\b(?:a|para|to)\s+[\w.+-]+@[\w.-]+\w|[\w.+-]+@[\w.-]+\w")
# "para Ana", "a Luis Pérez", and no word that only begins a sentence.
NAME = re.compile(r"\b(?:a|para|to)\s+(?P<name>[A-ZÀ-Þ][\w'’-]+(?:\s+[A-ZÀ-Þ][\w'’-]+)?)(?![\w@.])")
SUBJECT = {"es": "Consulta", "pt": "Contato", "en": "Getting in touch"}
GREETING = {"es": "Hola{name}:", "pt": "Olá{name},", "en": "Hello{name},"}
FORMAL = {"es": "Estimado/a{name}:", "pt": "Prezado(a){name},", "en": "Dear{name},"}
NOBODY = {"es": "señor/a", "pt": "senhor(a)", "en": "Sir or Madam"}
CLOSING = {"es": "Quedo a su disposición.\n\nSaludos cordiales", "pt": "Fico à disposição.\n\nAtenciosamente",
           "en": "I look forward to hearing from you.\n\nKind regards"}  # fmt: skip
NOTHING = {"es": "Le escribo para ponerme en contacto con usted.", "pt": "Escrevo para entrar em contato.",
           "en": "I am writing to get in touch with you."}  # fmt: skip
CONCERNING = {"es": "Le escribo sobre {said}.", "pt": "Escrevo sobre {said}.",
              "en": "I am writing to you about {said}."}  # fmt: skip
# A text that brings its own beginning or end gets no second one.
GREETS = re.compile(
    r"\A\s*(?:hola|buen[oa]s (?:d[ií]as|tardes|noches)|estimad[oa]|querid[oa]|ol[áa]|oi|prezad[oa]|car[oa]|bom dia|boa (?:tarde|noite)|"
    r"hello|hi|dear|good (?:morning|afternoon|evening))\b[^\n]{0,60}[,:!\n]",
    re.IGNORECASE,
)
SIGNS = re.compile(
    r"\b(?:saludos|atentamente|cordialmente|un abrazo|atenciosamente|abraços?|cumprimentos|(?:kind|best) regards|regards|sincerely|cheers)\b[^.!?]{0,60}\Z",
    re.IGNORECASE,
)


class LetterDraft(NamedTuple):
    """A draft: one line of subject, and the text with its greeting and closing. `empty`: the wish says nothing that
    the letter should say."""

    subject: str
    body: str
    empty: bool = False


class Content(NamedTuple):
    """What a letter says: its text, and what its subject is made of."""

    text: str = ""
    matter: str = ""


def draft(wish: str) -> LetterDraft:
    """The e-mail that somebody asks for, in the language they ask in."""
    language = language_of(wish, "es")
    named = HEAD.search(wish) or NAMED_SUBJECT.search(wish)
    content = content_of(wish, language)
    said = (named.groupdict().get("quoted") or named["said"]) if named else ""
    subject = subject_line(said or content.matter or SUBJECT[language])
    body = letter(content.text or NOTHING[language], language, _name(wish))
    return LetterDraft(subject, body, not content.text)


def content_of(wish: str, language: str) -> Content:
    """What the e-mail shall say: word by word, by a verb ("asking them to ..."), or what it is about."""
    if found := TEXT.search(wish):
        return _verbatim(found["said"])
    asked = WISH.search(wish)
    rest = NAMED_SUBJECT.sub("", HEAD.sub("", wish[asked.end() :] if asked else wish))
    if found := QUOTED.search(rest):
        return _verbatim(found["said"])
    told = letter_moves.find(rest, language)
    behind = BEHIND.match(rest)
    if behind and not (told and told.start <= _said_at(behind)):
        return _verbatim(rest[_said_at(behind) :])
    about = ABOUT.search(rest)
    if told and not (about and about.start() < told.start):
        said = clean(told.said)
        return Content(sentence(told.text(said)), told.matter(first_sentence(said))) if said else Content()
    said = clean(about["said"]) if about else ""
    return Content(CONCERNING[language].format(said=said), said) if said else Content()


def letter(text: str, language: str, name: str = "") -> str:
    """The text between a greeting and a closing, unless it brings its own."""
    greeting = GREETING[language].format(name=_called(name, language))
    parts = [] if GREETS.match(text) else [greeting]
    return "\n\n".join([*parts, text, *([] if SIGNS.search(text) else [CLOSING[language]])])


def _said_at(behind: re.Match[str]) -> int:
    """Where the words begin that stand behind a colon or on the next line: not at the address, nor at "that"."""
    at = behind.start("said")
    lead = re.compile(
        rf"(?:[\s,;:.]*(?:{ADDRESS.pattern}))*[\s,;:.]*(?:(?:que|that|y|e|and)\s+)?", re.IGNORECASE
    )
    found = lead.match(behind.string, at)
    return found.end() if found else at


def _name(wish: str) -> str:
    """Whom the letter greets, where the wish names somebody before it says what to write."""
    asked = WISH.search(wish)
    found = NAME.search(wish, asked.end() if asked else 0)
    told = QUOTED.search(wish) or letter_moves.find(wish, "es")
    begins = (
        (told.start if isinstance(told, letter_moves.LetterMove) else told.start()) if told else len(wish)
    )
    return found["name"] if found and found.start() <= begins else ""


def _called(name: str, language: str) -> str:
    return f"{'' if language == 'en' else ','} {name}" if name else ""


def _verbatim(text: str) -> Content:
    """A text as it was given, its lines kept."""
    lines = [" ".join(line.split()) for line in text.strip(" ,;:\n").splitlines()]
    kept = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    if not kept:
        return Content()
    told = next((line for line in kept.splitlines() if line and not GREETS.match(f"{line}\n")), kept)
    return Content(sentence(kept), first_sentence(told))


def first_sentence(text: str) -> str:
    """What a subject is made of."""
    return re.split(r"(?<=[.!?])\s", text)[0]


def clean(text: str) -> str:
    """One line without addresses and signs around it."""
    return " ".join(ADDRESS.sub(" ", text).split()).strip(" ,;:.")


def sentence(text: str) -> str:
    """Begun with a capital letter and ended with a sign."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) or SIGNS.search(text) else f"{text}."


def subject_line(text: str) -> str:
    """One line, cut at a word."""
    line = " ".join(text.split()).strip(" \"“”«»'").rstrip(".")
    line = line[:1].upper() + line[1:]
    return line if len(line) <= LONGEST_SUBJECT else line[:LONGEST_SUBJECT].rsplit(" ", 1)[0] + "…"


def points(mail: str) -> tuple[str, list[str]]:
    """The subject of a pasted e-mail (empty when it names none) and what it says, in a few sentences."""
    head = HEAD.search(mail)
    rest = re.sub(
        r"^[^\S\n]*(?:de|from|para|to|cc|asunto|assunto|subject)[^\S\n]*:.*$", "", mail, flags=re.I | re.M
    )
    return (head["said"].strip() if head else ""), shorten(rest)
