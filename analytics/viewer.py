"""A conversation as people read it: turn by turn what was said, and under each answer how it came about."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import orjson
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.numbers import format_seconds
from analytics.step_words import say_again
from conversations.models import Conversation, Feedback, Message, Step, Turn
from handoffs.models import AgentHandoff
from routing.decision import ladder
from routing.decision.reasons import (
    ENDS,
    because,
    confidence_in_words,
    explain_decided,
    list_matched,
    method_in_words,
)
from routing.modes.draw import Circle, svg
from routing.modes.node_names import TITLES
from routing.modes.tables import TABLES, TEAM
from routing.turns.mode import list_names_where

A_PAGE = 20
TRIED = 500  # characters of a message in an address

OUTCOMES: Mapping[str, Any] = {
    "ok": gettext_lazy("done"),
    "skipped": gettext_lazy("left out"),
    "failed": gettext_lazy("failed"),
    "blocked": gettext_lazy("blocked"),
    "stopped": gettext_lazy("stopped"),
    "passed_on": gettext_lazy("passed back"),
}


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step; `begins` and `lasts` are its place in the turn's time, in percent.

    `detail` is text to unfold.
    """

    step: Step
    begins: float
    lasts: float
    detail: str

    @property
    def node(self) -> str:
        """What a reader calls its node."""
        return str(TITLES.get(self.step.node, self.step.node))

    @property
    def summary(self) -> str:
        return say_again(self.step.summary)

    @property
    def outcome(self) -> str:
        return str(OUTCOMES.get(self.step.outcome, self.step.outcome))

    @property
    def took(self) -> str:
        return format_seconds(round(self.step.milliseconds))


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: what went in, what came out."""

    name: str
    ok: bool
    skipped: bool
    cached: bool
    agent: str
    took: str
    error: str
    given: str
    result: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn: what was said, what people thought of it, and how it came about.

    `meant`: why it was opened.
    """

    turn: Turn
    messages: tuple[Message, ...]
    handoffs: tuple[AgentHandoff, ...]
    thoughts: tuple[Feedback, ...]
    steps: tuple[StepLine, ...]
    meant: bool

    @property
    def _result(self) -> Mapping[str, Any]:
        return self.turn.result or {}

    @property
    def _decision(self) -> Mapping[str, Any]:
        return self._result.get("route_decision") or {}

    @property
    def line(self) -> str:
        """`billing_agent · keyword “fatura” · 2 tool calls · 412 ms`."""
        how = explain_decided({"method": self.turn.method, **self._decision})
        words = list_matched(self._decision)
        if words:
            how = f"{how} “{', '.join(words[:3])}”"
        count = len(self.calls)
        calls = "" if not count else _("1 tool call") if count == 1 else _("%(n)d tool calls") % {"n": count}
        parts = (self.turn.agent or self.turn.route, how, calls, self.took)
        return " · ".join(part for part in parts if part)

    @property
    def speakers(self) -> list[str]:
        """Who said each of its messages; empty for the user's."""
        return [each.agent for each in self.messages]

    @property
    def question(self) -> str:
        """What the user said, to be tried again; empty where it was erased."""
        return " ".join(each.text for each in self.messages if each.role == Message.Roles.USER).strip()

    @property
    def trial(self) -> str:
        profile = self.turn.conversation.agent_id
        return urlencode({"text": self.question[:TRIED], "profile": profile, "mode": self.turn.mode})

    @property
    def took(self) -> str:
        if not (self.turn.started_at and self.turn.finished_at):
            return ""
        return format_seconds(round((self.turn.finished_at - self.turn.started_at).total_seconds() * 1000))

    @property
    def why(self) -> str:
        return because(self._decision) if self._decision else ""

    @property
    def confidence(self) -> str:
        return confidence_in_words(self._decision) if self._decision else ""

    @property
    def chosen(self) -> str:
        return str(self._decision.get("agent") or "")

    @property
    def tiers(self) -> list[tuple[str, bool, list[str]]]:
        """The ladder: each tier that was asked, whether it decided, what it saw."""
        return [
            (method_in_words(tier := each.get("tier", "")), each.get("outcome") == "decided",
                ladder.describe(tier, each.get("saw") or {}))
            for each in self._result.get("tiers") or []
        ]  # fmt: skip

    @property
    def decision(self) -> str:
        return format_data(self._decision)

    @property
    def calls(self) -> list[Call]:
        return [_call(each) for each in self._result.get("mcp_results") or []]

    @property
    def rails(self) -> list[Mapping[str, Any]]:
        return self._result.get("guardrails") or []

    @property
    def judges(self) -> list[Mapping[str, Any]]:
        return self._result.get("judges") or []

    @property
    def ended(self) -> str:
        """The limit that ended the work early, in words; empty when none did."""
        return str(ENDS.get(self.turn.outcome, ""))

    @property
    def way(self) -> SafeString:
        """The graph of the turn's mode with the way it took, and who worked on it; empty before its end."""
        table = TABLES.get(self.turn.mode)
        if table is None or not self.steps:
            return mark_safe("")
        went = [line.step.node for line in self.steps if line.step.node in table]
        worked = [line.step.agent for line in self.steps if line.step.node == line.step.agent]
        if "supervisor" in went:  # one after the other: in which round stands before the name
            worked = [f"{number}. {name}" for number, name in enumerate(worked, 1)]
        teams = {name: list(dict.fromkeys(worked)) for name in TEAM if name in went}
        label = _("The way of turn %d") % self.turn.number
        circles = {"coordinator": self.circle} if self.circle else {}
        drawn = svg(table, teams, went, label, alone=False, circles=circles, titles=TITLES)
        return mark_safe(drawn)  # noqa: S308  drawn by us, names escaped

    @property
    def circle(self) -> Circle | None:
        """Mode `coordinator`.

        Who was called in, asked and ended in this turn, with the numbers of these moves.
        """
        detail = next((line.step.detail for line in self.steps if "moves" in line.step.detail), None)
        if detail is None:
            return None
        there, back, called = defaultdict(list), defaultdict(list), [detail["called_in"]]
        for number, move in enumerate(detail["moves"], 1):
            what, agent = move["what"], move["agent"]
            called.append(agent)
            if what in ("called", "asked", "handed"):
                there[agent].append(str(number))
            if what in ("ended", "asked"):
                back[agent].append(str(number))
        voice = detail["coordinator"]
        return Circle(
            voice,
            list(dict.fromkeys(name for name in called if name)),
            _("calls in"),
            _("ends"),
            {name: ", ".join(numbers) for name, numbers in there.items()},
            {name: ", ".join(numbers) for name, numbers in back.items()},
            any(line.step.node == voice == line.step.agent for line in self.steps),
        )

    @property
    def rounds(self) -> list[Mapping[str, Any]]:
        """The decisions of a supervisor, one after each round; empty in other modes."""
        return [
            line.step.detail
            for line in self.steps
            if line.step.node == "supervisor" and "round" in line.step.detail
        ]

    @property
    def plan(self) -> str:
        """Where the plan of the turn is drawn; empty for a turn without one."""
        planned = any(line.step.kind == "plan_step" for line in self.steps)
        running = self.turn.mode in list_names_where(lambda mode: mode.plans) and not self.turn.finished_at
        if not (planned or running):
            return ""
        return reverse("analytics-plan", args=[self.turn.pk])

    @property
    def usage(self) -> Mapping[str, Any]:
        return self.turn.usage or {}


def read_exchanges(
    conversation: Conversation, turns: Iterable[Turn], meant: Iterable[str] = ()
) -> list[Exchange]:
    """These turns of a conversation, oldest first. Four queries however many there are."""
    known, because_of = list(turns), set(meant)
    of = {"turn__in": [turn.pk for turn in known]}
    tenant = conversation.tenant_id
    messages = _by_turn(Message.objects.of(tenant).filter(**of).order_by("seq"))
    moved = _by_turn(AgentHandoff.objects.of(tenant).filter(**of).order_by("timestamp"))
    thoughts = _by_turn(Feedback.objects.of(tenant).filter(**of).order_by("created_at"))
    taken = _by_turn(Step.objects.of(tenant).filter(**of).order_by("position"))
    return [
        Exchange(
            turn, tuple(messages[turn.pk]), tuple(moved[turn.pk]), tuple(thoughts[turn.pk]),
            tuple(lay_out_steps(taken[turn.pk])), turn.pk in because_of,
        )
        for turn in known
    ]  # fmt: skip


def lay_out_steps(steps: Iterable[Step]) -> list[StepLine]:
    """Steps on one line of time, which begins with the first and ends with the last."""
    known = list(steps)
    if not known:
        return []
    first = min(step.started_at for step in known)

    def begin(step: Step) -> float:
        return (step.started_at - first).total_seconds() * 1000

    whole = max(begin(step) + step.milliseconds for step in known) or 1
    return [
        StepLine(
            step,
            round(begin(step) / whole * 100, 2),
            round(max(0.5, step.milliseconds / whole * 100), 2),
            format_data(step.detail),
        )
        for step in known
    ]


def format_data(value: Any) -> str:
    """Data as indented text; empty when there is none."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode() if value else ""


def _call(row: Mapping[str, Any]) -> Call:
    facts = row.get("metadata") or {}
    result = row.get("result")
    return Call(
        name=str(row.get("tool_name") or ""),
        ok=bool(row.get("ok")),
        skipped=bool(facts.get("skipped")) and not row.get("cached"),
        cached=bool(row.get("cached")),
        agent=str(row.get("agent") or ""),
        took=format_seconds(round(row.get("ms") or 0)),
        error=str(row.get("error") or ""),
        given=format_data(facts.get("arguments")),
        result=result if isinstance(result, str) else format_data(result),
    )


def _by_turn(rows: QuerySet[Any]) -> defaultdict[str, list[Any]]:
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.turn_id].append(row)
    return found
