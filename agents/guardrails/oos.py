"""OOS: what no intent of the profile serves is refused politely, where the tiers know messages like it."""

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, allow, refuse
from conversations.turn import RailDecision


class Oos(Rail):
    """Reads nothing itself.

    It is asked behind the routing decision, which says whether an intent serves the message.
    """

    code = "OOS"
    title = _("What nobody serves here")
    sees = "answer"
    phases = ("input",)
    reads_decision = True

    def check(self, text: str, about: About) -> RailDecision:
        if about.served:
            return allow(self.code, about)
        reason = "no intent serves it"
        return refuse(self.code, about, reason)
