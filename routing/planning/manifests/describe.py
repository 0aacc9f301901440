"""Domains, goals and capabilities as people read them, and what changed from one manifest to the next."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agents.wording import label_of
from releases import diff
from releases.sections import AuthoredObject, Content, Json
from routing.planning.manifests.manifest import content_of, names_of
from routing.planning.models import Capability, Domain, Goal
from tenancy.tenant_rows import TenantModel

KINDS: Mapping[str, type[TenantModel]] = {"domains": Domain, "goals": Goal, "capabilities": Capability}
SILENT = frozenset({"manifest", "goals", "name"})  # shown as objects of their own, or by their parts
Lines = Iterator[tuple[str, str | Sequence[str]]]


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """Every domain, goal and capability with its fields under their labels."""
    domains: Mapping[str, Any] = content.get("domains", {})
    for name, each in domains.items():
        silent = {"capabilities"}  # objects of their own
        yield AuthoredObject(_kind(Domain), name, dict(describe_fields(Domain, each, silent)))
    for part, model in (("goals", Goal), ("capabilities", Capability)):
        for name, each in domains.items():
            for item in each[part]:
                yield AuthoredObject(
                    _kind(model), f"{item['name']} · {name}", dict(describe_fields(model, item))
                )


def describe_fields(
    model: type[TenantModel], each: Mapping[str, Json], silent: set[str] | None = None
) -> Lines:
    """The fields of one thing as people read them."""
    for name, value in each.items():
        if name in SILENT or name in (silent or ()):
            continue
        label = _label(model, name)
        if name == "digest":
            yield label, str(value)[:12]
        elif name == "schema":
            yield label, sorted(value.get("properties", {}))
        elif name == "entities":
            yield label, [describe_entity(key, about) for key, about in value.items()]
        elif name == "metadata":
            yield label, [f"{key}: {_short(about)}" for key, about in value.items() if key != "intent_hints"]
        elif isinstance(value, list):
            yield label, [str(item) for item in value]
        else:
            yield label, label_of(model, name, value) or _value_text(value)


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


def _kind(model: type[TenantModel]) -> str:
    return str(capfirst(str(model._meta.verbose_name)))


def _label(model: type[TenantModel], name: str) -> str:
    try:
        field: Any = model._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    return str(field.verbose_name)


def _short(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _value_text(value: Json) -> str:
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    return "" if value is None else str(value)


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
