"""What each specialist of a conversation has found and left, for its page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.viewer import pretty

HEADINGS: Mapping[str, Any] = {
    "findings": gettext_lazy("Found"),
    "recommendations": gettext_lazy("Recommended"),
    "constraints": gettext_lazy("To be respected"),
    "open_questions": gettext_lazy("Still open"),
}


@dataclass(frozen=True, slots=True)
class ContextEntry:
    """One entry; `detail` is data to unfold."""

    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """One specialist's: when it was last active, and its lists with their headings."""

    agent: str
    last_active: datetime | None
    lists: tuple[tuple[str, tuple[ContextEntry, ...]], ...]


def read_contexts(contexts: Mapping[str, Mapping[str, Any]]) -> list[HandedOver]:
    """The contexts of a conversation's state, the last active first."""
    ordered = sorted(contexts.items(), key=lambda item: item[1].get("last_active") or 0, reverse=True)
    return [HandedOver(agent, _when(context), tuple(_lists(context))) for agent, context in ordered]


def _when(context: Mapping[str, Any]) -> datetime | None:
    at = context.get("last_active")
    return datetime.fromtimestamp(at, UTC) if at else None


def _lists(context: Mapping[str, Any]) -> Iterator[tuple[str, tuple[ContextEntry, ...]]]:
    for name, heading in HEADINGS.items():
        entries: Iterable[Any] = context.get(name) or ()
        if lines := tuple(_line(each) for each in entries):
            yield str(heading), lines


def _line(entry: Any) -> ContextEntry:
    if not isinstance(entry, Mapping):
        return ContextEntry(str(entry))
    if "refused" in entry:
        return ContextEntry(_("not allowed by the user: %s") % entry["refused"])
    if "not_found" in entry:
        values = ", ".join(map(str, entry["not_found"])) or "–"
        return ContextEntry(
            _("%(tool)s found nothing: %(values)s") % {"tool": entry.get("tool"), "values": values}
        )
    return ContextEntry(str(entry.get("tool", "")), pretty(entry.get("result")))
