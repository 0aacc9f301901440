"""Whether an intent of the profile serves a message, by what the tiers said of it; nothing is read for it."""

from agents.guardrails import run_rails
from agents.resources import Resources
from conversations.turn import RailDecision, TurnContext
from routing.decision.input import Decision
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime


async def check_served(
    decided: Decision, published: ProfileRuntime, context: TurnContext, resources: Resources
) -> tuple[RailDecision, ...]:
    """What the profile's input rails that read a decision say of this one."""
    served = is_served(decided, published.profile.documents)
    return await run_rails.on_decision(published.rails("input"), context, resources, served)


def is_served(decided: Decision, documents: str) -> bool:
    """Whether somebody does; a profile with `documents` looks for a lost message there.

    False where nobody was sure, nothing goes on and nobody waits for a reply, and the examples come nearest
    to what nobody serves. A message that the examples know nothing of may still be somebody's.

    >>> is_served(decide("quem descobriu o brasil?"), "")
    False
    """
    decision, verdicts, about = decided.decision, decided.verdicts, decided.decision.metadata
    fell_back = about.get("found_by", decision.method) == "fallback"
    if documents or not fell_back or decision.follows or about.get("called_in") or decided.reply is not None:
        return True
    if any("waiting" in verdict.saw for verdict in verdicts):
        return True
    return not any(verdict.saw.get("intent") == OUT_OF_SCOPE for verdict in verdicts)
