"""Domains, goals and capabilities as JSON, and back: what a release keeps of them and restores.

Addresses and secrets are not compiled, and restoring leaves them as they are.
"""

from collections.abc import Mapping
from typing import Any

from django.db import models

from agents.models import MCPServer
from releases.rows import keep_only, put, values_of
from releases.sections import Json
from routing.planning.models import Capability, Domain, Goal
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

# Every model that is compiled, each with a history.
ROWS: tuple[type[TenantModel], ...] = (Domain, Goal, Capability)
# What is copied as it is, from row to release and back.
FIELDS: Mapping[type[TenantModel], tuple[str, ...]] = {
    Domain: (
        "kind", "description", "keywords", "examples", "timeout", "variables", "enabled", "manifest",
        "digest",
    ),
    Goal: ("description", "capabilities", "requires_domains", "keywords", "examples", "entities", "enabled"),
    Capability: ("description", "schema", "metadata", "keywords", "examples", "read_only", "enabled"),
}  # fmt: skip


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, in three queries, all of it in the order of names."""
    rows = Domain.objects.of(tenant).select_related("server").prefetch_related("goals", "capabilities")
    return {"domains": {row.name: content(row) for row in rows}}


def content(row: Domain) -> dict[str, Json]:
    """One domain as a release has it."""
    return {
        **_fields(row),
        "server": row.server.name if row.server else "",
        "goals": _parts(row.goals.all()),
        "capabilities": _parts(row.capabilities.all()),
    }


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus domains are left to `prune`."""
    servers = {row.name: row for row in MCPServer.objects.of(tenant)}
    for name, each in content.get("domains", {}).items():
        values = values_of(Domain, each, FIELDS[Domain])
        row = put(Domain, tenant, {"name": name}, {**values, "server": servers.get(each["server"])})
        for model, part in ((Goal, "goals"), (Capability, "capabilities")):
            wanted = {item["name"]: item for item in each[part]}
            for old in model.objects.of(tenant).filter(domain=row).exclude(name__in=list(wanted)):
                old.delete()
            for item in wanted.values():
                put(
                    model,
                    tenant,
                    {"domain": row, "name": item["name"]},
                    values_of(model, item, FIELDS[model]),
                )


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the domains that `content` does not know, with their goals and capabilities."""
    keep_only(Domain, tenant, "name", content.get("domains", {}))


def _fields(row: TenantModel) -> dict[str, Json]:
    return {name: getattr(row, name) for name in FIELDS[type(row)]}


def _parts(rows: "models.QuerySet[Any]") -> list[Json]:
    return [{"name": row.name, **_fields(row)} for row in sorted(rows, key=lambda each: each.name)]
