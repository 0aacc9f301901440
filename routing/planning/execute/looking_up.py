"""What is looked up before a capability is called, and which of several candidates some words speak of.

The user's words become what the domain calls it (`flow.pre`), inside the step that needs it, so that a plan
shows what the user asked for and no machinery (ADR 30). Aliases of the manifest come first, then
`search_capability`, then `search_fallback_capabilities`. One candidate is taken, several are asked about,
none is said. Of a name that nobody knows each word is looked up ("nordea de helsinque"): the candidate that
has all of them is taken, what has only some ("PETR4 na Suécia") is offered.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from language.function_words import is_small, joins
from language.normalise import normalise, words
from outbound.cleaning import list_texts
from routing.planning.specs import TEXT, CapabilitySpec, DomainOutput, read_mapping
from routing.planning.understand.names import list_names
from routing.planning.understand.parameters import find_known_value, list_required

TOO_MANY = "too_many_names"
Search = Callable[[str, str], Awaitable[DomainOutput]]
LISTS = ("candidates", "matches", "items", "results")  # where a search puts what it found
CANDIDATES = 5
READ = 40  # words of an answer that are held against the candidates
PARTS = 4  # words of a name that nobody knows which are looked up one by one
NAMES = ("name", "label", "title", "description")
LIST = "resolve_symbol_list"
PICKED = "_picked"  # which values the user picked for which name
EMPTY: tuple[Any, ...] = (None, "", [])
Row = Mapping[str, Any]
Resolved = tuple[list[Any], Mapping[str, Any], DomainOutput | None]
"""The values of a name, what was asked of whom, and the question where it stays open."""


@dataclass(slots=True)
class Searching:
    """One capability that is asked for one name: for each text once, and no more where it failed."""

    by: str
    param: str
    search: Search
    problem: str | None = None  # what it said when it failed
    known: dict[str, list[Row]] = field(default_factory=dict)

    async def rows(self, text: str) -> list[Row]:
        """What it finds for a text; nothing where it failed, now or before."""
        if self.problem is None and text not in self.known:
            output = await self.search(self.by, text)
            failed = output.status == "failure"
            self.problem = output.explanation if failed else None
            self.known[text] = [] if failed else candidates(output.result, self.param)
        return self.known.get(text, [])


async def fill(
    values: dict[str, Any], capability: CapabilitySpec, search: Search
) -> tuple[dict[str, Any], list[Mapping[str, Any]], DomainOutput | None]:
    """The values with what was looked up, what was asked of whom, and the question where it stays open."""
    looked: list[Mapping[str, Any]] = []
    for rule in capability.pre_flow:
        param = str(rule["param"])
        names, picked = values.get(param + TEXT), values.get(PICKED) or {}
        if values.get(param) not in EMPTY:
            continue
        if names in EMPTY:
            if rule.get("required") and param not in list_required(capability):
                return values, looked, DomainOutput.lacks([param])
            continue
        found: list[Any] = []
        texts = dict.fromkeys(map(str, names if isinstance(names, list | tuple) else [names]))
        if len(texts) > settings.PLAN_NAMES:
            return values, looked, DomainOutput.fail(TOO_MANY)
        for text in texts:
            if text in picked:
                found += picked[text]
                continue
            taken, record, asks = await NameLookup(param, rule, search, values, capability).resolve(text)
            looked.append(record)
            if asks is not None:
                return values, looked, replace(asks, metadata={**asks.metadata, "name": text})
            found += taken
        values = {**values, param: found if rule.get("type") == LIST or len(found) > 1 else found[0]}
    return values, looked, None


@dataclass(frozen=True, slots=True)
class NameLookup:
    """One parameter whose names stand for values: the manifest's `rule`, and what is `known` beside it."""

    param: str
    rule: Mapping[str, Any]
    search: Search
    known: Mapping[str, Any]
    capability: CapabilitySpec

    async def resolve(self, text: str) -> Resolved:
        """The values that a name stands for, what was asked of whom, and the question where it stays open."""
        fallbacks = self.rule.get("search_fallback_capabilities")
        named = [self.rule.get("search_capability"), *(fallbacks if isinstance(fallbacks, list) else ())]
        searches = [Searching(each, self.param, self.search) for each in named if each]
        for each in searches:
            if rows := await each.rows(text):
                return await self._choose(rows, text, each)
        if all(each.problem is None for each in searches):
            for each in searches:
                rows, whole = await self._find_by_words(each, text)
                if rows:
                    return await self._choose(rows, text, each, elsewhere=not whole)
        problem = next((each.problem for each in searches if each.problem is not None), None)
        record = {"param": self.param, "text": text, "by": next((each.by for each in searches), None)}
        resolution = "symbol_not_found" if problem is None else "symbol_lookup_failed"
        asks = self._ask(resolution, text, [])
        return [], {**record, "found": 0, "value": None, "problem": problem or ""}, asks

    async def _choose(
        self, found: Sequence[Row], text: str, search: Searching, elsewhere: bool = False
    ) -> Resolved:
        """The only candidate that agrees with what is known beside the name, or none, and a question.

        `elsewhere`: none of them is what was said.
        """
        param, known = self.param, self.known
        record = {"param": param, "text": text, "by": search.by, "found": len(found), "value": None}
        rows = [row for row in found if _agrees(row, known)]
        against = [] if rows or elsewhere else self._list_contradicted(found)
        if against:  # "Santander no Brasil" may be a name of its own
            place = " ".join(str(known[name + TEXT]) for name in against)
            rows = [row for row in await search.rows(f"{text} {place}") if _agrees(row, known)]
            text, against = (text, []) if rows else (f"{text}, {place}", against)
        rows = rows or list(found)
        if against or elsewhere:
            forget = [each for name in against for each in (name, name + TEXT)]
            return [], record, self._ask("symbol_elsewhere", text, rows, forget=forget)
        exact = [each for each in rows if words(str(each[param])) == words(text)]
        chosen = exact if len(exact) == 1 else rows
        if len(chosen) > 1:
            return [], record, self._ask("ambiguous_symbol", text, rows)
        return [chosen[0][param]], {**record, "value": chosen[0][param]}, None

    def _ask(self, resolution: str, text: str, found: Sequence[Row], **more: Any) -> DomainOutput:
        listed = {"candidates": [dict(each) for each in found[:CANDIDATES]]}
        return DomainOutput.asks(resolution, listed, param=self.param, text=text, **more)

    def _list_contradicted(self, rows: Sequence[Row]) -> list[str]:
        """The parameters whose value the user said, which the manifest knows, and which no candidate has."""
        return [
            name
            for name, spec in self.capability.specs.items()
            if find_known_value(self.known.get(name + TEXT), spec) is not None
            and not any(_agrees(row, {name: self.known.get(name)}) for row in rows)
        ]

    async def _find_by_words(self, search: Searching, text: str) -> tuple[list[Row], bool]:
        """What has the most words of a name that nobody knows ("nordea de helsinque"), and whether all."""
        found: dict[str, Row] = {}
        for word in split_name(text):
            found |= {str(row[self.param]): row for row in await search.rows(word)}
        if search.problem is not None:
            return [], False  # a word is not known, whatever the others are
        called = [{**row, "_called": self._list_aliases(row)} for row in found.values()]
        nearest = find_nearest(text, called)
        typed = list_naming_words(text)
        whole = bool(nearest) and all(_has(nearest[0], word) for word in typed)
        return [found[str(row[self.param])] for row in nearest], whole

    def _list_aliases(self, row: Row) -> list[str]:
        """What the manifest calls the values of a candidate: "Brasil" of one whose market is BR."""
        return [
            alias
            for name, spec in self.capability.specs.items()
            for alias, value in read_mapping(spec, "aliases").items()
            if row.get(name) == value
        ]


def _agrees(row: Row, known: Mapping[str, Any]) -> bool:
    """Whether a candidate has all that is known beside the name; one without the field agrees."""
    return all(
        str(row.get(name, value)).casefold() == value.casefold()
        for name, value in known.items()
        if isinstance(value, str) and not name.endswith(TEXT)
    )


def choose_candidate(text: str, candidates: Sequence[Row]) -> Row | None:
    """The one candidate that the words speak of ("a de Estocolmo"), also by the beginning of a word."""
    best = find_nearest(text, candidates)
    return best[0] if len(best) == 1 else None


def find_nearest(text: str, candidates: Sequence[Row]) -> list[Row]:
    """The candidates that have most of the words; none, where no candidate has any."""
    typed = list_naming_words(text)
    counts = [(sum(_has(each, word) for word in typed), each) for each in candidates]
    most = max((count for count, _each in counts), default=0)
    return [each for count, each in counts if most and count == most]


def list_naming_words(text: str) -> list[str]:
    """The words of a text that may name something."""
    items = list_names(text, strict=True)
    return [word for item in items for word in words(item) if not joins(word) or word == normalise(item)][
        :READ
    ]


def split_name(text: str) -> list[str]:
    """The words of a short name, each of which may be a name; none for one word, and for many."""
    parts = [word for word in text.split() if not is_small(normalise(word), strict=True)]
    return parts if 1 < len(parts) <= PARTS else []


def _has(candidate: Row, word: str) -> bool:
    """Whether a candidate has a word in any text of it, whichever domain found it."""
    known = (each for text in list_texts(candidate) for each in words(text))
    return any(each == word or (len(word) > 3 and each.startswith(word)) for each in known)


def candidates(result: Any, param: str) -> list[Row]:
    """What a search found, each with its value under the parameter's name."""
    rows: Any = result
    if isinstance(result, Mapping):
        rows = next((result[name] for name in LISTS if isinstance(result.get(name), list)), None)
        if rows is None:
            rows = [result] if _key(result, param) else []
    found: list[Row] = []
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping):
            key = _key(row, param)
            if key:
                found.append({**row, param: row[key]})
        elif isinstance(row, str | int):
            found.append({param: row})
    return found


def _key(row: Mapping[str, Any], param: str) -> str:
    """Where a candidate has the parameter's value.

    Under its name, or that of one of several (symbols, symbol).
    """
    names = (param, param.removesuffix("s"), "value", "id")
    return next((name for name in names if row.get(name) not in (None, "")), "")


def name_of(candidate: Mapping[str, Any]) -> Any:
    """How people know a candidate; None: by its value alone."""
    return next((candidate[name] for name in NAMES if candidate.get(name)), None)


def find_query(capability: CapabilitySpec) -> str:
    """The parameter in which a search takes its text."""
    known = capability.properties
    wanted = list_required(capability)
    return next((name for name in ("query", *wanted, *known) if not known or name in known), "query")
