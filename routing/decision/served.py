"""Whether an intent of the profile serves a message, by what the tiers said of it; nothing is read for it."""

from routing.decision.input import Decision
from routing.decision.learning.samples import OUT_OF_SCOPE


def is_served(decided: Decision, documents: str = "") -> bool:
    """Whether somebody does; a profile with `documents` looks for a lost message there.

    False where nobody was sure, nothing goes on and nobody waits for a reply, and the examples come nearest to what
    nobody serves. A message that the examples know nothing of may still be somebody's.

    >>> is_served(decide("quem descobriu o brasil?"))
    False
    """
    decision, verdicts, about = decided.decision, decided.verdicts, decided.decision.metadata
    fell_back = about.get("found_by", decision.method) == "fallback"
    if documents or not fell_back or decision.follows or about.get("called_in") or decided.reply is not None:
        return True
    if any("waiting" in verdict.saw for verdict in verdicts):
        return True
    return not any(verdict.saw.get("intent") == OUT_OF_SCOPE for verdict in verdicts)
