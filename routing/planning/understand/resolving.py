"""From what is meant to what is done, without a model: the goal's `capability_map` says which capabilities.

>>> movers = IntentOutput("finance", "TOP_MOVERS", {"direction": "gainers"})
>>> [each.capability for each in resolve_capabilities(movers, catalogue)]
['get_top_gainers']

No value: the schema's default; no default: the first capability. Values match in any case; `_all` is every
capability.
"""

from collections.abc import Mapping
from typing import Any

from routing.planning.specs import ALL, EntitySpec, GoalSpec
from routing.planning.understand.catalogue import Catalogue
from routing.planning.words import ExecutionIntent, IntentOutput


def resolve_capabilities(intent: IntentOutput, catalogue: Catalogue) -> tuple[ExecutionIntent, ...]:
    """The capabilities that serve the goal, each with the entities as parameters.

    None for an unknown goal.
    """
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    if goal is None:
        return ()
    names = _capabilities(goal, intent.entities)
    return tuple(
        ExecutionIntent(
            goal.domain, name, intent.confidence, _parameters(name, goal, intent.entities, catalogue),
            intent.original_query,
        )
        for name in names
        if catalogue.capability(goal.domain, name) is not None
    )  # fmt: skip


def _capabilities(goal: GoalSpec, entities: Mapping[str, Any]) -> list[str]:
    """The names, once each, in the order in which the values name them."""
    for entity in goal.entities.values():
        if entity.capability_map:
            found = _map(entity, entities.get(entity.name), goal)
            if found:
                return found
    return list(goal.capabilities[:1])


def _map(entity: EntitySpec, said: Any, goal: GoalSpec) -> list[str]:
    values = said if isinstance(said, list | tuple) else [said if said not in (None, "") else entity.default]
    folded = {key.casefold(): names for key, names in entity.capability_map.items()}
    found: dict[str, None] = {}
    for value in values:
        for name in folded.get(str(value).casefold(), ()):
            found.update(dict.fromkeys(goal.capabilities if name == ALL else (name,)))
    return list(found)


def _parameters(
    name: str, goal: GoalSpec, entities: Mapping[str, Any], catalogue: Catalogue
) -> dict[str, Any]:
    """The entities as the capability takes them.

    A value that only chose the capability is no parameter of it.
    """
    capability = catalogue.capability(goal.domain, name)
    known = properties(capability.schema) if capability is not None else {}
    choosing = {each.name for each in goal.entities.values() if each.capability_map}
    return {key: value for key, value in entities.items() if key not in choosing or key in known}


def properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The parameters that a JSON Schema names."""
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}
