"""Who answers in a profile, and which intents it serves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from agents.specs import AgentsSection, SpecialistSpec
from language.automaton import Automaton
from releases.loaded_release import LoadedRelease
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection


def team(profile: ProfileSpec, agents: AgentsSection) -> Mapping[str, SpecialistSpec]:
    """The profile's specialists that are in use; all of the tenant's when it names none."""
    named: Iterable[str] = profile.specialists or agents.specialists
    also = (profile.fallback_agent, profile.single_agent, profile.coordinator)
    return {
        name: agents.specialists[name]
        for name in dict.fromkeys((*named, *also))
        if name in agents.specialists and agents.specialists[name].enabled
    }


def intents(routing: RoutingSection, agents: AgentsSection, profile: ProfileSpec) -> list[IntentSpec]:
    """The intents that a profile serves, in the order of their priority."""
    known = team(profile, agents)
    found = [
        _offer_what_asks(intent, agents)
        for intent in routing.intents.values()
        if intent.serves(profile.agent_id) and (not intent.agent or intent.agent in known)
    ]
    return sorted(found, key=lambda intent: (intent.priority, intent.name))


def gather_keywords(release: LoadedRelease, served: Sequence[IntentSpec]) -> Automaton[IntentSpec]:
    """Where the keywords of intents stand in a message; profiles of one team share it."""
    shared = Automaton, tuple(intent.name for intent in served)
    known: Automaton[IntentSpec] | None = release.memo.get(shared)
    if known is None:
        known = Automaton((keyword, each) for each in served for keyword in each.keywords)
        release.memo[shared] = known
    return known


def _offer_what_asks(intent: IntentSpec, agents: AgentsSection) -> IntentSpec:
    """The intent with `prefetch` as it is really called: a tool that asks first is only offered."""
    asks = {name for name in intent.prefetch if name in agents.tools and agents.tools[name].confirm}
    if not asks:
        return intent
    return replace(
        intent,
        prefetch=tuple(name for name in intent.prefetch if name not in asks),
        offer_tools=(*(name for name in intent.prefetch if name in asks), *intent.offer_tools),
    )
