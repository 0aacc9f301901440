"""Domains, goals and capabilities as people read them, and what changed from one manifest to the next."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from releases import diff
from releases.authored_rows import Reader, describe_fields, kind_of
from releases.sections import AuthoredObject, Content, Json
from routing.planning.manifests.manifest import content_of, names_of
from routing.planning.models import Capability, Domain, Goal
from tenancy.tenant_rows import TenantModel


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """Every domain, goal and capability with its fields under their labels."""
    domains: Mapping[str, Any] = content.get("domains", {})
    # What a domain has of its own is an object of its own.
    own: Mapping[str, type[TenantModel]] = {"goals": Goal, "capabilities": Capability}
    for name, each in domains.items():
        fields = {key: value for key, value in each.items() if key not in own}
        yield AuthoredObject(kind_of(Domain), name, dict(describe_part(Domain, fields)))
    for part, model in own.items():
        for name, each in domains.items():
            for item in each[part]:
                about = dict(describe_part(model, item))
                yield AuthoredObject(kind_of(model), f"{item['name']} · {name}", about)


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
