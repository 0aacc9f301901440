"""MCP servers and their tools: where each argument comes from, and whether the other side answers."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from agents.models import MCPServer, MCPTool, ToolParameter
from studio.access import tenant
from studio.base import AuthoredAdmin, Inline
from studio.checks import ServerChecks
from studio.fields import TextsField, ValueField
from studio.site import site
from tenancy.operational import touch


def long_texts(**kwargs: Any) -> TextsField:
    return TextsField(rows=3, **kwargs)


@admin.register(MCPServer, site=site)
class ServerAdmin(ServerChecks, AuthoredAdmin):
    """Does this server answer, and what can it do?"""

    list_display = ("name", "description", "url", "enabled", "last_seen", "last_error")
    list_filter = ("enabled",)
    search_fields = ("name", "description")
    readonly_fields = ("last_seen", "last_error")
    change_form_outer_before_template = "studio/checks.html"
    helps: ClassVar[dict[str, Any]] = {
        "description": _("What it is for. For example: invoices and plans of the telecom system."),
        "transport": _("How it speaks, for example Streamable HTTP, as current servers do."),
        "secret": _("Sent as a bearer token, for example the one its operator gave you."),
        "enabled": _("Acts by publishing. To stop it at once, use Operations; for example during an outage."),
    }
    fieldsets = (
        (None, {"fields": ("name", "description", "enabled")}),
        (
            _("Where it is"),
            {"fields": ("url", "secret", "transport"), "description": _("These act at once.")},
        ),
        (_("Last contact"), {"fields": ("last_seen", "last_error")}),
    )

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        touch(tenant(request))


class ParameterInline(Inline):
    """Where each argument of the tool comes from."""

    model = ToolParameter
    fields = ("name", "source", "key", "required", "type", "default", "description")
    verbose_name_plural = _("arguments and where they come from")
    typed: ClassVar[dict[str, Any]] = {"default": ValueField}
    helps: ClassVar[dict[str, Any]] = {
        "source": _("“Who writes” is never taken from what the user types, for example msisdn."),
        "required": _("Asked for when nobody knows it, for example order_id."),
        "type": _("For example string, integer or boolean."),
        "default": _("Used when nothing else is known. For example 10, true or web."),
        "description": _("What the model reads about it. For example: number of the order."),
    }


@admin.register(MCPTool, site=site)
class ToolAdmin(AuthoredAdmin):
    """What does this tool do, what does it need, and may it change something?"""

    inlines = (ParameterInline,)
    list_display = ("name", "server", "description", "read_only", "confirm", "enabled")
    list_filter = ("enabled", "read_only", ("server", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("server",)
    search_fields = ("name", "description")
    autocomplete_fields = ("server",)
    typed: ClassVar[dict[str, Any]] = {"title": TextsField, "confirm_text": TextsField, "say": long_texts}
    helps: ClassVar[dict[str, Any]] = {
        "server": _("Where it lives. For example telecom."),
        "description": _("What the model reads about it. For example: returns one invoice with its items."),
        "read_only": _("Off: it changes something and is never repeated on its own, for example a refund."),
        "confirm": _(
            "The user must say yes before it is called, for example before an exchange is requested."
        ),
        "next_state": _("Set when the call worked, in capital letters: WAITING_SUPPORT_CONFIRMATION."),
        "enabled": _("Acts by publishing. To stop it at once, use Operations; for example during an outage."),
    }
    fieldsets = (
        (None, {"fields": ("name", "server", "title", "description", "enabled")}),
        (_("What it may do"), {"fields": ("read_only", "confirm", "confirm_text", "next_state")}),
        (_("Answer without a model"), {"fields": ("say",)}),
    )
