"""Handoffs: who passed a conversation to whom, and what they handed over. Read only."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from handoffs.models import AgentHandoff
from handoffs.to_person import PERSON
from studio.base import RecordAdmin
from studio.columns import badge, column, to_row
from studio.filters import filter_named
from studio.reading import NotesReading
from studio.site import site

OUTCOME_COLOURS = {
    "helped": "success",
    "came_back": "warning",
    "stopped_by_guard": "warning",
    "abandoned": "danger",
}

META: Any = AgentHandoff._meta
FROM, TO = (META.get_field(name).verbose_name for name in ("from_agent", "to_agent"))


def name_who(name: str) -> str:
    """A specialist by its name; a person of the company as one is called."""
    return gettext("a person") if name == PERSON else name


@admin.register(AgentHandoff, site=site)
class HandoffAdmin(NotesReading, RecordAdmin):
    """Who passed on what, to whom, and why?"""

    about = _("When one specialist passes a conversation to another, it stands here.")
    list_display = ("timestamp", "giver", "taker", "reason", "kind", "became", "talk")
    list_filter = (
        filter_named("from_agent", FROM, name_who), filter_named("to_agent", TO, name_who),
        "kind", "outcome", "blocked",
    )  # fmt: skip
    list_select_related = ("conversation",)
    search_fields = ("reason", "context_summary", "conversation__key")
    linked = ("conversation",)
    date_hierarchy = "timestamp"
    ordering = ("-timestamp",)
    list_per_page = 25
    fields = (
        ("giver", "taker"), "reason", "context_summary",
        ("talk", "turn_"), ("kind", "category"), ("became", "blocked"), "timestamp",
    )  # fmt: skip

    @column(FROM, "from_agent")
    def giver(self, row: AgentHandoff) -> Any:
        return name_who(row.from_agent)

    @column(TO, "to_agent")
    def taker(self, row: AgentHandoff) -> Any:
        return name_who(row.to_agent)

    became = badge("outcome", _("outcome"), OUTCOME_COLOURS)

    talk = to_row("conversation", _("conversation"))

    turn_ = to_row("turn", _("turn"))
