"""`/analytics/plans/<turn id>/`: the plan of a turn, drawn, with what each step was given and brought."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analytics.access import record_reader
from analytics.pages import REFUSALS, refused
from analytics.shown import seconds
from analytics.viewer import pretty
from conversations.models import Conversation, Step, Turn
from routing.planning.draw import Box, inputs, picture
from routing.planning.values import written
from tenancy.models import Tenant

KIND = "plan_step"
STATES: Mapping[str, Any] = {
    "success": gettext_lazy("done"),
    "failure": gettext_lazy("failed"),
    "clarification": gettext_lazy("asks the user"),
    "cancelled": gettext_lazy("not begun"),
}
RUNNING = (Turn.Statuses.QUEUED, Turn.Statuses.RUNNING)


@dataclass(frozen=True, slots=True)
class Line:
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
    def told(self) -> str:
        """How it ended, in words."""
        return str(STATES.get(self.state, self.state))

    @property
    def given(self) -> str:
        return written(self.params, _language())

    @property
    def bad(self) -> bool:
        return self.state == "failure"


@require_safe
def page(request: HttpRequest, turn_id: str) -> HttpResponseBase:
    """The plan of one turn; 404 for a turn without one."""
    try:
        company = Tenant.objects.get(pk=record_reader(request).company)
    except REFUSALS as error:
        return refused(request, error, of_record=True)
    plain = len(turn_id) <= 36 and turn_id.isascii() and turn_id.isprintable()
    turns = Turn.objects.of(company).select_related("conversation").defer("received", "request")
    turn = turns.filter(pk=turn_id).first() if plain else None
    lines = (
        lines_of(Step.objects.of(company).filter(turn=turn, kind=KIND).order_by("position")) if turn else []
    )
    running = turn is not None and turn.status in RUNNING
    if turn is None or not (lines or (running and turn.mode == "planner")):
        raise Http404
    execution = (turn.result or {}).get("execution") or {}
    plan, intent = execution.get("execution_plan") or {}, execution.get("intent_output") or {}
    context = {
        "company": company,
        "turn": turn,
        "one": turn.conversation,
        "lines": lines,
        "picture": drawn(lines, turn.number),
        "running": running,
        "goal": " · ".join(filter(None, (intent.get("primary_domain"), intent.get("goal")))),
        "entities": inputs(intent.get("entities") or {}, _language()),
        "sure": intent.get("confidence"),
        "mode": plan.get("execution_mode", ""),
        "most": plan.get("max_concurrency"),
        "proposed_by": plan.get("proposed_by", ""),
        "proposal": execution.get("proposal") or {},
        "back": f"{address_of(turn.conversation)}?turn={turn.number}#turn-{turn.number}",
    }
    return render(request, "analytics/plan.html", context)


def address_of(conversation: Conversation) -> str:
    return reverse("analytics-conversation", args=[conversation.pk])


def drawn(lines: list[Line], number: int) -> SafeString:
    """The picture of a plan; each box leads to its line of the table."""
    boxes = [
        Box(
            line.id, line.capability, line.state, (f"{line.domain} · {line.told}{' · ' if line.took else ''}{line.took}",
            inputs(line.params, _language())), line.depends_on, f"#step-{line.id}",
        )
        for line in lines
    ]  # fmt: skip
    return mark_safe(picture(boxes, _("The plan of turn %d") % number))  # noqa: S308  drawn by us, names escaped


def lines_of(steps: Any) -> list[Line]:
    """The steps of a plan in the order of their numbers."""
    return sorted((_line(step) for step in steps), key=lambda line: line.id)


def _line(step: Step) -> Line:
    told: Mapping[str, Any] = step.detail or {}
    metadata = told.get("metadata") or {}
    state = str(told.get("status") or "")
    return Line(
        id=int(told.get("step_id") or step.position),
        capability=str(told.get("capability") or step.node),
        domain=str(told.get("domain") or ""),
        state=state,
        depends_on=tuple(told.get("depends_on") or ()),
        required=bool(told.get("required", True)),
        params=told.get("params") or {},
        explanation=str(told.get("explanation") or ""),
        result=pretty(told.get("result")) if told.get("result") is not None else "",
        looked_up=tuple(_found(each) for each in told.get("before") or ()),
        took=seconds(round(step.milliseconds)) if state != "cancelled" else "",
        tried=int(told.get("tried") or 0),
        where=str(told.get("where") or "here"),
        why=str(told.get("why") or ""),
        problem=str(metadata.get("error") or metadata.get("resolution") or ""),
    )


def _found(each: Mapping[str, Any]) -> str:
    """`“Nordea” → NDA-SE.ST (search_symbol)`."""
    value = written(each.get("value"), _language()) or _("%d found") % int(each.get("found") or 0)
    return f"“{each.get('text', '')}” → {value} ({each.get('by', '')})"


def _language() -> str:
    """Of the page: pt, es or en."""
    return (get_language() or "en")[:2]
