"""A message that wants what was just shown changed before it is agreed to: "cambia el asunto a ...", "add that ...".

>>> asks_for_change("sí, pero quita la última frase"), asks_for_change("quero mudar de plano"), asked("no cambies nada")
('sure', 'maybe', None)
"""

import re
from collections.abc import Sequence
from typing import Literal

from language.lexicon import CLASS_OF, STARTS, begins, first_words, join_languages
from language.reading import segments

LONGEST = 4000  # characters that are read
_CHANGE = first_words(join_languages("CHANGE"))
_REWORD = first_words(join_languages("REWORD"))
_DISLIKE = first_words(join_languages("DISLIKE"))
_PARTS = frozenset(join_languages("PARTS"))
# What may stand before it: "sí, pero ...", "¿puedes ...?", "no, mejor ...", "I would like to ...".
_LEADS_IN = frozenset(("AFFIRM", "SOFT", "NEGATE", "FILL", "CONTRAST", "PERMIT", "WANT", "UNSURE", "DO"))
_AROUND = frozenset(["better", "rather", "instead", "please", "just", "also", "then", "and", "y", "e", "o", "mejor", "melhor", "podria", "podrias", "poderia", "pode", "could", "can", "would", "you", "entonces", "entao", "antes", "prefiero", "prefiro", "i", "want", "to", "que", "por", "favor", "tambem", "tambien", "let", "us", "lets", "mais", "a", "lo", "le", "no", "no", "no"])  # fmt: skip
# "el asunto debe ser ...", "o texto: ..."; "the text is fine" changes nothing.
_NAMED = frozenset(
    [
        "asunto",
        "assunto",
        "subject",
        "titulo",
        "title",
        "texto",
        "text",
        "mensaje",
        "mensagem",
        "message",
        "cuerpo",
        "corpo",
        "body",
    ]
)
_BEFORE_NAMED = frozenset(
    ["el", "la", "o", "a", "the", "en", "no", "na", "in", "como", "as", "del", "do", "of"]
)
_APPROVES = frozenset(
    [
        "bien",
        "bem",
        "fine",
        "good",
        "ok",
        "okay",
        "great",
        "perfecto",
        "perfeito",
        "perfect",
        "listo",
        "correcto",
        "certo",
        "right",
        "genial",
        "otimo",
    ]
)
_LABEL = re.compile(rf"\b({'|'.join(sorted(_NAMED | {'título'}))})\s*:", re.IGNORECASE)
_NOTHING = frozenset(("nada", "nothing", "ningun", "ninguna", "nenhum", "nenhuma", "anything"))


def asks_for_change(text: str) -> Literal["sure", "maybe"] | None:
    """Whether the message asks for a change: `sure` by words that are of no other matter, or that name a part of a
    text; `maybe` where the verb alone says so ("change my plan")."""
    found: Literal["sure", "maybe"] | None = None
    text = _LABEL.sub(r"\1 ", text[:LONGEST])
    for part in segments(text):
        at = _after_lead_in(part)
        rest = part[at:]
        if not rest or not _NOTHING.isdisjoint(rest[:4]) or _denied(part[:at]):
            continue
        if "?" not in text and _names_a_part(rest):
            return "sure"
        if begins(rest, _REWORD) or (begins(rest, _CHANGE) and not _PARTS.isdisjoint(rest)):
            return "sure"
        if begins(rest, _CHANGE):
            found = "maybe"
    return found


def disliked(text: str) -> bool:
    """Whether what was shown is not liked: a no to the words, and not to what is to be done with them."""
    return any(
        begins(part[at:], _DISLIKE) for part in segments(text[:LONGEST]) for at in range(min(len(part), 4))
    )


def _names_a_part(rest: Sequence[str]) -> bool:
    named = next((at for at, word in enumerate(rest) if word not in _BEFORE_NAMED), 0)
    return rest[named] in _NAMED and len(rest) > named + 1 and _APPROVES.isdisjoint(rest)


def _after_lead_in(part: Sequence[str]) -> int:
    """Where a segment begins to say something, behind yes, no, but, please and their like."""
    at = 0
    while at < len(part):
        rest = part[at:]
        if begins(rest, _REWORD) or begins(rest, _CHANGE):
            return at
        length = begins(rest, STARTS)
        if length and CLASS_OF[" ".join(rest[:length])] in _LEADS_IN:
            at += length
        elif rest[0] in _AROUND:
            at += 1
        else:
            return at
    return at


def _denied(before: Sequence[str]) -> bool:
    """Whether a no stands right before it: "no cambie nada", "do not change it"."""
    return bool(before) and before[-1] in ("no", "nao", "not", "dont", "nunca", "never")
