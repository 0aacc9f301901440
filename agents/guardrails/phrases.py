"""PHRASES: sentences that contain what the prompt policy forbids do not leave."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, allow, refuse
from conversations.turn import RailDecision
from language.normalise import normalise

CODE = "PHRASES"


class Phrases(Rail):
    """Made for one policy; it is no row of its own: the phrases are the policy's."""

    code = CODE
    title = _("What the tone never says")
    sees = "sentence"
    phases = ("output",)
    judges_model = True

    def __init__(self, forbidden: Sequence[str]) -> None:
        self._forbidden = [(phrase, normalise(phrase)) for phrase in forbidden if phrase.strip()]

    def check(self, text: str, about: About) -> RailDecision:
        spoken = normalise(text)
        found = [phrase for phrase, folded in self._forbidden if folded in spoken]
        if not found:
            return allow(self.code, about)
        reason = f"forbidden by the prompt policy: {', '.join(found)}"
        return refuse(self.code, about, reason)
