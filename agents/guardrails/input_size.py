"""INPUT_SIZE: a message that is too long gets a polite answer."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees, allow
from conversations.turn import RailDecision


class InputSize:
    """Refuses messages from `POLITE_CHARACTERS` on; its own setting `characters` wins."""

    code = "INPUT_SIZE"
    title = _("Messages that are too long")
    sees: Sees = "answer"
    phases: tuple[Phase, ...] = ("input",)

    def check(self, text: str, about: About) -> RailDecision:
        limit = int(about.settings.get("characters") or settings.POLITE_CHARACTERS)
        if len(text) < limit:
            return allow(self.code, about)
        return RailDecision(
            self.code, False, f"{len(text)} characters, {limit} or more are too many", None,
            {"mechanism": "deterministic", "characters": len(text)}, about.phase,
        )  # fmt: skip
