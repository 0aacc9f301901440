"""PINJ: a message that tries to steer the assistant gets no model to work on (OWASP LLM01:2025, prompt
injection).

What holds when this finds nothing: text never chooses a tool, an identity or a limit, and PROMPT_LEAK and
LINKS read answers.
"""

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees
from agents.guardrails.kind_rail import refuse_kind
from conversations.turn import RailDecision
from language.learnt_kind import INJECTION


class Pinj:
    """Reads the message by what it learnt of attacks and of everyday sentences that share their words."""

    code = "PINJ"
    title = _("Attempts to steer the assistant")
    sees: Sees = "answer"
    phases: tuple[Phase, ...] = ("input", "retrieval", "tool")

    def check(self, text: str, about: About) -> RailDecision:
        return refuse_kind(self.code, INJECTION, "tries to steer the assistant", text, about)
