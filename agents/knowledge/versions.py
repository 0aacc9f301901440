"""What becomes of the older version of a document once the newer one can be found.

A document that somebody brought acts with the next release: earlier ones find the older version still. A web
page that is read again takes its older version's place in every release: a release names the page, not what
stood there.
"""

from django.db.models import F, Q

from agents.knowledge import removing, revisions
from agents.knowledge.models import Collection, Document


def begin(document: Document) -> int:
    """From which revision the document is found; in the transaction that makes it so."""
    older = _older(document)
    if older is None or document.web_source_id is None or older.added_in is None:
        revision = revisions.next_of(document.collection_id)
        if older is not None:
            Document.unscoped.filter(pk=older.pk).update(removed_in=revision)
        return revision
    Document.unscoped.filter(pk=older.pk).update(removed_in=older.added_in)  # in no revision from now on
    Collection.unscoped.filter(pk=document.collection_id).update(refreshed=F("refreshed") + 1)
    removing.let_go(document.tenant_id)
    return older.added_in


def end(document: Document) -> None:
    """Takes away what no release finds any more."""
    if document.web_source_id is not None:
        for older in Document.objects.of(document.tenant_id).filter(pk=document.replaces):
            if older.removed_in == older.added_in:
                removing.forget(older)
                older.delete()


def _older(document: Document) -> Document | None:
    if not document.replaces:
        return None
    there = Q(removed_in=None) | Q(
        removed_in=F("added_in")
    )  # the second: a job that begins again, its process died
    return Document.objects.of(document.tenant_id).filter(there, pk=document.replaces).first()
