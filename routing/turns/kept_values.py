"""Which values a profile has a use for: those that a tool of it asks for, or that its plans remember.

No other value of the company's is read from its messages and kept.
"""

from collections.abc import Iterable
from functools import partial

from agents.specs import ParameterSpec, SlotSpec
from conversations.turn import Question, ToolResult, TurnContext
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.plan.composing import remembers
from routing.planning.understand.catalogue import catalogue_of
from routing.turns.personal import KeptNames


def collect_slots(published: ProfileRuntime) -> dict[str, SlotSpec]:
    """The values that are read from a message, of all that the company's tools know."""
    found: dict[str, SlotSpec] | None = published.memo.get(collect_slots)
    if found is None:
        known = published.agents.slots
        found = {name: known[name] for name in sorted(_of_profile(published)) if name in known}
        published.memo[collect_slots] = found
    return found


def read_kept_names(context: TurnContext, published: ProfileRuntime) -> KeptNames:
    """What the conversation keeps after this turn.

    Who somebody says they are stays until a tool does not know it, and only where nobody is proven.
    """
    proven = context.request.identity.known
    claimed = {
        (each.known_as, each.name)
        for tool in published.agents.tools
        for each in _list_claimed(tool, published)
    }
    names = frozenset(name for name, _other in claimed)
    idle = {name for name, other in claimed if name in proven or other in proven}
    idle |= {
        each.known_as
        for result in context.work.tool_results
        for each in _list_claimed(result.tool_name, published)
        if _knows_nobody(result, each)
    }
    return KeptNames(partial(list_needed, published=published), names - idle, frozenset(idle))


def _list_claimed(tool: str, published: ProfileRuntime) -> list[ParameterSpec]:
    spec = published.agents.tools.get(tool)
    return [each for each in spec.parameters if each.source == "claimed"] if spec else []


def _knows_nobody(result: ToolResult, who: ParameterSpec) -> bool:
    """Whether the tool found nothing, and was asked for nothing but this person's."""
    nothing = result.ok and isinstance(result.result, dict) and result.result.get("found") is False
    return nothing and set(result.metadata.get("arguments") or ()) == {who.name}


def list_needed(question: Question, published: ProfileRuntime) -> frozenset[str]:
    """The values that a question may still need: those its matter's tools ask for, and its own fields."""
    intent, tool = published.intents.get(question.intent or ""), str(question.data.get("tool") or "")
    specialist = published.specialists.get(question.agent)
    if intent is None and specialist is None:
        return _of_profile(published) | frozenset(question.fields)
    own = intent.tools if intent else [each for i in published.slices_of(question.agent) for each in i.tools]
    named = {*own, *(specialist.tools if specialist else ()), tool}
    return _of(named, published) | frozenset(question.fields)


def _of_profile(published: ProfileRuntime) -> frozenset[str]:
    named = {tool for intent in published.intents.values() for tool in intent.tools}
    named |= {tool for specialist in published.specialists.values() for tool in specialist.tools}
    return _of(named, published) | remembers(catalogue_of(published))


def _of(names: Iterable[str], published: ProfileRuntime) -> frozenset[str]:
    known = published.agents.tools
    return frozenset(
        parameter.known_as
        for name in names
        if name in known
        for parameter in known[name].parameters
        if parameter.is_asked
    )
