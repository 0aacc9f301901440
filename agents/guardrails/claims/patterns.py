"""Claims as patterns over a sentence in small letters (accents kept), compiled once."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agents.guardrails.claims.files import compile_words, read_patterns, sections

STEM = 6  # letters


@dataclass(frozen=True, slots=True)
class ClaimPatterns:
    """`sure` are claims by themselves; `about_action` only in a sentence that names an action (`action`).

    `impersonal` ones name nobody who did it ("Refund approved."), and say nothing behind `unless`.
    `offers` in front of a claim make it an offer, `denials` right before it a denial.
    """

    sure: re.Pattern[str]
    about_action: re.Pattern[str]
    action: re.Pattern[str]
    impersonal: re.Pattern[str]
    unless: re.Pattern[str]
    offers: re.Pattern[str]
    denials: re.Pattern[str]


PATTERNS = ("sure", "about_action", "action", "impersonal", "unless", "offers", "denials")


@dataclass(frozen=True, slots=True)
class Act:
    """What is done, as it is told in any language, and what begins the words for it."""

    told: re.Pattern[str]
    stems: tuple[str, ...]


def _claims(data: Mapping[str, Any]) -> ClaimPatterns:
    parts = {**data["parts"], "action": data["action"], "acted": ", ".join(data["acts"].values())}
    return ClaimPatterns(**{name: compile_words(read_patterns(data[name], parts)) for name in PATTERNS})


def _acts(languages: Iterable[Mapping[str, Any]]) -> tuple[Act, ...]:
    """Each act with the words of all languages: a tool answers "cancelled" where an answer is "cancelado"."""
    listed: dict[str, list[str]] = {}
    for data in languages:
        for name, words in data["acts"].items():
            listed.setdefault(name, []).extend(read_patterns(words))
    return tuple(
        Act(compile_words(words), tuple(sorted({re.split(r"\W", word)[0][:STEM] for word in words})))
        for words in listed.values()
    )


ACTS = _acts(sections("claims").values())
CLAIMS = {language: _claims(data) for language, data in sections("claims").items()}
