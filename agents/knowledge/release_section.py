"""Collections as part of the room's section of a release.

Documents are no authored rows: a release keeps the revision that they were at.
"""

from django.db.models import Count, OuterRef, Subquery

from agents.knowledge.models import Collection, Document
from releases.authored_rows import compile_rows
from releases.sections import Json, RowTable
from tenancy.models import Tenant

COLLECTIONS = RowTable(
    "collections",
    Collection,
    ("title", "description", "kind", "threshold", "enabled"),
    many={"specialists": "specialists"},
)


def compile_collections(tenant: Tenant) -> dict[str, dict[str, Json]]:
    """What the tenant's collections say now."""
    there = Document.unscoped.filter(collection=OuterRef("pk"), added_in__isnull=False, removed_in=None)
    documents = Subquery(there.order_by().values("collection").annotate(n=Count("pk")).values("n"))
    found = compile_rows(COLLECTIONS, tenant, ("revision",), number=documents)
    for each in found.values():
        number = each.pop("number") or 0
        if each["kind"] == Collection.Kinds.PERSONAL:
            del each["revision"]
        else:
            each["documents"] = number
    return found
