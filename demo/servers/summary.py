"""Shortens a text to its sentences that say most, in their order; insults around them are left out.

>>> shorten("Hola. El pedido 12 llegó roto. Son unos inútiles. Quiero cambiar el pedido.")
['El pedido 12 llegó roto.']
"""

import re
from collections import Counter

from demo.servers.data import read
from demo.servers.feelings import INSULTS
from language.normalise import words

EMPTY = frozenset(words(read("empty_words")))
SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
# "Resume este texto:" is the wish, not the text.
WISH = re.compile(
    r"^\s*[^:\n]{0,80}\b(?:res[uú]m\w*|resum\w*|sintetiz\w*|summar\w*|sum up|shorten)\b[^:\n]{0,80}:\s*",
    re.IGNORECASE,
)
ONLY_WISH = re.compile(
    r"^\W*(?:[^\W\d_]+\W+){0,5}?(?:res[uú]m\w*|sintetiz\w*|summar\w*|shorten|"
    r"sum\W+(?:this\W+)?up)\W*(?:[^\W\d_]+\W*){0,5}$",
    re.IGNORECASE,
)
# "Resume este texto. El pedido ..."
FOLLOWED = re.compile(
    r"\A[^.!?:\n]{0,40}\b(?:res[uú]m\w*|sintetiz\w*|summar\w*|shorten|sum up)\b[^.!?:\n]{0,40}[.!?](?:\s+|"
    r"\Z)",
    re.IGNORECASE,
)
LONGEST = 300  # characters of one sentence that are shown


def text_of(message: str) -> str:
    """What is to be shortened, without the wish in front of it; empty when there is nothing but the wish."""
    found = WISH.match(message)
    rest = (message[found.end() :] if found else message).strip()
    first, _, others = rest.partition("\n")
    before, _, last = rest.rpartition("\n")
    if others and ONLY_WISH.match(first):
        rest = others
    elif before and ONLY_WISH.match(last):
        rest = before
    begun = FOLLOWED.match(rest)
    rest = rest[begun.end() :] if begun else rest
    return "" if ONLY_WISH.match(rest) else rest.strip()


def shorten(text: str, most: int = 3) -> list[str]:
    """At most so many sentences of a text, and not more than half of what it says."""
    found = [sentence.strip() for sentence in SENTENCE.findall(text)]
    kept = [sentence for sentence in found if words(sentence) and INSULTS.isdisjoint(words(sentence))]
    counts = Counter(word for sentence in kept for word in set(_telling(sentence)))
    scores = [_score(sentence, counts) for sentence in kept]
    telling = sum(score > 0 for score in scores)
    order = sorted(range(len(kept)), key=lambda at: (-scores[at], at))[
        : max(1, min(most, (telling + 1) // 2))
    ]
    return [kept[at][:LONGEST] for at in sorted(order) if scores[at] > 0]


def _telling(sentence: str) -> list[str]:
    return [word for word in words(sentence) if word not in EMPTY and len(word) > 2]


def _score(sentence: str, counts: Counter[str]) -> float:
    """Words that come back, and numbers (dates, amounts), tell most.

    Long sentences must not win by length.
    """
    telling = _telling(sentence)
    numbers = sum(word[0].isdigit() for word in telling)
    return (sum(counts[word] for word in telling) + numbers) / (3 + len(telling)) if telling else 0.0
