"""What installed packages add to the lists of this installation, by entry points (docs/extending.md).

    [project.entry-points."switchboard.guardrails"]
    NOSHOUT = "quiet.rails:NoShouting"

A package that cannot be loaded, lacks what its list needs, or has a name that is taken is left out and stops
nothing: `manage.py check` says so.
"""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from django.core.checks import CheckMessage, Warning
from django.utils.translation import gettext as _
from pydantic import BaseModel

from agents import plugin_settings

PREFIX = "switchboard."
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,15}")  # as long as the record's column for a tier's


@dataclass(frozen=True, slots=True)
class EntryPointGroup:
    """What an entry of a list is named by, and what else it must have."""

    named_by: str
    needs: tuple[str, ...]
    secrets: bool = False  # whether its settings may hold secrets: only what asks somebody else needs one


GROUPS: Mapping[str, EntryPointGroup] = {
    "guardrails": EntryPointGroup("code", ("sees", "phases", "check"), secrets=True),
    "judges": EntryPointGroup("name", ("judge",), secrets=True),
    "tiers": EntryPointGroup("method", ("title", "decide")),
    "channels": EntryPointGroup("channel", ("hear", "wrote", "say")),
    "models": EntryPointGroup("name", ("title",)),
    "tools": EntryPointGroup("name", ("title", "tools", "call"), secrets=True),
}
_found: dict[str, dict[str, Any]] = {group: {} for group in GROUPS}
_problems: dict[str, dict[str, str]] = {group: {} for group in GROUPS}


def plug_in(group: str, taken: Container[str]) -> Mapping[str, Any]:
    """What packages offer for a group, by name, in the order of their entries' names.

    Once a process, by the list itself.

    An entry is an object, or a class that is made without arguments. It may have a `title`, a `help` and
    `settings`, a model of pydantic with a default for each field: a company fills it in on a page.
    """
    found, wanted = _found[group], GROUPS[group]
    for entry in sorted(entry_points(group=PREFIX + group), key=lambda each: each.name):
        try:
            added = _load(entry)
            name = str(getattr(added, wanted.named_by, ""))
            why = _why_not(added, name, wanted, taken)
        except Exception as error:  # whatever a stranger's module does when it is imported
            why = _("it cannot be loaded: %s") % f"{type(error).__name__}: {error}"[:300]
        if not why and name in found:
            why = _("the name '%s' is taken") % name
        if why:
            _problems[group][f"{entry.group}: {entry.name} = {entry.value}"] = why
        else:
            found[name] = added
    return found


def find(group: str, name: str) -> Any:
    """The entry of a package by its name; None where no package brought one."""
    return _found.get(group, {}).get(name)


def list_added(group: str) -> Mapping[str, Any]:
    """What packages brought to a list that has been read."""
    return _found[group]


def warnings(groups: Iterable[str]) -> list[CheckMessage]:
    """Why entries of packages are not there; the others and the product work."""
    hint = _("Mend or remove the package; docs/extending.md says what an entry has.")
    return [
        Warning(_("Plugin %(entry)s: %(why)s.") % {"entry": entry, "why": why}, hint=hint, id="agents.W002")
        for group in groups
        for entry, why in _problems[group].items()
    ]


def choices(known: Mapping[str, object]) -> list[tuple[str, str]]:
    """The entries of a list by their names, each with what people read.

    Its `title` beside the name, if it has one.
    """
    titles = {name: str(getattr(each, "title", "")) for name, each in sorted(known.items())}
    return [(name, f"{title} ({name})" if title else name) for name, title in titles.items()]


def _load(entry: EntryPoint) -> Any:
    loaded = entry.load()
    return loaded() if isinstance(loaded, type) else loaded


def _why_not(added: Any, name: str, wanted: EntryPointGroup, taken: Container[str]) -> str:
    missing = [each for each in (wanted.named_by, *wanted.needs) if not hasattr(added, each)]
    if missing:
        return _("it lacks %s") % ", ".join(missing)
    if not NAME.fullmatch(name):
        return _("its name '%s' is not 1 to 16 letters, digits, - and _") % name[:64]
    if name in taken:
        return _("the name '%s' is taken") % name
    settings = getattr(added, "settings", None)
    if settings is None:
        return ""
    if not (isinstance(settings, type) and issubclass(settings, BaseModel)):
        return _("its settings are no model of pydantic")
    if not wanted.secrets and plugin_settings.secret_names(added):
        return _("its settings hold a secret, which only those of guardrails, judges and tools may")
    settings()  # without a default for each field nothing could be used before somebody fills it in
    return ""
