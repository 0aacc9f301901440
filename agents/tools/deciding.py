"""The built-in tool by which a supervisor's model says who goes on: `decide_next`.

What it sends is checked here; anything that cannot be used is a `RefusedChoice`, and the loop ends with what
it has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from agents.intent_slices import Target
from agents.llm.request import ToolOffer
from agents.tool_names import DECIDE_NEXT, FINISH
from outbound.cleaning import clean_text

INSTRUCTION = 500  # letters
REASON = 300
REQUEST = 300
REQUESTS = 8


@dataclass(frozen=True, slots=True)
class NextChoice:
    """Who goes on (or `guardrail`), with what, and why; `done` are numbers of requests that need nobody any
    more, `found` further requests that the model sees: (specialist, text)."""

    next: str
    instruction: str = ""
    reason: str = ""
    done: tuple[int, ...] = ()
    found: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RefusedChoice:
    """What was sent is no choice; `why` is for the record, `next` what it had named."""

    why: str
    next: str = ""


def offer(targets: Sequence[Target]) -> ToolOffer:
    """`decide_next` with the specialists that may still be called in its schema."""
    names = [target.name for target in targets]
    number = {"type": "integer"}
    request = {
        "type": "object",
        "properties": {
            "specialist": {"type": "string", "enum": names},
            "request": {"type": "string", "maxLength": REQUEST},
        },
        "required": ["specialist", "request"],
    }
    properties: dict[str, Any] = {
        "next": {
            "type": "string",
            "enum": [*names, FINISH],
            "description": f"Who goes on; {FINISH} when nothing is left to do.",
        },
        "instruction": {"type": "string", "description": "What they shall do now, in one sentence."},
        "reason": {"type": "string", "description": "Why, in one sentence."},
        "done": {"type": "array", "items": number, "description": "Numbers of the requests that are met."},
        "also_asked": {
            "type": "array",
            "maxItems": REQUESTS,
            "items": request,
            "description": "What the user asked for and the list of requests lacks.",
        },
    }
    schema = {"type": "object", "properties": properties, "required": ["next", "reason"]}
    return ToolOffer(DECIDE_NEXT, "Say which specialist goes on, or that all is done.", schema)


def parse(arguments: Mapping[str, Any], names: Sequence[str]) -> NextChoice | RefusedChoice:
    """What a model sent as its choice; a name that was not offered is refused."""
    chosen = _text(arguments.get("next"), 64)
    if not chosen:
        return RefusedChoice("named nobody")
    if chosen not in (*names, FINISH):
        return RefusedChoice(f"unknown: {chosen}", chosen)
    done = arguments.get("done")
    found = arguments.get("also_asked")
    return NextChoice(
        chosen,
        _text(arguments.get("instruction"), INSTRUCTION),
        _text(arguments.get("reason"), REASON),
        tuple(n for n in done if isinstance(n, int) and not isinstance(n, bool))[:REQUESTS]
        if isinstance(done, list)
        else (),
        _find(found, names) if isinstance(found, list) else (),
    )


def in_words(text: str) -> Mapping[str, Any]:
    """The arguments out of an answer that is JSON and no call, as small models write it; else nothing.

    >>> in_words('```json\\n{"next": "guardrail"}\\n```')
    {'next': 'guardrail'}
    """
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        return {}
    try:
        read = orjson.loads(text[begin : end + 1])
    except orjson.JSONDecodeError:
        return {}
    return read if isinstance(read, dict) else {}


def _find(given: Sequence[Any], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    found = []
    for each in given[:REQUESTS]:
        if not isinstance(each, Mapping):
            continue
        agent, words = _text(each.get("specialist"), 64), _text(each.get("request"), REQUEST)
        if agent in names and words:
            found.append((agent, words))
    return tuple(found)


def _text(value: Any, longest: int) -> str:
    return clean_text(value).strip()[:longest] if isinstance(value, str) else ""
