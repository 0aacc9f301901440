"""The settings of a package's entry as form fields.

One a field of its model of pydantic, kept together as JSON.

fields_of(Almanac.settings, {"days": 3})    # {"settings_days": IntegerField(initial=3), ...}
"""

import enum
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from django import forms
from django.core.exceptions import ValidationError
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from agents import plugin_settings
from outbound.fields import REMOVE, SecretFormField
from studio.fields import LinesField
from studio.forms import TenantForm
from studio.json_fields import ObjectField

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
        kept = self.instance.secrets
        for name in plugin_settings.secret_names(self.entry) & given.keys():
            given[name] = "" if given[name] == REMOVE else given[name] or kept.get(name, "")
        try:
            checked = plugin_settings.check(self.entry, given)
            self.instance.settings, self.instance.secrets = plugin_settings.seal(self.entry, checked, {})
        except ValidationError as error:
            for name, words in error.message_dict.items():
                self.add_error(PREFIX + name if PREFIX + name in self.fields else None, words)
        return cleaned


def fields_of(model: type[BaseModel], stored: Mapping[str, Any]) -> dict[str, forms.Field]:
    """A form field for each field of the settings, with its title, description, and what is stored or usual.

    Of a secret its end is shown, and an empty field keeps it.
    """
    return {PREFIX + name: _field(name, about, stored) for name, about in model.model_fields.items()}


def _field(name: str, about: FieldInfo, stored: Mapping[str, Any]) -> forms.Field:
    usual: Any = about.get_default(call_default_factory=True)  # type: ignore[call-arg]
    secret = SecretStr in (about.annotation, *get_args(about.annotation))
    if secret:
        usual = usual.get_secret_value() if usual is not None else ""
    value = stored.get(name, usual.value if isinstance(usual, enum.Enum) else usual)
    said: dict[str, Any] = {
        "label": str(about.title or name.replace("_", " ")),
        "help_text": str(about.description or ""),
        "initial": value,
        "required": False,
    }
    kind = about.annotation
    if secret:
        return SecretFormField(widget=UnfoldAdminTextInputWidget(), **said)
    if kind is bool:
        return forms.BooleanField(widget=UnfoldBooleanSwitchWidget(), **said)
    if kind is int:
        return forms.IntegerField(widget=UnfoldAdminIntegerFieldWidget(), **said)
    if kind is float:
        return forms.FloatField(widget=UnfoldAdminDecimalFieldWidget(), **said)
    if options := _options(kind):
        return forms.ChoiceField(choices=options, widget=UnfoldAdminSelectWidget(), **said)
    if get_origin(kind) in (list, tuple) and get_args(kind)[:1] == (str,):
        return LinesField(**said)
    if kind is str:
        return forms.CharField(widget=UnfoldAdminTextInputWidget(), **said)
    return ObjectField(**said)


def _options(kind: Any) -> list[tuple[str, str]]:
    """What may be chosen of a `Literal` of texts or an enumeration."""
    if get_origin(kind) is Literal and all(isinstance(each, str) for each in get_args(kind)):
        return [(each, each) for each in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [(str(each.value), each.name.replace("_", " ").lower()) for each in kind]
    return []
