"""What a release says about routing: profiles, intents, state policies. Frozen, by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import Literal

from django.utils import timezone

from agents.intent_slices import IntentSlice
from agents.specs import Texts
from handoffs.hours import Hours
from language.spoken_languages import CODES
from tenancy.days import find_zone

QuickMessages = Literal["queue", "coalesce", "debounce"]
Stickiness = Literal["keep", "reroute", "coordinator"]
FEWEST_OFFER_WORDS, MOST_OFFER_WORDS = 3, 8  # words of an example that stands for its intent


@dataclass(frozen=True, slots=True)
class IntentSpec:
    """An intent: what people ask for, who answers, with which tools.

    `agent` empty: whoever is active, else the profile's fallback. `reply` (by language) is a fixed answer,
    given without model and tools; `menu` adds what the profile can do as buttons. `offer` is this intent's
    own button: its text is sent as the message. `takes_text`: what a message brings behind its keyword (a
    pasted text, what a letter shall say) is to be worked on and no request. `profiles` empty: every profile
    of the tenant. `out_of_scope`: its examples are what nobody serves. `aside`: an outburst or the like,
    after which the matter before it goes on. `asks_for_person`: whoever says it wants a person.
    `handover_backend`: where a gateway's message about it is passed on to, by the gateway's name for it.
    `collection`: the documents that it is answered from. `cache_seconds`: for how long an answer may be given
    again to whoever asks the same; 0: never.
    """

    name: str
    agent: str = ""
    domain: str = ""
    description: str = ""
    priority: int = 100
    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    prefetch: tuple[str, ...] = ()
    offer_tools: tuple[str, ...] = ()
    next_state: str = ""
    state_question: Texts = field(default_factory=dict)
    reply: Texts = field(default_factory=dict)
    menu: bool = False
    offer: Texts = field(default_factory=dict)
    takes_text: bool = False
    aside: bool = False
    asks_for_person: bool = False
    handover_backend: str = ""
    collection: str = ""
    cache_seconds: int = 0
    profiles: tuple[str, ...] = ()
    out_of_scope: bool = False

    @property
    def tools(self) -> tuple[str, ...]:
        return self.prefetch + self.offer_tools

    def serves(self, agent_id: str) -> bool:
        return not self.profiles or agent_id in self.profiles

    def slice(self) -> IntentSlice:
        """What a specialist may see of it."""
        return IntentSlice(
            self.name, self.agent, self.description, self.keywords, self.prefetch, self.offer_tools,
            self.next_state, self.state_question, self.priority, self.offer, self.takes_text, self.collection,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StatePolicySpec:
    """While a conversation is in `state`, replies go to `agent`; a terminal state clears itself."""

    state: str
    agent: str
    description: str = ""
    terminal: bool = False
    profiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseSpec:
    """A message that must be routed right, by its `key`: a release never holds its text.

    `intent` empty: nobody serves it. `source` is written, file or correction. `misled` are the keywords, each
    with its intent, that come before those of the right one when the message is read; empty for one in a
    `state`.
    """

    key: str
    agent_id: str
    intent: str = ""
    state: str = ""
    source: str = "written"
    misled: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PersonSpec:
    """What a profile says to whoever asks for a person.

    When people are there, and the sentences, by language (empty: the platform's). `{when}` in them: until
    when people are there, or from when.
    """

    hours: Hours = field(default_factory=Hours)
    reply: Texts = field(default_factory=dict)
    reply_closed: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProfileSpec:
    """An agent profile: one team behind one `agent_id`."""

    agent_id: str
    name: str = ""
    description: str = ""
    domain: str = ""
    mode: str = ""
    fallback_agent: str = ""
    single_agent: str = ""
    coordinator: str = ""  # empty: the fallback agent
    specialists: tuple[str, ...] = ()
    wished_precision: float = 0.97  # of what the examples decide
    confidence_threshold: float = 0.65  # how sure a model must say it is
    llm_router: str = ""  # the LLM profile that is asked where no other tier is sure; empty: none
    plan_by_model: bool = False  # mode planner: `llm_router` may propose the plan
    quick_messages: QuickMessages = "queue"
    allow_handoff: bool = True
    stickiness: Stickiness = "keep"  # of a message after a specialist's question that nobody is sure of
    review: bool = True
    keep_raw_text: bool = False
    max_branches: int | None = None  # None: the installation's limit, here and below
    max_handoffs: int | None = None
    max_steps: int | None = None
    max_rounds: int | None = None
    history_messages: int | None = None  # of what was said before, that a turn sees
    history_tokens: int | None = None  # in which they have room; None: no limit
    documents: str = ""  # the collection that is tried for what nothing decides
    documents_threshold: float = 0.6
    attachments: str = (
        ""  # the personal collection that takes what its users attach; empty: nothing can be attached
    )
    remembers: bool = False  # facts and preferences of its users, from one conversation to the next
    share_memory: bool = True  # coordinator and specialists see the whole conversation
    synthesis_prompt: str = ""
    person: PersonSpec = field(default_factory=PersonSpec)
    languages: tuple[str, ...] = CODES  # the first is spoken while a message does not show its language
    policy: str = ""
    rails: tuple[str, ...] = ()  # "CODE:phase", keys of AgentsSection.rails
    judges: tuple[str, ...] = ()

    @property
    def zone(self) -> tzinfo:
        """The time zone that its people are in, and its turns."""
        return find_zone(self.person.hours.zone)

    @property
    def today(self) -> date:
        """The day where its people are."""
        return timezone.localdate(timezone=self.zone)


@dataclass(frozen=True, slots=True)
class BusinessKeySpec:
    """A business key: the fields of a trusted request that it is read from, the first that is there wins.

    A `required` one that nobody proved is told as missing.
    """

    sources: tuple[str, ...] = ()
    required: bool = False


# What each business key is read from where a company says nothing of it. A session is always known by its own
# id.
BUSINESS_KEYS: Mapping[str, BusinessKeySpec] = {
    "customer_key": BusinessKeySpec(("customer_key", "customer_id", "msisdn")),
    "contract_key": BusinessKeySpec(("contract_key", "contract_id", "msisdn")),
    "interaction_key": BusinessKeySpec(("interaction_key", "ura_call_id", "call_id", "protocol")),
    "account_key": BusinessKeySpec(("account_key", "account_id")),
    "resource_key": BusinessKeySpec(("resource_key", "order_id", "invoice_id", "asset_id")),
    "session_key": BusinessKeySpec(),
}


@dataclass(frozen=True, slots=True)
class RoutingSection:
    """The part of a release that this room owns. `outside` are the intents that nobody serves, apart.

    `business_keys` are all there are, in one order.
    """

    profiles: Mapping[str, ProfileSpec] = field(default_factory=dict)
    intents: Mapping[str, IntentSpec] = field(default_factory=dict)
    policies: tuple[StatePolicySpec, ...] = ()
    outside: Mapping[str, IntentSpec] = field(default_factory=dict)
    cases: tuple[CaseSpec, ...] = ()
    business_keys: Mapping[str, BusinessKeySpec] = field(default_factory=lambda: BUSINESS_KEYS)
