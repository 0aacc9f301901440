"""Collections as JSON, and back: their part of the room's section of a release.

Documents are no authored rows: a release keeps the revision that they were at.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, OuterRef, Subquery

from agents.knowledge.models import Collection, Document
from releases.sections import Json, put, values_of
from tenancy.models import Tenant

FIELDS = ("title", "description", "kind", "threshold", "enabled")


def compile_collections(tenant: Tenant) -> dict[str, Json]:
    """What the tenant's collections say now: one query."""
    there = Document.unscoped.filter(collection=OuterRef("pk"), added_in__isnull=False, removed_in=None)
    found = Subquery(there.order_by().values("collection").annotate(n=Count("pk")).values("n"))
    rows: Any = (
        Collection.objects.of(tenant).order_by("name", "specialists__name").annotate(documents_found=found)
    )
    drawn: dict[str, dict[str, Json]] = {}
    for row in rows.values("name", "revision", "documents_found", "specialists__name", *FIELDS):
        each = drawn.setdefault(row["name"], {**{name: row[name] for name in FIELDS}, "specialists": []})
        if row["kind"] != Collection.Kinds.PERSONAL:
            each |= {"revision": row["revision"], "documents": row["documents_found"] or 0}
        if row["specialists__name"]:
            each["specialists"].append(row["specialists__name"])
    return drawn


def restore_collection(tenant: Tenant, name: str, each: Mapping[str, Any]) -> None:
    """Makes the row say what a release kept; its specialists are there already."""
    row = put(Collection, tenant, {"name": name}, values_of(Collection, each, FIELDS))
    specialists: Any = Collection._meta.get_field("specialists").related_model
    row.specialists.set(list(specialists.objects.of(tenant).filter(name__in=each["specialists"])))
