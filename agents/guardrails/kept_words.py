"""What a check keeps of a text, its reason and what it notes beside it, without anybody's personal data.

The record stays where the text itself never left: an invented card number is nobody's to read there.
"""

import re
from dataclasses import replace

from agents.guardrails.base import About
from agents.guardrails.msk import list_masked
from conversations.turn import RailDecision
from outbound.redaction import map_texts

STARS = "***"
PART = re.compile(r"\w*\d\w*")
FEWEST = 3  # signs of a part of a number that is hidden wherever it stands alone


def mask_decision(decision: RailDecision, text: str, about: About) -> RailDecision:
    """A decision on a text with the personal data of that text masked in all that it keeps of it; of a
    number each part is, for a check may name them one by one.
    """
    about = replace(about, settings={})
    found = list_masked(text, about)
    parts = {each for _, written in found for each in PART.findall(written) if len(each) >= FEWEST}

    def mask(words: str) -> str:
        for masked, written in found:
            words = words.replace(written, masked)
        words = PART.sub(lambda part: STARS if part[0] in parts else part[0], words) if parts else words
        for masked, written in list_masked(words, about):
            words = words.replace(written, masked)
        return words

    return replace(decision, reason=mask(decision.reason), metadata=map_texts(mask, decision.metadata))
