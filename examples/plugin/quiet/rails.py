"""A guardrail: words in capitals leave in small letters."""

import re

from agents.guardrails.base import About, Rail, allow, change
from conversations.turn import RailDecision

SHOUTED = re.compile(r"\b[^\W\d_]{5,}\b")


class NoShouting(Rail):
    """Long words in capitals are written small; codes such as P100 and short names such as PIX stay."""

    code = "NOSHOUT"
    title = "No shouting"
    sees = "piece"
    phases = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        written = SHOUTED.sub(lambda word: word[0].lower() if word[0].isupper() else word[0], text)
        if written == text:
            return allow(self.code, about)
        return change(self.code, about, "words in capitals", written)
