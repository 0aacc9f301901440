"""The judges of this installation.

A file beside these and a line here, or an entry point `switchboard.judges`.
"""

from django.utils.translation import gettext_lazy as _

from agents import plugins
from agents.judges.base import ByModel, JudgeOfAnswers
from agents.judges.groundedness import Groundedness

RESPONSE_QUALITY = ByModel(
    "response_quality",
    "How good is the answer: does it serve what the user asked, wholly, clearly and without what nobody "
    "asked for? What the tools found counts as true.",
    title=_("Quality of the answer"),
)
SENTIMENT = ByModel(
    "sentiment",
    "How will the user feel about the service after this answer? 0: angry or left alone; the middle: "
    "neutral; the best: content.",
    title=_("How the user will feel"),
)
TONE = ByModel(
    "tone",
    "Is the tone right for a company that speaks to its customer: polite, calm, respectful, in the user's "
    "language and register?",
    title=_("Tone"),
)


JUDGES: dict[str, JudgeOfAnswers] = {
    judge.name: judge for judge in (Groundedness(), RESPONSE_QUALITY, SENTIMENT, TONE)
}
JUDGES |= plugins.plug_in("judges", JUDGES)
