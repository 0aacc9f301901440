"""What is remembered of users: read, corrected and erased for them. It acts at once."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.memory import learning
from audit.append import record
from audit.values import Party
from conversations.models import Turn, UserFact
from studio.access import tenant
from studio.base import TenantAdmin
from studio.columns import badge, column
from studio.forms import TenantForm
from studio.links import link, page_of
from studio.site import site

COLOURS = {"stated": "success", "learned": "info", "corrected": "warning"}


class FactForm(TenantForm):
    """Refuses what is never kept, whoever writes it."""

    def clean(self) -> Any:
        cleaned: Any = super().clean()
        written = f"{cleaned.get('key', '')}: {cleaned.get('value', '')}"
        if not learning.may_be_kept(written, self.tenant.default_language):
            raise forms.ValidationError(_("Personal numbers, addresses and secrets are never kept."))
        return cleaned


@admin.register(UserFact, site=site)
class UserFactAdmin(TenantAdmin):
    """What do we remember of this user, and who said it?"""

    about = _("What users say of themselves, for example “call me Ana”, where a profile remembers it.")
    form = FactForm
    list_display = ("user_id", "key", "value", "how", "confidence", "learned_at")
    list_filter = ("source", "key")
    search_fields = ("user_id", "key", "value")
    ordering = ("-learned_at",)
    date_hierarchy = "learned_at"
    list_per_page = 25
    fields = ("user_id", "key", "value", "said_in", "how", "learned_at")
    helps: ClassVar[dict[str, Any]] = {
        "user_id": _("As your system names them, for example u1234."),
    }

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fixed = ("user_id", "key") if obj is not None else ()
        return (*super().get_readonly_fields(request, obj), *fixed, "said_in", "how", "learned_at")

    how = badge("source", _("from"), COLOURS)

    @column(_("said in"))
    def said_in(self, row: UserFact) -> Any:
        turn = Turn.objects.of(row.tenant_id).filter(pk=row.turn).first() if row.turn else None
        return link(page_of(turn), turn) if turn is not None else ""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        shown: Any = super().changelist_view(request, extra_context)
        listed = (getattr(shown, "context_data", None) or {}).get("cl")
        users = dict.fromkeys(row.user_id for row in listed.result_list) if listed is not None else ()
        if users:
            parties = {str(number): Party("user", user) for number, user in enumerate(users, 1)}
            record(tenant(request), "read", UserFact._meta.label, after={"where": "list"} | parties)
        return shown  # type: ignore[no-any-return]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        if context["original"] is not None:
            _note("read", context["original"])
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.tenant, obj.source, obj.turn = tenant(request), UserFact.Sources.CORRECTED, ""
        obj.confidence, obj.learned_at = 1.0, timezone.now()
        super().save_model(request, obj, form, change)
        _note("change" if change else "add", obj)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        _note("delete", obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for row in queryset:
            self.delete_model(request, row)


def _note(action: str, row: UserFact) -> None:
    """What users said of themselves changes in turns, too.

    What people do with it, and who reads it, is told here, without its words.
    """
    about = {"user_id": Party("user", row.user_id), "key": row.key}
    record(row.tenant_id, action, UserFact._meta.label, row.pk, after=about)
