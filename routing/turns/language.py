"""In which language a message is answered."""

from agents.specs import TEXT
from conversations.turn import ConversationState
from language import detect
from routing.decision.profile_runtime import ProfileRuntime


def language_of(text: str, kept: ConversationState, published: ProfileRuntime) -> str:
    """The language of what somebody says themselves: a text that they bring to be worked on shows none.

    Among the profile's languages; the first of them while nothing shows one.
    """
    allowed = tuple(published.profile.languages)
    asked = kept.question
    if asked is not None and TEXT in asked.fields and kept.language in allowed:
        return str(kept.language)
    return detect.language(published.spoken(text), kept.language, allowed)
