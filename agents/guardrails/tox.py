"""TOX: a message that abuses, threatens or harasses somebody is not worked on; an angry one is."""

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees
from agents.guardrails.kind_rail import refuse_kind
from conversations.turn import RailDecision
from language.learnt_kind import ABUSE

FINDS = "abuses, threatens or harasses somebody"


class Tox:
    """Reads the message by what it learnt of insults, threats and slurs.

    Anger at a service, abuse that is told of and whoever speaks of hurting themselves are no abuse.
    """

    code = "TOX"
    title = _("Abuse and threats in messages")
    sees: Sees = "answer"
    phases: tuple[Phase, ...] = ("input",)

    def check(self, text: str, about: About) -> RailDecision:
        return refuse_kind(self.code, ABUSE, FINDS, text, about)
