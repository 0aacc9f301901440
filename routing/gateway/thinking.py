"""A model's word on a message that the rules are unsure about: what it may read of it.

passage = await think(passage)
"""

from dataclasses import replace

from django.conf import settings

from agents.guardrails import run_rails
from agents.guardrails.base import About
from agents.guardrails.msk import Msk
from agents.specs import RailSpec
from language.detect import language
from routing.gateway import supervisor
from routing.gateway.decide import BackendDecision
from routing.gateway.opening import PassedMessage
from routing.turns import paying

MASKED = (RailSpec(Msk.code),)  # where the company has no profile that says more


async def think(passage: PassedMessage) -> PassedMessage:
    """The same with what a model makes of it, where there is a model and the message may be read.

    It reads what the tiers of the company's own profile would, and what it uses is counted like a turn's.
    """
    return await paying.count_aside(passage.tenant, passage.budget, _think(passage))


async def _think(passage: PassedMessage) -> PassedMessage:
    about = About(language=language(passage.request.text, passage.language), phase="input")
    words = await read_allowed(passage, about)
    if words is None:
        return replace(passage, decided=BackendDecision(passage.decision))
    decided = await supervisor.ask(
        words, about.language, passage.decided, passage.active, passage.backends, passage.resources
    )
    return replace(passage, decided=decided)


async def read_allowed(passage: PassedMessage, about: About) -> str | None:
    """The message as the input rails leave it; None where one of them refuses it."""
    text, resources = passage.request.text, passage.resources
    if not settings.ENABLE_INPUT_GUARDRAILS or resources.switches.off("input_rail"):
        return text
    profile = passage.profile
    named = [resources.section.rails.get(key) for key in profile.rails] if profile else MASKED
    specs = [rail for rail in named if rail is not None and rail.phase == "input"]
    clean, decisions = await run_rails.read_words(specs, text, about, resources)
    return clean if all(decision.allowed for decision in decisions) else None
