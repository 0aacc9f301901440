"""Turns: how one answer came about, step by step. Read only."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn
from routing.decision.reasons import ENDS, method_in_words
from studio.base import RecordAdmin
from studio.columns import badge, column, to_row
from studio.reading import NotesReading, ReadInAnalytics
from studio.site import site

STATUS_COLOURS = {
    "answered": "success",
    "waiting": "warning",
    "running": "info",
    "queued": "info",
    "blocked": "warning",
    "failed": "danger",
    "cancelled": "warning",
}


class StoppedFilter(admin.SimpleListFilter):
    """Turns by what ended their work early, each with its number."""

    title = _("what ended it")
    parameter_name = "ended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        counted = model_admin.get_queryset(request).filter(outcome__in=ENDS).order_by()
        numbers = dict(counted.values_list("outcome").annotate(n=Count("pk")))
        return [(name, f"{words} ({numbers.get(name, 0)})") for name, words in ENDS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(outcome=self.value()) if self.value() else queryset


@admin.register(Turn, site=site)
class TurnAdmin(ReadInAnalytics, NotesReading, RecordAdmin):
    """Why did it answer so?"""

    about = _("Each message with its answer, and how that came about.")
    list_display = ("created_at", "state", "agent", "intent", "decided_by", "mode", "release", "talk")
    list_filter = ("status", StoppedFilter, "method", "mode", "agent", "intent")
    list_select_related = ("conversation",)
    search_fields = ("=id", "answer", "intent", "conversation__key")
    linked = ("conversation",)
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    list_per_page = 25

    def get_queryset(self, request: Any) -> Any:
        return super().get_queryset(request).defer("received", "request", "side_effects")

    state = badge("status", _("status"), STATUS_COLOURS)

    @column(_("decided by"), ordering="method")
    def decided_by(self, turn: Turn) -> str:
        return method_in_words(turn.method) or "-"

    talk = to_row("conversation", _("conversation"), ordering="conversation__title")
