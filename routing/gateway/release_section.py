"""Backends as JSON, and back: what a release keeps of them and restores. Addresses and tokens stay out."""

from collections.abc import Mapping
from typing import Any

from releases.rows import keep_only, put, values_of
from releases.sections import Json
from routing.gateway.models import Backend
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

ROWS: tuple[type[TenantModel], ...] = (Backend,)
FIELDS = (
    "title", "description", "domains", "keywords", "examples", "priority", "default_agent_id", "metadata",
    "enabled",
)  # fmt: skip


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now: one query."""
    rows = list(Backend.objects.of(tenant).order_by("name"))
    default = next((row.name for row in rows if row.is_default), "")
    return {"backends": {row.name: {name: getattr(row, name) for name in FIELDS} for row in rows},
            "default": default}  # fmt: skip


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus ones are left to `prune`."""
    default = content.get("default", "")
    for row in Backend.objects.of(tenant).filter(is_default=True).exclude(name=default):
        row.is_default = False  # frees the place first
        row.save()
    backends: Mapping[str, Any] = content.get("backends", {})
    for name, each in backends.items():
        values = values_of(Backend, each, FIELDS)
        put(Backend, tenant, {"name": name}, {**values, "is_default": name == default})


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the rows that `content` does not know."""
    keep_only(Backend, tenant, "name", content.get("backends", {}))
