"""Which name goes with which place.

"preço da Nordea na Suécia e da Petrobras" says Sweden of one of them alone.

>>> groups = [NameGroup(["Nordea"]), NameGroup(["Suécia"], "na"), NameGroup(["Petrobras"], listed=True)]
>>> [each.items for each in give_each_its_place(groups, {"Suécia"}.__contains__)]
[['Nordea na Suécia', 'Petrobras']]

What is a place is what the domain's manifest says of its parameters: a value or an alias of one that names
nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from language.function_words import BESIDE, IN, OF, is_small, joins, separates
from language.lexicon.phrase import plain
from language.normalise import normalise, words
from routing.planning.specs import TEXT, GoalSpec, read_list, read_mapping
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.tokens import ENDS, Span, split_words

MOST = 1000  # more are refused anyway, and two lists of a long message have millions of pairs
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w.-]{4,}")  # letters and digits: "PETR4"
_OWNERS = re.compile(r"(?<=\w)['’]s$")  # "nvidia's price"
Together = Callable[[str, str], bool]  # of two that a list's "and" stands between


@dataclass(slots=True)
class NameGroup:
    """Names that stand together in a message: the members of one list.

    `placed` is the word for a place or time before them ("na"); `listed`: what stands between them and the
    group before is a list's "and"; `of`: they stand behind a word like "da"; `code`: they hold a code like
    "PETR4".
    """

    items: list[str]
    placed: str = ""
    listed: bool = False
    of: bool = False
    code: bool = False


@dataclass(slots=True)
class _NameRun:
    """Names, and what is said of all of them."""

    names: list[str]
    places: list[str] = field(default_factory=list)


class Places:
    """What the goal's domain knows as a value of a parameter that is no name of something.

    `many`: the goal takes several names at once.
    """

    def __init__(self, goal: GoalSpec, catalogue: Catalogue, many: bool) -> None:
        self._goal, self._catalogue, self._many = goal, catalogue, many

    def is_known(self, name: str) -> bool:
        return tuple(words(name)) in self._known

    def together(self, before: str, name: str) -> bool:
        """Whether what is said behind a place is one more place, and no name."""
        return self.is_known(name) or not (self._many or self.is_known(before))

    @cached_property
    def _known(self) -> frozenset[tuple[str, ...]]:
        own = self._catalogue.domains[self._goal.domain].capabilities.values()
        names = {str(rule["param"]) for each in own for rule in each.pre_flow}
        names |= {name.removesuffix(TEXT) for name, each in self._goal.entities.items() if each.required}
        specs = [spec for each in own for name, spec in each.specs.items() if name not in names]
        labels = {
            label for spec in specs for label in (*read_mapping(spec, "aliases"), *read_list(spec, "enum"))
        }
        return frozenset(tuple(words(str(each))) for each in labels)


def give_each_its_place(
    groups: Sequence[NameGroup], known: Callable[[str], bool], of_one: bool = False
) -> list[NameGroup]:
    """The groups, where each name has its place with it once one place is not said of all.

    `of_one`: the goal takes one place, for all of its names.
    """
    named = [at for at, group in enumerate(groups) if not group.placed]
    if not named:
        return list(groups)
    # "esqueci o preço da PETR4": what can only be a name, and what the matter is said of, comes before any
    # other word.
    first = min(named, key=lambda at: (not groups[at].code, not groups[at].of, at))
    while groups[first].listed and (before := [at for at in named if at < first]):
        first = before[-1]
    runs, rest = [_NameRun(list(groups[first].items))], list(groups[:first])
    for group in groups[first + 1 :]:
        if group.placed:
            runs[-1].places += [f"{group.placed} {item}" for item in group.items if known(item)]
        elif not group.listed:
            rest.append(group)
        elif runs[-1].places:
            runs.append(_NameRun(list(group.items)))
        else:
            runs[-1].names += group.items
    placed = [place for run in runs for place in run.places]
    names = [name for run in runs for name in run.names]
    if not placed:
        return [NameGroup(names), *rest, *(group for group in groups[first:] if group.placed)]
    if of_one and len(runs) == len(placed) == 1:
        by, _, place = placed[0].partition(" ")
        return [NameGroup(names), NameGroup([place], by), *rest]
    both = (f"{name} {place}".strip() for run in runs for name in run.names for place in run.places or [""])
    return [NameGroup(list(islice(both, MOST))), *rest]


def join_groups(groups: Sequence[NameGroup]) -> list[NameGroup]:
    """The groups, places with only a list's "and" between them as one."""
    found: list[NameGroup] = []
    for group in groups:
        if group.listed and group.placed and found and found[-1].placed:
            found[-1].items += group.items
        else:
            found.append(group)
    return found


@dataclass(slots=True)
class _Token:
    text: str
    start: int
    end: int
    kind: str = "word"  # word, list, join, in, small, hint
    stop: bool = False  # a sentence ends before it


def goes_anywhere(before: str, name: str) -> bool:
    """Where nobody knows what a place is, any word goes on a list."""
    return True


@dataclass(slots=True)
class _NamesSoFar:
    """The names found so far."""

    groups: list[NameGroup] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    open: bool = False  # the last group goes on: only a list's "and" stood between
    place: str = ""
    of: bool = False
    together: Together = goes_anywhere

    def close(self) -> None:
        if not self.running:
            return
        name, code = " ".join(self.running), any(map(is_code, self.running))
        last = self.groups[-1] if self.open and self.groups else None
        if last is not None and not self.place and (not last.placed or self.together(last.items[-1], name)):
            last.items.append(name)
            last.code = last.code or code
        else:
            self.groups.append(NameGroup([name], self.place, last is not None, self.of, code))
        self.running, self.open, self.place = [], False, ""


def read_groups(
    text: str,
    hinted: Sequence[Span],
    strict: bool = False,
    beside: bool = False,
    since: int = 0,
    together: Together = goes_anywhere,
) -> list[NameGroup]:
    """The names in a text, apart from hints and small words.

    `beside`: "with" and "vs" stand between members; `since` is where the matter begins: sentences before it
    name nothing where that one does; `together`: whether a word goes on a list of places ("na Suécia e
    Finlândia", but "na Suécia e VALE3").
    """
    tokens = _tokens(text, hinted, strict)
    if beside:
        for token in tokens:
            if normalise(token.text) in BESIDE:
                token.kind = "list"
    names, place = _NamesSoFar(together=together), ""
    early = 0  # groups of the sentences before the matter: "Sou a Ana. Qual o preço ...?"
    for number, token in enumerate(tokens):
        if token.stop:
            names.close()
            names.open, place = False, ""
            early = len(names.groups) if token.start <= since else early
        inside = bool(names.running) and number + 1 < len(tokens) and tokens[number + 1].kind == "word"
        if token.kind == "word":
            if not names.running:
                names.place, names.of = place, number > 0 and normalise(tokens[number - 1].text) in OF
            elif is_code(token.text) and is_code(names.running[-1]):
                names.close()  # "petr4 vale3": two codes are two names
                names.open = True
            elif is_code(names.running[-1]) and token.text.islower():
                names.close()  # "PETR4 subiu"
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
    return groups if any(not group.placed for group in groups) else names.groups


def list_names(text: str, hinted: Sequence[Span] = (), strict: bool = False) -> list[str]:
    """All names in a text, whichever group they stand in."""
    return [item for group in read_groups(text, hinted, strict) for item in group.items]


def find_codes(text: str) -> list[str]:
    """The codes ("PETR4") of a message that holds nothing else; none where it does."""
    empty = ("small", "join", "in", "list")
    found = [token.text for token in _tokens(text, [], False) if token.kind not in empty]
    return found if all(map(is_code, found)) else []


def is_code(word: str) -> bool:
    """Whether it is a code: letters and digits."""
    return _CODE.fullmatch(word) is not None


def find_breaks(text: str, hinted: Sequence[Span]) -> list[Span]:
    """Where a list's "and" or comma stands in a text."""
    return [(token.start, token.end) for token in _tokens(text, hinted, False) if token.kind == "list"]


def _tokens(text: str, hinted: Sequence[Span], strict: bool) -> list[_Token]:
    found: list[_Token] = []
    shouting = text.isupper()
    spans = _apart(hinted)
    starts = [start for start, _end in spans]
    for each in split_words(text):
        if each.stop and each.stop in ",;":
            found.append(_Token(each.stop, found[-1].end if found else 0, each.start, "list"))
        word = _OWNERS.sub("", each.text) or each.text
        token = _Token(word, each.start, each.end, stop=bool(each.stop) and each.stop in ENDS)
        folded = normalise(word)
        shouted = len(word) > 1 and word.isupper() and not shouting  # "US", "EM": a name
        if separates(folded) and not shouted:
            token.kind = "list"
        elif (place := bisect_left(starts, token.end)) and spans[place - 1][1] > token.start:
            token.kind = "hint"
        elif shouted:
            token.kind = "word"
        elif joins(folded):
            token.kind = "join"
        elif folded in IN:
            token.kind = "in"
        elif any(all(is_small(part, strict) for part in read(word)) for read in (words, plain)):
            token.kind = "small"
        if each.stop == "-":
            found.append(_Token("-", each.start, each.start, "small"))
        found.append(token)
    return found


def _apart(spans: Sequence[Span]) -> list[Span]:
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
