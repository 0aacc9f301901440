"""A conversation is read in one place, the analytics page's; the Studio's rows lead there."""

from typing import Any

from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from audit.reading import note_read
from conversations.models import Conversation, Turn
from studio.access import tenant


class ReadInAnalytics:
    """Mixin for the page of a record: who may see the row is sent to where it can be read."""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        page: Any = self
        row = page.get_object(request, unquote(object_id)) if request.method == "GET" else None
        if row is not None and page.has_view_permission(request, row):
            return HttpResponseRedirect(read_at(row))
        shown: HttpResponse = super().change_view(  # type: ignore[misc]
            request, object_id, form_url, extra_context
        )
        return shown


def read_at(row: Conversation | Turn) -> str:
    """Where a conversation is read, at a turn if it is one."""
    if isinstance(row, Conversation):
        return reverse("analytics-conversation", args=[row.pk])
    address = reverse("analytics-conversation", args=[row.conversation_id])
    return f"{address}?turn={row.number}#turn-{row.number}"


class NotesReading:
    """Mixin for the page of a record that shows texts, if only what a conversation is called by its first
    words: what somebody opens stands in the audit log.
    """

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        shown: Any = super().changelist_view(request, extra_context)  # type: ignore[misc]
        listed = (getattr(shown, "context_data", None) or {}).get("cl")
        if listed is not None:
            note_read(tenant(request), map(_conversation_of, listed.result_list), "list")
        return shown  # type: ignore[no-any-return]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        note_read(tenant(request), [_conversation_of(context["original"])], "row")
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]


def _conversation_of(row: Any) -> str:
    return str(row.pk if isinstance(row, Conversation) else row.conversation_id)
