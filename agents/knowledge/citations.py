"""Passages in a turn.

Each has a number, an answer cites it by that number, and whoever reads it may see the passage.

>>> number_passages({"passages": [{"text": "A"}, {"text": "B"}]}, first=3)["passages"][1]
{'ref': 4, 'text': 'B'}
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.knowledge.tool_offers import SERVER
from conversations.turn import ToolResult

REF = re.compile(r"\[(\d{1,3})\]")
NOTHING_FOUND = "nothing_found"  # the outcome of a turn that asked documents and found nothing
SHOWN = ("ref", "title", "section", "page", "source", "text")


def count(results: Iterable[ToolResult]) -> int:
    """How many passages results have brought."""
    return sum(len(passages_of(result.result)) for result in results)


def passages_of(value: Any) -> list[Mapping[str, Any]]:
    """The passages of a tool's result; none of another's."""
    found = value.get("passages") if isinstance(value, Mapping) else None
    return (
        [each for each in found if isinstance(each, Mapping) and each.get("text")]
        if isinstance(found, list)
        else []
    )


def is_sure(value: Any) -> bool:
    """Whether a result has passages that answer, and not only the nearest ones.

    >>> is_sure({"passages": [{"text": "A"}]}), is_sure({"sure": False, "passages": [{"text": "A"}]})
    (True, False)
    """
    return bool(passages_of(value)) and value.get("sure", True) is True


def is_unanswered(results: Iterable[ToolResult]) -> bool:
    """Whether documents were asked, and none of the questions found what surely answers."""
    answers = [each.result for each in results if each.ok and each.server_name == SERVER]
    return bool(answers) and not any(map(is_sure, answers))


def find_outcome(results: Sequence[ToolResult], by_model: str) -> str:
    """`NOTHING_FOUND` where documents were asked in vain: a model that cites what was only near has found it.

    `by_model` is the answer that it wrote; empty without a model.
    """
    return NOTHING_FOUND if is_unanswered(results) and not find_cited(by_model, results) else ""


def number_passages(value: Any, first: int) -> Any:
    """A result whose passages are numbered from `first`."""
    if not passages_of(value):
        return value
    passages = [{"ref": first + place, **each} for place, each in enumerate(passages_of(value))]
    return {**value, "passages": passages}


def find_cited(answer: str, results: Iterable[ToolResult]) -> list[dict[str, Any]]:
    """The passages that an answer names, in the order of their numbers, as whoever reads it sees them."""
    named = {int(number) for number in REF.findall(answer)}
    if not named:
        return []
    found = {
        each["ref"]: {name: each[name] for name in SHOWN if name in each}
        for result in results
        for each in passages_of(result.result)
        if each.get("ref") in named
    }
    return [found[ref] for ref in sorted(found)]
