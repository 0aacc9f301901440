"""What a conversation's stored state says, for its page.

What each specialist has found and left, and what the user allowed or forbade.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analytics.viewer import pretty
from conversations import state

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


PERMITTED: Mapping[str, Any] = {
    "asked": gettext_lazy("asked, not answered"),
    "granted": gettext_lazy("allowed"),
    "refused": gettext_lazy("refused"),
    "revoked": gettext_lazy("taken back"),
}


@dataclass(frozen=True, slots=True)
class Permitted:
    """What the user allowed or forbade in a conversation.

    What, since when, in which turn, and who said so.
    """

    name: str
    tool: str
    state: str
    by: str
    at: datetime
    turn: int

    @property
    def in_words(self) -> str:
        """`allowed`, `refused`, ..."""
        return str(PERMITTED.get(self.state, self.state))

    @property
    def who(self) -> str:
        """The user's id; who has none is kept as `user`, and said in the reader's language."""
        return _("user") if self.by == "user" else self.by


def read_permissions(stored: Mapping[str, Any]) -> list[Permitted]:
    """The permissions of a conversation's stored state, by name."""
    known = state.read(dict(stored)).permissions
    return [
        Permitted(name, each.tool, each.state, each.by, datetime.fromtimestamp(each.at, UTC), each.turn)
        for name, each in sorted(known.items())
    ]
