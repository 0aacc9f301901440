"""Carries out `save_learned_preference`.

What is saved is kept by the turn's last visit, with all that it did.
"""

from agents.memory import learning, tool_offers
from agents.platform_tools import Json, PlatformCall, register

LEARNED = 0.8  # how sure a model is that says nothing of it
REFUSED = (
    "This is not kept: personal numbers, addresses and secrets are never remembered, nor what is longer "
    "than a sentence."
)


async def save(call: PlatformCall) -> Json:
    """Whether it will be kept. Whose it is comes from the turn, never from the arguments."""
    request, given = call.context.request, call.arguments
    if request.memory is None:
        return {"saved": False, "note": "Nothing is remembered in this conversation."}
    sure = given.get("confidence")
    confidence = float(sure) if isinstance(sure, int | float) and not isinstance(sure, bool) else LEARNED
    made = learning.fact(
        str(given.get("key", "")), str(given.get("value", "")), confidence, "learned",
        request.utterance.language, request.turn_id,
    )  # fmt: skip
    if made is None:
        return {"saved": False, "note": REFUSED}
    return {"saved": True, "key": made.key, "value": made.value, "confidence": made.confidence}


register(tool_offers.SERVER, save)
