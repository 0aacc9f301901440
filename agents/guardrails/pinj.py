"""PINJ: a message that tries to steer the assistant gets no model to work on (OWASP LLM01:2025, prompt injection).

What holds when this finds nothing: text never chooses a tool, an identity or a limit, and PROMPT_LEAK and LINKS read answers.
"""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees, allow
from conversations.turn import RailDecision
from language.learnt_kind import INJECTION

SURE = 0.9  # a share of 0 to 1


class Pinj:
    """Reads the message by what it learnt of attacks and of everyday sentences that share their words."""

    code = "PINJ"
    title = _("Attempts to steer the assistant")
    sees: Sees = "answer"
    phases: tuple[Phase, ...] = ("input",)

    def check(self, text: str, about: About) -> RailDecision:
        share = INJECTION.share(text, settings.EMBEDDER)
        if share < SURE:
            return allow(self.code, about)
        reason = f"tries to steer the assistant ({share:.0%})"
        return RailDecision(
            self.code, False, reason, None, {"mechanism": "learnt", "share": share}, about.phase
        )
