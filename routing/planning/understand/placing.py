"""Which name goes with which place.

"preço da Nordea na Suécia e da Petrobras" says Sweden of one of them alone.

>>> groups = [NameGroup(["Nordea"]), Group(["Suécia"], "na"), Group(["Petrobras"], listed=True)]
>>> [each.items for each in each_with_its_own(groups, {"Suécia"}.__contains__)]
[['Nordea na Suécia', 'Petrobras']]

What is a place is what the domain's manifest says of its parameters: a value or an alias of one that names
nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from language.normalise import words
from routing.planning.specs import GoalSpec
from routing.planning.understand.catalogue import Catalogue, part, pre_flow

MOST = 1000  # more are refused anyway, and two lists of a long message have millions of pairs
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

    def is_known(self, said: str) -> bool:
        return tuple(words(said)) in self._known

    def together(self, before: str, said: str) -> bool:
        """Whether what is said behind a place is one more place, and no name."""
        return self.is_known(said) or not (self._many or self.is_known(before))

    @cached_property
    def _known(self) -> frozenset[tuple[str, ...]]:
        domain = self._catalogue.domain(self._goal.domain)
        own = list(domain.capabilities.values()) if domain is not None else []
        names = {str(rule["param"]) for each in own for rule in pre_flow(each)}
        names |= {name.removesuffix("_text") for name, each in self._goal.entities.items() if each.required}
        specs = [
            spec
            for each in own
            for name, spec in part(each, "parameter_specs").items()
            if name not in names and isinstance(spec, Mapping)
        ]
        said = {str(value) for spec in specs for key in ("aliases", "enum") for value in _values(spec, key)}
        return frozenset(tuple(words(each)) for each in said)


def each_with_its_own(
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
    said = [place for run in runs for place in run.places]
    names = [name for run in runs for name in run.names]
    if not said:
        return [NameGroup(names), *rest, *(group for group in groups[first:] if group.placed)]
    if of_one and len(runs) == len(said) == 1:
        by, _, place = said[0].partition(" ")
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


def _values(spec: Mapping[str, object], key: str) -> Iterable[object]:
    found = spec.get(key)
    return found if isinstance(found, Mapping | list | tuple) else ()
