"""Looks at passages a second time, by the encoder for retrieval, as a job that follows their indexing.

It takes minutes for what is indexed in seconds, so a document is found meanwhile as the first look orders it.
One job does all of a collection that was not looked at by the encoder of today, whenever it was indexed; it
lets other work go first every half minute.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from agents.knowledge import vectors
from agents.knowledge.models import Collection, Document, Passage
from language import embedder
from work import jobs
from work.context import JobContext
from work.kinds import JobKind, Json, register
from work.models import Job

if TYPE_CHECKING:
    from language.embedder import RetrievalEncoder

KIND = "look_again"
AT_ONCE = 8  # passages: a second of CPU between two looks at whether the job goes on
SECONDS = 30.0
SET = "UPDATE agents_passage SET retrieval_vector = %s WHERE id = %s"


def begin(collection: Collection, author: object) -> None:
    """Starts the job, unless it waits already or there is nothing to do."""
    encoder = embedder.choose_retrieval()
    waiting = Job.objects.of(collection.tenant_id).filter(kind=KIND, status=Job.Statuses.QUEUED)
    about = {"collection": collection.pk}
    if encoder is None or not _wanting(collection.pk, encoder).exists() or waiting.filter(payload=about):
        return
    jobs.start(collection.tenant_id, KIND, about, author)


def begin_everywhere(**_about: object) -> None:
    """Starts the jobs of all collections that need one: after an upgrade, by a migration's end."""
    for collection in Collection.unscoped.only("pk", "tenant"):
        begin(collection, "")


def run(context: JobContext) -> Json:
    """Looks at the collection's passages until all are done or it is others' turn; then it starts anew."""
    encoder = embedder.choose_retrieval()
    until, done = time.monotonic() + SECONDS, 0
    while encoder is not None and time.monotonic() < until:
        document = _wanting(context.payload["collection"], encoder).order_by("created_at").first()
        if document is None:
            return {"passages": done}
        done += _look(context, document, encoder, until)
    kept = Collection.unscoped.filter(tenant=context.tenant_id)  # those for earlier releases alone, too
    for collection in kept.filter(pk=context.payload["collection"]):
        begin(collection, context.author)
    return {"passages": done}


def describe(section: str, text: str) -> str:
    """What is read of a passage: its text, after the headings above it.

    >>> describe("Contract > 3. Ending", "A notice of 15 days is needed.")
    'Contract, 3. Ending: A notice of 15 days is needed.'
    """
    return f"{section.replace(' > ', ', ')}: {text}" if section else text


def _wanting(collection: int, encoder: "RetrievalEncoder") -> QuerySet[Document]:
    rows = Document.unscoped.filter(collection_id=collection, added_in__isnull=False, passages__gt=0)
    return rows.exclude(embedder="").exclude(retrieval_encoder=encoder.name)


def _look(context: JobContext, document: Document, encoder: "RetrievalEncoder", until: float) -> int:
    """The number of passages that were looked at; the document is used once none is left."""
    rows = Passage.objects.of(context.tenant_id).filter(document=document).order_by("number")
    known = Document.unscoped.filter(pk=document.pk, job=document.job)
    if document.retrieval_encoder:  # another one's vectors
        known.update(retrieval_encoder="")
        rows.update(retrieval_vector=b"")
    left: Sequence[tuple[int, str, str]] = list(
        rows.filter(retrieval_vector=b"").values_list("pk", "section", "text")
    )
    before = document.passages - len(left)
    for start in range(0, len(left), AT_ONCE):
        if start and time.monotonic() >= until:
            return start
        context.check()
        context.progress(
            100 * (before + start) // document.passages, f"{before + start} / {document.passages}"
        )
        some = left[start : start + AT_ONCE]
        packed = vectors.quantise(encoder.read([describe(section, text) for _pk, section, text in some]))
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(SET, [(vector, pk) for vector, (pk, *_rest) in zip(packed, some, strict=True)])
    known.update(retrieval_encoder=encoder.name)
    return len(left)


register(JobKind(KIND, run, gettext_lazy("Look at passages a second time")))
