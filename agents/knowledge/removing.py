"""Removes documents so that nothing of them is left: passages, terms, counts, vectors, the file."""

from collections import Counter
from collections.abc import Callable

from django.db import connection, transaction

from agents.knowledge import fulltext, revisions
from agents.knowledge.models import Collection, Document, DocumentIndex, Passage
from work import jobs
from work.models import Job

AT_ONCE = 200
_also: list[Callable[[str], None]] = []
DISCOUNT = "UPDATE agents_termcount SET passages = passages - %s WHERE term = %s AND passages >= %s"


def also(let_go: Callable[[str], None]) -> None:
    """An upper room that keeps what was drawn from documents lets go of it too.

    It is called with the company, inside the transaction, when one is in no release any more.
    """
    _also.append(let_go)


def let_go(tenant: str) -> None:
    """Nothing that was drawn from a company's documents is kept on; inside the transaction that takes one."""
    for each in _also:
        each(tenant)


def remove(document: Document) -> None:
    """Takes a document away, for every release; first nobody finds it or is quoted it any more."""
    _drop_copies(document)
    _stop_reading(document)
    with transaction.atomic():
        Document.unscoped.filter(pk=document.pk).update(added_in=None)
        if not document.owner:  # of what a user uploads nothing is kept for others
            let_go(document.tenant_id)
    forget(document)
    with transaction.atomic():
        collection = document.collection_id
        document.delete()
        revisions.next_of(collection)
        if not document.owner:
            let_go(document.tenant_id)


def take_out(document: Document) -> None:
    """Takes a document out of the draft: releases that were made with it find it still."""
    if document.added_in is None:
        remove(document)
        return
    _drop_copies(document)
    with transaction.atomic():
        removed_in = revisions.next_of(document.collection_id)
        Document.unscoped.filter(pk=document.pk).update(removed_in=removed_in)


def _stop_reading(document: Document) -> None:
    reading = Job.objects.of(document.tenant_id).filter(payload__document=document.pk, status__in=Job.OPEN)
    for job in reading.values_list("pk", flat=True):
        jobs.cancel(document.tenant_id, job)


def _drop_copies(document: Document) -> None:
    """Takes away what is just read again of a document: it would come back as a new one (`versions`)."""
    rows = Document.objects.of(document.tenant_id).filter(replaces=document.pk, added_in=None)
    for copy in rows.filter(digest=document.digest, language=document.language):
        remove(copy)


def remove_collection(collection: Collection) -> None:
    """Takes a collection away with all its documents."""
    with transaction.atomic():
        let_go(collection.tenant_id)
    for document in Document.unscoped.filter(collection=collection):
        _stop_reading(document)
        forget(document)
    with transaction.atomic():
        collection.delete()
        let_go(collection.tenant_id)


def forget(document: Document) -> None:
    """Takes away what was indexed of a document; the document and its file stay."""
    counted = document.added_in is not None
    Document.unscoped.filter(pk=document.pk).update(added_in=None)
    DocumentIndex.unscoped.filter(pk=document.pk).delete()
    while ids := list(Passage.unscoped.filter(document=document).values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            known = fulltext.terms_of(ids) if counted else {}
            fulltext.remove(ids)
            Passage.unscoped.filter(pk__in=ids).delete()
            counts = Counter(term for each in known.values() for term in each)
            with connection.cursor() as cursor:
                cursor.executemany(DISCOUNT, [(count, term, count) for term, count in sorted(counts.items())])
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM agents_termcount WHERE passages = 0 AND collection_id = %s", [document.collection_id]
        )
