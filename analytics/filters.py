"""Which conversations are meant, in words: "with a handoff", "a tool failed", "billing_agent → orders_agent".

Every figure of the page is the number of conversations that one of these finds: both read the same rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from analytics import delegations, handoffs, latency, rails, thumbs, tools, turns
from analytics.numbers import format_seconds
from analytics.period import Period
from conversations import rail_results
from conversations.models import Conversation, Feedback, Message, Turn
from handoffs import to_person
from routing.decision.reasons import METHODS
from tenancy.models import Tenant

# What a conversation may have had, in the order of the page.
WHAT: Mapping[str, Any] = {
    "handoff": _("with a handoff"),
    "thumbs_down": _("thumbs down"),
    "thumbs_up": _("thumbs up"),
    "tool_failed": _("a tool failed"),
    "without_model": _("without a model"),
    "with_model": _("with a model"),
    "slow": _("slow"),
    "not_understood": _("not understood"),
    "failed": _("a turn failed"),
    "blocked": _("a turn was blocked"),
    "person": _("went to a person"),
    "waits": _("waits for a person"),
    **delegations.QUALITIES,
}
LONGEST_NAME = 128
NAMES = ("agent", "method", "source", "target", "tool", "rail", "q")
Rows = QuerySet[Any]


@dataclass(frozen=True, slots=True)
class Filter:
    """What is asked of conversations; empty means nothing is. `over` are milliseconds, for "slow".

    `agent`, `method` and `rail` (and a word about turns) must hold for one and the same turn. `rail` is what
    a guardrail came to: "input:PINJ", "input:PINJ:refused", or with the specialist behind it.
    """

    what: str = ""
    agent: str = ""
    method: str = ""
    source: str = ""
    target: str = ""
    tool: str = ""
    rail: str = ""
    over: int = 0
    q: str = ""

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> "Filter":
        """From a query; what nobody could have meant is left out."""
        names = {name: str(query.get(name) or "")[:LONGEST_NAME].strip() for name in NAMES}
        names = {name: text if text.isprintable() else "" for name, text in names.items()}
        what, over = str(query.get("what") or ""), str(query.get("over") or "")
        return cls(
            what=what if what in WHAT else "",
            over=int(over) if over.isascii() and over.isdigit() and len(over) < 9 else 0,
            **names,
        )

    def query(self) -> dict[str, str]:
        """Back to what a link carries."""
        pairs = {name: getattr(self, name) for name in ("what", *NAMES)}
        pairs["over"] = str(self.over or "") if self.what == "slow" else ""
        return {name: text for name, text in pairs.items() if text}

    @property
    def empty(self) -> bool:
        return self == Filter()

    def words(self) -> list[tuple[str, str]]:
        """Each thing that is asked, as words, and the name of what would have to go to drop it."""
        parts = []
        if self.what == "slow":
            parts.append(("what", str(_("a turn took %s or more")) % format_seconds(self.over)))
        elif self.what:
            parts.append(("what", str(WHAT[self.what])))
        if self.agent:
            parts.append(("agent", str(_("answered by %s")) % self.agent))
        if self.method:
            parts.append(("method", str(_("decided by: %s")) % METHODS.get(self.method, self.method)))
        if self.source or self.target:
            parts.append(("path", f"{self.source or '…'} → {self.target or '…'}"))
        if self.tool:
            parts.append(("tool", str(_("called %s")) % self.tool))
        if self.rail:
            parts.append(("rail", rails.describe(self.rail)))
        if self.q:
            parts.append(("q", f"“{self.q}”"))
        return parts

    def without(self, name: str) -> "Filter":
        """The same with one thing less."""
        if name == "path":
            return replace(self, source="", target="")
        return replace(self, **{name: ""})  # type: ignore[arg-type]

    def with_threshold(self, tenant: Tenant, period: Period, agent_id: str) -> "Filter":
        """ "Slow" without a number means the slowest twentieth of the period."""
        if self.what != "slow" or self.over:
            return self
        rows = turns.select_turns(tenant, period, agent_id)
        rows = rows.filter(agent=self.agent) if self.agent else rows
        return replace(self, over=latency.measure_all(rows).p95 or 1)


def find_conversations(
    tenant: Tenant | str, period: Period, wanted: Filter, agent_id: str = ""
) -> QuerySet[Conversation]:
    """The conversations of the period that are meant, the last active first."""
    found = Conversation.objects.of(tenant)
    if agent_id:
        found = found.filter(agent_id=agent_id)
    if wanted.what == "waits":
        found = found.filter(person_since__isnull=False)
    if wanted.q:
        found = found.filter(
            Q(title__icontains=wanted.q) | Q(user_id=wanted.q) | Q(session_id=wanted.q) | Q(key=wanted.q)
        )
    groups = [rows for rows, _turn, _talk in _groups(tenant, period, wanted)]
    if not groups:
        texts = Message.objects.of(tenant).filter(**period.within("created_at"))
        groups = [texts.order_by().values("conversation")]
    for rows in groups:
        found = found.filter(pk__in=rows)
    return found.order_by("-last_activity", "-pk")


def find_turns(tenant: Tenant | str, period: Period, wanted: Filter, conversation: Conversation) -> set[str]:
    """The turns of one conversation because of which it is meant."""
    found: set[str] = set()
    for rows, turn, talk in _groups(tenant, period, wanted):
        found |= set(rows.filter(**{talk: conversation}).values_list(turn, flat=True))
    return found


def _groups(tenant: Tenant | str, period: Period, wanted: Filter) -> list[tuple[Rows, str, str]]:
    """What is asked by kind of row.

    Rows that name conversations, and where they keep turn and conversation.
    """
    found: list[tuple[Rows, str, str]] = []
    of_turns = _turns(tenant, period, wanted)
    if of_turns is not None:
        found.append((of_turns.values("conversation"), "pk", "conversation"))
    if wanted.what == "handoff" or wanted.source or wanted.target:
        moved = handoffs.select_happened(tenant, period).order_by()
        moved = moved.filter(from_agent=wanted.source) if wanted.source else moved
        moved = moved.filter(to_agent=wanted.target) if wanted.target else moved
        found.append((moved.values("conversation"), "turn", "conversation"))
    if wanted.what == "person":
        passed = handoffs.select_happened(tenant, period, kind=to_person.TO_PERSON).order_by()
        found.append((passed.values("conversation"), "turn", "conversation"))
    if wanted.what == "tool_failed" or wanted.tool:
        called = tools.select_calls(tenant, period)
        called = called.filter(detail__tool=wanted.tool) if wanted.tool else called
        called = called.filter(outcome="failed") if wanted.what == "tool_failed" else called
        found.append((called.values("turn__conversation"), "turn", "turn__conversation"))
    if wanted.what in delegations.QUALITIES:
        counted = delegations.select_rows(wanted.what, tenant, period)
        talk = "turn__conversation" if wanted.what in delegations.SLIPS else "conversation"
        found.append((counted.values(talk), "turn", talk))
    if wanted.what in ("thumbs_down", "thumbs_up"):
        value = Feedback.Values.UNHELPFUL if wanted.what == "thumbs_down" else Feedback.Values.HELPFUL
        thought = thumbs.select_thumbs(tenant, period).filter(value=value)
        found.append((thought.values("turn__conversation"), "turn", "turn__conversation"))
    return found


def _turns(tenant: Tenant | str, period: Period, wanted: Filter) -> QuerySet[Turn] | None:
    rows = turns.select_turns(tenant, period)
    match wanted.what:
        case "without_model":
            rows = rows.exclude(method="").filter(routed_with_model=False)
        case "with_model":
            rows = rows.exclude(method="").filter(routed_with_model=True)
        case "not_understood":
            rows = rows.filter(**turns.NOT_UNDERSTOOD)
        case "failed" | "blocked" as status:
            rows = rows.filter(status=status)
        case "slow":
            rows = latency.filter_answered(rows, wanted.over)
        case _ if not (wanted.agent or wanted.method or wanted.rail):
            return None
    rows = rows.filter(agent=wanted.agent) if wanted.agent else rows
    rows = rows.filter(rails__contains=rail_results.part_of(wanted.rail)) if wanted.rail else rows
    return rows.filter(method=wanted.method) if wanted.method else rows
