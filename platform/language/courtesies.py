"""What a letter puts around its matter: whom it greets, and how it closes.

>>> text = "Hi team, what is the price of Apple? Best regards, John"
>>> [text[start:end] for start, end in spans(text, [(21, 26)])]
['Hi team', 'Best regards, John']

`matter` are the places of words that say what is wanted: nothing that holds one of them is a courtesy.
"""

import re
from collections.abc import Sequence

from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.sentences import TYPED, find_sentences

Span = tuple[int, int]
GREETED = 5  # words of a salutation
SIGNED = 9  # words of a closing
_HEAD = re.compile(r"[^,:.!?;\n]+(?=[,:.!?;\n])")
_PART = re.compile(r"[^,]+")
_GREETINGS = first_words(join_languages("GREETINGS"))
_SIGN_OFFS = first_words(join_languages("SIGN_OFFS"))


def spans(text: str, matter: Sequence[Span]) -> list[Span]:
    """Where the salutation and the closing of a text stand."""
    if not matter:
        return []
    found = []
    head = _HEAD.match(text)
    tokens = plain(head[0]) if head else []
    if head and begins(tokens, _GREETINGS) and len(tokens) <= GREETED and head.end() <= min(matter)[0]:
        found.append(head.span())
    last = max(end for _start, end in matter)
    for begin, end, _following in find_sentences(text, last, TYPED):
        start = _closing(text[begin:end])
        if start is not None and len(plain(text[begin + start :])) <= SIGNED:
            found.append((begin + start, len(text)))
            break
    return found


def _closing(sentence: str) -> int | None:
    """Where a sentence begins to close: with a formula as its beginning, or as a whole part of it."""
    for part in _PART.finditer(sentence):
        tokens = plain(part[0])
        length = begins(tokens, _SIGN_OFFS)
        if length and (length == len(tokens) or (part.start() == 0 and length > 1)):
            return part.start() + len(part[0]) - len(part[0].lstrip())
    return None
