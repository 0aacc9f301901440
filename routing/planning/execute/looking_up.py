"""What is looked up before a capability is called.

The user's words become what the domain calls it (`flow.pre`).

Done inside the step that needs it, so that a plan shows what the user asked for and no machinery (ADR 30).
Aliases of the manifest come first, then `search_capability`, then `search_fallback_capabilities`. One
candidate is taken, several are asked about, none is said. A name that nobody knows is looked up by its parts
("nordea de helsinque"); what only contradicts what the user said beside it ("PETR4 na Suécia") is offered,
and not taken.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from language.normalise import words
from routing.planning.specs import TEXT, CapabilitySpec, DomainOutput
from routing.planning.understand.candidates import (
    find_having_all,
    find_nearest,
    is_common,
    is_kind,
    split_heads,
    split_name,
)
from routing.planning.understand.parameters import find_known_value, list_required

TOO_MANY = "too_many_names"
Search = Callable[[str, str], Awaitable[DomainOutput]]
LISTS = ("candidates", "matches", "items", "results")  # where a search puts what it found
CANDIDATES = 5
NAMES = ("name", "label", "title", "description")
LIST = "resolve_symbol_list"
PICKED = "_picked"  # of a list: which values the user picked for which name
Row = Mapping[str, Any]
Specs = Mapping[str, Mapping[str, Any]]  # what the manifest says of the parameters of a capability


@dataclass(frozen=True, slots=True)
class Beside:
    """A parameter that is known beside a name.

    Its value, and the user's words for it as `text` (empty: it is remembered).
    """

    name: str
    value: str
    text: str
    spec: Mapping[str, Any]

    def agrees(self, row: Row) -> bool:
        """Whether a candidate has this value; one without the field agrees with all."""
        if self.name not in row or str(row[self.name]).casefold() == self.value.casefold():
            return True
        return bool(self.text) and bool(find_having_all(self.text, [row]))

    def contradicts(self, row: Row) -> bool:
        """Whether a candidate has another value than the user said, and the manifest knows both."""
        if not self.text or self.agrees(row):
            return False
        known = [find_known_value(each, self.spec) for each in (self.text, row[self.name])]
        return None not in known and known[0] != known[1]


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
        picked, specs = values.get(PICKED) or {}, capability.specs
        beside = _beside(param, values, specs)
        for text in texts:
            if text in picked:
                found += picked[text]
                continue
            taken, search_record, asks = await _one(text, param, rule, search, beside, specs)
            looked.append(search_record)
            if asks is not None:
                return values, looked, replace(asks, metadata={**asks.metadata, "name": text})
            found += taken
        values = {**values, param: found if many or len(found) > 1 else found[0]}
    return values, looked, None


async def _one(
    text: str,
    param: str,
    rule: Mapping[str, Any],
    search: Search,
    beside: Sequence[Beside],
    specs: Specs,
) -> tuple[list[Any], Mapping[str, Any], DomainOutput | None]:
    """The values that a name stands for, what was asked of whom, and the question where it stays open."""
    fallbacks = rule.get("search_fallback_capabilities")
    names = [rule.get("search_capability"), *(fallbacks if isinstance(fallbacks, list) else ())]
    names = [each for each in names if isinstance(each, str) and each]
    search_record: dict[str, Any] = {
        "param": param,
        "text": text,
        "by": next(iter(names), None),
        "found": 0,
        "value": None,
    }
    searches = [Searching(name, param, search) for name in names]
    for each in searches:
        if rows := await each.rows(text):
            return await _of(Candidates(rows), text, {**search_record, "by": each.by}, each, beside)
    if all(each.problem is None for each in searches):
        for each in searches:
            found = await _by_parts(each, text, rule.get("type") == LIST, specs)
            if found.rows:
                return await _of(found, text, {**search_record, "by": each.by}, each, beside)
    problem = next((each.problem for each in searches if each.problem is not None), None)
    return [], {**search_record, "problem": problem or ""}, _not_found(param, text, problem is not None)


async def _of(
    found: Candidates, text: str, search_record: dict[str, Any], search: Searching, beside: Sequence[Beside]
) -> tuple[list[Any], Mapping[str, Any], DomainOutput | None]:
    """What is taken of the candidates.

    All of several names, the only one that fits, or none, and a question.
    """
    param, search_record = search_record["param"], {**search_record, "found": len(found.rows)}
    if found.all:
        taken = [each[param] for each in found.rows]
        return taken, {**search_record, "value": taken}, None
    against = [each for each in beside if found.rows and all(map(each.contradicts, found.rows))]
    rows = narrow(found.rows, beside)
    if against and not found.elsewhere:  # "Santander no Brasil" may be a name of its own
        more = " ".join(each.text for each in against)
        others = await search.rows(f"{text} {more}")
        if search.problem is not None:
            return (
                [],
                {**search_record, "problem": search.problem},
                _not_found(param, f"{text}, {more}", True),
            )
        fit = [row for row in others if not any(each.contradicts(row) for each in against)]
        rows, against = (narrow(fit, beside), []) if fit else (rows, against)
        text = f"{text}, {more}" if against else text
    exact = [each for each in rows if _is(text, each, param)]
    chosen = exact[0] if len(exact) == 1 else rows[0] if len(rows) == 1 else None
    if against or found.elsewhere:
        forget = [name for each in against for name in (each.name, each.name + TEXT)]
        return [], search_record, _asks("symbol_elsewhere", param, text, rows, forget=forget)
    if chosen is not None:
        return [chosen[param]], {**search_record, "value": chosen[param]}, None
    return [], search_record, _asks("ambiguous_symbol", param, text, rows)


async def _by_parts(search: Searching, text: str, many: bool, specs: Specs) -> Candidates:
    """What parts of a name that is unknown as a whole stand for: "nordea de helsinque", "petrobras vale"."""
    for head, rest in split_heads(text):
        if rows := await search.rows(head):
            kind = is_kind(head, _names(rows))  # "bank of ...": of which one is not said
            if matching := find_having_all(rest, rows):
                return Candidates(matching, elsewhere=kind)
            if not kind and (matching := await _in_its_place(search, head, rest, specs)):
                return Candidates(matching)
            if not kind:
                return Candidates(find_nearest(rest, rows) or rows, elsewhere=True)
    found = {each: rows for each in split_name(text) if (rows := await search.rows(each))}
    own = [rows for each, rows in found.items() if not is_kind(each, _names(rows))]
    rare = [rows for each, rows in found.items() if rows in own and not is_common(each, _names(rows))]
    parts = rare or own
    if search.problem is not None:
        return Candidates([])  # a part is not known, whatever the others are
    rows = list({str(each[search.param]): each for part in parts for each in part}.values())
    if near := find_having_all(text, rows):
        return Candidates(near)
    if len(parts) < 2 and len(parts) == len(found):
        return Candidates([])
    every = many and len(parts) == len(found) and all(len(part) == 1 for part in parts)
    return Candidates(rows, every, elsewhere=True)


async def _in_its_place(search: Searching, name: str, place: str, specs: Specs) -> list[Row]:
    """What a name stands for in a place of its own, by what the manifest calls it: "Santander no Brasil"."""
    known = [
        Beside(each, str(value), place, spec)
        for each, spec in specs.items()
        if (value := find_known_value(place, spec))
    ]
    for text in (name, f"{name} {place}"):
        rows = await search.rows(text) if known else []
        if fit := [row for row in rows if any(one.name in row and one.agrees(row) for one in known)]:
            return fit
    return []


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


def _names(rows: Sequence[Row]) -> list[str]:
    return [str(name) for row in rows if (name := name_of(row))]


def query_of(capability: CapabilitySpec) -> str:
    """The parameter in which a search takes its text."""
    known = capability.properties
    wanted = list_required(capability)
    return next((name for name in ("query", *wanted, *known) if not known or name in known), "query")


def _beside(param: str, known: Mapping[str, Any], specs: Specs) -> list[Beside]:
    """What is known beside a name: what the user said, as the manifest knows it, and what is remembered."""
    return [
        Beside(name, value, str(known.get(name + TEXT) or ""), specs.get(name, {}))
        for name, value in known.items()
        if name != param and isinstance(value, str) and not name.endswith(TEXT)
    ]


def narrow(found: Sequence[Row], beside: Sequence[Beside]) -> list[Row]:
    """The candidates that agree with what is known beside the name ("Nordea na Suécia").

    All where none does.
    """
    fit = [each for each in found if all(one.agrees(each) for one in beside)]
    return fit or [each for each in found if not any(one.contradicts(each) for one in beside)] or list(found)


def _is(text: str, candidate: Mapping[str, Any], param: str) -> bool:
    """Whether the user's words are the candidate's value itself."""
    return words(str(candidate[param])) == words(text)


def _not_found(param: str, text: str, failed: bool) -> DomainOutput:
    return _asks("symbol_lookup_failed" if failed else "symbol_not_found", param, text, [])


def _asks(resolution: str, param: str, text: str, found: Sequence[Row], **more: Any) -> DomainOutput:
    listed = {"candidates": [dict(each) for each in found[:CANDIDATES]]}
    return DomainOutput.asks(resolution, listed, param=param, text=text, **more)
