"""One profile of a release, ready to decide with: built once, kept on the release, shared by all turns.

>>> published = ProfileRuntime.of(release, "telecom_contas")
>>> published.keywords.hits("minha fatura veio alta")[0].payload.name
'billing_invoice_explanation'
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from agents.intent_slices import IntentSlice, Target
from agents.specs import AgentsSection, JudgeSpec, PromptPolicySpec, RailSpec, SpecialistSpec, in_language
from conversations.turn import Option, Utterance
from language import carried_text, slots
from language.automaton import Automaton, Hit
from language.closing import says_nothing
from language.embedder import NoVectors
from language.normalise import pad_words, words
from language.topic import SpokenText
from routing.decision import serving
from routing.decision.learning.prediction import Prediction
from routing.decision.learning.trained_model import READINGS, TrainedProfile
from routing.decision.specs import (
    BUSINESS_KEYS,
    BusinessKeySpec,
    CaseSpec,
    IntentSpec,
    ProfileSpec,
    RoutingSection,
    StatePolicySpec,
)
from routing.decision.strength import KeywordOfIntent, Weakness, find_misled, weigh
from routing.errors import UnknownProfile

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease

PARTED = 16  # messages
EXAMPLES = (
    8192  # what they say is worked out with each release, and nearly all of them were in the one before
)
# Asked as often as the examples are, and costs a third of what they do.
_no_matter = lru_cache(maxsize=READINGS)(says_nothing)
_example = lru_cache(maxsize=EXAMPLES)(SpokenText.of)
STATE_INTENT = "state:"  # what the state tier calls the intent of a reply to a state's question


@dataclass(frozen=True, eq=False)
class ProfileRuntime:
    """What a release says to one `agent_id`. Everything by name; intents in the order of their priority."""

    profile: ProfileSpec
    agents: AgentsSection
    specialists: Mapping[str, SpecialistSpec]
    intents: Mapping[str, IntentSpec]
    policies: Mapping[str, StatePolicySpec]
    keywords: Automaton[IntentSpec] = field(repr=False)
    learnt: TrainedProfile = field(repr=False)
    cases: tuple[CaseSpec, ...] = field(default=(), repr=False)
    business_keys: Mapping[str, BusinessKeySpec] = field(default_factory=lambda: BUSINESS_KEYS, repr=False)
    backends: Mapping[str, str] = field(default_factory=dict, repr=False)  # name -> what users read
    sections: Mapping[str, Any] = field(
        default_factory=dict, repr=False
    )  # the whole release, for the rooms above
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)  # what they derive from it, made once

    @classmethod
    def of(cls, release: "LoadedRelease", agent_id: str) -> "ProfileRuntime":
        """The profile of a release, built at its first use. Raises `UnknownProfile`."""
        found = release.memo.get((cls, agent_id))
        if found is None:
            # Two threads may both build it; the results are equal and one is kept.
            found = release.memo.setdefault((cls, agent_id), cls._build(release, agent_id))
        built: ProfileRuntime = found
        return built

    @classmethod
    def _build(cls, release: "LoadedRelease", agent_id: str) -> "ProfileRuntime":
        routing: RoutingSection = release["routing"]
        agents: AgentsSection = release["agents"]
        gateway = release.sections.get("gateway")
        profile = routing.profiles.get(agent_id)
        if profile is None:
            raise UnknownProfile(agent_id, routing.profiles)
        team = serving.team(profile, agents)
        served = serving.intents(routing, agents, profile)
        return cls(
            profile=profile,
            agents=agents,
            specialists=team,
            intents={intent.name: intent for intent in served},
            policies={
                policy.state: policy
                for policy in routing.policies
                if policy.agent in team and (not policy.profiles or agent_id in policy.profiles)
            },
            learnt=TrainedProfile.of(release, agent_id),
            keywords=serving.gather_keywords(release, served),
            cases=tuple(case for case in routing.cases if case.agent_id == agent_id),
            business_keys=routing.business_keys,
            backends={name: each.shown for name, each in gateway.backends.items()} if gateway else {},
            sections=release.sections,
        )

    # --- who and what ------------------------------------------------------------------------
    @cached_property
    def tool_servers(self) -> frozenset[str]:
        """The servers that serve the tools of its intents, by name."""
        named = {name for intent in self.intents.values() for name in intent.tools}
        return frozenset(tool.server for name in named if (tool := self.agents.tools.get(name)) is not None)

    @cached_property
    def display_names(self) -> dict[str, str]:
        """How people see each specialist, by name."""
        return {name: each.display_name or name for name, each in self.agents.specialists.items()}

    def display_name(self, agent: str) -> str:
        """How people see a specialist; its name when it has no other."""
        specialist = self.specialists.get(agent) or self.agents.specialists.get(agent)
        return (specialist.display_name if specialist else "") or agent

    def who_speaks(self, active: str | None) -> str:
        """Who answers what is nobody's (a greeting): the active specialist, else the fallback."""
        return active if active and active in self.specialists else self.profile.fallback_agent

    @cached_property
    def policy(self) -> PromptPolicySpec:
        """The prompt policy; an empty one when the profile names none."""
        return self.agents.policies.get(self.profile.policy) or PromptPolicySpec(name=self.profile.policy)

    @cached_property
    def judges(self) -> tuple[JudgeSpec, ...]:
        """The judges switched on."""
        return tuple(self.agents.judges[name] for name in self.profile.judges if name in self.agents.judges)

    @cached_property
    def person_intents(self) -> frozenset[str]:
        """The intents with which somebody asks for a person."""
        return frozenset(name for name, each in self.intents.items() if each.asks_for_person)

    def rails(self, phase: str) -> tuple[RailSpec, ...]:
        """The guardrails switched on for a phase."""
        named = (self.agents.rails.get(key) for key in self.profile.rails)
        return tuple(rail for rail in named if rail is not None and rail.phase == phase)

    @cached_property
    def authored_texts(self) -> tuple[str, ...]:
        """What business users wrote for users to read: an answer may say it without a tool's result."""
        found = [
            text
            for intent in self.intents.values()
            for texts in (intent.reply, intent.offer, intent.state_question)
            for text in texts.values()
        ]
        found += [*self.backends.values(), *(intent.handover_backend for intent in self.intents.values())]
        for tool in self.agents.tools.values():
            found += [*tool.title.values(), *tool.confirm_text.values(), *tool.say.values()]
        for slot in self.agents.slots.values():
            found += [*slot.label.values(), slot.example]
        for specialist in self.specialists.values():
            found += [specialist.display_name, specialist.purpose, specialist.role, specialist.context]
        found += [self.profile.name, self.policy.system_prefix]
        return tuple(dict.fromkeys(text for text in found if text))

    # --- what a specialist may see -----------------------------------------------------------
    @cached_property
    def _slices(self) -> Mapping[str, tuple[IntentSlice, ...]]:
        found: dict[str, list[IntentSlice]] = {}
        for intent in self.intents.values():
            found.setdefault(intent.agent, []).append(intent.slice())
        return {agent: tuple(slices) for agent, slices in found.items()}

    def slices_of(self, agent: str) -> tuple[IntentSlice, ...]:
        """The specialist's own intents, by priority."""
        return self._slices.get(agent, ())

    @cached_property
    def _targets(self) -> dict[str, tuple[Target, ...]]:
        return {
            name: tuple(
                self._target(self.specialists[target])
                for target in specialist.targets
                if target in self.specialists
            )
            for name, specialist in self.specialists.items()
        }

    @cached_property
    def team(self) -> tuple[Target, ...]:
        """Everybody whom a supervisor may send: all but a single agent that serves no intent of its own."""
        single = self.profile.single_agent
        return tuple(
            self._target(specialist)
            for name, specialist in self.specialists.items()
            if name != single or self.slices_of(name)
        )

    def targets_of(self, agent: str) -> tuple[Target, ...]:
        """Whom the specialist may hand over to in this profile, each with its intents but not their tools."""
        return self._targets.get(agent, ())

    @property
    def coordinator(self) -> str:
        """Who speaks first in mode `coordinator`: whoever answers what nobody matches, if none was chosen."""
        return self.profile.coordinator or self.profile.fallback_agent

    @cached_property
    def colleagues(self) -> tuple[Target, ...]:
        """Whom the coordinator may call in: the team, but for itself and the generalist of other users."""
        single = self.profile.single_agent
        others = (
            each
            for name, each in self.specialists.items()
            if name != self.coordinator and (name != single or name in self.profile.specialists)
        )
        return tuple(self._target(each) for each in others)

    def _target(self, specialist: SpecialistSpec) -> Target:
        seen = tuple(
            IntentSlice(
                own.name, own.agent, own.description, own.keywords,
                priority=own.priority, offer_text=own.offer_text, takes_text=own.takes_text,
            )
            for own in self.slices_of(specialist.name)
        )  # fmt: skip
        return Target(specialist.name, specialist.display_name, specialist.purpose, seen)

    def intent_slice(self, agent: str, name: str | None) -> IntentSlice | None:
        """The slice of a decided intent if it is this specialist's. "state:WAITING_X" means the intent that
        leads into that state."""
        if name is None:
            return None
        for own in self.slices_of(agent):
            if own.name == name or (own.next_state and name == f"{STATE_INTENT}{own.next_state}"):
                return own
        return None

    def intent_for(self, agent: str, utterance: Utterance) -> IntentSlice | None:
        """The specialist's own intent that the message speaks of, when it was not decided on it."""
        said = "" if utterance.wordless else self.read_spoken(utterance.text)
        hits = [hit for hit in self.hits(said) if hit.payload.agent == agent]
        return min(hits, key=rank).payload.slice() if hits else None

    # --- the examples -----------------------------------------------------------------------
    @property
    def weak(self) -> Mapping[KeywordOfIntent, Weakness] | None:
        """The keywords that need the examples to agree.

        None where nothing was learnt: then every keyword is strong.
        """
        return self.misleading if self.learnt.there else None

    @cached_property
    def misleading(self) -> Mapping[KeywordOfIntent, Weakness]:
        """The keywords that would win on an example or a case of another intent, whether or not anything was
        learnt yet.
        """
        samples = self.learnt.samples
        words = ((each.name, each.priority, each.takes_text, each.keywords) for each in self.intents.values())
        found = samples.derived.get(read_by := (self._text_slots, *words))
        if found is None:
            spoken = (sample for sample in samples if not sample.about)
            found = find_misled(spoken, lambda text: self.rank(_example(self.read_spoken(text))))
            samples.derived.clear()  # of the examples as they stand, the last keywords
            samples.derived[read_by] = found
        return weigh(found, self.cases)

    def reading(self, text: str, second_look: bool = False) -> Prediction | None:
        """What the examples say of a text; `second_look` as in `read`.

        None where nothing was learnt, what it means cannot be found out now, or it says nothing of a matter
        and is not one of the examples.
        """
        try:
            return self.read(text, second_look)
        except NoVectors:
            return None

    def read(self, text: str, second_look: bool = False) -> Prediction | None:
        """The same, for whoever says why: raises `NoVectors` where what a text means cannot be found out now.

        The last texts are remembered: the tiers, the plan and the specialist ask for the same ones. With
        `second_look` a second encoder reads what the first leaves unsure, where it has learnt (ADR 132).
        """
        if not self.learnt.there or self.learnt.model is None:
            return None
        if _no_matter(text) and tuple(words(text)) not in self._written:
            return None
        return self.learnt.read(" ".join(text.split()), second_look)

    @cached_property
    def _written(self) -> frozenset[tuple[str, ...]]:
        """The examples as they stand: a message that is one ("oi") has the matter that it was written for."""
        return frozenset(tuple(words(each.text)) for each in self.learnt.samples if not each.about) - {()}

    # --- the message ------------------------------------------------------------------------
    @cached_property
    def read_message(self) -> Callable[[str], SpokenText]:
        """What a message says: `published.read_message(text)`.

        The last texts are remembered: all tiers ask for the same.
        """

        def read(text: str) -> SpokenText:
            return SpokenText.of(self.read_spoken(text))

        return lru_cache(maxsize=READINGS)(read if self._takes_text else SpokenText.of)

    def find_named(self, text: str) -> list[Hit[IntentSpec]]:
        """The keyword hits of what a message says of its topic, the winner first."""
        return self.rank(self.read_message(text))

    def rank(self, spoken: SpokenText) -> list[Hit[IntentSpec]]:
        """`find_named` of a message that was read already."""
        hits = self.keywords.hits_in(spoken.folded)
        if len(hits) > 1:
            hits.sort(key=rank)
        return hits

    def hits(self, text: str, folded: str = "") -> list[Hit[IntentSpec]]:
        """Keyword hits of a message. Of several intents only those count that its topic names ("não quero
        devolver, quero saber do pedido"), where it names one.

        `folded` is `pad_words(text)`, for a caller that needs it too.
        """
        hits = self.keywords.hits_in(folded or pad_words(text))
        if len(hits) < 2 or not _differ(hits):
            return hits
        wanted = {(hit.text, hit.payload.name) for hit in self.find_named(text)}
        return [hit for hit in hits if (hit.text, hit.payload.name) in wanted] or hits

    @cached_property
    def _takes_text(self) -> bool:
        return any(intent.takes_text for intent in self.intents.values())

    @cached_property
    def _text_slots(self) -> tuple[str, ...]:
        """The patterns of the values that an intent needs which works on a text: whom a letter is for."""
        tools, known = self.agents.tools, self.agents.slots
        names = {name for intent in self.intents.values() if intent.takes_text for name in intent.tools}
        wanted = {each.known_as for name in names if name in tools for each in tools[name].parameters}
        return tuple(known[name].pattern for name in sorted(wanted & known.keys()))

    def parts(self, text: str) -> Sequence[tuple[str, bool]]:
        """The message in pieces, each with whether it is carried: a text to be worked on, and no request.

        The last messages are remembered: language, tiers, plan and specialist ask for the same one.
        """
        return self._parts(text) if self._takes_text else [(text, False)]

    @cached_property
    def _parts(self) -> Callable[[str], Sequence[tuple[str, bool]]]:
        def part(text: str) -> Sequence[tuple[str, bool]]:
            hits = self.keywords.hits(text)
            asking = [(hit.start, hit.end) for hit in hits if hit.payload.takes_text]
            found = (slots.place(pattern, text) for pattern in self._text_slots)
            values = [place for place in found if place is not None]
            named = [(hit.start, hit.end) for hit in hits]
            return (
                tuple(carried_text.parts(text, asking, values, named))
                if asking or values
                else ((text, False),)
            )

        return lru_cache(maxsize=PARTED)(part)

    def read_spoken(self, text: str) -> str:
        """The message without what it carries: where its requests are looked for."""
        if not self._takes_text:
            return text
        return " ".join(piece for piece, is_carried in self.parts(text) if not is_carried) or text

    def menu(self, language: str) -> tuple[Option, ...]:
        """What the profile can do, as buttons: the text of each intent's offer is sent as the message."""
        offers = (in_language(intent.offer, language) for intent in self.intents.values())
        return tuple(Option(text, text) for text in offers if text)


def rank(hit: Hit[IntentSpec]) -> tuple[int, int, str]:
    """Orders hits, the winner first: lowest priority number, then the longest, then the intent's name."""
    return hit.payload.priority, hit.start - hit.end, hit.payload.name


def _differ(hits: list[Hit[IntentSpec]]) -> bool:
    """Whether the hits belong to several intents."""
    first = hits[0].payload
    for hit in hits:  # noqa: SIM110  a generator would cost three times as much
        if hit.payload is not first:
            return True
    return False
