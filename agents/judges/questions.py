"""What the judges that ask a model ask it."""

from django.utils.translation import gettext_lazy as _

from agents.judges.base import ByModel

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
