"""ANNOUNCED: an answer that says somebody else will go on passes nothing on; the sentence does not leave."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, allow, refuse
from agents.guardrails.claims.files import compile_words, read_patterns, sections
from conversations.turn import RailDecision
from language.lazy_patterns import compile_lazily
from language.sentences import find_sentences


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


CODE = "ANNOUNCED"
NEAR = 400  # characters before it that are read: a sentence without an end must not take long
_JOINTS = "|".join(joint for rules in TRANSFERS.values() for joint in rules.joints)
CLAUSE = re.compile(rf"[,;:–—()]|\s(?:{_JOINTS})\s")


class Announced(Rail):
    """Reads one sentence at a time, in all languages: models switch.

    Questions, offers, conditions and denials may stand. What a sentence says before the announcement stays
    when it holds a figure. Whether the handoff is then made is the turn's matter (`metadata.sentence`).
    """

    code = CODE
    title = _("Transfers that are only announced")
    sees = "sentence"
    reads_claims = True
    phases = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        left = found = ""
        for begin, end, following in find_sentences(text):
            sentence = text[begin:end]
            if (at := find_announcement(sentence)) is not None:
                found = found or sentence
                sentence = _before(sentence, at)
            left += sentence + text[end:following]
        if not found:
            return allow(self.code, about)
        reason = f"announces a handoff: “{found[:200]}”"
        return refuse(self.code, about, reason, left.strip(), sentence=found[:400])


def find_announcement(sentence: str) -> int | None:
    """Where in a sentence an announcement begins; None when it announces nothing.

    >>> announced("Vou transferir você para Pedidos."), announced("A transferência bancária chegou.")
    (0, None)
    """
    folded = fold(sentence)
    if folded.rstrip(" \"'”’*_)").endswith("?"):
        return None
    places = [at for rules in TRANSFERS.values() if (at := _place(folded, rules)) is not None]
    return min(places, default=None)


def fold(text: str) -> str:
    """Small letters without accents, each in its place."""
    return "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in text.replace("’", "'"))


def _place(folded: str, rules: Transfers) -> int | None:
    for match in rules.user.finditer(folded):
        rest = folded[match.end() : match.end() + NEAR].lstrip()
        if rest and not rules.things.match(rest) and not _is_excused(folded, match.start(), rules):
            return match.start()
    for match in rules.case.finditer(folded):
        if rules.team.match(folded, match.end()) and not _is_excused(folded, match.start(), rules):
            return match.start()
    for match in rules.sure.finditer(folded):
        if not _is_excused(folded, match.start(), rules):
            return match.start()
    return None


def _is_excused(folded: str, at: int, rules: Transfers) -> bool:
    """Whether it is offered or denied in its own clause, or depends on a condition before it."""
    before = folded[max(0, at - NEAR) : at]
    clause = CLAUSE.split(before)[-1]
    return bool(rules.offers.search(clause) or rules.conditions.search(before))


def _before(sentence: str, at: int) -> str:
    """What stands before the clause of the announcement, when it tells a figure."""
    cuts = [match.start() for match in CLAUSE.finditer(fold(sentence)[:at])]
    head = sentence[: cuts[-1]].rstrip(" ,;:–—(") if cuts else ""
    return f"{head}." if any(letter.isdigit() for letter in head) else ""
