"""What people type for short, spelled out: abbreviations, letters held down, pictures that stand for a word.

>>> spell("qdo chega? tô mtooo ansioso")
'quando chega? tô muito ansioso'
"""

import re

from language.lexicon import ABBREVIATIONS, LANGUAGES, join_languages
from language.lexicon.phrase import plain
from language.normalise import words

_ONLY_IN_REPLIES = join_languages("ONLY_IN_REPLIES")  # "iPhone pro", "12 sep", "plan pa"
# Every abbreviation as it is typed, in lower case.
SHORT: dict[str, str] = {
    short: whole
    for lists in LANGUAGES.values()
    for short, whole in (lists.ABBREVIATIONS | lists.CHAT).items()
    if short not in _ONLY_IN_REPLIES
}
APOSTROPHES = {whole: apart for lists in LANGUAGES.values() for whole, apart in lists.APOSTROPHES.items()}
"""Contractions as folding leaves them: "don't" is "don t"."""
_SIGNED = {sign: whole for lists in LANGUAGES.values() for sign, whole in lists.SIGNED.items()}
_PICTURES = {code: lists.PICTURES for code, lists in LANGUAGES.items()}
_MARKS = {
    code: frozenset(word for phrase in lists.COMMON for word in phrase.split())
    for code, lists in LANGUAGES.items()
}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ALL_PICTURES = "".join(sorted({picture for table in _PICTURES.values() for picture in table}))
_PICTURE = re.compile(rf"([{_ALL_PICTURES}])\ufe0f?(?:\s*\1\ufe0f?)*")
# "p/ mim", "c/ ele": a preposition and a stroke.
_SIGN = re.compile(rf"(?<![\w/:.])({'|'.join(map(re.escape, _SIGNED))})\s?(?=[^\W\d_])", re.IGNORECASE)
_HELD = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)
_KNOWN = frozenset(
    word
    for name in (
        "COMMON",
        "VERBS",
        "FILL",
        "WANT",
        "TELL",
        "AFFIRM",
        "SOFT",
        "NEGATE",
        "INTERROGATIVES",
        "DO",
    )
    for phrase in join_languages(name)
    for word in phrase.split()
)
_FOLDED = {**{"".join(plain(short)): tuple(plain(whole)) for short, whole in SHORT.items()}, **ABBREVIATIONS}


def spell(text: str) -> str:
    """`text` with its pictures and abbreviations spelled out; everything else stays as it was typed."""
    text = _word_pictures(text)
    if "/" in text:
        text = _SIGN.sub(lambda found: f"{_SIGNED[found[1].lower()]} ", text)
    return _WORD.sub(_whole, text)


def whole_words(typed: list[str]) -> list[str]:
    """Normalised words with the abbreviations among them spelled out, as lists of phrases compare them."""
    found: list[str] = []
    for word in typed:
        found.extend(_FOLDED.get(word) or (word,))
    return found


def pictures(text: str) -> bool:
    """Whether there is a picture in the text that stands for a word."""
    try:
        text.encode("latin-1")  # a fifth of what a search costs, and most messages are
    except UnicodeEncodeError:
        return _PICTURE.search(text) is not None
    return False


def let_go(word: str) -> str:
    """A word without the letters that were held down: "muuuito" is "muito", "isssso" is "isso"."""
    twice, once = _HELD.sub(r"\1\1", word), _HELD.sub(r"\1", word)
    return twice if "".join(words(twice)) in _KNOWN else SHORT.get(once.lower(), once)


def _whole(found: re.Match[str]) -> str:
    word = found[0]
    whole = SHORT.get(word.lower())
    if whole is not None:
        capital = word[0].isupper() and len(word) > 1 and not word.isupper()
        return whole[:1].upper() + whole[1:] if capital else whole
    if len(word) > 3 and (held := _HELD.search(word)) is not None and held[1].lower() not in "wk":
        return let_go(word)
    return word


def _word_pictures(text: str) -> str:
    """`text` with words for its pictures, in the language that most of the words around them are of."""
    if not pictures(text):
        return text
    tokens = words(text)
    table = _PICTURES[max(_MARKS, key=lambda code: sum(word in _MARKS[code] for word in tokens))]
    worded = _PICTURE.sub(lambda found: f" {table.get(found[1], '')} ", text)
    return re.sub(r" (?=[?!.,;)])", "", re.sub(r" {2,}", " ", worded)).strip() or text
