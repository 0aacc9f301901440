"""What a company uses of what packages add, and how: a decision tier acts where such a row names it."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents import plugin_settings, plugins
from agents.authored_row import Authored
from outbound.cleaning import list_texts
from outbound.fields import EncryptedField
from outbound.redaction import learn
from tenancy.operational import touch

# The lists that a row is about: a tier decides where a row says so; the others read their settings there.
GROUPS = {
    "tiers": _("decision tier"),
    "guardrails": _("guardrail"),
    "judges": _("judge"),
    "tools": _("tools"),
}


class Plugin(Authored):
    """An entry of a package as a company uses it: `tiers:almanac`.

    Its settings are its own model's, as JSON.
    """

    name = models.CharField(_("what a package adds"), max_length=64)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    enabled = models.BooleanField(_("in use"), default=True)
    # {"token": "..."}: those of its settings that are secrets (`plugin_settings`), as JSON
    secret = EncryptedField(_("secrets"), blank=True, default="", db_default="", editable=False)

    class Meta(Authored.Meta):
        verbose_name = _("plugin")
        verbose_name_plural = _("plugins")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="plugin_name")]

    def clean(self) -> None:
        entry = entry_of(self.name)
        if entry is None:
            if self.enabled:
                raise ValidationError({"name": missing(self.name)})
            return  # kept for when its package is back
        try:
            checked = plugin_settings.check(entry, {**self.secrets, **self.settings})
            self.settings, self.secrets = plugin_settings.seal(entry, checked, {})
        except ValidationError as error:
            lines = [f"{name}: {'; '.join(words)}" for name, words in error.message_dict.items()]
            raise ValidationError({"settings": lines}) from error

    @property
    def secrets(self) -> dict[str, Any]:
        """The secrets among its settings, by name; from now on nobody is told one."""
        found: dict[str, Any] = json.loads(self.secret) if self.secret else {}
        for text in list_texts(found):
            learn(text)
        return found

    @secrets.setter
    def secrets(self, value: dict[str, Any]) -> None:
        self.secret = json.dumps(value) if value else ""

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A secret stands in the settings of no row, wherever it came from; it acts at once."""
        self.settings, secrets = plugin_settings.seal(entry_of(self.name), self.settings, self.secrets)
        if secrets != self.secrets:
            self.secrets = secrets
            if kwargs.get("update_fields") is not None:
                kwargs["update_fields"] = {*kwargs["update_fields"], "settings", "secret"}
        super().save(*args, **kwargs)
        touch(self.tenant_id)


def entry_of(name: str) -> Any:
    """The entry behind a row's name; None where no installed package has it."""
    group, _colon, entry = name.partition(":")
    return plugins.find(group, entry) if group in GROUPS else None


def missing(name: str) -> str:
    """The sentence about a name that no package brings."""
    known = ", ".join(key for key, _title in choices()) or "-"
    words = _("No installed package adds '%(name)s'. Known ones: %(known)s.")
    return str(words) % {"name": name, "known": known}


def choices() -> list[tuple[str, str]]:
    """What a row may be about: every tier of a package, and of judges and tools those that have settings."""
    return [
        (f"{group}:{name}", f"{getattr(entry, 'title', name)} ({kind})")
        for group, kind in GROUPS.items()
        for name, entry in sorted(plugins.list_added(group).items())
        if group == "tiers" or getattr(entry, "settings", None) is not None
    ]
