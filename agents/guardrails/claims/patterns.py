"""Claims as patterns over a sentence in small letters (accents kept), compiled once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.guardrails.claims.files import compile_words, read_patterns, sections


@dataclass(frozen=True, slots=True)
class ClaimPatterns:
    """`sure` are claims by themselves; `about_action` only in a sentence that names an action (`action`).

    `offers` in front of a claim make it an offer, `denials` right before it a denial.
    """

    sure: re.Pattern[str]
    about_action: re.Pattern[str]
    action: re.Pattern[str]
    offers: re.Pattern[str]
    denials: re.Pattern[str]


def _claims(data: Mapping[str, Any]) -> ClaimPatterns:
    parts = data["parts"]
    return ClaimPatterns(
        **{
            name: compile_words(read_patterns(data[name], parts))
            for name in ("sure", "about_action", "action", "offers", "denials")
        }
    )


CLAIMS = {language: _claims(data) for language, data in sections("claims").items()}
