"""Handoffs: who passed a conversation to whom, and what they handed over. Read only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from handoffs.models import AgentHandoff
from studio.base import RecordAdmin
from studio.columns import badge, to_row
from studio.reading import NotesReading
from studio.site import site

OUTCOME_COLOURS = {
    "helped": "success",
    "came_back": "warning",
    "stopped_by_guard": "warning",
    "abandoned": "danger",
}


@admin.register(AgentHandoff, site=site)
class HandoffAdmin(NotesReading, RecordAdmin):
    """Who passed on what, to whom, and why?"""

    about = _("When one specialist passes a conversation to another, it stands here.")
    list_display = ("timestamp", "from_agent", "to_agent", "reason", "kind", "became", "talk")
    list_filter = ("from_agent", "to_agent", "kind", "outcome", "blocked")
    list_select_related = ("conversation",)
    search_fields = ("reason", "context_summary", "conversation__key")
    linked = ("conversation",)
    date_hierarchy = "timestamp"
    ordering = ("-timestamp",)
    list_per_page = 25
    fields = (
        ("from_agent", "to_agent"), "reason", "context_summary",
        ("talk", "turn_"), ("kind", "category"), ("became", "blocked"), "timestamp",
    )  # fmt: skip

    became = badge("outcome", _("outcome"), OUTCOME_COLOURS)

    talk = to_row("conversation", _("conversation"))

    turn_ = to_row("turn", _("turn"))
