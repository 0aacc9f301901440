"""What the user of a conversation allowed or forbade, for its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from conversations import state

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
        return gettext("user") if self.by == "user" else self.by


def read_permissions(stored: Mapping[str, Any]) -> list[Permitted]:
    """The permissions of a conversation's stored state, by name."""
    known = state.read(dict(stored)).permissions
    return [
        Permitted(name, each.tool, each.state, each.by, datetime.fromtimestamp(each.at, UTC), each.turn)
        for name, each in sorted(known.items())
    ]
