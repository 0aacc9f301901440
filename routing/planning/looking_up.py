"""What is looked up before a capability is called: the user's words become what the domain calls it (`flow.pre`).

Done inside the step that needs it, so that a plan shows what the user asked for and no machinery (ADR 30). Aliases of
the manifest come first, then `search_capability`, then `search_fallback_capabilities`. One candidate is taken, several
are asked about, none is said.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from django.conf import settings

from language.normalise import words
from routing.planning.catalogue import pre_flow
from routing.planning.entities import TEXT
from routing.planning.parameters import required
from routing.planning.resolving import properties
from routing.planning.specs import CapabilitySpec
from routing.planning.words import DomainOutput

TOO_MANY = "too_many_names"
Search = Callable[[str, str], Awaitable[DomainOutput]]
LISTS = ("candidates", "matches", "items", "results")  # where a search puts what it found
CANDIDATES = 5
NAMES = ("name", "label", "title", "description")


async def filled(
    values: dict[str, Any], capability: CapabilitySpec, search: Search
) -> tuple[dict[str, Any], list[Mapping[str, Any]], DomainOutput | None]:
    """The values with what was looked up, what was asked of whom, and the question where it stays open."""
    looked: list[Mapping[str, Any]] = []
    for rule in pre_flow(capability):
        param = str(rule["param"])
        many = rule.get("type") == "resolve_symbol_list"
        if values.get(param) not in (None, "", []):
            continue
        said = values.get(param + TEXT)
        if said in (None, "", []):
            if rule.get("required") and param not in required(capability):
                return values, looked, _missing(param)
            continue
        found = []
        texts = dict.fromkeys(map(str, said if isinstance(said, list | tuple) else [said]))
        if len(texts) > settings.PLAN_NAMES:
            return values, looked, _too_many()
        for text in texts:
            value, told, asks = await _one(text, param, rule, search, values)
            looked.append(told)
            if asks is not None:
                return values, looked, asks
            found.append(value)
        values = {**values, param: found if many or len(found) > 1 else found[0]}
    return values, looked, None


async def _one(
    text: str, param: str, rule: Mapping[str, Any], search: Search, known: Mapping[str, Any]
) -> tuple[Any, Mapping[str, Any], DomainOutput | None]:
    fallbacks = rule.get("search_fallback_capabilities")
    names = [rule.get("search_capability"), *(fallbacks if isinstance(fallbacks, list) else ())]
    failed, said = False, ""
    for name in (each for each in names if isinstance(each, str) and each):
        output = await search(name, text)
        if output.status == "failure":
            failed, said = True, output.explanation
            continue
        found = candidates(output.result, param)
        if not found:
            continue
        found = _narrowed(found, param, known)
        exact = [each for each in found if _is(text, each, param)]
        chosen = exact[0] if len(exact) == 1 else found[0] if len(found) == 1 else None
        told = {"param": param, "text": text, "by": name, "found": len(found), "value": None}
        if chosen is not None:
            return chosen[param], {**told, "value": chosen[param]}, None
        return None, told, _asks("ambiguous_symbol", param, text, found)
    told = {"param": param, "text": text, "by": names[0], "found": 0, "value": None, "problem": said}
    return None, told, _asks("symbol_lookup_failed" if failed else "symbol_not_found", param, text, [])


def candidates(result: Any, param: str) -> list[dict[str, Any]]:
    """What a search found, each with its value under the parameter's name."""
    rows: Any = result
    if isinstance(result, Mapping):
        rows = next((result[name] for name in LISTS if isinstance(result.get(name), list)), None)
        if rows is None:
            rows = [result] if _key(result, param) else []
    found = []
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping):
            key = _key(row, param)
            if key:
                found.append({**row, param: row[key]})
        elif isinstance(row, str | int):
            found.append({param: row})
    return found


def _key(row: Mapping[str, Any], param: str) -> str:
    """Where a candidate has the parameter's value: under its name, or that of one of several (symbols, symbol)."""
    names = (param, param.removesuffix("s"), "value", "id")
    return next((name for name in names if row.get(name) not in (None, "")), "")


def name_of(candidate: Mapping[str, Any]) -> Any:
    """How people know a candidate; None: by its value alone."""
    return next((candidate[name] for name in NAMES if candidate.get(name)), None)


def query_of(capability: CapabilitySpec) -> str:
    """The parameter in which a search takes its text."""
    known = properties(capability.schema)
    wanted = required(capability)
    return next((name for name in ("query", *wanted, *known) if not known or name in known), "query")


def _narrowed(found: list[dict[str, Any]], param: str, known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The candidates that agree with what is known beside the name ("Nordea na Suécia"); all where none does."""
    beside = {
        name: str(value).casefold()
        for name, value in known.items()
        if name != param and isinstance(value, str)
    }
    fits = [
        each for each in found
        if all(str(each[name]).casefold() == value for name, value in beside.items() if name in each)
    ]  # fmt: skip
    return fits or found


def _is(text: str, candidate: Mapping[str, Any], param: str) -> bool:
    """Whether the user's words are the candidate's value itself."""
    return words(str(candidate[param])) == words(text)


def _too_many() -> DomainOutput:
    return DomainOutput("failure", None, "", 0.0, {"error": TOO_MANY})


def _missing(param: str) -> DomainOutput:
    about = {"missing_required_params": [param], "resolution": "missing_required_params"}
    return DomainOutput("clarification", None, "", 1.0, about)


def _asks(resolution: str, param: str, text: str, found: Sequence[Mapping[str, Any]]) -> DomainOutput:
    listed = [dict(each) for each in found[:CANDIDATES]]
    about = {"resolution": resolution, "param": param, "text": text}
    return DomainOutput("clarification", {"candidates": listed}, "", 1.0, about)
