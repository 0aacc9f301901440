"""What is looked up before a capability is called.

The user's words become what the domain calls it (`flow.pre`).

Done inside the step that needs it, so that a plan shows what the user asked for and no machinery (ADR 30).
Aliases of the manifest come first, then `search_capability`, then `search_fallback_capabilities`. One
candidate is taken, several are asked about, none is said. Of a name that nobody knows each word is looked up
("nordea de helsinque"): the candidate that has all of them is taken, what has only some ("PETR4 na Suécia")
is offered.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from language.normalise import words
from routing.planning.specs import TEXT, CapabilitySpec, DomainOutput, read_mapping
from routing.planning.understand.candidates import find_having_all, find_nearest, split_name
from routing.planning.understand.parameters import find_known_value, list_required

TOO_MANY = "too_many_names"
Search = Callable[[str, str], Awaitable[DomainOutput]]
LISTS = ("candidates", "matches", "items", "results")  # where a search puts what it found
CANDIDATES = 5
NAMES = ("name", "label", "title", "description")
LIST = "resolve_symbol_list"
PICKED = "_picked"  # of a list: which values the user picked for which name
Row = Mapping[str, Any]
Resolved = tuple[list[Any], Mapping[str, Any], DomainOutput | None]
"""The values of a name, what was asked of whom, and the question where it stays open."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidates of a search: `all` are meant, each by a part of the name.

    `elsewhere`: none is what was said.
    """

    rows: Sequence[Row]
    all: bool = False
    elsewhere: bool = False


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
        many = rule.get("type") == LIST
        if values.get(param) not in (None, "", []):
            continue
        names = values.get(param + TEXT)
        if names in (None, "", []):
            if rule.get("required") and param not in list_required(capability):
                return values, looked, DomainOutput.lacks([param])
            continue
        found = []
        texts = dict.fromkeys(map(str, names if isinstance(names, list | tuple) else [names]))
        if len(texts) > settings.PLAN_NAMES:
            return values, looked, DomainOutput.fail(TOO_MANY)
        picked = values.get(PICKED) or {}
        for text in texts:
            if text in picked:
                found += picked[text]
                continue
            taken, record, asks = await NameLookup(param, rule, search, values, capability).resolve(text)
            looked.append(record)
            if asks is not None:
                return values, looked, replace(asks, metadata={**asks.metadata, "name": text})
            found += taken
        values = {**values, param: found if many or len(found) > 1 else found[0]}
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
        names = [each for each in named if isinstance(each, str) and each]
        by = next(iter(names), None)
        record = {"param": self.param, "text": text, "by": by, "found": 0, "value": None}
        searches = [Searching(name, self.param, self.search) for name in names]
        for each in searches:
            if rows := await each.rows(text):
                return await self._choose(Candidates(rows), text, record, each)
        if all(each.problem is None for each in searches):
            for each in searches:
                found = await _by_parts(each, text, self.rule.get("type") == LIST, self.capability)
                if found.rows:
                    return await self._choose(found, text, record, each)
        problem = next((each.problem for each in searches if each.problem is not None), None)
        return [], {**record, "problem": problem or ""}, _not_found(self.param, text, problem is not None)

    async def _choose(
        self, found: Candidates, text: str, record: Mapping[str, Any], search: Searching
    ) -> Resolved:
        """What is taken of the candidates.

        All of several names, the only one that agrees with what is known beside it, or none, and a question.
        """
        param, known = self.param, self.known
        record = {**record, "by": search.by, "found": len(found.rows)}
        if found.all:
            taken = [each[param] for each in found.rows]
            return taken, {**record, "value": taken}, None
        rows = [row for row in found.rows if _agrees(row, known)]
        against = [] if rows or found.elsewhere else _list_contradicted(found.rows, known, self.capability)
        if against:  # "Santander no Brasil" may be a name of its own
            place = " ".join(str(known[name + TEXT]) for name in against)
            rows = [row for row in await search.rows(f"{text} {place}") if _agrees(row, known)]
            text, against = (text, []) if rows else (f"{text}, {place}", against)
        rows = rows or list(found.rows)
        if against or found.elsewhere:
            forget = [each for name in against for each in (name, name + TEXT)]
            return [], record, _asks("symbol_elsewhere", param, text, rows, forget=forget)
        exact = [each for each in rows if _is(text, each, param)]
        chosen = exact if len(exact) == 1 else rows
        if len(chosen) > 1:
            return [], record, _asks("ambiguous_symbol", param, text, rows)
        return [chosen[0][param]], {**record, "value": chosen[0][param]}, None


def _agrees(row: Row, known: Mapping[str, Any]) -> bool:
    """Whether a candidate has all that is known beside the name; one without the field agrees."""
    return all(
        str(row.get(name, value)).casefold() == value.casefold()
        for name, value in known.items()
        if isinstance(value, str) and not name.endswith(TEXT)
    )


def _list_contradicted(
    rows: Sequence[Row], known: Mapping[str, Any], capability: CapabilitySpec
) -> list[str]:
    """The parameters whose value the user said, which the manifest knows, and which no candidate has."""
    return [
        name
        for name, spec in capability.specs.items()
        if find_known_value(known.get(name + TEXT), spec) is not None
        and not any(_agrees(row, {name: known.get(name)}) for row in rows)
    ]


async def _by_parts(search: Searching, text: str, many: bool, capability: CapabilitySpec) -> Candidates:
    """What the words of an unknown name stand for: "nordea de helsinque", "petrobras vale"."""
    parts = split_name(text)
    found = {each: rows for each in parts if (rows := await search.rows(each))}
    if search.problem is not None:
        return Candidates([])  # a word is not known, whatever the others are
    rows = list({str(row[search.param]): row for part in found.values() for row in part}.values())
    called: list[Row] = [{**row, "_called": _list_aliases(row, capability)} for row in rows]
    if having_all := find_having_all(text, called):
        return Candidates([rows[called.index(each)] for each in having_all])
    if many and len(found) == len(parts) and all(len(part) == 1 for part in found.values()):
        return Candidates(rows, all=True)
    return Candidates([rows[called.index(each)] for each in find_nearest(text, called)], elsewhere=True)


def _list_aliases(row: Row, capability: CapabilitySpec) -> list[str]:
    """What the manifest calls the values of a candidate: "Brasil" of one whose market is BR."""
    return [
        alias
        for name, spec in capability.specs.items()
        for alias, value in read_mapping(spec, "aliases").items()
        if row.get(name) == value
    ]


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


def _is(text: str, candidate: Mapping[str, Any], param: str) -> bool:
    """Whether the user's words are the candidate's value itself."""
    return words(str(candidate[param])) == words(text)


def _not_found(param: str, text: str, failed: bool) -> DomainOutput:
    return _asks("symbol_lookup_failed" if failed else "symbol_not_found", param, text, [])


def _asks(resolution: str, param: str, text: str, found: Sequence[Row], **more: Any) -> DomainOutput:
    listed = {"candidates": [dict(each) for each in found[:CANDIDATES]]}
    return DomainOutput.asks(resolution, listed, param=param, text=text, **more)
