"""What rails that read by a learnt kind have in common."""

from django.conf import settings

from agents.guardrails.base import About, allow
from conversations.turn import RailDecision
from language.learnt_kind import SURE, LearntKind

# A share from which on a sentence of an answer counts: assistants tell people what to do and what there is.
# Of 336 answers that are all right 22 hold an "offer" from 0.9 on, and 5 from here on.
SURE_IN_ANSWERS = 0.98


def refuse_kind(code: str, kind: LearntKind, finds: str, text: str, about: About) -> RailDecision:
    """Refused where the text is surely of the kind; `finds` says so in the record.

    >>> refuse_kind("TOX", ABUSE, "abuses or threatens", "Cala a boca, idiota.", About(phase="input")).allowed
    False
    """
    share = kind.share(text, settings.EMBEDDER)
    if share < (SURE if about.phase == "input" else SURE_IN_ANSWERS):
        return allow(code, about)
    metadata = {"mechanism": "learnt", "share": share}
    return RailDecision(code, False, f"{finds} ({share:.0%})", None, metadata, about.phase)
