"""Rails that read by a learnt kind of text: TOX and TOXOUT abuse, PINJ attempts to steer the assistant.

TOX lets anger at a service pass, abuse that is told of, and whoever speaks of hurting themselves. PINJ is
OWASP's LLM01:2025; what holds when it finds nothing: text never chooses a tool, an identity or a limit, and
PROMPT_LEAK and LINKS read answers.
"""

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Rail, Sees, allow, refuse
from conversations.turn import RailDecision
from language.learnt_kind import ABUSE, INJECTION, SURE, LearntKind

# A share from which on a sentence of an answer counts: assistants tell people what to do and what there is.
# Of 336 answers that are all right 22 hold an "offer" from 0.9 on, and 5 from here on.
SURE_IN_ANSWERS = 0.98


@dataclass(slots=True)
class KindRail(Rail):
    """Refuses what is surely of the kind; `finds` says so in the record."""

    code: str
    title: str | Promise
    kind: LearntKind
    finds: str
    phases: tuple[Phase, ...]
    sees: Sees = "answer"

    def check(self, text: str, about: About) -> RailDecision:
        return refuse_kind(self.code, self.kind, self.finds, text, about)


def refuse_kind(code: str, kind: LearntKind, finds: str, text: str, about: About) -> RailDecision:
    """Refused where the text is surely of the kind; `finds` says so in the record.

    >>> refuse_kind("TOX", ABUSE, "abuses or threatens", "Cala a boca, idiota.", About(phase="input")).allowed
    False
    """
    share = kind.share(text, settings.EMBEDDER)
    if share < (SURE if about.phase == "input" else SURE_IN_ANSWERS):
        return allow(code, about)
    return refuse(code, about, f"{finds} ({share:.0%})", mechanism="learnt", share=share)


ABUSES = "abuses, threatens or harasses somebody"
TOX = KindRail("TOX", _("Abuse and threats in messages"), ABUSE, ABUSES, ("input",))
TOXOUT = KindRail("TOXOUT", _("Abuse and threats in answers"), ABUSE, ABUSES, ("output",), "sentence")
STEERS = "tries to steer the assistant"
PINJ = KindRail(
    "PINJ", _("Attempts to steer the assistant"), INJECTION, STEERS, ("input", "retrieval", "tool")
)
