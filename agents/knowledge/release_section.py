"""Collections as part of the room's section of a release.

Documents are no authored rows: a release keeps the revision that they were at, and a collection that leaves
the draft, by a restore or by hand, keeps its documents while a release has it (ADR 147).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import SET_NULL, Count, ManyToOneRel, OuterRef, Q, Subquery
from django.utils.translation import ngettext

from agents.knowledge.models import Collection, Document
from agents.knowledge.removing import remove_collection
from releases.authored_rows import change, compile_rows
from releases.models import Release
from releases.sections import Json, RowTable
from tenancy.models import Tenant
from work.models import Job

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


def count_unread(tenant: Tenant) -> tuple[int, int]:
    """How many documents of the draft are being read for the first time, and how many there are.

    One whose job has ended without reading it is not waited for: nothing more comes of it.
    """
    rows = Document.unscoped.filter(
        collection__tenant=tenant, collection__dropped=False, owner="", removed_in=None, replaces=""
    ).exclude(collection__kind=Collection.Kinds.PERSONAL)
    unread = rows.filter(added_in=None, status__in=(Document.Statuses.WAITING, Document.Statuses.READING))
    unread = unread.filter(job__in=Job.objects.of(tenant).filter(status__in=Job.OPEN).values("pk"))
    return unread.count(), rows.count()


def take_back(tenant: Tenant, content: Mapping[str, Json]) -> None:
    """Collections that are kept are in the draft again where the content has them."""
    for row in Collection.unscoped.filter(
        tenant=tenant, dropped=True, name__in=content.get("collections", {})
    ):
        change(row, {"dropped": False})


def drop_collections(tenant: Tenant, content: Mapping[str, Json]) -> None:
    """Collections that the content does not know leave the draft; those that nobody needs are gone.

    What users uploaded is theirs, whatever releases say.
    """
    for row in Collection.unscoped.filter(tenant=tenant).exclude(name__in=content.get("collections", {})):
        drop(row, is_needed(row))


def drop(row: Collection, kept: bool) -> None:
    """A collection leaves the draft, `kept` with its documents or gone with them; nothing leads to it."""
    if not kept:
        remove_collection(row)
        return
    for each in Collection._meta.get_fields(include_hidden=True):
        if isinstance(each, ManyToOneRel) and each.on_delete is SET_NULL:
            rows: Any = each.related_model._base_manager
            for other in rows.filter(**{each.field.name: row}):
                change(other, {each.field.name: None})
    change(row, {"dropped": True})


def list_gone(tenant: Tenant, content: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Collections in which a release found more documents than are there now, and how many are gone."""
    kept = {row.name: row for row in Collection.unscoped.filter(tenant=tenant)}
    for name, each in content.get("collections", {}).items():
        there = 0
        if (row := kept.get(name)) is not None:
            found = Document.unscoped.filter(collection=row, owner="", added_in__lte=each.get("revision", 0))
            found = found.filter(Q(removed_in=None) | Q(removed_in__gt=each.get("revision", 0)))
            there = found.count()
        if (gone := each.get("documents", 0) - there) > 0:
            sentence = ngettext("%d of its documents was deleted.", "%d of its documents were deleted.", gone)
            yield name, sentence % gone


def list_dying(tenant: Tenant, content: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Collections that no release has and the content does not know, with how many documents go with them."""
    for row in Collection.objects.of(tenant).exclude(name__in=content.get("collections", {})):
        count = Document.unscoped.filter(collection=row).count()
        if count and not is_needed(row):
            sentence = ngettext("%d document goes with it.", "%d documents go with it.", count)
            yield row.name, sentence % count


def is_needed(row: Collection) -> bool:
    """Whether a release has it, or a user uploaded something into it."""
    releases = Release.objects.of(row.tenant_id).filter(content__agents__collections__has_key=row.name)
    return releases.exists() or Document.unscoped.filter(collection=row).exclude(owner="").exists()
