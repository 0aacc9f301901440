"""What becomes of the older version of a document once the newer one can be found.

A document that somebody brought acts with the next release: earlier ones find the older version still. A web
page that is read again takes its older version's place in every release: a release names the page, not what
stood there. So does the same file where it is read again.
"""

from django.db.models import F, Q

from agents.knowledge import removing, revisions
from agents.knowledge.models import Collection, Document


def begin(document: Document) -> int:
    """From which revision the document is found; in the transaction that makes it so."""
    older = _older(document)
    if older is None or older.added_in is None or not _is_read_again(document, older):
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
    rows = Document.objects.of(document.tenant_id)
    for older in rows.filter(pk=document.replaces, removed_in=F("added_in")):
        removing.forget(older)
        rows.filter(replaces=older.pk).exclude(pk=document.pk).update(replaces=document.pk)
        older.delete()
        if document.owner and older.replaces:  # its user knows it by the id of the first (`attachments`)
            rows.filter(pk=document.pk).update(replaces=older.replaces)


def _is_read_again(document: Document, older: Document) -> bool:
    """Whether it is the same page, or the same file read as the same language."""
    same = (document.digest, document.language) == (older.digest, older.language)
    return document.web_source_id is not None or same


def _older(document: Document) -> Document | None:
    if not document.replaces:
        return None
    there = Q(removed_in=None) | Q(
        removed_in=F("added_in")
    )  # the second: a job that begins again, its process died
    return Document.objects.of(document.tenant_id).filter(there, pk=document.replaces).first()
