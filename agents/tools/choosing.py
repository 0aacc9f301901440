"""The built-in tool by which a model says which intent a message is about: `choose_intent`.

What it sends is checked here; a name that was not offered, and anything that is no choice, is a `Refused`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.llm.request import ToolOffer
from agents.tool_names import CHOOSE_INTENT
from agents.tools.deciding import RefusedChoice
from outbound.cleaning import clean_words

NONE = "none of these"  # no intent's name has a space
NAMED = 64  # letters
REASON = 300


@dataclass(frozen=True, slots=True)
class IntentChoice:
    """The intent that a model names (empty: none of them), how sure it says it is (0 to 1), and why."""

    intent: str
    confidence: float
    reason: str = ""


def offer(names: Sequence[str]) -> ToolOffer:
    """`choose_intent` with the intents of these names in its schema."""
    properties: dict[str, Any] = {
        "intent": {
            "type": "string",
            "enum": [*names, NONE],
            "description": f"What the newest message is about; {NONE} when it is none of these.",
        },
        "confidence": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "How sure you are, from 0 to 1.",
        },
        "reason": {"type": "string", "description": "Why, in one short sentence."},
    }
    schema = {"type": "object", "properties": properties, "required": ["intent", "confidence"]}
    return ToolOffer(CHOOSE_INTENT, "Say which intent the newest message is about.", schema)


def parse(arguments: Mapping[str, Any], names: Sequence[str]) -> IntentChoice | RefusedChoice:
    """What a model sent as its choice.

    >>> parse({"intent": "invoice", "confidence": 0.9}, ["invoice"])
    IntentChoice(intent='invoice', confidence=0.9, reason='')
    >>> parse({"intent": "refund_all", "confidence": 1}, ["invoice"]).why
    'unknown: refund_all'
    """
    named = arguments.get("intent")
    chosen = clean_words(named, NAMED) if isinstance(named, str) else ""
    if not chosen:
        return RefusedChoice("named nothing")
    if chosen == "none" and chosen not in names:
        chosen = NONE
    if chosen not in (*names, NONE):
        return RefusedChoice(f"unknown: {chosen}", chosen)
    confidence = arguments.get("confidence")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return RefusedChoice("did not say how sure it is", chosen)
    reason = clean_words(arguments.get("reason"), REASON)
    return IntentChoice("" if chosen == NONE else chosen, float(confidence), reason)
