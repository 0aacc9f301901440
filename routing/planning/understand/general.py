"""The domain that is always there: a chat about nothing in particular, and what can be asked for."""

from routing.planning.specs import CapabilitySpec, DomainSpec, GoalSpec, Hints

NAME = "general"
CHAT = "CHAT"
LIST = "LIST_CAPABILITIES"
TALK, LIST_ALL = "chat", "list_capabilities"

_LIST_HINTS = Hints(
    keywords=(
        "o que você faz", "o que voce sabe fazer", "o que você pode fazer", "o que consegue fazer", "o que dá para fazer",
        "quais são suas funções", "com o que você ajuda", "como você pode ajudar", "lista de funções", "ajuda",
        "qué haces", "qué puedes hacer", "qué sabes hacer", "en qué puedes ayudar", "cómo puedes ayudar", "ayuda",
        "what can you do", "what do you do", "what can i ask", "how can you help", "help",
    )
)  # fmt: skip

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
