"""The company itself: its title, default profile and language, and how its people sign in."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from studio.access import is_allowed, tenant
from studio.accounts.single_sign_on import end_passwords, is_known_to_issuer
from studio.lookups import Filtered
from studio.row_history import AuditHistory
from studio.site import site
from tenancy.current import choose, tenant_of
from tenancy.errors import NoCompany
from tenancy.models import Tenant
from tenancy.operational import touch


@admin.register(Tenant, site=site)
class CompanyAdmin(AuditHistory, Filtered, ModelAdmin):  # type: ignore[misc]
    """How is the company called, and who answers when a request names no profile?"""

    list_display = ("slug", "title", "default_agent_id", "default_language", "time_zone", "live_release")
    search_fields = ("slug", "title")
    ordering = ("slug",)
    fields = ("slug", "title", "default_agent_id", "default_language", "time_zone", "sso_only")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenant]:
        rows: QuerySet[Tenant] = super().get_queryset(request)
        everywhere = request.user.is_superuser  # type: ignore[union-attr]
        return rows if everywhere else rows.filter(pk=tenant(request).pk)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Passwords are switched off by somebody who got in without one: nobody shuts everybody out."""
        fixed = ("slug",) if obj else ()
        locked = not (obj is not None and obj.sso_only) and not is_known_to_issuer(request.user)
        return (*fixed, "sso_only") if locked else fixed

    def save_model(self, request: HttpRequest, obj: Tenant, form: Any, change: bool) -> None:
        before = None if change else next(iter(_work_for(request)), None)
        super().save_model(request, obj, form, change)
        if not change:
            choose(request, obj.pk)
            messages.info(request, _tell_company(request, obj, before))
        if "time_zone" in form.changed_data:
            touch(obj)  # limits count its days
        if obj.sso_only and "sso_only" in form.changed_data:
            end_passwords(obj)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name in HELPS:
            field.help_text = HELPS[db_field.name]
        return field

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._mine(request, obj) and is_allowed(request, "tenancy.view_tenant")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._mine(request, obj) and is_allowed(request, "tenancy.change_tenant")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)  # type: ignore[union-attr]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @staticmethod
    def _mine(request: HttpRequest, obj: Any) -> bool:
        everywhere = bool(request.user.is_superuser)  # type: ignore[union-attr]
        return obj is None or everywhere or obj.pk == tenant(request).pk


def _work_for(request: HttpRequest) -> Iterator[Tenant]:
    """The company that is worked for, where there is any."""
    with suppress(NoCompany):
        yield tenant_of(request)


def _tell_company(request: HttpRequest, company: Tenant, before: Tenant | None) -> SafeString:
    """Whose rows the next forms write, and a way back."""
    told = format_html("{}", _("You now work for %(company)s.") % {"company": company})
    if before is None:
        return told
    back = _("Work for %(company)s again") % {"company": before}
    return format_html(
        '{} <form method="post" action="{}">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<button class="studio-button is-small" name="company" value="{}">{}</button></form>',
        told, reverse("admin:company"), get_token(request), before.pk, back,
    )  # fmt: skip


HELPS = {
    "sso_only": _(
        "Members get in through the identity provider alone, never with a password. "
        "To switch it on, sign in through the provider once."
    ),
    "slug": _("How programs call it; it cannot be changed later. For example tenant_a."),
    "title": _("How people call it. For example Example Telecom."),
    "time_zone": _(
        "Its midnight begins a day: of figures, limits and budgets, and of profiles without a time zone of "
        "their own. Times in the Studio are in it. For example America/Sao_Paulo. Empty: the installation's."
    ),
    "default_language": _("Used until a message tells another one. For example Português."),
}
