"""The record in the order people read it: a conversation as talk, a turn as its steps."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from conversations.models import Message, Step, Turn
from handoffs.models import AgentHandoff
from routing.reasons import method_in_words


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn of a conversation: what was said and the quiet line under the answer."""

    turn: Turn
    said: tuple[Message, ...]
    handoffs: tuple[AgentHandoff, ...]
    line: str


OUTCOMES: Mapping[str, Any] = {
    "skipped": gettext_lazy("left out"),
    "failed": gettext_lazy("failed"),
    "blocked": gettext_lazy("blocked"),
    "stopped": gettext_lazy("stopped"),
}


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step as a line; `share` is its part of the turn's time in percent; `detail` is text to unfold."""

    step: Step
    share: float
    detail: str

    @property
    def outcome(self) -> str:
        """How it ended, in words."""
        return str(OUTCOMES.get(self.step.outcome, self.step.outcome))


def talk(turns: Iterable[Turn], said: Iterable[Message], handoffs: Iterable[AgentHandoff]) -> list[Exchange]:
    """A conversation turn by turn."""
    words: defaultdict[str, list[Message]] = defaultdict(list)
    for message in said:
        words[message.turn_id].append(message)
    moves: defaultdict[str, list[AgentHandoff]] = defaultdict(list)
    for handoff in handoffs:
        moves[handoff.turn_id].append(handoff)
    return [Exchange(turn, tuple(words[turn.pk]), tuple(moves[turn.pk]), quiet_line(turn)) for turn in turns]


def quiet_line(turn: Turn) -> str:
    """`billing_agent · keyword "fatura" · 2 tools · 412 ms`."""
    result: Mapping[str, Any] = turn.result or {}
    decision = result.get("route_decision") or {}
    how = method_in_words(turn.method)
    parts = [turn.agent or turn.route, how]
    words = (decision.get("metadata") or {}).get("matched_keywords") or []
    if words:
        parts[-1] = f"{how} “{', '.join(map(str, words[:3]))}”"
    calls = len(result.get("mcp_results") or [])
    if calls:
        parts.append(_("%(n)d tool calls") % {"n": calls} if calls > 1 else _("1 tool call"))
    if turn.started_at and turn.finished_at:
        parts.append(f"{(turn.finished_at - turn.started_at).total_seconds() * 1000:.0f} ms")
    return " · ".join(part for part in parts if part)


def steps(rows: Iterable[Step]) -> list[StepLine]:
    """A turn's steps with the share of time that each took."""
    known = list(rows)
    longest = max((step.milliseconds for step in known), default=0) or 1
    return [
        StepLine(step, round(step.milliseconds / longest * 100, 1), pretty(step.detail)) for step in known
    ]


def pretty(value: Any) -> str:
    """Data as indented text; empty when there is none."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode() if value else ""
