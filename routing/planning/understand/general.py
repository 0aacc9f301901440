"""The domain that is always there: a chat about nothing in particular, and what can be asked for."""

from language.lexicon import join_languages
from routing.planning.specs import CapabilitySpec, DomainSpec, GoalSpec, Hints

NAME = "general"
CHAT = "CHAT"
LIST = "LIST_CAPABILITIES"
TALK, LIST_ALL = "chat", "list_capabilities"

_LIST_HINTS = Hints(keywords=tuple(sorted(join_languages("ASKS_WHAT_WE_DO"))))

GENERAL = DomainSpec(
    NAME,
    kind="built_in",
    description="Small talk, and what can be asked for.",
    goals={
        CHAT: GoalSpec(CHAT, NAME, "Talks about what no other goal is for.", (TALK,)),
        LIST: GoalSpec(LIST, NAME, "Says what can be asked for.", (LIST_ALL,), hints=_LIST_HINTS),
    },
    capabilities={
        TALK: CapabilitySpec(TALK, NAME, "Answers in a sentence.", read_only=True),
        LIST_ALL: CapabilitySpec(LIST_ALL, NAME, "Lists the published goals.", read_only=True),
    },
)
