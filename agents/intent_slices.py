"""What a specialist knows of intents: its own in full, of a colleague's enough to pass a message on."""

from dataclasses import dataclass, field

from agents.specs import Texts


@dataclass(frozen=True, slots=True)
class IntentSlice:
    """What a specialist is told of one intent: its own, or a permitted target's (then without tools).

    `offer` are the tools beside the prefetched ones; `offer_text` is how a person would ask for the intent;
    `takes_text` says that a text follows its keywords which holds no requests; `collection` are the documents
    that it is answered from.
    """

    name: str
    agent: str
    description: str = ""
    keywords: tuple[str, ...] = ()
    prefetch: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    next_state: str = ""
    state_question: Texts = field(default_factory=dict)
    priority: int = 100
    offer_text: Texts = field(default_factory=dict)
    takes_text: bool = False
    collection: str = ""

    @property
    def tools(self) -> tuple[str, ...]:
        return (*self.prefetch, *self.offer)


@dataclass(frozen=True, slots=True)
class Target:
    """A specialist that control may be passed to, and what it is for."""

    name: str
    display_name: str = ""
    purpose: str = ""
    intents: tuple[IntentSlice, ...] = ()
