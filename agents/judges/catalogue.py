"""The judges of this installation.

A file beside these and a line here, or an entry point `switchboard.judges`.
"""

from agents import plugins
from agents.judges.base import JudgeOfAnswers
from agents.judges.groundedness import Groundedness
from agents.judges.questions import RESPONSE_QUALITY, SENTIMENT, TONE

JUDGES: dict[str, JudgeOfAnswers] = {
    judge.name: judge for judge in (Groundedness(), RESPONSE_QUALITY, SENTIMENT, TONE)
}
JUDGES |= plugins.plug_in("judges", JUDGES)
