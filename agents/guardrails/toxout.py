"""TOXOUT: a sentence of an answer that insults or threatens anybody does not leave."""

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees
from agents.guardrails.kind_rail import refuse_kind
from agents.guardrails.tox import FINDS
from conversations.turn import RailDecision
from language.learnt_kind import ABUSE


class Toxout:
    """Reads one sentence at a time, as TOX reads messages."""

    code = "TOXOUT"
    title = _("Abuse and threats in answers")
    sees: Sees = "sentence"
    phases: tuple[Phase, ...] = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        return refuse_kind(self.code, ABUSE, FINDS, text, about)
