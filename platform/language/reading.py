"""The plain words of a short message, segment by segment: what `changes` reads. Nothing is decided here."""

import re
from collections.abc import Container

from language.acts.lists import signs
from language.lexicon import ABBREVIATIONS, CLASS_OF, LANGUAGES, STARTS
from language.lexicon.phrase import plain
from language.spoken_languages import CODES

_SEGMENT = re.compile(r"[,.;:!?\n…]+|\s[-–—]\s")
_WORDS = frozenset(word for phrase in CLASS_OF for word in phrase.split())
_LAUGHTER = re.compile("|".join(each for lists in LANGUAGES.values() for each in lists.LAUGHTER))
_STRETCHED = re.compile(r"([a-z])\1+")
# A sign is a word of its kind; of which language does not matter here.
_WORD_OF = {"agrees": "AFFIRM", "refuses": "NEGATE", "unsure": "UNSURE"}
_SIGNS = {sign: f" {getattr(LANGUAGES[CODES[0]], _WORD_OF[kind])[0]} " for sign, kind in signs().items()}
_PICTURES = re.compile("|".join(_SIGNS))


def segments(text: str, known: Container[str] = ()) -> list[list[str]]:
    """The plain words of every segment, abbreviations written out, thumbs as words.

    `known` words are spelled right: "off" is no stretched "of".
    """
    text = _PICTURES.sub(lambda found: _SIGNS[found[0]], text)
    parts = [_whole_words(plain(part), known) for part in _SEGMENT.split(text)]
    return [part for part in parts if part]


def _whole_words(typed: list[str], known: Container[str] = ()) -> list[str]:
    found: list[str] = []
    for word in typed:
        whole = ABBREVIATIONS.get(word)
        if _LAUGHTER.fullmatch(word):
            continue
        if whole:
            found.extend(whole)
        elif word not in _WORDS and word not in known and (short := _unstretch(word)) != word:
            found.append(short)
        else:
            found.append(word)
    return found


def _unstretch(word: str) -> str:
    """Without repeated letters when that gives a known word: "siiim" is "sim", "nooo" is "no"."""
    if _STRETCHED.search(word) is None:
        return word
    for keep in (r"\1\1", r"\1"):
        short = _STRETCHED.sub(keep, word)
        if short in STARTS or short in ABBREVIATIONS:
            return " ".join(ABBREVIATIONS.get(short, (short,)))
    return word
