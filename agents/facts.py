"""Figures, identifiers and dates in a text, in one spelling, so that two texts can be compared.

>>> sorted(facts("A fatura INV001 de R$ 1.234,50 vence em 10/03/2026.")[0].spellings)
['inv001']

Also what a conversation has said so far, for whoever asks where a figure of an answer comes from.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from conversations.client_tools import MARK
from conversations.turn import ToolResult, TurnContext
from language.days import DATE
from language.quantities import NUMBER, spell, write

# Bounded looks ahead: "a-a-a-..." would otherwise cost the square of its length.
IDENTIFIER = r"(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[a-z])[a-z0-9]{1,40}(?:[-_][a-z0-9]{1,40}){0,8}"
FACT = re.compile(
    rf"(?<!\w)(?:(?P<date>{DATE})(?:(?!\w)|(?=T(?:\d|\b)))"
    rf"|(?:(?P<id>{IDENTIFIER})|(?P<number>{NUMBER}))(?!\w))",
    re.IGNORECASE,
)
SMALL = 12  # counts and list numbers are nobody's claim
BEGINS_WELL = '{"ok":true'  # a long result of a tool that did its work, of which the end is not kept


class CheckableFact(NamedTuple):
    """One checkable thing as written, and every spelling it may stand for."""

    text: str
    spellings: frozenset[str]
    at: int = 0  # where it begins


def facts(text: str) -> list[CheckableFact]:
    """Every fact of a text, in order."""
    return [CheckableFact(match[0], _spellings(match), match.start()) for match in FACT.finditer(text)]


def collect_spellings(text: str) -> set[str]:
    """All spellings in a text that others may rest on."""
    return {spelling for fact in facts(text) for spelling in fact.spellings}


def texts_of(value: Any) -> Iterable[str]:
    """The texts and numbers of a tool's result, and how many there are in a list."""
    if isinstance(value, dict):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, list | tuple):
        yield str(len(value))
        for item in value:
            yield from texts_of(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def brings_new(text: str, *known: str) -> bool:
    """Whether a text holds a fact that is in none of the others.

    >>> brings_new("no, el 2026-12-14", "¿El 10/12/2026?"), brings_new("sí, el 10", "¿El 10/12/2026?")
    (True, False)
    """
    spelled = {spelling for each in known for spelling in collect_spellings(each)}
    loose = {write(float(number)) for each in known for number in re.findall(r"\d{1,15}", each)}
    return any(not without_year(each) & (spelled | loose) for each in facts(text))


def without_year(fact: CheckableFact) -> set[str]:
    """Its spellings; of a date, no other day of the year."""
    return {spelling for spelling in fact.spellings if "-" in spelling} or set(fact.spellings)


def is_small(fact: CheckableFact) -> bool:
    return fact.text.isdigit() and len(fact.text) < 3 and int(fact.text) <= SMALL


def _spellings(match: re.Match[str]) -> frozenset[str]:
    if match["date"]:
        return frozenset(_dates(match["date"]))
    if match["id"]:
        return frozenset({match["id"].lower()})
    return frozenset(spell(match["number"]))


def _dates(text: str) -> set[str]:
    """Both orders of day and month; a date without its year is every year's."""
    parts = [int(part) for part in re.split(r"[-/.]", text)]
    if len(parts) == 2:
        return {f"{a:02}-{b:02}" for a, b in (parts, parts[::-1])}
    if parts[0] > 31:
        year, month, day = parts
        return {f"{year:04}-{month:02}-{day:02}", f"{month:02}-{day:02}", str(year)}
    first, second, year = parts
    year += 2000 if year < 100 else 0
    both = ((first, second), (second, first))
    return {f"{year:04}-{month:02}-{day:02}" for day, month in both} | {
        f"{month:02}-{day:02}" for day, month in both
    }


def of_conversation(context: TurnContext) -> tuple[str, ...]:
    """The messages of both sides, the values that they named, what trusted callers sent, and what tools
    answered before this turn.
    """
    request = context.request
    values = (request.identity.business, request.state.values, context.decision.values, request.context)
    return (
        request.utterance.text,
        request.utterance.raw,
        *(each.content for each in request.history),
        *(str(value) for each in values for value in each.values() if isinstance(value, str | int | float)),
        *of_tools((*find_kept(context), *find_first_half(context))),
    )


def of_tools(results: Iterable[ToolResult]) -> Iterator[str]:
    """The texts and numbers that tools answered, and those that they were asked with."""
    for result in results:
        yield from texts_of(result.result)
        yield from texts_of(result.metadata.get("arguments"))


def answers_of(results: Iterable[ToolResult]) -> list[str]:
    """What tools answered, each as one text."""
    return [str(result.result) for result in results if result.ok]


def find_kept(context: TurnContext) -> tuple[ToolResult, ...]:
    """What specialists found who spoke within the history window; of a tool what it told last."""
    spoke = {each.agent for each in context.request.history}
    return tuple(
        ToolResult(str(each["tool"]), "", True, each.get("result"), agent=agent)
        for agent, left in context.request.state.contexts.items()
        if agent in spoke
        for each in left.get("findings", ())
        if isinstance(each, Mapping) and "tool" in each
    )


def find_first_half(context: TurnContext) -> tuple[ToolResult, ...]:
    """The results before the calls whose results this request brings: both are one turn of the model's."""
    calls, client = context.request.state.calls, context.request.client_tools
    if calls is None or not client.results:
        return ()
    theirs = {each.name for each in client.tools} | {each.name for each in calls.calls}
    return tuple(_read(calls.messages, theirs))


def _read(messages: Iterable[Mapping[str, Any]], theirs: Container[str]) -> Iterator[ToolResult]:
    made: dict[str, Mapping[str, Any]] = {}
    for message in messages:
        if message["role"] != "tool":
            made |= {call["id"]: call for call in message["calls"]}
        elif (call := made.get(message["id"])) is not None:
            about = {"arguments": dict(call["args"])}
            if call["name"] in theirs:
                yield ToolResult(call["name"], "", True, message["text"], None, {**about, MARK: True})
            else:
                yield _result(call["name"], message["text"], about)


def _result(name: str, text: str, about: dict[str, Any]) -> ToolResult:
    """One of our tools, whose result is as `offers.for_model` writes it."""
    try:
        said = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ToolResult(name, "", text.startswith(BEGINS_WELL), text, None, about)
    if not isinstance(said, dict) or not isinstance(said.get("ok"), bool):
        return ToolResult(name, "", False, said, None, about)
    return ToolResult(name, "", said["ok"], said.get("result"), said.get("error"), about)
