"""What installed packages add to the lists of this installation, by entry points (docs/extending.md).

    [project.entry-points."switchboard.guardrails"]
    NOSHOUT = "quiet.rails:NoShouting"

A package that cannot be loaded, lacks what its list needs, or has a name that is taken is left out and stops nothing:
`manage.py check` says so.
"""

from collections.abc import Container, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from django.utils.translation import gettext as _

GROUPS = "switchboard."
_problems: dict[str, str] = {}


def plug_in(group: str, named_by: str, needs: Sequence[str], taken: Container[str]) -> dict[str, Any]:
    """What packages offer for a group ("guardrails"), by the attribute `named_by`, in the order of the entries' names.

    An entry is an object, or a class that is made without arguments, with the attributes `needs`.
    """
    found: dict[str, Any] = {}
    for entry in sorted(entry_points(group=GROUPS + group), key=lambda each: each.name):
        try:
            added = _load(entry)
        except Exception as error:  # whatever a stranger's module does when it is imported
            _tell(entry, _("it cannot be loaded: %s") % f"{type(error).__name__}: {error}"[:300])
            continue
        missing = [name for name in (named_by, *needs) if not hasattr(added, name)]
        name = str(getattr(added, named_by, ""))
        if missing:
            _tell(entry, _("it lacks %s") % ", ".join(missing))
        elif name in taken or name in found:
            _tell(entry, _("the name '%s' is taken") % name)
        else:
            found[name] = added
    return found


def problems() -> list[str]:
    """Why a package's entry is not there, a sentence each."""
    return [
        _("Plugin %(entry)s: %(why)s.") % {"entry": entry, "why": why} for entry, why in _problems.items()
    ]


def choices(known: Mapping[str, object]) -> list[tuple[str, str]]:
    """The entries of a list by their names, each with what people read: its `title` beside the name, if it has one."""
    titles = {name: str(getattr(each, "title", "")) for name, each in sorted(known.items())}
    return [(name, f"{title} ({name})" if title else name) for name, title in titles.items()]


def _load(entry: EntryPoint) -> Any:
    loaded = entry.load()
    return loaded() if isinstance(loaded, type) else loaded


def _tell(entry: EntryPoint, why: str) -> None:
    _problems[f"{entry.group}: {entry.name} = {entry.value}"] = why
