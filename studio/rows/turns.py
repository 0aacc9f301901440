"""Turns: how one answer came about, step by step. Read only."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from conversations.models import Message, Step, Turn
from handoffs.models import AgentHandoff
from routing.reasons import because, method_in_words
from studio.base import RecordAdmin
from studio.columns import column
from studio.links import link, page_of
from studio.site import site
from studio.timeline import pretty, quiet_line, steps

STATUS_COLOURS = {
    "answered": "success",
    "waiting": "warning",
    "running": "info",
    "queued": "info",
    "blocked": "warning",
    "failed": "danger",
    "cancelled": "warning",
}


@admin.register(Turn, site=site)
class TurnAdmin(RecordAdmin):
    """Why did it answer so?"""

    list_display = ("created_at", "state", "agent", "intent", "decided_by", "mode", "release", "talk")
    list_filter = ("status", "method", "mode", "agent", "intent")
    list_select_related = ("conversation",)
    search_fields = ("=id", "answer", "intent", "conversation__key")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    list_per_page = 25
    fields = (
        ("talk", "number"), ("status", "mode"), ("agent", "intent"), ("decided_by", "release"), "error",
        ("started_at", "finished_at"), "created_at",
    )  # fmt: skip
    change_form_outer_before_template = "studio/turn.html"

    def get_queryset(self, request: Any) -> Any:
        return super().get_queryset(request).defer("received", "request", "side_effects")

    @column(_("status"), ordering="status", label=STATUS_COLOURS)
    def state(self, turn: Any) -> tuple[str, str]:
        return turn.status, turn.get_status_display()

    @column(_("decided by"), ordering="method")
    def decided_by(self, turn: Turn) -> str:
        return method_in_words(turn.method) or "-"

    @column(_("conversation"), ordering="conversation__title")
    def talk(self, turn: Turn) -> Any:
        return link(page_of(turn.conversation), turn.conversation)

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        turn = context["original"]
        result = turn.result or {}
        context.update(
            line=quiet_line(turn),
            said=Message.unscoped.filter(turn=turn).order_by("seq"),
            steps=steps(Step.unscoped.filter(turn=turn).order_by("position")),
            handoffs=AgentHandoff.unscoped.filter(turn=turn).order_by("timestamp"),
            decision=result.get("route_decision") or {},
            why=because(result.get("route_decision") or {}),
            decision_text=pretty(result.get("route_decision")),
            calls=[{**call, "text": pretty(call.get("result"))} for call in result.get("mcp_results") or []],
            rails=result.get("guardrails") or [],
            judges=result.get("judges") or [],
            usage_text=pretty(turn.usage),
        )
        return super().render_change_form(request, context, *args, **kwargs)

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        # The analytics page links to one profile's turns.
        return lookup == "conversation__agent_id" or super().lookup_allowed(lookup, value, request)
