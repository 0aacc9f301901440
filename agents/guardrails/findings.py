"""What tools and documents bring, before a model reads it: a passage or a result that a check refuses stays
outside.

reader = ResultReader({"tool": specs, "retrieval": specs}, context, resources)
raw = await reader.read(tool, raw)
reader.take()                       # the decisions since the last time, for the record
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.guardrails import asking
from agents.guardrails.base import About, is_async
from agents.guardrails.catalogue import RAILS
from agents.guardrails.run_rails import pick_switched_on
from agents.guardrails.verdicts import ask_rail
from agents.knowledge.citations import passages_of
from agents.knowledge.tool_offers import SERVER
from agents.resources import Resources
from agents.specs import Phase, RailSpec, ToolSpec
from agents.tools.results import RawResult
from conversations.turn import RailDecision, TurnContext
from outbound.cleaning import list_texts

WITHHELD = "A check of the company's holds this back (%s): say that it cannot be told."


class ResultReader:
    """Reads results by the rails of their phase: `retrieval` of passages, each by itself, `tool` of all
    others.
    """

    def __init__(
        self, specs: Mapping[Phase, Sequence[RailSpec]], context: TurnContext, resources: Resources
    ) -> None:
        self._resources = resources
        self._specs = {phase: pick_switched_on(rows, resources) for phase, rows in specs.items()}
        about = About.of(context, resources)
        self._about = replace(about, said=[*about.said, context.request.utterance.text])
        self._found: list[RailDecision] = []

    def take(self) -> tuple[RailDecision, ...]:
        """What was decided since this was asked last."""
        found, self._found = self._found, []
        return tuple(found)

    async def read(self, tool: ToolSpec, raw: RawResult) -> RawResult:
        """The result as the rails leave it. What is refused of one that only reads is a failed call; where
        something was changed, it stays done and says nothing more.
        """
        phase: Phase = "retrieval" if tool.server == SERVER else "tool"
        if not self._specs.get(phase) or (raw.value if raw.ok else raw.error or None) is None:
            return raw
        if not raw.ok:  # the words of a failure are somebody else's too
            error, refused = await self.read_value(phase, raw.error)
            return replace(raw, told=not refused and raw.told, error=WITHHELD % refused if refused else error)
        if phase == "retrieval":
            return await self._read_passages(raw)
        value, refused = await self.read_value(phase, raw.value)
        if not refused:
            return replace(raw, value=value)
        words = WITHHELD % refused
        if tool.read_only:
            return replace(raw, ok=False, value=None, error=words)
        return replace(raw, value={"withheld": words})

    async def _read_passages(self, raw: RawResult) -> RawResult:
        passages = passages_of(raw.value)
        if not passages:
            return raw
        read = await asyncio.gather(*(self.read_value("retrieval", each) for each in passages))
        return replace(
            raw, value={**raw.value, "passages": [value for value, refused in read if not refused]}
        )

    async def read_value(self, phase: Phase, value: Any) -> tuple[Any, str]:
        """A value with its texts as the rails leave them, and the code of the one that refuses it; empty
        where none does.
        """
        specs, about = self._specs.get(phase, []), replace(self._about, phase=phase)
        # In a thread of its own: a result may be long, and what is learnt takes its time.
        value, decided = await asyncio.to_thread(_read_by_rules, value, specs, about)
        waiting = asking.find_waiting(specs, RAILS)
        if waiting:
            whole = "\n".join(list_texts(value))
            decided, added = await asking.ask_all(waiting, decided, whole, about, self._resources)
            # A whole that comes back masked cannot be put in its places again.
            decided += [
                each if each.sanitized_text is None else replace(each, allowed=False, sanitized_text=None)
                for each in added
            ]
        self._found += decided
        return value, next((each.code for each in decided if not each.allowed), "")


def _read_by_rules(value: Any, specs: Sequence[RailSpec], about: About) -> tuple[Any, list[RailDecision]]:
    decided = []
    for spec in sorted(specs, key=lambda each: each.action != "sanitize"):
        rail = RAILS[spec.code]
        if is_async(rail):
            continue
        found = [ask_rail(rail, spec, text, about) for text in list_texts(value)]
        value = put_back(value, [each.sanitized_text for each in found])
        decided.append(_sum_up(spec, found, about.phase))
    return value, decided


def put_back(value: Any, masked: Sequence[str | None]) -> Any:
    """The result with each of its texts as it was masked, in the same order; None: as it is.

    >>> put_back({"a": "x", "n": 1, "b": ["y"]}, ["***", None])
    {'a': '***', 'n': 1, 'b': ['y']}
    """
    return _put_back(value, iter(masked)) if any(each is not None for each in masked) else value


def _put_back(value: Any, masked: Iterator[str | None]) -> Any:
    if isinstance(value, str):
        left = next(masked)
        return value if left is None else left
    if isinstance(value, Mapping):
        return {name: _put_back(each, masked) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_put_back(each, masked) for each in value]
    return value


def _sum_up(spec: RailSpec, found: Sequence[RailDecision], phase: Phase) -> RailDecision:
    """One decision a rail, however many texts a result has; what masked them is not told again."""
    telling = [each for each in found if each.has_found]
    if not telling:
        return RailDecision(spec.code, True, phase=phase, metadata={"action": spec.action})
    masked = any(each.sanitized_text is not None for each in telling)
    return replace(
        telling[0],
        allowed=all(each.allowed for each in telling),
        reason="; ".join(dict.fromkeys(each.reason for each in telling if each.reason))[:300],
        sanitized_text="" if masked else None,
    )
