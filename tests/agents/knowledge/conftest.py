"""A company with a collection, and documents that are indexed at once."""

import time

import pytest

from agents.knowledge import indexing, uploads
from agents.knowledge.models import Collection, Document
from tenancy.models import Tenant
from work.context import JobContext
from work.models import Job


@pytest.fixture
def company(db: None) -> Tenant:
    tenant = Tenant(slug="acme", title="Acme")
    tenant.save()
    return tenant


@pytest.fixture
def collection(company: Tenant) -> Collection:
    row = Collection(tenant=company, name="handbook", title="Handbook")
    row.save()
    return row


def keep(collection: Collection, name: str, content: str | bytes, **more: str) -> Document:
    """Uploads a document and indexes it in this thread; the row as it is then."""
    content = content.encode() if isinstance(content, str) else content
    document = uploads.keep(collection, name, content, "ana", **more)
    index(document)
    collection.refresh_from_db()
    return document


def index(document: Document) -> None:
    """Does the document's job in this thread, as a process that has claimed it; one that another thread was
    faster to claim is waited for.
    """
    row = Job.unscoped.filter(pk=document.job)
    if row.exclude(status=Job.Statuses.RUNNING).update(status=Job.Statuses.RUNNING, attempt=1):
        indexing.run(JobContext(document.job, document.tenant_id, {"document": document.pk}, "ana"))
        row.update(status=Job.Statuses.DONE)
    else:
        while row.filter(status=Job.Statuses.RUNNING).exists():
            time.sleep(0.01)
    document.refresh_from_db()
