"""Whether a message in which no keyword is named belongs to the specialist who was called in.

Whoever asks or wants something of which nothing in the specialist's matter speaks is for somebody else. What
is told without being asked for stays where something was asked, and with whoever looks up by the user's own
words.
"""

from functools import lru_cache

from agents.intent_slices import IntentSlice
from agents.llm.offline import composing, needs
from agents.llm.offline.memory import ConversationMemory
from agents.llm.offline.wording import wording
from agents.llm.request import ReleaseSlice
from language import closing, slots
from language.acts.questions import is_question, wishes
from language.ellipsis import is_elliptic
from language.lexicon import join_words
from language.normalise import words
from language.wording import same_stem

TELLING = 4  # letters from which on a word may say what a message is about
Matter = tuple[str, ...]


def fits(part: ReleaseSlice, memory: ConversationMemory) -> bool:
    """Whether the specialist goes on with the message."""
    text = part.text
    if part.meant in (own.name for own in part.intents):
        return True
    if composing.introduction(part) or closing.heeds(text) or (_names_value(part) and not part.meant):
        return True
    if composing.field_asked(text, [*memory.results, *reversed(memory.earlier)], part):
        return True
    if part.meant:
        return False  # the matter has changed, also where a value is named or waited for
    if is_elliptic(text) and any(own.name == part.decided_intent for own in part.intents):
        return True
    if asks(text):
        return _speaks_of_it(part)
    return "?" in memory.last_question or taking_words(part) is not None or _speaks_of_it(part)


def continue_story(part: ReleaseSlice, memory: ConversationMemory) -> IntentSlice | None:
    """The intent that a longer message goes on with, of which the tiers knew nothing.

    "yesterday I was at work and suddenly all went dark". None where one was decided, or where the message
    says something else.
    """
    if part.decided_intent or asks(part.text) or composing.introduction(part):
        return None
    return taking_words(part)


def taking_words(part: ReleaseSlice) -> IntentSlice | None:
    """The intent, of those served here, that looks something up by the user's own words."""
    tools = part.tools
    taking = (
        each
        for each in part.intents
        if any(needs.takes_words(tools[name]) for name in each.tools if name in tools)
    )
    return min(taking, key=lambda each: (each.priority, each.name), default=None)


def answer_ok(part: ReleaseSlice, memory: ConversationMemory) -> str:
    """The answer to "ok" where nothing is open: it begins no matter again.

    Where something was asked in words, it is asked for more. Empty when the message says more than that.
    """
    if part.reply or not closing.heeds(part.text):
        return ""
    return str(wording(part.language)["help_nothing" if "?" in memory.last_question else "at_hand"])


def _names_value(part: ReleaseSlice) -> bool:
    """Whether a value stands in the message by which one of the tools looks something up."""
    names = {each.known_as for tool in part.tools.values() for each in tool.parameters}
    return any(slots.find(part.slots[name].pattern, part.text) for name in names & part.slots.keys())


def _speaks_of_it(part: ReleaseSlice) -> bool:
    """Whether a word of the message is one of the matter's, of its keywords or of what it is described as.

    One without any word of its own ("how much is it?") speaks of what was spoken of before.
    """
    telling = _telling((part.text,))
    own = _telling(tuple(" ".join((each.description, *each.keywords)) for each in part.intents))
    return not telling or any(same_stem(word, other) for word in telling for other in own)


def asks(text: str) -> bool:
    """Whether the message asks or wants something."""
    return "?" in text or is_question(text) or wishes(text)


@lru_cache(maxsize=256)
def _telling(texts: Matter) -> frozenset[str]:
    common = _common()
    return frozenset(
        word for text in texts for word in words(text) if len(word) >= TELLING and word not in common
    )


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    """Words that are said of everything."""
    lists = ("WANT", "TELL", "INTERROGATIVES", "VERBS", "FILL", "PERMIT")
    return join_words("LITTLE", *lists)
