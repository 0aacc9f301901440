"""The words of a message, and its names: what is left without hints and small words, list by list.

>>> [(each.items, each.placed) for each in read_groups("preço da Nordea e da Vale na Suécia", [(0, 5)])]
[(['Nordea', 'Vale'], ''), (['Suécia'], 'na')]
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from language.function_words import BESIDE, IN, OF, is_small, joins, separates
from language.lexicon.phrase import plain
from language.normalise import normalise, words
from language.sentences import ABBREVIATED

Span = tuple[int, int]
ENDS = ".?!…"  # signs behind which a sentence begins
_PART = re.compile(r"\d+(?:[.,]\d+)+(?![\w-])|[^\s,;?!¿¡\"“”«»()…]+|[,;?!…\n]")
_EDGES = ".:'’`-–—"
_SHORT = ABBREVIATED | {"inc", "co", "corp", "ltd", "cia"}  # their point ends no sentence


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is written, without the signs around it, and as the lists have it.

    `stop` is what stands between it and the word before, where that is more than a space: a sign that ends a
    sentence before any other, a line end only by itself. `kind` is what a reader takes it for.
    """

    text: str
    plain: str
    start: int
    end: int
    stop: str = ""
    kind: str = ""

    @property
    def ends_sentence(self) -> bool:
        """Whether a sentence ends before it."""
        return bool(self.stop) and self.stop in ENDS


def split_words(text: str) -> list[Token]:
    """The words in order; "S.A." and "Inc." end no sentence, and a number keeps its decimals.

    >>> [(each.text, each.stop) for each in split_words("Sou a Ana. Preço, em 27,50?")]
    [('Sou', ''), ('a', ''), ('Ana', ''), ('Preço', '.'), ('em', ','), ('27,50', '')]
    """
    found: list[Token] = []
    stop = ""
    for match in _PART.finditer(text):
        part = match[0]
        word = part.strip(_EDGES)
        if not word or word in ",;?!…\n":
            stop = _first_of(stop, word or "-")
            continue
        start = match.start() + part.index(word)
        found.append(Token(word, "".join(plain(word)), start, start + len(word), stop))
        ends = part.endswith(".") and "." not in word and word.lower() not in _SHORT
        stop = "." if ends else ""
    return found


def _first_of(one: str, other: str) -> str:
    """Which of two signs between the same words says more."""
    return one if one and (one in ENDS or other not in ENDS) and one != "\n" else other


MOST = 1000  # more are refused anyway, and two lists of a long message have millions of pairs
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w.-]{4,}")  # letters and digits: "PETR4"
_OWNERS = re.compile(r"(?<=\w)['’]s$")  # "nvidia's price"


@dataclass(slots=True)
class NameGroup:
    """Names that stand together in a message: the members of one list.

    `placed` is the word for a place or time before them ("na"); `of`: they stand behind a word like "da".
    """

    items: list[str]
    placed: str = ""
    of: bool = False

    @property
    def code(self) -> bool:
        """Whether it holds a code like "PETR4"."""
        return any(is_code(word) for item in self.items for word in item.split())


@dataclass(slots=True)
class _NamesSoFar:
    """The names found so far."""

    groups: list[NameGroup] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    open: bool = False  # a list goes on: only its "and" stood between
    place: str = ""
    of: bool = False

    def close(self) -> None:
        if self.running:
            self._add(" ".join(self.running))
        self.running, self.place = [], ""

    def _add(self, name: str) -> None:
        """A list that a place stands in goes on behind it: "Nordea na Suécia e Vale" are two names."""
        alike = [each for each in self.groups if bool(each.placed) is bool(self.place)]
        if self.open and (alike or not self.place):
            (alike or self.groups)[-1].items.append(name)
        else:
            self.groups.append(NameGroup([name], self.place, self.of))
        self.open = False


def read_groups(
    text: str, hinted: Sequence[Span], strict: bool = False, beside: bool = False, since: int = 0
) -> list[NameGroup]:
    """The names in a text, apart from hints and small words, what they are most likely first.

    `beside`: "with" and "vs" stand between members; `since` is where the matter begins: sentences before it
    name nothing where that one does.
    """
    tokens = _list_tokens(text, hinted, strict, beside)
    names, place = _NamesSoFar(), ""
    early = 0  # groups of the sentences before the matter: "Sou a Ana. Qual o preço ...?"
    for number, token in enumerate(tokens):
        if token.ends_sentence:
            names.close()
            names.open, place = False, ""
            early = len(names.groups) if token.start <= since else early
        inside = bool(names.running) and number + 1 < len(tokens) and tokens[number + 1].kind == "word"
        if token.kind == "word":
            if not names.running:
                names.place, names.of = place, number > 0 and normalise(tokens[number - 1].text) in OF
            elif is_code(names.running[-1]) and (is_code(token.text) or token.text.islower()):
                names.close()  # "petr4 vale3" are two names, "PETR4 subiu" is one
                names.open = is_code(token.text)
            names.running.append(token.text)
            place = ""
        elif token.kind == "join" and inside:
            names.running.append(token.text)
        elif token.kind == "list":
            names.close()
            names.open = bool(names.groups)
        else:
            names.close()
            if token.kind == "in":
                place = token.text
    names.close()
    groups = names.groups[early:]
    groups = groups if any(not group.placed for group in groups) else names.groups
    # "esqueci o preço da PETR4": what can only be a name, and what the matter is said of, comes first.
    return sorted(groups, key=lambda group: (bool(group.placed), not group.code, not group.of))


def place_names(groups: Sequence[NameGroup], known: Callable[[str], bool]) -> list[NameGroup]:
    """The names, each looked up in the known places that stand beside them; what is not there is asked about.

    >>> [each.items for each in place_names([NameGroup(["A", "B"]), NameGroup(["C"], "in")], bool)]
    [['A in C', 'B in C']]
    """
    named = [group for group in groups if not group.placed]
    places = next(([*filter(known, each.items)] for each in groups if each.placed), [])
    if not named or not places:
        return list(groups)
    by = next(each.placed for each in groups if each.placed)
    pairs = (f"{name} {by} {place}" for name in named[0].items for place in places)
    return [NameGroup(list(islice(pairs, MOST))), *named[1:]]


def list_names(text: str, hinted: Sequence[Span] = (), strict: bool = False) -> list[str]:
    """All names in a text, whichever group they stand in."""
    return [item for group in read_groups(text, hinted, strict) for item in group.items]


def find_codes(text: str) -> list[str]:
    """The codes ("PETR4") of a message that holds nothing else; none where it does."""
    empty = ("small", "join", "in", "list")
    found = [token.text for token in _list_tokens(text, [], False) if token.kind not in empty]
    return found if all(map(is_code, found)) else []


def is_code(word: str) -> bool:
    """Whether it is a code: letters and digits."""
    return _CODE.fullmatch(word) is not None


def find_breaks(text: str, hinted: Sequence[Span]) -> list[Span]:
    """Where a list's "and" or comma stands in a text."""
    return [(token.start, token.end) for token in _list_tokens(text, hinted, False) if token.kind == "list"]


def _list_tokens(text: str, hinted: Sequence[Span], strict: bool, beside: bool = False) -> list[Token]:
    """The words and commas of a text by their kind: word, list, join, in, small, hint."""
    found: list[Token] = []
    shouting = text.isupper()
    spans = _join_spans(hinted)
    starts = [start for start, _end in spans]
    for each in split_words(text):
        if each.stop and each.stop in ",;-":
            kind = "small" if each.stop == "-" else "list"
            found.append(Token(each.stop, "", found[-1].end if found else 0, each.start, kind=kind))
        word = _OWNERS.sub("", each.text) or each.text
        folded = normalise(word)
        shouted = len(word) > 1 and word.isupper() and not shouting  # "US", "EM": a name
        kind = "word"
        if (separates(folded) and not shouted) or (beside and folded in BESIDE):
            kind = "list"
        elif (place := bisect_left(starts, each.end)) and spans[place - 1][1] > each.start:
            kind = "hint"
        elif shouted:
            kind = "word"
        elif joins(folded):
            kind = "join"
        elif folded in IN:
            kind = "in"
        elif any(all(is_small(part, strict) for part in read(word)) for read in (words, plain)):
            kind = "small"
        found.append(replace(each, text=word, kind=kind))
    return found


def _join_spans(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, those that overlap as one.

    A token is then looked up in few steps, however many there are.
    """
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        elif start < end:
            apart.append((start, end))
    return apart
