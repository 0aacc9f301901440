"""What models decided before: the same message, in the same release, while the same specialist speaks.

A key is a digest, and of what a model said only its choice stays: no user's words are kept here.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from weakref import WeakKeyDictionary

from agents.tools.choosing import IntentChoice
from conversations.turn import ConversationState, Question
from language.normalise import normalise
from routing.decision.profile_runtime import ProfileRuntime

MOST = 2000  # decisions of one profile of one release: 0.5 MB
SHORT = 3  # words: "e o outro?" means what was said before it

_kept: "WeakKeyDictionary[ProfileRuntime, OrderedDict[bytes, IntentChoice]]" = WeakKeyDictionary()


def key(text: str, state: ConversationState, question: Question | None, off: Iterable[str]) -> bytes:
    """What a decision hangs on beside the release.

    The normalised text, who is active, what is asked, what is off.
    """
    asked = (question.kind, question.agent, question.intent or "") if question else ()
    parts = (normalise(text), state.active_agent or "", *asked, *sorted(off))
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def find_choice(published: ProfileRuntime, known: bytes) -> IntentChoice | None:
    """The choice that was kept; the one asked for last is forgotten last."""
    choices = _kept.get(published)
    if choices is None or known not in choices:
        return None
    choices.move_to_end(known)
    return choices[known]


def keep(published: ProfileRuntime, known: bytes, choice: IntentChoice) -> None:
    """Keeps a choice without the model's words, and forgets the oldest beyond `MOST`."""
    choices = _kept.setdefault(published, OrderedDict())
    choices[known] = IntentChoice(choice.intent, choice.confidence)
    choices.move_to_end(known)
    while len(choices) > MOST:
        choices.popitem(last=False)
