"""A message cut at its pauses and turns of speech.

Commas, "mas", "quer dizer", "em vez de", from a no to a wish.

>>> [each.joint for each in segments("Oi, não é a fatura, mas o pedido")]
['stop', 'comma', 'but']
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from language.clauses import Word, tokenise
from language.detect import in_its_sense
from language.function_words import is_small
from language.lexicon import begins, first_words, join_languages
from language.sentences import ABBREVIATED

Why = Literal["quoted", "header", "signature", "disclaimer", "greeting", "around", "negated", "corrected"]
Joint = Literal["", "comma", "stop", "but", "corrected", "rather", "instead"]
LONGEST = 8000  # characters that are looked at; the event loop waits meanwhile
NEAR = 8  # segments on either side in which what is meant is looked for
POINT = 250  # characters: of long natural messages 77 % are read right by so many, 70 % by 400, 63 % by 120
AHEAD = 10  # words: no phrase of the lists is longer
LITTLE = 3  # words of a segment that may be a mere name, or no matter beside a greeting

_CUT = re.compile(r"[!?;…()\[\]\n—]|[,.:](?=\s|$)|\s[-–]\s|,(?=\D)|¿")
_STOP = re.compile(r"[!?;…\n¿]|\.(?:\s|$)")
_JOINTS: tuple[tuple[Joint, str], ...] = (
    ("instead", "INSTEAD"), ("corrected", "CORRECTED"), ("rather", "RATHER"), ("but", "BUT"),
)  # fmt: skip
_JOINS = tuple((joint, first_words(join_languages(name))) for joint, name in _JOINTS)
DENIED, DENIED_IS, UNWANTED, _MEANT, _LEADS, _ASKS, _GREETINGS = (
    first_words(join_languages(name))
    for name in ("DENIED", "DENIED_IS", "UNWANTED", "MEANT", "LEADS", "INTERROGATIVES", "GREETINGS")
)
_INSTEAD = first_words(join_languages("INSTEAD"))
_WISH = first_words(join_languages("WANT") | join_languages("TELL"))
NO, ARTICLES, SUBJECTS, _BESIDE_A_COMMA, _THAT = (
    join_languages(name) for name in ("NO_WORDS", "ARTICLES", "SUBJECTS", "BESIDE_A_COMMA", "TOLD_BY")
)
VERBS = frozenset(word for phrase in join_languages("VERBS") for word in phrase.split())
_NOTHING = frozenset(
    word
    for name in ("LIGHT", "FILL", "MEANT", "ANAPHORA", "LEADS", "GREETINGS")
    for phrase in join_languages(name)
    for word in phrase.split()
)
ENDINGS = {
    name: re.compile(rf"\w{{2,}}(?:{'|'.join(sorted(join_languages(name)))})")
    for name in ("INFINITIVES", "FINITE")
}


@dataclass(slots=True)
class Segment:
    """Words between two pauses or turns of speech. `start` and `end` cut it out of the message."""

    words: tuple[str, ...]
    start: int
    end: int
    joint: Joint
    asks: bool = False  # a question mark ends it
    paused: bool = True  # a comma, or the message's beginning, stands before it
    names: bool = False  # by a word of its own: "P200" and "Dr. Ruiz" only complete what was said
    why: Why | None = None  # it was dropped

    @property
    def content(self) -> bool:
        """Whether it names something, beside small words and verbs that anything may do."""
        return any(map(_is_content, self.words))

    @property
    def means(self) -> bool:
        """Whether it says what the message is about: a wish, a question, "é sobre"."""
        begun = (self.words, self.words[1:]) if self.words[0] in SUBJECTS else (self.words,)
        return self.asks or any(
            begins(words[:AHEAD], starts) for words in begun for starts in (_MEANT, _WISH, _ASKS)
        )

    @property
    def has_verb(self) -> bool:
        """Whether it says of something what it does. The verb "é" folds to an "and"."""
        return any(
            (word in VERBS and len(word) > 1) or ENDINGS["FINITE"].fullmatch(word) for word in self.words
        )

    @property
    def replaces(self) -> bool:
        """Whether it may stand for what was said before: a wish, an infinitive, a noun; no mere predicate."""
        first = self.words[0]
        if self.means or first in ARTICLES or ENDINGS["INFINITIVES"].fullmatch(first):
            return True
        return len(self.words) <= LITTLE and not self.has_verb


def segments(text: str) -> list[Segment]:
    """The message cut at its pauses, at "mas", at corrections, and where it turns from a no to a wish."""
    found: list[Segment] = []
    words = tokenise(text)
    texts = tuple(word.text for word in words)
    joint: Joint = "stop"
    begun = at = 0
    while at < len(words):
        gap = _gap(text, words, at)
        joins, count = _join(text, words, texts, at, gap)
        if joins and at + count < len(words):
            _close(found, text, words, begun, at, joint)
            begun, joint = (at, joins) if joins == "instead" else (at + count, joins)
            at += count
            continue
        if at > begun and (gap or _turns(texts, begun, at)):
            _close(found, text, words, begun, at, joint)
            begun, joint = at, gap
        if at == begun and (hello := _hello(texts, at)) and at + hello < len(words):
            _close(found, text, words, at, at + hello, joint)
            begun, joint = at + hello, "comma"
            at += hello
            continue
        at += 1
    _close(found, text, words, begun, len(words), joint)
    return found


def _gap(text: str, words: Sequence[Word], at: int) -> Joint:
    """What stands before a word: nothing much, a comma, or a sentence's end."""
    gap = text[words[at - 1].end : words[at].start] if at else ""
    if gap in (" ", "") or (gap == ". " and words[at - 1].text in ABBREVIATED) or not _CUT.search(gap):
        return ""
    return "stop" if _STOP.search(gap) else "comma"


def _join(text: str, words: Sequence[Word], texts: tuple[str, ...], at: int, gap: Joint) -> tuple[Joint, int]:
    """What turns the speech here ("mas", "quis dizer", "em vez de"), and in how many words."""
    for joint, starts in _JOINS:
        count = begins(texts[at : at + AHEAD], starts)
        if not count:
            continue
        phrase = " ".join(texts[at : at + count])
        if not in_its_sense(phrase, joint.upper(), text):
            continue
        behind = _gap(text, words, at + count) if at + count < len(words) else "stop"
        if phrase in _BESIDE_A_COMMA and at and not (gap or behind):
            continue  # an ordinary word inside a sentence
        around = {texts[at - 1] if at else "", texts[at + count] if at + count < len(texts) else ""}
        if joint == "corrected" and around & _THAT:
            continue  # "isso quer dizer que"
        return joint, count
    return "", 0


def _turns(texts: tuple[str, ...], begun: int, at: int) -> bool:
    """Whether the speech turns here without a pause: into a no, or from a no into what is meant."""
    before = texts[at - 1]
    if before in _THAT or before in SUBJECTS or before in NO:
        return False
    ahead = texts[at : at + AHEAD]
    first = begun + skip_leads(texts[begun : begun + AHEAD])
    first += first < at and texts[first] in SUBJECTS
    denies = max(
        begins(texts[first : first + AHEAD], starts) for starts in (DENIED, DENIED_IS, UNWANTED, _INSTEAD)
    )
    if denies or (texts[first] in NO and at > first + 1):
        own = ahead[1:] if ahead[0] in SUBJECTS else ahead
        return at > first + denies and (bool(begins(own, _WISH)) or begins(ahead, _MEANT) > 1)
    return at > begun + 1 and (begins(ahead, DENIED) > 2 or begins(ahead, UNWANTED) > 1)


def _close(
    found: list[Segment], text: str, words: Sequence[Word], begun: int, end: int, joint: Joint
) -> None:
    if end > begun:
        own, last = words[begun:end], words[end - 1].end
        each = Segment(
            tuple(word.text for word in own), own[0].start, last, joint, "?" in text[last : last + 2]
        )
        each.paused = not begun or bool(_gap(text, words, begun))
        each.names = any(
            word.text.isalpha() and _is_content(word.text) and not text[word.start : word.end].istitle()
            for word in own
        )
        found.append(each)


def _is_content(word: str) -> bool:
    return len(word) > 1 and word not in _NOTHING and not is_small(word)


def skip_leads(words: Sequence[str]) -> int:
    """How many words lead in: "então assim", "bueno pues"."""
    at = 0
    while at < len(words) and (count := begins(words[at : at + AHEAD], _LEADS)):
        if at + count >= len(words):
            break
        at += count
    return at


def _hello(texts: tuple[str, ...], at: int) -> int:
    """How many words greet at the start of a segment that goes on: "oi bom dia quero a segunda via"."""
    count = 0  # of a whole page of greetings each word would be read as often as there are words before it
    while count < AHEAD and (more := begins(texts[at + count : at + count + AHEAD], _GREETINGS)):
        count += more
    return count


def end_of(text: str, each: Segment) -> int:
    """Where a segment ends with its own sign: "chega?"."""
    at = each.end
    while at < len(text) and at < each.end + 3 and text[at] in ".!?…)]":
        at += 1
    return at


def point(text: str, most: int = POINT) -> str:
    """The part of a long text that says most about what it is about, at most `most` characters, for whoever
    reads no more: its wishes and questions first, then what stands near them.

    >>> point("Sou cliente. Moro em Recife. " * 20 + "Quero a segunda via da fatura. Abraço", 60)
    'Moro em Recife. Quero a segunda via da fatura. Abraço'
    """
    if len(text) <= most:
        return text
    found = segments(text[:LONGEST])
    telling = [at for at, each in enumerate(found) if each.means and each.content] or [len(found) - 1]
    chosen: set[int] = set()
    room = most
    for distance in range(NEAR):
        for at in reversed(telling):
            for near in {at - distance, at + distance} - chosen:
                if 0 <= near < len(found):
                    room -= (found[near].end - found[near].start) + 2
                    if room < 0 and chosen:
                        break
                    chosen.add(near)
    parts = [
        text[found[at].start : found[at + 1].start]
        if at + 1 in chosen
        else f"{text[found[at].start : end_of(text, found[at])]} "
        for at in sorted(chosen)
    ]
    return "".join(parts)[:most].strip()
