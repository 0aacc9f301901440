"""Rails that every profile has: what they hold back is nobody's answer.

A row of the same code takes the place of one.
"""

from collections.abc import Sequence

from agents.guardrails import announcements, links, prompt_leak
from agents.specs import RailSpec

EVERYWHERE = (RailSpec(links.CODE, "output", "sanitize"), RailSpec(prompt_leak.CODE, "output", "sanitize"))
ONE_VOICE = (RailSpec(announcements.CODE, "output", "sanitize"),)


def on_answers(specs: Sequence[RailSpec], one_voice: bool) -> tuple[RailSpec, ...]:
    """A profile's rails with those that it has not switched on.

    `one_voice`: whoever speaks, users see one assistant.
    """
    own = {spec.code for spec in specs}
    added = [spec for spec in (*(ONE_VOICE if one_voice else ()), *EVERYWHERE) if spec.code not in own]
    return (*added, *specs)
