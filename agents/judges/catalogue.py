"""The judges of this installation. A new one is a file beside these and a line here."""

from agents.judges.base import JudgeOfAnswers
from agents.judges.groundedness import Groundedness

JUDGES: dict[str, JudgeOfAnswers] = {judge.name: judge for judge in (Groundedness(),)}
