"""Conversations: who talked about what, which way it went. Read only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from conversations.models import Conversation, Message, Turn
from handoffs.models import AgentHandoff
from studio.base import RecordAdmin
from studio.columns import column
from studio.links import link, list_of, page_of
from studio.site import site
from studio.timeline import talk

TURNS_SHOWN = 100


class HandedOver(admin.SimpleListFilter):
    """Conversations in words: with a handoff, without, ended by a failure."""

    title = _("what happened")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("handoff", _("with handoff")),
            ("straight", _("without handoff")),
            ("failed", _("a turn failed")),
            ("blocked", _("a turn was blocked")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "handoff":
                return queryset.filter(handoff_count__gt=0)
            case "straight":
                return queryset.filter(handoff_count=0)
            case "failed" | "blocked" as status:
                turns = Turn.unscoped.filter(status=status).values("conversation")
                return queryset.filter(pk__in=turns)
        return queryset


@admin.register(Conversation, site=site)
class ConversationAdmin(RecordAdmin):
    """What was said, by whom, and where did it go?"""

    list_display = (
        "heading", "agent_id", "user_id", "channel", "active_agent", "turns", "handoffs", "last_activity",
    )  # fmt: skip
    list_filter = (HandedOver, "agent_id", "channel", "active_agent")
    search_fields = ("title", "key", "user_id", "session_id")
    date_hierarchy = "last_activity"
    ordering = ("-last_activity",)
    list_per_page = 25
    fields = (
        ("agent_id", "active_agent"), ("user_id", "channel"), "key", "waits_for",
        ("started_at", "last_activity"),
    )  # fmt: skip
    change_form_outer_before_template = "studio/conversation.html"

    @column(_("conversation"), ordering="title")
    def heading(self, conversation: Conversation) -> str:
        return conversation.title or conversation.session_id

    @column(_("turns"), ordering="turn_count")
    def turns(self, conversation: Conversation) -> Any:
        return link(list_of(Turn, conversation__id__exact=conversation.pk), conversation.turn_count)

    @column(_("handoffs"), ordering="handoff_count")
    def handoffs(self, conversation: Conversation) -> Any:
        if not conversation.handoff_count:
            return 0
        return link(
            list_of(AgentHandoff, conversation__id__exact=conversation.pk), conversation.handoff_count
        )

    @column(_("waits for"))
    def waits_for(self, conversation: Conversation) -> str:
        question = (conversation.state or {}).get("question") or {}
        return str(question.get("text") or "-")

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        conversation = context["original"]
        newest = list(
            Turn.unscoped.filter(conversation=conversation)
            .order_by("-number")
            .defer("received")[:TURNS_SHOWN]
        )
        turns = newest[::-1]
        said = Message.unscoped.filter(turn__in=[turn.pk for turn in turns]).order_by("seq")
        moved = AgentHandoff.unscoped.filter(turn__in=[turn.pk for turn in turns]).order_by("timestamp")
        context["talk"] = talk(turns, said, moved)
        context["hidden"] = max(0, conversation.turn_count - TURNS_SHOWN)
        context["all_turns"] = list_of(Turn, conversation__id__exact=conversation.pk)
        return super().render_change_form(request, context, *args, **kwargs)


@admin.register(Message, site=site)
class MessageAdmin(RecordAdmin):
    """Every message, for a search over what people wrote."""

    list_display = ("created_at", "role", "agent", "text", "talk")
    list_filter = ("role", "agent")
    list_select_related = ("conversation",)
    search_fields = ("text",)
    ordering = ("-created_at",)
    fields = ("created_at", "role", "agent", "text", "talk", "turn_")

    @column(_("conversation"))
    def talk(self, message: Message) -> Any:
        return link(page_of(message.conversation), message.conversation)

    @column(_("turn"))
    def turn_(self, message: Message) -> Any:
        return link(page_of(message.turn), message.turn)
