"""What a message says of its matter: without what it denies, what it corrects, and what stands around it.

>>> of("Olá! Não é sobre a fatura, é sobre o pedido").text
'é sobre o pedido'
>>> of("quis dizer devolução, não entrega").text
'devolução'

A segment that denies is dropped where another one says what is meant; a correction drops what it replaces.
All else is left to the examples.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import ahocorasick

from language import mail, short_forms
from language.clauses import EDGES
from language.detect import SENSES
from language.lexicon import begins, first_words, join_languages
from language.normalise import pad_words
from language.segments import (
    AHEAD,
    ARTICLES,
    DENIED,
    DENIED_IS,
    ENDINGS,
    LITTLE,
    LONGEST,
    NEAR,
    NO,
    SUBJECTS,
    UNWANTED,
    VERBS,
    Segment,
    Why,
    end_of,
    segments,
    skip_leads,
)

_BARE = 6  # words of a segment that is a no and what it denies
_COMPLAINS, _PLIGHT = first_words(join_languages("DENIED_NOT")), first_words(join_languages("PLIGHT"))
_AROUND = first_words(join_languages("GREETINGS") | join_languages("SIGN_OFFS") | join_languages("THANKS"))


class Dropped(NamedTuple):
    """Words that do not count, as they were typed, and why."""

    words: str
    why: Why


class TopicText(NamedTuple):
    """`text` is what counts (never empty for a text that is not).

    The message itself when nothing was dropped.
    """

    text: str
    dropped: tuple[Dropped, ...] = ()


def of(text: str) -> TopicText:
    """What `text` says of its matter; the very same object where all of it counts."""
    return TopicText(text) if counts_whole(text, pad_words(text)) else _read(text)


def counts_whole(text: str, folded: str) -> bool:
    """Whether nothing in a message may have to be dropped or spelled out, which costs a microsecond to see.

    `folded` is `normalise.pad_words(text)`, that every caller needs too.
    """
    if next(_SIGNS.iter(folded), None) is not None or "\n" in text:
        return False
    first = folded[1 : folded.find(" ", 1)]
    return first not in _FIRST and first not in NO and (text.isascii() or not short_forms.pictures(text))


def _read(text: str) -> TopicText:
    """`of` for a message in which something may have to be dropped."""
    body, left = mail.parts(text)
    at = body.rfind(" ", 0, LONGEST) if len(body) > LONGEST else len(body)
    at = at if at > 0 else LONGEST
    head = short_forms.spell(body[:at])
    found = segments(head)
    _judge(found)
    counts = [each for each in found if each.why is None]
    named = [each for each in counts if each.content]
    dropped = [Dropped(each.words, each.kind) for each in left]
    if named and not _is_courtesy(found, counts):
        head, gone = _keep(head, found)
        dropped += gone
    counting = f"{head}{body[at:]}"
    return TopicText(text if counting == text or not head.strip() else counting, tuple(dropped))


def _judge(found: Sequence[Segment]) -> None:
    """Notes on each segment why it does not count, if it does not."""
    for each in found:
        if _around(each.words) == len(each.words):
            each.why = "around"
    for at, each in enumerate(found):
        if each.joint in ("corrected", "rather") and each.why is None and _rule(each) is None:
            _correct(found, at)
    for at, each in enumerate(found):
        rule = _rule(each) if each.why is None else None
        if rule is None:
            continue
        others = (
            (number - at, other)
            for number, other in enumerate(found)
            if abs(number - at) <= NEAR and other.why is None and other.content and _rule(other) is None
        )
        if any(rule(distance, other) for distance, other in others):
            each.why = "negated"


def _correct(found: Sequence[Segment], at: int) -> None:
    """Drops what a correction replaces: the segment before it that names something."""
    here = found[at]
    if not here.names or not (here.means if here.joint == "rather" else here.replaces):
        return
    for before in reversed(found[max(0, at - NEAR) : at]):
        if before.why is None and before.content:
            before.why = "corrected"
            return


class SpokenText(NamedTuple):
    """What a message says, read once for all who decide on it.

    `spoken` is the message without what it carries, `topic` what counts of that (the same object where all
    does), `line` the topic on one line, in which keywords are looked for, and `folded` that line as
    `pad_words` gives it.

    >>> SpokenText.of("Olá!\\nQuero a segunda\\nvia").line
    'Quero a segunda via'
    """

    spoken: str
    topic: str
    line: str
    folded: str

    @classmethod
    def of(cls, spoken: str) -> "SpokenText":
        """What `spoken` says; costs 2 us for a line in which nothing has to be dropped."""
        folded = pad_words(spoken)
        if "  " not in spoken and counts_whole(spoken, folded):
            return tuple.__new__(cls, (spoken, spoken, spoken, folded))  # half the time of SpokenText(...)
        return cls._on_one_line(spoken, of(spoken).text)

    def with_everything(self) -> "SpokenText":
        """The same as if all that is spoken counted: greetings, too."""
        return self._on_one_line(self.spoken, self.spoken)

    @classmethod
    def _on_one_line(cls, spoken: str, about: str) -> "SpokenText":
        line = " ".join(about.split())  # a keyword of two words may stand at a line's end
        return cls(spoken, about, line, pad_words(line))


Rule = Callable[[int, Segment], bool]


def _names(distance: int, other: Segment) -> bool:
    """Whether `other` names what a segment says it is not: "é o pedido", or "o pedido" right behind it."""
    return _means(distance, other) or (abs(distance) == 1 and not other.has_verb)


def _means(distance: int, other: Segment) -> bool:
    """Whether `other` is wanted, asked, or set against what is not wanted."""
    return other.means or other.joint in ("but", "corrected")


def _rule(each: Segment) -> Rule | None:
    """What must stand beside a segment that denies for it to be dropped; None where it does not deny."""
    words = each.words[skip_leads(each.words) :] or each.words
    words = words[1:] if words[0] in SUBJECTS and len(words) > 1 else words
    if each.joint == "instead":
        # What is wished stands behind it, or right before: "mandaram 38 em vez de 40" is a complaint.
        return lambda distance, other: other.means and distance == (1 if each.paused else -1)
    for starts, rule in ((DENIED, _any), (DENIED_IS, _names)):
        if count := begins(words[:AHEAD], starts):
            return None if _complains(words, count) else rule
    if count := begins(words[:AHEAD], UNWANTED):
        return None if count == len(words) or begins(words[count : count + AHEAD], _PLIGHT) else _means
    if words[0] in NO and 2 <= len(words) <= _BARE:
        noun = words[1] in ARTICLES and len(words) > 2 and words[2] not in VERBS
        bare = len(words) == 2 and words[1] not in VERBS and not ENDINGS["FINITE"].fullmatch(words[1])
        return _names if noun or bare or ENDINGS["INFINITIVES"].fullmatch(words[1]) else None
    return None


def _any(distance: int, other: Segment) -> bool:
    return True


def _complains(words: Sequence[str], at: int) -> bool:
    """Whether what is denied is what was to be expected, and so the matter: "não é o que pedi"."""
    return at >= len(words) or bool(
        begins(words[at - 1 : at + AHEAD], _COMPLAINS) or begins(words[at : at + AHEAD], _COMPLAINS)
    )


def _is_courtesy(found: Sequence[Segment], counts: Sequence[Segment]) -> bool:
    """Whether the whole is one courtesy: "valeu, resolveu". What is left of it would name nothing."""
    only_around = all(each.why in (None, "around") for each in found) and len(counts) < len(found)
    asks = any(each.means or each.joint == "but" for each in counts)
    return only_around and not asks and sum(len(each.words) for each in counts) <= LITTLE


def _keep(text: str, found: Sequence[Segment]) -> tuple[str, list[Dropped]]:
    """The text of the segments that count, and the others. Neighbours stay as they were typed."""
    runs: list[list[int]] = []
    for at, each in enumerate(found):
        if each.why is not None:
            continue
        following = found[at + 1] if at + 1 < len(found) else None
        end = following.start if following and following.why is None else end_of(text, each)
        if following is None and (masked := MASKED.match(text, end)):
            end = masked.end()
        if at and found[at - 1].why is None and runs:
            runs[-1][1] = end
        else:
            runs.append([each.start, end])
    parts = [_AND_LAST.sub("", text[start:end].strip(EDGES)) for start, end in runs]
    kept = re.sub(r"([.?!]),", r"\1", ", ".join(parts))
    return kept, [Dropped(text[each.start : each.end], each.why) for each in found if each.why]


MASKED = re.compile(r"(?:[^\w*]{0,3}\*+)+")  # what is masked behind the last word says something, too
_AND_LAST = re.compile(
    rf"\s(?:{'|'.join(sorted((join_languages('AND') | join_languages('CONTRAST')) - SENSES))})$",
    re.IGNORECASE,
)


def _around(words: Sequence[str]) -> int:
    """How many words at the beginning greet, thank or close."""
    at = 0
    while at < len(words) and (count := begins(words[at : at + AHEAD], _AROUND)):
        at += count
    return at


def _guard() -> ahocorasick.Automaton:
    """Finds in folded text whatever may have to be dropped or spelled out, in one pass over its letters."""
    found = ahocorasick.Automaton()
    names = ("DENIED", "DENIED_IS", "UNWANTED", "INSTEAD", "CORRECTED", "RATHER", "SIGN_OFFS")
    phrases = {phrase for name in names for phrase in join_languages(name)} | set(short_forms.SHORT)
    for phrase in phrases:
        found.add_word(f" {phrase} ", True)
    for whole, apart in short_forms.APOSTROPHES.items():
        for phrase in phrases:
            if whole in phrase.split():
                found.add_word(f" {phrase.replace(whole, apart)} ", True)
    for letter in "abcdefghijlmnopqrstuvxyz":
        found.add_word(letter * 3, True)
    for no in NO:
        for before in (" ", *(f" {word}" for word in join_languages("BUT") | join_languages("AND"))):
            found.add_word(f"{before} {no} ", True)  # behind a comma, "mas", "e"
    found.make_automaton()
    return found


_SIGNS = _guard()
_FIRST = frozenset(phrase.split()[0] for phrase in join_languages("GREETINGS"))
