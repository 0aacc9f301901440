"""What packages add: which of it the company uses, and with which settings."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from agents import plugin_settings
from agents.models import Plugin
from agents.plugin_row import choices, entry_of
from studio.base import AuthoredAdmin
from studio.json_fields import ObjectField
from studio.links import page_of
from studio.plugin_form import PluginForm, fields_of
from studio.site import site


def make_entry_field(**kwargs: Any) -> forms.Field:
    """What the packages of this installation add."""
    return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget(), **kwargs)


@admin.register(Plugin, site=site)
class PluginAdmin(AuthoredAdmin):
    """What do we use of what installed packages add, and how?"""

    form = PluginForm
    list_display = ("name", "title", "enabled")
    list_filter = ("enabled",)
    search_fields = ("name",)
    fields = ("name", "enabled", "settings")
    typed: ClassVar[dict[str, Any]] = {"name": make_entry_field, "settings": ObjectField}
    helps: ClassVar[dict[str, Any]] = {
        "name": _("For example a way to decide; who runs this installation adds packages."),
        "settings": _('What its package lets you set, for example {"days": 3}.'),
        "enabled": _(
            "Acts by publishing. A way to decide can be stopped at once in Operations, for example."
        ),
    }

    @admin.display(description=_("title"))
    def title(self, row: Plugin) -> str:
        entry = entry_of(row.name)
        return str(getattr(entry, "title", "")) if entry is not None else gettext("not installed")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form with a field for each setting of what the row is about; a row that is there keeps that."""
        entry = entry_of(obj.name) if obj is not None else None
        fields = self._settings(request, obj)
        self_form = type("PluginForm", (PluginForm,), {**fields, "entry": entry})
        form = super().get_form(request, obj, change=change, **{**kwargs, "form": self_form})
        if obj is not None and "name" in form.base_fields:
            form.base_fields["name"].choices = [(obj.name, dict(choices()).get(obj.name, obj.name))]
        return form

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = self._settings(request, obj)
        if obj is not None and not fields:
            return super().get_fieldsets(request, obj)
        sets: list[Any] = [(None, {"fields": ["name", "enabled"]})]
        if fields:
            about = str(getattr(entry_of(obj.name), "help", ""))
            sets.append((_("Settings"), {"fields": [*fields], "description": about}))
        return sets

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        """What has settings shows them at once, as they usually are."""
        if not self._settings(request, obj):
            usual: HttpResponse = super().response_add(request, obj, post_url_continue)
            return usual
        messages.success(request, gettext("Added with its usual settings. Change them here."))
        return HttpResponseRedirect(page_of(obj))

    def _settings(self, request: HttpRequest, obj: Any) -> dict[str, forms.Field]:
        """The fields of a stored row's settings, for whoever may write them."""
        entry = entry_of(obj.name) if obj is not None else None
        if (
            plugin_settings.model_of(entry) is None
            or not self.may_author(request, obj)
            or hasattr(request, "_version")
        ):
            return {}
        return fields_of(entry, {**obj.settings, **obj.secrets})
