"""Conversations: who talked about what, which way it went. Read only."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from analytics.message_files import is_erased, list_files
from conversations.models import Conversation, Feedback, Message, Turn
from handoffs import record, to_person
from handoffs.models import AgentHandoff
from studio.base import RecordAdmin
from studio.columns import column, to_row
from studio.links import link, list_of
from studio.reading import NotesReading, ReadInAnalytics
from studio.site import site
from studio.values import clamp


class HandoffFilter(admin.SimpleListFilter):
    """Conversations in words: with a handoff, without, with a failure, with a thumb down."""

    title = _("what happened")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("handoff", _("with handoff")),
            ("straight", _("without handoff")),
            ("failed", _("a turn failed")),
            ("blocked", _("a turn was blocked")),
            ("unhelpful", _("thumbs down")),
            ("person", _("went to a person")),
            ("waits", _("waits for a person")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "handoff":
                return queryset.filter(handoff_count__gt=0)
            case "straight":
                return queryset.filter(handoff_count=0)
            case "waits":
                return queryset.filter(person_since__isnull=False)
            case "person":
                passed = AgentHandoff.unscoped.filter(kind=to_person.TO_PERSON).values("conversation")
                return queryset.filter(pk__in=passed)
            case "failed" | "blocked" as status:
                turns = Turn.unscoped.filter(status=status).values("conversation")
                return queryset.filter(pk__in=turns)
            case "unhelpful" as value:
                rated = Feedback.unscoped.filter(value=value).values("turn__conversation")
                return queryset.filter(pk__in=rated)
        return queryset


@admin.register(Conversation, site=site)
class ConversationAdmin(ReadInAnalytics, NotesReading, RecordAdmin):
    """What was said, by whom, and where did it go?"""

    about = _("Whoever writes to your team appears here.")
    list_display = (
        "heading", "agent_id", "user_id", "channel", "active_agent", "turns", "handoffs", "people",
        "last_activity",
    )  # fmt: skip
    list_filter = (HandoffFilter, "agent_id", "channel", "active_agent")
    search_fields = ("title", "key", "user_id", "session_id")
    date_hierarchy = "last_activity"
    ordering = ("-last_activity",)
    list_per_page = 25

    @column(_("conversation"), ordering="title")
    def heading(self, conversation: Conversation) -> Any:
        return clamp(conversation.title or conversation.session_id)

    @column(_("turns"), ordering="turn_count")
    def turns(self, conversation: Conversation) -> Any:
        return link(list_of(Turn, conversation__id__exact=conversation.pk), conversation.turn_count)

    @column(_("handoffs"), ordering="handoff_count")
    def handoffs(self, conversation: Conversation) -> Any:
        if not conversation.handoff_count:
            return 0
        rows = list_of(AgentHandoff, conversation__id__exact=conversation.pk, **record.LISTED)
        return link(rows, conversation.handoff_count)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        passed = AgentHandoff.unscoped.filter(conversation=OuterRef("pk"), kind=to_person.TO_PERSON)
        counted = (
            passed.filter(blocked=False).order_by().values("conversation").annotate(n=Count("pk")).values("n")
        )
        rows: QuerySet[Conversation] = super().get_queryset(request)
        return rows.annotate(passed=Coalesce(Subquery(counted), 0))

    @column(_("went to a person"))
    def people(self, conversation: Any) -> Any:
        if not conversation.passed:
            return 0
        about = record.LISTED | {"kind__exact": to_person.TO_PERSON}
        rows = list_of(AgentHandoff, conversation__id__exact=conversation.pk, **about)
        return link(rows, conversation.passed)


@admin.register(Message, site=site)
class MessageAdmin(NotesReading, RecordAdmin):
    """Every message, for a search over what people wrote."""

    about = _("Everything that was written, to be searched.")
    list_display = ("created_at", "role", "agent", "text", "files", "talk")
    list_filter = ("role", "agent")
    list_select_related = ("conversation",)
    search_fields = ("text",)
    ordering = ("-created_at",)
    fields = ("created_at", "role", "agent", "text", "files", "talk", "turn_")

    @column(_("files"))
    def files(self, message: Message) -> str:
        """Name, kind, size and what became of each."""
        if is_erased(message):
            return gettext("deleted with the words")
        found = list_files(message)
        return "; ".join(", ".join(filter(None, (f.name, f.kind, f.size, f.became))) for f in found)

    talk = to_row("conversation", _("conversation"))

    turn_ = to_row("turn", _("turn"))
