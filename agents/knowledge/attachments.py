"""Documents that users attach in the chat: each belongs to one user, who lists and removes them.

collection = attachments.find_collection(profile.attachments, section)      # None: nothing can be attached
document = uploads.keep(row, "contract.pdf", content, owner=user)
attachments.remove("tenant_a", user, document.pk)
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from agents.knowledge import removing
from agents.knowledge.errors import NoSuchDocument
from agents.knowledge.models import Document
from agents.specs import AgentsSection, CollectionSpec
from privacy.retention import Batch
from work.models import Job

AT_ONCE = 5  # documents that one look takes: one may have thousands of passages


def find_collection(name: str, section: AgentsSection) -> CollectionSpec | None:
    """The published collection that takes what users attach; None where there is none."""
    found = section.collections.get(name)
    return found if found is not None and found.enabled and found.kind == "personal" else None


def of_user(tenant: str, user: str) -> "QuerySet[Document]":
    """What a user attached, the newest first: without what is just read again, which is found as it was."""
    rows = Document.objects.of(tenant).exclude(owner="").filter(owner=user).order_by("-created_at")
    return rows.exclude(~Q(replaces=""), added_in=None)


def describe(tenant: str, rows: "QuerySet[Document]") -> list[dict[str, Any]]:
    """How far each is, as its user reads it; one that was read again has the id that it always had."""
    found = list(rows)
    progress = _progress(tenant, found)
    return [
        {
            "attachment_id": row.replaces or row.pk, "name": row.source, "title": row.title, "size": row.size,
            "status": row.status,
            "progress": 100 if row.status == Document.Statuses.READY else progress.get(row.job, 0),
            "error": str(row.error), "pages": row.pages, "created_at": row.created_at,
        }
        for row in found
    ]  # fmt: skip


def find(tenant: str, user: str, document: str) -> dict[str, Any]:
    """One of a user's as they read it. Raises NoSuchDocument."""
    found = describe(tenant, _with_id(tenant, user, document))
    if not found:
        raise NoSuchDocument
    return found[0]


def remove(tenant: str, user: str, document: str) -> None:
    """Takes one away, with all that was read from it. Raises NoSuchDocument."""
    row = _with_id(tenant, user, document).first()
    if row is None:
        raise NoSuchDocument
    forget(row)


def forget(row: Document) -> None:
    """Takes a user's document away, and what the jobs that read it tell of it."""
    reading = Job.objects.of(row.tenant_id).filter(payload__document=row.pk)
    removing.remove(row)
    reading.update(result=None, note="", error="")


def clear(batch: Batch) -> int:
    """Those that are older than a company keeps them, a few at a time (`privacy.retention`)."""
    old = Document.objects.of(batch.tenant).exclude(owner="").filter(created_at__lt=batch.before)
    found = list(old.order_by("created_at")[: min(batch.most, AT_ONCE)])
    for row in found:
        forget(row)
    return len(found)


def _with_id(tenant: str, user: str, document: str) -> "QuerySet[Document]":
    return of_user(tenant, user).filter(Q(pk=document) | Q(replaces=document))


def _progress(tenant: str, rows: list[Document]) -> Mapping[str, int]:
    open_ones = [row.job for row in rows if row.job]
    if not open_ones:
        return {}
    return dict(Job.objects.of(tenant).filter(pk__in=open_ones).values_list("pk", "progress"))
