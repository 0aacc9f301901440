"""INPUT_SIZE: a message that is too long gets a polite answer."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, RowFault, allow, refuse
from conversations.turn import RailDecision


class InputSize(Rail):
    """Refuses messages from `POLITE_CHARACTERS` on, or from as many characters as its row's list says."""

    code = "INPUT_SIZE"
    title = _("Messages that are too long")
    sees = "answer"
    phases = ("input",)

    def check(self, text: str, about: About) -> RailDecision:
        limit = read_limit(about.settings.get("phrases", ())) or settings.POLITE_CHARACTERS
        if len(text) < limit:
            return allow(self.code, about)
        reason = f"{len(text)} characters, {limit} or more are too many"
        return refuse(self.code, about, reason, characters=len(text))

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Iterator[RowFault]:
        if (lines := row.get("phrases")) and read_limit(lines) is None:
            yield (
                "error",
                gettext("Its list is one number: from how many characters on a message is too long."),
            )


def read_limit(lines: Sequence[str]) -> int | None:
    """From how many characters on a message is too long, as a row says it; None where it says nothing.

    >>> read_limit(["2000"]), read_limit(["many"])
    (2000, None)
    """
    said = lines[0].strip() if len(lines) == 1 else ""
    return int(said) or None if len(said) <= 9 and said.isdecimal() else None
