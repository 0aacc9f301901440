"""Handoffs: who passed a conversation to whom, and what they handed over. Read only."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from handoffs.models import AgentHandoff
from studio.base import RecordAdmin
from studio.columns import column
from studio.links import link, page_of
from studio.site import site


@admin.register(AgentHandoff, site=site)
class HandoffAdmin(RecordAdmin):
    """Who passed on what, to whom, and why?"""

    list_display = ("timestamp", "from_agent", "to_agent", "reason", "kind", "blocked", "talk")
    list_filter = ("from_agent", "to_agent", "kind", "blocked")
    list_select_related = ("conversation",)
    search_fields = ("reason", "context_summary", "conversation__key")
    date_hierarchy = "timestamp"
    ordering = ("-timestamp",)
    list_per_page = 25
    fields = (
        ("from_agent", "to_agent"), "reason", "context_summary",
        ("talk", "turn_"), ("kind", "category"), ("outcome", "blocked"), "timestamp",
    )  # fmt: skip

    @column(_("conversation"))
    def talk(self, handoff: AgentHandoff) -> Any:
        return link(page_of(handoff.conversation), handoff.conversation)

    @column(_("turn"))
    def turn_(self, handoff: AgentHandoff) -> Any:
        return link(page_of(handoff.turn), handoff.turn)

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        # The analytics page links to one profile's handoffs.
        return lookup == "conversation__agent_id" or super().lookup_allowed(lookup, value, request)
