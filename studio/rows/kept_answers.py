"""Answers that are kept and given again: read, and thrown away when one is wrong. It acts at once."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from conversations.models import Feedback, Turn
from routing.answer_cache import keeping
from routing.models import CachedAnswer
from studio.access import is_allowed, tenant
from studio.base import RecordAdmin
from studio.columns import column
from studio.links import link, page_of
from studio.site import site


@admin.register(CachedAnswer, site=site)
class CachedAnswerAdmin(RecordAdmin):
    """Which answers are given again, how often, and what do people think of them?"""

    never = ("add", "change")
    about = _("Answers that are given again to whoever asks the same, where an intent keeps them.")
    list_display = ("question", "answer", "intent", "served", "thumbs", "language", "expires_at")
    list_filter = ("intent", "agent_id", "language")
    search_fields = ("question", "answer")
    ordering = ("-served", "-created_at")
    list_per_page = 25
    list_disable_select_all = False
    actions = ("throw_away",)  # type: ignore[assignment]  # which a record has not
    fields = (
        "question", "answer", ("intent", "agent"), ("agent_id", "release"), ("served", "tokens"), "thumbs",
        ("made_in", "created_at"), ("language", "expires_at"),
    )  # fmt: skip

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What people wrote is for those who may read it."""
        return super().has_view_permission(request, obj) and is_allowed(request, "conversations.read_texts")

    @column(_("thumbs"))
    def thumbs(self, row: CachedAnswer) -> str:
        given = Feedback.objects.of(row.tenant_id).filter(turn__outcome="cached")
        mine = given.filter(turn__result__cached_answer=row.pk)
        counts = dict(mine.values_list("value").annotate(n=Count("*")))
        up, down = counts.get(Feedback.Values.HELPFUL, 0), counts.get(Feedback.Values.UNHELPFUL, 0)
        return f"+{up} −{down}" if up or down else "–"

    @column(_("made in"))
    def made_in(self, row: CachedAnswer) -> Any:
        turn = Turn.objects.of(row.tenant_id).filter(pk=row.turn).first()
        return link(page_of(turn), turn) if turn is not None else "–"

    @admin.action(description=_("Throw away"), permissions=["delete"])
    def throw_away(self, request: HttpRequest, queryset: Any) -> None:
        """At once: the next who asks gets a new answer."""
        gone = keeping.throw_away(tenant(request).pk, queryset.values_list("pk", flat=True))
        sentence = ngettext("%(n)d answer thrown away.", "%(n)d answers thrown away.", gone) % {"n": gone}
        self.message_user(request, sentence, messages.SUCCESS)
