"""API keys of programs: made here, shown once, revoked at once."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from studio.access import scopes_of, tenant
from studio.base import TenantAdmin
from studio.columns import column
from studio.site import site
from tenancy import ending, keys
from tenancy.errors import NotUsable
from tenancy.models import ApiKey
from tenancy.operational import touch
from tenancy.principal import SCOPES

TELLS: dict[str, Any] = {
    "chat": _("send messages"),
    "chat:multi_agent": _("choose the mode, skip the rollout"),
    "context:trusted": _("say who the user is"),
    "sessions": _("read and delete sessions"),
    "debug": _("use the test doors"),
    "analytics:read": _("read analytics"),
    "session:create": _("sign in end users"),
    "rollout:write": _("change the rollout and switch things off, at once"),
    "config:write": _("read and import configuration files"),
    "privacy": _("export and forget people"),
    "addresses:write": _("say where data goes, in imported files"),
    "publish": _("publish, and restore releases"),
}

KNOWN = (
    "begins",
    "created_at",
    "made_by",
    "last_used",
    "sessions_ended_at",
    "revoked_at",
)  # of a key, beside what is edited


def make_scopes_field(**kwargs: Any) -> forms.Field:
    """What the key may do, as boxes."""
    return forms.MultipleChoiceField(
        choices=[(scope, f"{scope}: {TELLS[scope]}" if scope in TELLS else scope) for scope in SCOPES],
        widget=UnfoldAdminCheckboxSelectMultipleWidget(),
        initial=["chat"],
        **kwargs,
    )


@admin.register(ApiKey, site=site)
class KeyAdmin(TenantAdmin):
    """Which programs may talk to us, and are they still used?"""

    never = ("delete",)  # a revoked key stays in the list, so that the record keeps naming it
    about = _("Lets a program of yours send messages. It is shown once, when it is made.")
    list_display = ("name", "begins", "may", "created_at", "last_used", "state")
    search_fields = ("name", "prefix")
    ordering = ("name",)
    fields = ("name", "scopes", "expires_at")
    readonly_fields = ()
    actions = ("rotate", "end_sessions", "revoke")
    typed: ClassVar[dict[str, Any]] = {"scopes": make_scopes_field}
    helps: ClassVar[dict[str, Any]] = {
        "expires_at": _("Empty: until revoked. For example the end of a project."),
    }

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Nobody gives a key more than their own role may; what it has already may stay."""
        form = super().get_form(request, obj, change=change, **kwargs)
        if (field := form.base_fields.get("scopes")) is not None:
            given = scopes_of(request) | set(obj.scopes if obj is not None else ())
            field.choices = [choice for choice in field.choices if choice[0] in given]
        return form

    @column(_("begins with"))
    def begins(self, key: ApiKey) -> str:
        return f"sb_live_{key.prefix}…"

    @column(_("may"))
    def may(self, key: ApiKey) -> str:
        return ", ".join(key.scopes)

    @column(_("state"), label={"ok": "success", "over": "danger"})
    def state(self, key: ApiKey) -> tuple[str, str]:
        if key.revoked_at:
            return "over", gettext("revoked")
        if not key.usable(timezone.now()):
            return "over", gettext("expired")
        return "ok", gettext("valid")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            touch(obj.tenant_id)
            return
        row, plain = ApiKey.make(tenant(request), obj.name, obj.scopes, obj.expires_at, request.user)
        obj.__dict__.update(row.__dict__)
        sentence = gettext("This is the key. Copy it now, it cannot be shown again:")
        self.message_user(request, format_html('{} <code class="studio-once">{}</code>', sentence, plain))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.fields, *(KNOWN if obj else ()))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return KNOWN if obj else ()

    @admin.action(description=_("Replace by a new key"), permissions=["change"])
    def rotate(self, request: HttpRequest, queryset: Any) -> None:
        """Both work for a while. Whoever gets the new key shown may do all that it may."""
        mine = scopes_of(request)
        for key in queryset:
            if not set(key.scopes) <= mine:
                sentence = gettext(
                    "“%(name)s” may more than you may: somebody who may all of it replaces it."
                )
                self.message_user(request, sentence % {"name": key}, messages.ERROR)
                continue
            try:
                _row, plain = keys.rotate(key, by=request.user)
            except NotUsable as error:
                self.message_user(request, str(error), messages.ERROR)
                continue
            sentence = gettext(
                "The new key of %(name)s; the old one works until %(until)s. Copy it now, it cannot be "
                "shown again:"
            )
            words = sentence % {"name": key.name, "until": date_format(key.expires_at, "SHORT_DATE_FORMAT")}
            self.message_user(request, format_html('{} <code class="studio-once">{}</code>', words, plain))

    @admin.action(description=_("End all sessions"), permissions=["change"])
    def end_sessions(self, request: HttpRequest, queryset: Any) -> None:
        for key in queryset:
            ending.of_key(key)
        sentence = gettext("Ended: every session token that they signed. The keys themselves go on.")
        self.message_user(request, sentence, messages.SUCCESS)

    @admin.action(description=_("Revoke for good"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: Any) -> None:
        for key in queryset:
            keys.revoke(key)
        sentence = gettext(
            "Revoked. They stopped working at once, with every session token that they signed."
        )
        self.message_user(request, sentence, messages.SUCCESS)
