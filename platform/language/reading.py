"""Words of a short message put into classes (yes words, no words, small words ...), segment by segment.

The material of `consent`: nothing is decided here.
"""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from language.lexicon import ABBREVIATIONS, CLASS_OF, PLAIN, STARTS, Lexicon
from language.lexicon.phrase import plain

LONGEST = 300  # characters: nobody says yes in more
MOST_WORDS = 30
_SEGMENT = re.compile(r"[,.;:!?\n…]+|\s[-–—]\s")
_WORDS = frozenset(word for phrase in CLASS_OF for word in phrase.split())
_LAUGHTER = re.compile(
    r"k{3,}|(?:ha){2,}h?|(?:he){2,}|(?:ja){2,}j?|(?:je){2,}|(?:rs){1,}r?"
)  # "kk" is an okay
_STRETCHED = re.compile(r"([a-z])\1+")
_THUMBS = {
    "👍": " sim ", "👌": " ok ", "✅": " sim ", "☑": " sim ", "✔": " sim ", "🆗": " ok ", "🤝": " sim ", "💯": " sim ",
    "👎": " não ", "❌": " não ", "🚫": " não ", "✖": " não ", "🙅": " não ", "🤷": " talvez ", "🤔": " talvez ",
}  # fmt: skip
_PICTURES = re.compile("|".join(_THUMBS))


class Token(NamedTuple):
    """A phrase of the message: its class (`UNKNOWN` and `ECHO` are not in the lists) and its segment."""

    kind: str
    phrase: str
    segment: int


def segments(text: str, known: Container[str] = ()) -> list[list[str]]:
    """The plain words of every segment, abbreviations written out, thumbs as words.

    `known` words are spelled right: "off" is no stretched "of".
    """
    text = _PICTURES.sub(lambda found: _THUMBS[found[0]], text)
    parts = [_whole_words(plain(part), known) for part in _SEGMENT.split(text)]
    return [part for part in parts if part]


def _whole_words(typed: list[str], known: Container[str] = ()) -> list[str]:
    found: list[str] = []
    for word in typed:
        whole = ABBREVIATIONS.get(word)
        if word[0] in "khjr" and _LAUGHTER.fullmatch(word):
            continue
        if whole:
            found.extend(whole)
        elif word not in _WORDS and word not in known and (short := _unstretched(word)) != word:
            found.append(short)
        else:
            found.append(word)
    return found


def _unstretched(word: str) -> str:
    """Without repeated letters when that gives a known word: "siiim" is "sim", "nooo" is "no"."""
    if _STRETCHED.search(word) is None:
        return word
    for keep in (r"\1\1", r"\1"):
        short = _STRETCHED.sub(keep, word)
        if short in STARTS or short in ABBREVIATIONS:
            return " ".join(ABBREVIATIONS.get(short, (short,)))
    return word


def tokens(parts: list[list[str]], echo: Collection[str] = (), lexicon: Lexicon = PLAIN) -> list[Token]:
    """Greedy reading, longest phrase first. Unknown words like those of `echo` (the words of the question
    that was asked) are of class ECHO: "cancela a troca" after "Posso solicitar a troca?"."""
    return list(read_in(parts, echo, lexicon))


def read_in(
    parts: Iterable[Sequence[str]], echo: Collection[str] = (), lexicon: Lexicon = PLAIN
) -> Iterator[Token]:
    """`tokens`, one after the other: for whoever needs only the first."""
    classes, starts = lexicon
    for number, words in enumerate(parts):
        part, at = tuple(words), 0
        while at < len(part):
            for phrase in starts.get(part[at], ()):
                if part[at : at + len(phrase)] == phrase:
                    whole = " ".join(phrase)
                    yield Token(classes[whole], whole, number)
                    at += len(phrase)
                    break
            else:
                word = part[at]
                kind = "ECHO" if any(akin(word, other) for other in echo) else "UNKNOWN"
                yield Token(kind, word, number)
                at += 1


def akin(word: str, other: str) -> bool:
    """Same word, or same beginning: "trocar" and "troca", "contestar" and "contestação"."""
    if word == other:
        return True
    shared = 0
    for left, right in zip(word, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= 5 or (shared == 4 and min(len(word), len(other)) <= 6)
