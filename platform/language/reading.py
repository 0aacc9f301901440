"""The plain words of a short message, segment by segment: what `changes` reads. Nothing is decided here."""

import re
from collections.abc import Container

from language.lexicon import ABBREVIATIONS, CLASS_OF, STARTS
from language.lexicon.phrase import plain

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
