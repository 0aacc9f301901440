"""How people are told that somebody else will go on.

Patterns over a sentence in small letters without accents.

An announcement moves the *user* (or their case) to *somebody*; money, numbers and plans are moved too, and
"te paso a explicar" moves nobody. So each pattern ends where the receiver's name begins, and a receiver that
is a thing (`things`) is none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.guardrails.claims.files import compile_words, read_patterns, sections
from language.lazy_patterns import compile_lazily


@dataclass(frozen=True, slots=True)
class Transfers:
    """`user` moves the user to whoever follows, `case` their matter to a team, `sure` needs no receiver.

    `things` follow a `user` pattern when nobody is meant; `team` must follow a `case` pattern; `offers` in
    the same clause, or `conditions` earlier in the sentence, make it no announcement; `joints` stand between
    clauses.
    """

    user: re.Pattern[str]
    case: re.Pattern[str]
    sure: re.Pattern[str]
    things: re.Pattern[str]
    team: re.Pattern[str]
    offers: re.Pattern[str]
    conditions: re.Pattern[str]
    joints: tuple[str, ...]


def _transfers(data: Mapping[str, Any]) -> Transfers:
    parts = data["parts"]
    return Transfers(
        team=_among_the_next(read_patterns(data["team"])),
        joints=tuple(read_patterns(data["joints"])),
        **{
            name: compile_words(read_patterns(data[name], parts))
            for name in ("user", "case", "sure", "things", "offers", "conditions")
        },
    )


def _among_the_next(patterns: list[str]) -> re.Pattern[str]:
    """One of these among the next few words."""
    return compile_lazily(rf"\s*(?:[\w'-]+ ){{0,3}}?(?:{'|'.join(patterns)})(?!\w)")


TRANSFERS = {language: _transfers(data) for language, data in sections("announcements").items()}
