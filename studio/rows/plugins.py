"""What packages add: which of it the company uses, and with which settings.

Settings are form fields, one a field of the entry's model of pydantic, kept together as JSON.

fields_of(Almanac(), {"days": 3})    # {"settings_days": IntegerField(initial=3), ...}
"""

import enum
from collections.abc import Mapping
from types import UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from agents import plugin_settings
from agents.models import Plugin
from agents.plugin_row import choices, entry_of
from outbound.fields import REMOVE, SecretFormField
from studio.base import AuthoredAdmin
from studio.fields import LinesField
from studio.forms import TenantForm
from studio.json_fields import ItemsField, ObjectField
from studio.links import page_of
from studio.site import site

PREFIX = "settings_"


class PluginForm(TenantForm):
    """The form of a row with settings. `entry` is the package's; a class of it is made for each request."""

    entry: Any = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        names = [name for name in self.fields if name.startswith(PREFIX)]
        if self.entry is None or not names:
            return cleaned
        typed = {name.removeprefix(PREFIX): cleaned.get(name) for name in names}
        given = {name: value for name, value in typed.items() if value is not None}
        try:
            self._take_secrets(given)
            checked = plugin_settings.check(self.entry, given)
            self.instance.settings, self.instance.secrets = plugin_settings.seal(self.entry, checked, {})
        except ValidationError as error:
            for name, words in error.message_dict.items():
                self.add_error(PREFIX + name if PREFIX + name in self.fields else None, words)
        return cleaned

    def _take_secrets(self, given: dict[str, Any]) -> None:
        """Puts what is stored where a secret was left empty, or hidden within a field."""
        kept = self.instance.secrets
        for name in plugin_settings.secret_names(self.entry) & given.keys():
            if isinstance(self.fields[PREFIX + name], SecretFormField):
                given[name] = "" if given[name] == REMOVE else given[name] or kept.get(name, "")
                continue
            shown = plugin_settings.hide(self.entry, name, kept.get(name))
            try:
                given[name] = plugin_settings.restore(shown, kept.get(name), given[name])
            except ValidationError as error:
                raise ValidationError({name: error.messages}) from error


def make_settings_fields(entry: Any, stored: Mapping[str, Any]) -> dict[str, forms.Field]:
    """A form field for each field of an entry's settings, with its title, description, and what is stored or
    usual.

    Of a secret its end is shown, and an empty field keeps it; within a field of several values it is stars.
    """
    model = plugin_settings.model_of(entry)
    secrets, fields = plugin_settings.secret_names(entry), {}
    for name, about in model.model_fields.items() if model is not None else ():
        single = name not in secrets or _is_secret(about.annotation)
        shown = stored if single else {name: plugin_settings.hide(entry, name, stored.get(name))}
        fields[PREFIX + name] = _field(name, about, shown, secret=single and name in secrets)
    return fields


def _is_secret(kind: Any) -> bool:
    """Whether a setting is one secret, or none, and not a list or a table of them."""
    return kind is SecretStr or (get_origin(kind) in (Union, UnionType) and SecretStr in get_args(kind))


def _field(name: str, about: FieldInfo, stored: Mapping[str, Any], secret: bool) -> forms.Field:
    usual: Any = about.get_default(call_default_factory=True)  # type: ignore[call-arg]
    if secret:
        usual = usual.get_secret_value() if usual is not None else ""
    value = stored.get(name, to_jsonable_python(usual))
    arguments: dict[str, Any] = {
        "label": str(about.title or name.replace("_", " ")),
        "help_text": str(about.description or ""),
        "initial": value,
        "required": False,
    }
    kind = about.annotation
    if secret:
        return SecretFormField(widget=UnfoldAdminTextInputWidget(), **arguments)
    if kind is bool:
        return forms.BooleanField(widget=UnfoldBooleanSwitchWidget(), **arguments)
    if kind is int:
        return forms.IntegerField(widget=UnfoldAdminIntegerFieldWidget(), **arguments)
    if kind is float:
        return forms.FloatField(widget=UnfoldAdminDecimalFieldWidget(), **arguments)
    if options := _options(kind):
        return forms.ChoiceField(choices=options, widget=UnfoldAdminSelectWidget(), **arguments)
    if get_origin(kind) in (list, tuple) and get_args(kind)[:1] == (str,):
        return LinesField(**arguments)
    if kind is str:
        return forms.CharField(widget=UnfoldAdminTextInputWidget(), **arguments)
    return (ItemsField if get_origin(kind) in (list, tuple) else ObjectField)(**arguments)


def _options(kind: Any) -> list[tuple[str, str]]:
    """What may be chosen of a `Literal` of texts or an enumeration."""
    if get_origin(kind) is Literal and all(isinstance(each, str) for each in get_args(kind)):
        return [(each, each) for each in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [(str(each.value), each.name.replace("_", " ").lower()) for each in kind]
    return []


def make_entry_field(**kwargs: Any) -> forms.Field:
    """What the packages of this installation add."""
    return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget(), **kwargs)


@admin.register(Plugin, site=site)
class PluginAdmin(AuthoredAdmin):
    """What do we use of what installed packages add, and how?"""

    about = _(
        "What installed packages add: ways to decide, judges, tools. Whoever runs this installation "
        "installs them."
    )
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
        return make_settings_fields(entry, {**obj.settings, **obj.secrets})
