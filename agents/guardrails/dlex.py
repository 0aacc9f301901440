"""DLEX: words and phrases that the company lists neither come in nor go out."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, RowFault, allow, change
from conversations.turn import RailDecision
from language.automaton import Automaton

STARS = "***"
COMPANIES = 256  # lists kept compiled


class Dlex(Rail):
    """Finds whole words and their regular plurals, whatever their case and accents.

    Its setting `phrases` lists them.

    Masked, each is starred; refused, the message or the sentence is.
    """

    code = "DLEX"
    title = _("Words you list")
    sees = "sentence"
    phases = ("input", "retrieval", "tool", "output")

    def check(self, text: str, about: About) -> RailDecision:
        hits = compile_list(tuple(about.settings.get("phrases", ()))).hits(text)
        if not hits:
            return allow(self.code, about)
        left = text
        for hit in reversed(hits):
            left = f"{left[: hit.start]}{STARS}{left[hit.end :]}"
        named = ", ".join(dict.fromkeys(hit.text for hit in hits))
        return change(self.code, about, f"listed: {named}", left)

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Iterator[RowFault]:
        yield from find_missing_list(row)


def find_missing_list(row: Mapping[str, Any]) -> Iterator[RowFault]:
    """The fault of a row whose check has nothing to look for."""
    if not row.get("phrases"):
        yield "warning", gettext("It lists no words, so it finds nothing.")


@lru_cache(maxsize=COMPANIES)
def compile_list(phrases: tuple[str, ...]) -> Automaton[None]:
    """The words of a row's list, to be found."""
    return Automaton((phrase, None) for phrase in phrases)
