"""In which language a message is answered."""

from collections.abc import Iterable
from dataclasses import replace

from agents.specs import TEXT
from conversations.turn import ConversationState, Fact, Utterance
from language import detect
from language import memory as forms
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec


def language_of(text: str, kept: ConversationState, published: ProfileRuntime) -> str:
    """The language of what somebody says themselves: a text that they bring to be worked on shows none.

    Among the profile's languages; the first of them while nothing shows one.
    """
    allowed = tuple(published.profile.languages)
    asked = kept.question
    if asked is not None and TEXT in asked.fields and kept.language in allowed:
        return str(kept.language)
    return detect.language(published.read_spoken(text), kept.language, allowed)


def choose_language(utterance: Utterance, facts: Iterable[Fact], profile: ProfileSpec) -> Utterance:
    """The utterance in the language that its writer wants answers in, where the profile speaks it."""
    wished = next((each.value for each in facts if each.key == forms.LANGUAGE), "")
    return replace(utterance, language=wished) if wished in profile.languages else utterance
