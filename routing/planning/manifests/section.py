"""The release's section "planning": domains with their goals and capabilities.

Addresses and secrets are not compiled, and restoring leaves them as they are. Also domains, goals and
capabilities as people read them, and what changed from one manifest to the next.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from releases import diff, sections
from releases.authored_rows import (
    Reader,
    compile_children,
    compile_rows,
    describe_fields,
    kind_of,
    prune_rows,
    put,
    restore_rows,
    values_of,
)
from releases.errors import Problem
from releases.sections import AuthoredObject, Content, Json, RowTable
from routing.planning.manifests.manifest import content_of, names_of
from routing.planning.manifests.validate import faults, find_neighbours
from routing.planning.models import Capability, Domain, Goal
from routing.planning.specs import (
    ALL,
    CapabilitySpec,
    DomainSpec,
    EntitySpec,
    GoalSpec,
    Hints,
    PlanningSection,
)
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

DOMAINS = RowTable(
    "domains",
    Domain,
    ("kind", "description", "keywords", "examples", "timeout", "variables", "enabled", "manifest", "digest"),
    one=("server",),
    beside={"goals": [], "capabilities": []},
)
# What a domain has of its own, with the fields that are kept.
OWN: Mapping[str, tuple[type[TenantModel], tuple[str, ...]]] = {
    "goals": (
        Goal,
        ("name", "description", "capabilities", "requires_domains", "keywords", "examples", "entities",
         "enabled"),
    ),
    "capabilities": (
        Capability,
        ("name", "description", "schema", "metadata", "keywords", "examples", "read_only", "enabled"),
    ),
}  # fmt: skip


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, in three queries, all of it in the order of names."""
    domains = compile_rows(DOMAINS, tenant)
    for part, (model, fields) in OWN.items():
        found = compile_children(model, tenant, "domain", fields, domains)
        for name, domain in domains.items():
            domain[part] = sorted(found[name], key=lambda each: each["name"])
    return {"domains": domains}


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus domains are left to `prune`."""
    for name, row in restore_rows(DOMAINS, tenant, content).items():
        for part, (model, fields) in OWN.items():
            wanted = {item["name"]: item for item in content["domains"][name][part]}
            there: Any = model.objects.of(tenant)
            for old in there.filter(domain=row).exclude(name__in=list(wanted)):
                old.delete()
            for key, item in wanted.items():
                put(model, tenant, {"domain": row, "name": key}, values_of(model, item, fields[1:]))


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the domains that `content` does not know, with their goals and capabilities."""
    prune_rows(DOMAINS, tenant, content)


def check(content: Content) -> Iterable[Problem]:
    """All problems of the section. What is switched off is left out before the rest is compared."""
    domains = content.get("planning", {}).get("domains", {})
    used = {name: _in_use(each) for name, each in domains.items() if each["enabled"]}
    servers = content.get("agents", {}).get("servers", {})
    for name, each in used.items():
        where = _("Domain '%s'") % name
        yield from _row(where, each, servers)
        for fault in faults(each, find_neighbours(domains, name)):
            yield Problem(fault.severity, where, fault.sentence)


def _in_use(each: Mapping[str, Any]) -> Mapping[str, Any]:
    """A domain without what is switched off, also where a goal names it."""
    off = {item["name"] for item in each["capabilities"] if not item["enabled"]}
    goals = [
        {**goal, "capabilities": [name for name in goal["capabilities"] if name not in off]}
        for goal in each["goals"]
        if goal["enabled"]
    ]
    return {
        **each,
        "goals": goals,
        "capabilities": [item for item in each["capabilities"] if item["name"] not in off],
    }


def _row(where: str, each: Mapping[str, Any], servers: Mapping[str, Any]) -> Iterator[Problem]:
    if not each["digest"]:
        sentence = _("No manifest of it is approved: it can do nothing. Fetch its manifest and approve it.")
        yield Problem("warning", where, sentence)
    for goal in each["goals"]:
        if not goal["capabilities"]:
            sentence = _("No capability of goal '%s' is in use: the goal is left out.") % goal["name"]
            yield Problem("warning", where, sentence)
    if each["kind"] == "mcp" and not servers.get(each["server"], {"enabled": False})["enabled"]:
        yield Problem("error", where, _("Its MCP server is not there or not in use. Choose another one."))
    for name in each["variables"]:
        if name not in settings.ROW_ENVIRONMENT:
            sentence = _("It may be given the variable %s, which this installation does not allow to rows.")
            yield Problem("warning", where, sentence % name)


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


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """Every domain, goal and capability with its fields under their labels."""
    domains: Mapping[str, Any] = content.get("domains", {})
    # What a domain has of its own is an object of its own.
    own: Mapping[str, type[TenantModel]] = {"goals": Goal, "capabilities": Capability}
    for name, each in domains.items():
        fields = {key: value for key, value in each.items() if key not in own}
        about = dict(describe_part(Domain, fields))
        yield AuthoredObject(kind_of(Domain), name, about, (("domains", name),), tuple(own))
    for part, model in own.items():
        for name, each in domains.items():
            for item in each[part]:
                about = dict(describe_part(model, item))
                place = ("domains", name, part, item["name"])
                yield AuthoredObject(kind_of(model), f"{item['name']} · {name}", about, (place,))


def describe_part(
    model: type[TenantModel], each: Mapping[str, Json]
) -> Iterator[tuple[str, str | Sequence[str]]]:
    """The fields of a domain, a goal or a capability as people read them."""
    readers: Mapping[str, Reader] = {
        "name": lambda value: None,
        "manifest": lambda value: None,  # shown by its parts
        "digest": lambda value: value[:12],
        "schema": lambda value: sorted(value.get("properties", {})),
        "entities": lambda value: [describe_entity(key, about) for key, about in value.items()],
        "metadata": lambda value: [
            f"{key}: {_short(about)}" for key, about in value.items() if key != "intent_hints"
        ],
    }
    yield from describe_fields(model, each, readers)


def describe_entity(name: str, about: Mapping[str, Any]) -> str:
    """One entity in a line.

    `direction (enum: GAINERS, LOSERS; required; = BOTH; GAINERS -> get_top_gainers)`.
    """
    values = ", ".join(map(str, about.get("values", ())))
    notes = [f"{about.get('type', 'string')}: {values}" if values else str(about.get("type", "string"))]
    notes.append(_("required") if about.get("required") else _("optional"))
    if about.get("default") not in (None, ""):
        notes.append(f"= {about['default']}")
    notes += [
        f"{value} → {' + '.join(names_of(names))}" for value, names in about.get("capability_map", {}).items()
    ]
    tells = f": {about['description']}" if about.get("description") else ""
    return f"{name} ({'; '.join(notes)}){tells}"


def _short(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def diff_manifests(
    approved: Mapping[str, Any] | None, proposed: Mapping[str, Any], name: str
) -> list[diff.Change]:
    """The changes from one manifest of a domain to another; without an approved one, all of it is new.

    >>> [str(change) for change in diff_manifests(old, new, "finance")]
    ["Capability 'get_dividends · finance' added",
     "Goal 'GET_QUOTE · finance' changed; keywords: + quanto custa"]
    """
    return diff.between(_content(approved, name), _content(proposed, name))


def _content(manifest: Mapping[str, Any] | None, name: str) -> Content:
    return {"planning": {"domains": {} if manifest is None else {name: content_of(manifest)}}}


sections.register(
    sections.Section(
        "planning",
        compile_draft,
        load,
        restore,
        check,
        describe_objects,
        prune=prune,
        rows=(Domain, Goal, Capability),
        tables=(DOMAINS,),
    )
)
