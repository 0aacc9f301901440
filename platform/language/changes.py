"""A message that wants what was just shown changed before it is agreed to.

"cambia el asunto a ...", "add that ...".

>>> asks_for_change("sí, pero quita la última frase"), asks_for_change("quero mudar de plano")
('sure', 'maybe')
"""

import re
from collections.abc import Sequence
from typing import Literal

from language.language_data import load, split
from language.lexicon import CLASS_OF, STARTS, begins, first_words, join_languages, join_words
from language.lexicon.phrase import plain
from language.short_forms import spell, whole_words
from language.spoken_languages import CODES

LONGEST = 4000  # characters that are read
_CHANGE = first_words(join_languages("CHANGE"))
_REWORD = first_words(join_languages("REWORD"))
_DISLIKE = first_words(join_languages("DISLIKE"))
_PARTS = frozenset(join_languages("PARTS"))
# What may stand before it: "sí, pero ...", "¿puedes ...?", "no, mejor ...", "I would like to ...".
_LEADS_IN = frozenset(("AFFIRM", "SOFT", "NEGATE", "FILL", "CONTRAST", "PERMIT", "WANT", "UNSURE", "DO"))
_AROUND = join_words("AROUND_CHANGE")
# "el asunto debe ser ...", "o texto: ..."; "the text is fine" changes nothing.
_NAMED = join_languages("TEXT_PARTS")
_BEFORE_NAMED = join_languages("BEFORE_TEXT_PART")
_APPROVES = join_languages("APPROVES")
_TYPED = {part for code in CODES for part in split(load(code, "lexicon")["text_parts"])}
_LABEL = re.compile(rf"\b({'|'.join(sorted(_NAMED | _TYPED))})\s*:", re.IGNORECASE)
_SEGMENT = re.compile(r"[,.;:!?\n…]+|\s[-–—]\s")
_NOTHING = join_languages("NOTHING")
_NOT_TO = join_languages("NOT_TO")


def asks_for_change(text: str) -> Literal["sure", "maybe"] | None:
    """Whether the message asks for a change.

    `sure` by words that are of no other matter, or that name a part of a text; `maybe` where the verb alone
    says so ("change my plan").
    """
    found: Literal["sure", "maybe"] | None = None
    text = _LABEL.sub(r"\1 ", text[:LONGEST])
    for part in _segments(text):
        at = _after_lead_in(part)
        rest = part[at:]
        denied = at > 0 and part[at - 1] in _NOT_TO  # "no cambie nada", "do not change it"
        if not rest or not _NOTHING.isdisjoint(rest[:4]) or denied:
            continue
        if "?" not in text and _names_a_part(rest):
            return "sure"
        if begins(rest, _REWORD) or (begins(rest, _CHANGE) and not _PARTS.isdisjoint(rest)):
            return "sure"
        if begins(rest, _CHANGE):
            found = "maybe"
    return found


def is_disliked(text: str) -> bool:
    """Whether what was shown is not liked: a no to the words, and not to what is to be done with them."""
    return any(
        begins(part[at:], _DISLIKE) for part in _segments(text[:LONGEST]) for at in range(min(len(part), 4))
    )


def _segments(text: str) -> list[list[str]]:
    return [tokens for part in _SEGMENT.split(spell(text)) if (tokens := whole_words(plain(part)))]


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
