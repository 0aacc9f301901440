"""What a company uses of what packages add, and how: a decision tier acts where such a row names it."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents import plugin_settings, plugins
from agents.authored_row import Authored

# The lists that a row is about: a tier decides where a row says so; a judge and a toolbox read their settings
# there.
GROUPS = {"tiers": _("decision tier"), "judges": _("judge"), "tools": _("tools")}


class Plugin(Authored):
    """An entry of a package as a company uses it: `tiers:almanac`.

    Its settings are its own model's, as JSON.
    """

    name = models.CharField(_("what a package adds"), max_length=64)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("plugin")
        verbose_name_plural = _("plugins")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="plugin_name")]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        entry = entry_of(self.name)
        if entry is None:
            if self.enabled:
                raise ValidationError({"name": missing(self.name)})
            return  # kept for when its package is back
        try:
            self.settings = plugin_settings.check(entry, self.settings)
        except ValidationError as error:
            lines = [f"{name}: {'; '.join(words)}" for name, words in error.message_dict.items()]
            raise ValidationError({"settings": lines}) from error


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
