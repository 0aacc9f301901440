"""VLOOP: a message that is said over and over gets one answer, not one each time."""

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, allow, refuse
from conversations.turn import RailDecision
from language.normalise import words

LAST, TIMES = 6, 2  # of so many messages before, how many say the same


class Vloop(Rail):
    """Refuses a message whose words the user's last messages said twice already.

    A yes, a number or another reply of a word or two may be said as often as it is asked for.
    """

    code = "VLOOP"
    title = _("The same message again and again")
    sees = "answer"
    phases = ("input",)

    def check(self, text: str, about: About) -> RailDecision:
        spoken = words(text)
        before = sum(words(each) == spoken for each in about.said[-LAST:])
        if len(spoken) <= TIMES or before < TIMES:
            return allow(self.code, about)
        reason = f"said {before} times in the last {LAST} messages"
        return refuse(self.code, about, reason)
