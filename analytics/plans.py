"""`/analytics/plans/<turn id>/`: the plan of a turn, drawn, with what each step was given and brought."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analytics.access import Reader
from analytics.numbers import format_seconds
from analytics.pages import for_readers
from analytics.plan_picture import Box, inputs, picture
from analytics.viewer import format_data
from conversations.event_log import ATTEMPT, log
from conversations.models import Conversation, Step, Turn
from outbound import runtime
from outbound.errors import OutboundError
from routing.decision.reasons import as_percent
from routing.planning.execute.reporting import KIND
from routing.planning.execute.sentences import format_value
from routing.turns.mode import list_names_where
from tenancy.models import Tenant

BEGUN = "begun"  # the state of a step that has not ended
LOOK_SECONDS = 2.0  # for the events of a running turn
STATES: Mapping[str, Any] = {
    BEGUN: gettext_lazy("at work"),
    "success": gettext_lazy("done"),
    "failure": gettext_lazy("failed"),
    "clarification": gettext_lazy("asks the user"),
    "cancelled": gettext_lazy("not begun"),
}
RUNNING = (Turn.Statuses.QUEUED, Turn.Statuses.RUNNING)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One step of a plan as the table shows it."""

    id: int
    capability: str
    domain: str
    state: str
    depends_on: tuple[int, ...]
    required: bool
    params: Mapping[str, Any]
    explanation: str
    result: str
    looked_up: tuple[str, ...]
    took: str
    tried: int
    where: str
    why: str
    problem: str

    @property
    def state_in_words(self) -> str:
        """How it ended, in words."""
        return str(STATES.get(self.state, self.state))

    @property
    def given(self) -> str:
        return format_value(self.params, _language())

    @property
    def bad(self) -> bool:
        return self.state == "failure"


@require_safe
@for_readers(of_record=True)
def page(request: HttpRequest, company: Tenant, who: Reader, turn_id: str) -> HttpResponseBase:
    """The plan of one turn; 404 for a turn without one."""
    plain = len(turn_id) <= 36 and turn_id.isascii() and turn_id.isprintable()
    turns = Turn.objects.of(company).select_related("conversation").defer("received", "request")
    turn = turns.filter(pk=turn_id).first() if plain else None
    if turn is None:
        raise Http404
    running = turn.status in RUNNING
    lines = under_way(turn) if running else lines_of(read_steps(company, turn))
    if not lines and not (running and turn.mode in list_names_where(lambda mode: mode.plans)):
        raise Http404
    execution = (turn.result or {}).get("execution") or {}
    plan, intent = execution.get("execution_plan") or {}, execution.get("intent_output") or {}
    who.note([turn.conversation_id], "plan")
    context = {
        "company": company,
        "turn": turn,
        "one": turn.conversation,
        "lines": lines,
        "picture": draw_plan(lines, turn.number),
        "running": running,
        "goal": " · ".join(filter(None, (intent.get("primary_domain"), intent.get("goal")))),
        "entities": inputs(intent.get("entities") or {}, _language()),
        "sure": as_percent(intent["confidence"]) if intent.get("confidence") is not None else None,
        "mode": plan.get("execution_mode", ""),
        "most": plan.get("max_concurrency"),
        "proposed_by": plan.get("proposed_by", ""),
        "proposal": execution.get("proposal") or {},
        "back": f"{address_of(turn.conversation)}?turn={turn.number}#turn-{turn.number}",
    }
    return render(request, "analytics/plan.html", context)


def address_of(conversation: Conversation) -> str:
    return reverse("analytics-conversation", args=[conversation.pk])


def draw_plan(lines: list[PlanRow], number: int) -> SafeString:
    """The picture of a plan; each box leads to its line of the table."""
    boxes = [
        Box(
            line.id, line.capability, line.state, ((
                f"{line.domain} · "
                f"{line.state_in_words}{' · ' if line.took else ''}{line.took}"
            ),
            inputs(line.params, _language())), line.depends_on, f"#step-{line.id}",
        )
        for line in lines
    ]  # fmt: skip
    # Drawn by us, names escaped.
    return mark_safe(picture(boxes, _("The plan of turn %d") % number))  # noqa: S308


def read_steps(company: Tenant, turn: Turn) -> QuerySet[Step]:
    """The steps of a plan as the record has them."""
    return Step.objects.of(company).filter(turn=turn, kind=KIND).order_by("position")


def lines_of(steps: Iterable[Step]) -> list[PlanRow]:
    """The steps of a plan in the order of their numbers."""
    lines = (_line(each.detail or {}, each.node, each.position, each.milliseconds) for each in steps)
    return sorted(lines, key=lambda line: line.id)


def under_way(turn: Turn) -> list[PlanRow]:
    """The steps that a running turn has begun, by what this attempt has told so far.

    None where that cannot be had now.
    """
    try:
        events = runtime.run(log.so_far(turn.pk), LOOK_SECONDS)
    except OutboundError:
        return []
    begins = (turn.attempt - 1) * ATTEMPT
    own = (each.data for each in events if each.number > begins and each.data.get("node") == KIND)
    steps = {each["step_id"]: each for each in own}
    lines = (_line({"status": BEGUN, "tried": 1, **each}, KIND, 0, each.get("ms")) for each in steps.values())
    return sorted(lines, key=lambda line: line.id)


def _line(line: Mapping[str, Any], node: str, position: int, ms: float | None) -> PlanRow:
    metadata = line.get("metadata") or {}
    state = str(line.get("status") or "")
    return PlanRow(
        id=int(line.get("step_id") or position),
        capability=str(line.get("capability") or node),
        domain=str(line.get("domain") or ""),
        state=state,
        depends_on=tuple(line.get("depends_on") or ()),
        required=bool(line.get("required", True)),
        params=line.get("params") or {},
        explanation=str(line.get("explanation") or ""),
        result=format_data(line.get("result")) if line.get("result") is not None else "",
        looked_up=tuple(_format_found(each) for each in line.get("before") or ()),
        took=format_seconds(round(ms)) if ms is not None and state != "cancelled" else "",
        tried=int(line.get("tried") or 0),
        where=str(line.get("where") or "here"),
        why=str(line.get("why") or ""),
        problem=str(metadata.get("error") or metadata.get("resolution") or ""),
    )


def _format_found(each: Mapping[str, Any]) -> str:
    """`“Nordea” → NDA-SE.ST (search_symbol)`."""
    value = format_value(each.get("value"), _language()) or _("%d found") % int(each.get("found") or 0)
    return f"“{each.get('text', '')}” → {value} ({each.get('by', '')})"


def _language() -> str:
    """Of the page: pt, es or en."""
    return (get_language() or "en")[:2]
