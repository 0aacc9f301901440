"""The release's section "planning": domains with their goals and capabilities."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from releases import sections
from releases.sections import Json
from routing.planning.manifests import checks, release_section, wording
from routing.planning.manifests.manifest import names_of
from routing.planning.specs import (
    ALL,
    CapabilitySpec,
    DomainSpec,
    EntitySpec,
    GoalSpec,
    Hints,
    PlanningSection,
)


def load(content: Json) -> PlanningSection:
    """The frozen words of a released section.

    What is switched off is left out, also where a goal names it.
    """
    domains = content.get("domains", {})
    return PlanningSection({name: domain(name, each) for name, each in domains.items() if each["enabled"]})


def domain(name: str, each: Mapping[str, Any]) -> DomainSpec:
    """One domain; a goal that no capability is left of is none."""
    capabilities = {
        item["name"]: CapabilitySpec(
            name=item["name"],
            domain=name,
            description=item["description"],
            schema=item["schema"],
            metadata=_with_hints(item),
            read_only=item["read_only"],
        )
        for item in each["capabilities"]
        if item["enabled"]
    }
    goals = [_goal(name, item, capabilities) for item in each["goals"] if item["enabled"]]
    return DomainSpec(
        name=name,
        kind=each["kind"],
        description=each["description"],
        hints=_hints(each),
        timeout=each["timeout"],
        # An editor writes the names, the installation says which of them rows may read at all.
        variables=tuple(variable for variable in each["variables"] if variable in settings.ROW_ENVIRONMENT),
        goals={goal.name: goal for goal in goals if goal.capabilities},
        capabilities=capabilities,
    )


def _goal(domain: str, each: Mapping[str, Any], capabilities: Mapping[str, CapabilitySpec]) -> GoalSpec:
    return GoalSpec(
        name=each["name"],
        domain=domain,
        description=each["description"],
        capabilities=tuple(name for name in each["capabilities"] if name in capabilities),
        requires_domains=tuple(each["requires_domains"]),
        hints=_hints(each),
        entities={name: _entity(name, item, capabilities) for name, item in each["entities"].items()},
    )


def _entity(name: str, each: Mapping[str, Any], capabilities: Mapping[str, CapabilitySpec]) -> EntitySpec:
    named = {value: names_of(item) for value, item in each.get("capability_map", {}).items()}
    default = each.get("default")
    return EntitySpec(
        name=name,
        type=each.get("type", "string"),
        values=tuple(each.get("values", ())),
        required=each.get("required", False),
        default=None if default is None else str(default),
        description=each.get("description", ""),
        capability_map={
            value: tuple(item for item in names if item == ALL or item in capabilities)
            for value, names in named.items()
        },
        aliases={value: tuple(words) for value, words in each.get("aliases", {}).items()},
        format=each.get("format", ""),
    )


def _with_hints(each: Mapping[str, Any]) -> Mapping[str, Any]:
    """The metadata of the manifest, with the words that people may have changed."""
    hints = {"keywords": each["keywords"], "examples": each["examples"]}
    return {**each["metadata"], "intent_hints": hints}


def _hints(each: Mapping[str, Any]) -> Hints:
    return Hints(tuple(each["keywords"]), tuple(each["examples"]))


sections.register(
    sections.Section(
        "planning",
        release_section.compile_draft,
        load,
        release_section.restore,
        checks.check,
        wording.objects,
        prune=release_section.prune,
        rows=release_section.ROWS,
    )
)
