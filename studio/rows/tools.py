"""MCP servers and their tools: where each argument comes from, and whether the other side answers."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.forms import ChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError
from unfold.widgets import UnfoldAdminSelectWidget

from agents import commands, toolboxes
from agents.models import MCPServer, MCPTool, ToolParameter
from agents.operational import OAUTH
from agents.plugins import choices
from agents.tools import result_cache
from studio.base import AuthoredAdmin, Inline
from studio.checks import ServerChecks
from studio.columns import column
from studio.fields import TextsField, ValueField
from studio.server_sign_in import SignIns
from studio.site import site


def make_long_texts_field(**kwargs: Any) -> TextsField:
    return TextsField(rows=3, **kwargs)


@admin.register(MCPServer, site=site)
class ServerAdmin(SignIns, ServerChecks, AuthoredAdmin):
    """Does this server answer, and what can it do?"""

    about = _("Where tools live. Add its address, then discover on its page what it can do.")
    list_display = ("name", "description", "where", "enabled", "last_seen", "last_error")
    list_filter = ("enabled",)
    search_fields = ("name", "description")
    readonly_fields = ("last_seen", "last_error")
    change_form_outer_before_template = "studio/server.html"
    at_once = ("transport", "url", "secret", "extra_headers", "command", *OAUTH)
    helps: ClassVar[dict[str, Any]] = {
        "description": _("What it is for. For example: opening hours and visits."),
        "transport": _("How it speaks: most current servers have an address, for example Streamable HTTP."),
        "enabled": _("Acts by publishing. To stop it at once, use Operations; for example during an outage."),
    }
    fieldsets = (
        (None, {"fields": ("name", "description", "enabled")}),
        (
            _("Where it is"),
            {"fields": at_once[: -len(OAUTH)], "description": _("These act at once.")},
        ),
        (
            _("Signing in (OAuth)"),
            {
                "fields": OAUTH,
                "description": _("For a server that wants it: save, then sign in here."),
            },
        ),
        (_("Last contact"), {"fields": ("last_seen", "last_error")}),
    )

    @admin.display(description=_("address"), ordering="url")
    def where(self, row: MCPServer) -> str:
        return row.command if row.transport in MCPServer.OF_HERE else row.url

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """A command is picked by name; what it starts is no business of whoever edits rows."""
        form = super().get_form(request, obj, change=change, **kwargs)
        if (field := form.base_fields.get("command")) is not None:
            known = [*commands.names(), *toolboxes.TOOLBOXES]
            chosen = obj.command if obj is not None else ""
            gone = [(chosen, _("%s (not in this installation)") % chosen)]
            form.base_fields["command"] = ChoiceField(
                choices=[
                    ("", "---------"),
                    *((name, name) for name in commands.names()),
                    *choices(toolboxes.TOOLBOXES),
                    *(gone if chosen not in ["", *known] else []),
                ],
                required=False,
                label=field.label,
                help_text=field.help_text,
                widget=UnfoldAdminSelectWidget,
            )
        return form


class ParameterInline(Inline):
    """Where each argument of the tool comes from."""

    model = ToolParameter
    fields = ("name", "source", "key", "required", "type", "default", "description", "label")
    verbose_name_plural = _("arguments and where they come from")
    typed: ClassVar[dict[str, Any]] = {"default": ValueField, "label": TextsField}
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

    about = _(
        "What specialists can look up or do. Tools come from a server: add it, and discover them on its page."
    )
    inlines = (ParameterInline,)
    list_display = ("name", "server", "description", "changes", "confirm", "enabled")
    list_filter = ("enabled", "read_only", "undeclared", ("server", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("server",)
    search_fields = ("name", "description")
    autocomplete_fields = ("server",)
    typed: ClassVar[dict[str, Any]] = {
        "title": TextsField,
        "confirm_text": TextsField,
        "say": make_long_texts_field,
    }
    helps: ClassVar[dict[str, Any]] = {
        "server": _("Where it lives. For example office."),
        "description": _("What the model reads about it. For example: returns the opening hours of a day."),
        "next_state": _("Set when the call worked, in capital letters: WAITING_SUPPORT_CONFIRMATION."),
        "enabled": _("Acts by publishing. To stop it at once, use Operations; for example during an outage."),
    }
    actions = ("forget_results",)
    fieldsets = (
        (None, {"fields": ("name", "server", "title", "description", "enabled")}),
        (
            _("What it may do"),
            {"fields": ("read_only", "cache_seconds", "confirm", "confirm_text", "permission", "next_state")},
        ),
        (_("Answer without a model"), {"fields": ("say",)}),
    )

    @column(
        _("changes something"),
        ordering="read_only",
        label={"yes": "info", "no": "success", "word": "warning"},
    )
    def changes(self, tool: MCPTool) -> tuple[str, str]:
        if tool.undeclared:
            return "word", gettext("needs your word")
        return ("no", gettext("only reads")) if tool.read_only else ("yes", gettext("changes something"))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Above the switch stands that nobody has said it, until somebody saves the page."""
        sets = super().get_fieldsets(request, obj)
        if obj is None or not obj.undeclared:
            return sets
        sentence = _(
            "Needs your word: neither its file nor its server says whether it changes something. It is "
            "called as one that does, and after a yes, until you say otherwise here and save the page."
        )
        return [
            (title, {**facts, "description": sentence} if "read_only" in facts["fields"] else facts)
            for title, facts in sets
        ]

    def get_object(self, request: HttpRequest, object_id: Any, from_field: str | None = None) -> Any:
        """The page shows what holds until it is saved: nobody takes the yes off who has not seen it."""
        tool = super().get_object(request, object_id, from_field)
        if tool is not None and tool.undeclared and not tool.read_only:
            tool.confirm = True
        return tool

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.undeclared = False  # whoever saves the page has seen the switch
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Throw kept results away"), permissions=["change"])
    def forget_results(self, request: HttpRequest, queryset: Any) -> None:
        """At once: the next call asks the tool."""
        try:
            gone = sum(result_cache.purge(tool.tenant_id, tool.name) for tool in queryset)
        except RedisError:
            self.message_user(request, gettext("Redis is away: try again in a moment."), messages.ERROR)
            return
        sentence = gettext("Thrown away: %(count)s results. The next call asks the tool.") % {"count": gone}
        self.message_user(request, sentence, messages.SUCCESS)
