"""Messages that must be routed right: which, where each belongs, and whether it goes there now."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from routing.decision.authored.cases import MOST
from routing.decision.evaluation.cases import decide_cases, is_right, live_of
from routing.decision.evaluation.correcting import as_recorded, reachable
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.models import RoutingCase
from studio.access import is_allowed
from studio.base import AuthoredAdmin
from studio.columns import column
from studio.forms import TenantForm
from studio.links import link
from studio.reading import read_at
from studio.site import site

COLOURS = {"right": "success", "wrong": "danger", "asks": "warning", "unknown": "info"}


class CaseForm(TenantForm):
    """A case as it is typed; its text is masked as the profile's record is."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        profile, text = self.cleaned_data.get("profile"), self.cleaned_data.get("text")
        intent = self.cleaned_data.get("intent")
        if (
            profile
            and intent
            and not intent.out_of_scope
            and not reachable(profile).filter(pk=intent.pk).exists()
        ):
            sentence = _("The profile “%(profile)s” does not serve %(intent)s.")
            self.add_error("intent", sentence % {"profile": profile.agent_id, "intent": intent.name})
        if not profile or not text:
            return cleaned
        text = self.cleaned_data["text"] = as_recorded(profile, text)
        rows = RoutingCase.objects.of(self.tenant)
        same = rows.filter(profile=profile, text=text, state=self.cleaned_data.get("state") or "")
        if same.exclude(pk=self.instance.pk).exists():
            sentence = _("This message is there already. Edit that one.")
            self.add_error("text", sentence)
        elif self.instance.pk is None and rows.count() >= MOST:
            sentence = _("There may be %(most)d such messages. Delete some that tell nothing new.")
            self.add_error("text", sentence % {"most": MOST})
        return cleaned


@admin.register(RoutingCase, site=site)
class RoutingCaseAdmin(AuthoredAdmin):
    """What must go where, and does it?"""

    about = _(
        "None yet. Write one, keep the lines of a file that you test, or open a conversation and choose "
        "“This should have been …” under an answer that went wrong."
    )
    form = CaseForm
    list_display = ("text", "belongs_to", "now", "source", "profile", "author", "created_at")
    list_filter = (
        "source", ("profile", admin.RelatedOnlyFieldListFilter), ("intent", admin.RelatedOnlyFieldListFilter),
    )  # fmt: skip
    list_per_page = 25
    search_fields = ("text", "intent__name")
    autocomplete_fields = ("profile", "intent")
    readonly_fields = ("source", "author", "created_at", "corrects", "now")
    list_before_template = "studio/cases_about.html"

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What people wrote is for those who may read it."""
        return super().has_view_permission(request, obj) and is_allowed(request, "conversations.read_texts")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RoutingCase]:
        rows: QuerySet[RoutingCase] = super().get_queryset(request)
        return rows.select_related("tenant", "profile", "intent", "turn__conversation")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What it corrects is for those who may read conversations."""
        facts: tuple[str, ...] = ("now", "source", "author", "created_at")
        if is_allowed(request, "conversations.view_conversation"):
            facts = (*facts, "corrects")
        typed = (None, {"fields": ("text", "intent", "profile", "state")})
        return [typed] if obj is None else [typed, (_("Where it comes from"), {"fields": facts})]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.author = obj.author or str(request.user)[:150]
        super().save_model(request, obj, form, change)

    @column(_("belongs to"), ordering="intent__name")
    def belongs_to(self, case: RoutingCase) -> str:
        return case.intent.name if case.intent else gettext("nobody serves it")

    @column(_("live"), label=COLOURS)
    def now(self, case: RoutingCase) -> tuple[str, str]:
        """Whether what is live routes it right; what happens instead."""
        release = live_of(case.tenant) if case.pk else None
        answer = decide_cases([case], release).get(case.key) if release is not None else None
        if answer is None:
            return "unknown", gettext("not live")
        if is_right(answer):
            return "right", gettext("right")
        if answer.asked:
            return "asks", gettext("asks which: %(names)s") % {"names": ", ".join(answer.asked)}
        got = gettext("what nobody serves") if answer.intent == OUT_OF_SCOPE else answer.intent
        return "wrong", gettext("wrong: %(got)s") % {"got": got or gettext("nobody is sure")}

    @column(_("corrects"))
    def corrects(self, case: RoutingCase) -> Any:
        if case.turn is None:
            return "-"
        return link(read_at(case.turn), gettext("turn %(n)d") % {"n": case.turn.number})
