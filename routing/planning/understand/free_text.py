"""What a message wants said to somebody, as it stands, and to whom.

Goals that act on the user's own words take them from quotes, from behind a colon, "that" or "saying"; what
stands there in another way is asked for, and not guessed.

>>> extract_free_text("send to telegram that lunch is ready", [(8, 16)])
FreeText(words='lunch is ready', to='')
>>> extract_free_text("mande no telegram para a equipe: reunião às 10", [(6, 17)])
FreeText(words='reunião às 10', to='equipe')
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from language.function_words import OF, THAT, TO, is_small, tells
from language.lexicon import begins, first_words, join_languages
from routing.planning.understand.tokens import Span, split_words

HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z]\w{1,63}")  # somebody's name in a chat: "@equipe"
NEAR = 4  # words between who is told and "that"
_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]|(?<!\w)['‘](?=\S)(.+?)['’](?!\w)", re.S)
_COLON = re.compile(r":\s+(\S.*)\Z", re.S)
_SAYING = first_words(join_languages("SAYING"))


class FreeText(NamedTuple):
    """The words and, where it is named without a handle, to whom."""

    words: str
    to: str = ""


class _TextWord(NamedTuple):
    text: str
    start: int
    end: int
    named: bool


def find_handles(text: str) -> list[Span]:
    """Where somebody is named by a handle."""
    return [match.span() for match in HANDLE.finditer(text)]


def find_behind_colon(text: str, named: Sequence[Span]) -> Span | None:
    """What stands behind a colon that follows a hint ("envie: chego às 10")."""
    found = _COLON.search(text)
    if found is None or not any(end <= found.start() for _start, end in named):
        return None
    return found.span(1)


def extract_free_text(text: str, named: Sequence[Span]) -> FreeText:
    """The words to be said, and to whom; `named` are the places of hints."""
    words = _words(text, [*named, *find_handles(text)])
    quoted = _QUOTED.search(text)
    span = quoted.span(1 if quoted[1] is not None else 2) if quoted else find_behind_colon(text, named)
    if span is None:
        start = _find_marked(words)
        span = (start, _end(words, start)) if start is not None else None
    if span is None:
        return FreeText("")
    begin, end = span
    around = [word for word in words if not begin <= word.start < end]
    return FreeText(text[begin:end].strip().rstrip(",;"), find_addressee(text, around))


def to_whom(text: str, named: Sequence[Span], notices: Sequence[Span]) -> str:
    """Whom a notice is for, where that stands right before the words for it: "para a equipe no telegram"."""
    words = _words(text, named)
    for at, word in enumerate(words):
        if word.text in TO:
            run = _run(words[at + 1 :])
            if run and any(0 <= start - run[-1].end <= 1 for start, _end in notices):
                return text[run[0].start : run[-1].end]
    return ""


def find_addressee(text: str, words: Sequence[_TextWord]) -> str:
    """Whom "para X" names."""
    for at, word in enumerate(words):
        if word.text in TO and not word.named:
            run = _run(words[at + 1 :])
            if run:
                return text[run[0].start : run[-1].end]
    return ""


def _run(words: Sequence[_TextWord]) -> list[_TextWord]:
    """The name that begins here, behind articles."""
    found: list[_TextWord] = []
    for word in words:
        inside = bool(found) and word.text in OF
        if word.named or not word.text or (is_small(word.text, strict=True) and not inside):
            if found or word.named or not word.text:
                break
            continue
        found.append(word)
    while found and found[-1].text in OF:
        found.pop()
    return found


def _words(text: str, named: Sequence[Span]) -> list[_TextWord]:
    """The words of the text; a stop has no letters."""
    found = []
    for each in split_words(text):
        if each.stop:
            found.append(_TextWord("", each.start, each.start, False))
        inside = any(begin < each.end and each.start < until for begin, until in named)
        found.append(_TextWord(each.plain, each.start, each.end, inside))
    return found


def _find_marked(words: Sequence[_TextWord]) -> int | None:
    """Where the words begin that follow "that" or "saying"."""
    texts = [word.text for word in words]
    last_named = -NEAR - 2
    for at, word in enumerate(words[:-1]):
        length = begins(texts[at:], _SAYING)
        if length and last_named >= 0 and at + length < len(words):
            return words[at + length + (texts[at + length] in THAT and at + length + 1 < len(words))].start
        if word.text in THAT and not word.named and at - last_named <= NEAR + 1:
            return words[at + 1].start
        if word.named or tells(word.text):
            last_named = at
    return None


def _end(words: Sequence[_TextWord], start: int) -> int:
    """The end of the words that begin at `start`.

    Hints and whom they are for, where they stand last, are not of them.
    """
    inside = [word for word in words if word.start >= start and word.text]
    while inside and (inside[-1].named or inside[-1].text in TO):
        last = inside.pop()
        if last.named and inside and inside[-1].text == "a":
            inside.pop()
    return inside[-1].end if inside else start
