"""Who has an open question by now."""

from dataclasses import replace

from conversations.turn import Question
from routing.decision.profile_runtime import ProfileRuntime


def find_asker(question: Question, published: ProfileRuntime) -> Question | None:
    """The question as whoever serves its matter by now has it: a release may have given that to another."""
    asker, intent = published.specialists.get(question.agent), published.intents.get(question.intent or "")
    tool = str(question.data.get("tool") or "")
    if intent is not None and tool in intent.tools and intent.agent in published.specialists:
        slices = published.slices_of(question.agent)
        if asker is None or tool not in {*asker.tools, *(name for own in slices for name in own.tools)}:
            return replace(question, agent=intent.agent)
    return question if asker is not None else None
