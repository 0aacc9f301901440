"""One way in which personal data is written, and what the shapes of all kinds are made of."""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from agents.guardrails.personal_labels import PLACES, REFERENCE
from language.language_data import languages, load, split

Belief = Literal["always", "unless_reference", "labelled", "present"]
FARTHEST = 120  # characters of a lead
# How many characters of a candidate are believed; 0: it is none, below: nor does one begin within so many.
Length = Callable[[str], int]


class Shape(NamedTuple):
    """One way in which data of a kind is written.

    `language`: only in texts of it; `labels`: the names that count as its own (none: the kind's). "labelled"
    wants one beside it, "present" one anywhere in the text. `tail`, which may match nothing, is read on
    behind the pattern and belongs to the candidate; so does `lead`, which must match right before it.
    """

    kind: str
    pattern: re.Pattern[str]
    believed: Length = len
    when: Belief = "always"
    language: str = ""
    labels: tuple[str, ...] = ()
    tail: re.Pattern[str] | None = None
    lead: re.Pattern[str] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of which one has to be in the text; none: it is looked for in every text."""
        return (self.labels or (self.kind,)) if self.when in ("labelled", "present") else ()

    def find(self, text: str, begin: int) -> tuple[int, int] | None:
        """Where the next candidate stands from `begin` on."""
        match = self.pattern.search(text, begin)
        while match is not None:
            start = self._find_lead(text, begin, match.start()) if self.lead else match.start()
            if start is not None:
                rest = self.tail.match(text, match.end()) if self.tail else None
                return start, rest.end() if rest else match.end()
            begin = match.end()
            match = self.pattern.search(text, begin)
        return None

    def _find_lead(self, text: str, begin: int, end: int) -> int | None:
        """Where what leads to `end` begins: it is looked for there alone, and not in the whole text."""
        assert self.lead is not None
        leads = self.lead.finditer(text, max(begin, end - FARTHEST), end)
        return next((lead.start() for lead in leads if lead.end() == end), None)

    def fits(self, label: str) -> bool:
        """Whether a candidate is believed beside this label ("": none)."""
        if self.when == "labelled":
            return label in self.names
        return self.when != "unless_reference" or label != REFERENCE


def whole(pattern: str) -> re.Pattern[str]:
    """A shape that no letter or digit touches, and that is no part of a path, an amount or an address."""
    return re.compile(rf"(?<![\w@/])(?<!\w[.,-])(?:{pattern})(?![\w@/])(?!-\d)", re.IGNORECASE)


def join_list(name: str, key: str) -> str:
    """The words of all languages' lists as one alternation, the longest first."""
    words = {word for language in languages() for word in split(load(language, name).get(key, ""))}
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def tables(key: str) -> list[tuple[str, str]]:
    """What all languages say under a key of `personal.yaml`: a table of names and patterns."""
    return [each for language in languages() for each in load(language, "personal").get(key, {}).items()]


def join_names() -> str:
    """The names of documents, telephones and references, which are no town: "..., CPF 529"."""
    kinds = {kind for language in languages() for kind in load(language, "personal")}
    kinds -= {*PLACES, "address"}
    listed = (load(language, "personal").get(kind, "") for language in languages() for kind in kinds)
    words = {word for each in listed if isinstance(each, str) for word in split(each)}
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
