"""Keeps an uploaded file as a document and has it indexed."""

import re
from datetime import date
from hashlib import sha256
from pathlib import PurePath

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from agents.knowledge.errors import DocumentTooLarge, NoRoom, NotTaken, ThereAlready
from agents.knowledge.indexing import KIND
from agents.knowledge.models import Collection, Document, DocumentFile
from agents.knowledge.parsing.recognising import NAMES
from outbound.cleaning import clean_text
from tenancy.company_lock import hold
from work import jobs
from work.models import Job

ENDINGS = tuple(f".{each}" for each in (*NAMES, "markdown", "text", "htm"))
MOST_OF_USER = 50  # documents that one user may have


def keep(
    collection: Collection,
    name: str,
    content: bytes,
    author: object = "",
    owner: str = "",
    language: str = "",
    title: str = "",
    dated: date | None = None,
    replaces: str = "",
) -> Document:
    """Stores the file and starts its job.

    `replaces` is the id of the document of which it is a newer version.

    :raises NotTaken: it is too large, of a format that is not read, or there already.
    """
    name = clean_text(PurePath(name.replace("\\", "/")).name)[-200:] or "document"
    check_file(name, len(content), attached=bool(owner))
    digest = sha256(content).hexdigest()
    same = (
        Document.objects.of(collection.tenant_id)
        .filter(collection=collection, owner=owner, web_source=None, digest=digest, removed_in=None)
        .exclude(pk=replaces)  # read anew, for example in another language
    )
    if (known := same.exclude(status=Document.Statuses.FAILED).first()) is not None:
        raise ThereAlready(
            _("“%(name)s” is there already, as “%(title)s”.") % {"name": name, "title": known.title}
        )
    if owner:
        _check_room(collection, owner, len(content))
    return store(
        Document(
            tenant_id=collection.tenant_id, collection=collection, owner=owner, title=title or title_of(name),
            source=name, kind=name.rpartition(".")[2].lower()[:12], digest=digest, language=language,
            dated=dated,
            replaces=replaces, author=str(author)[:150],
        ),
        content,
    )  # fmt: skip


def store(document: Document, content: bytes) -> Document:
    """Keeps a new document with its file, and starts the job that indexes it."""
    document.size = len(content)
    with transaction.atomic():
        document.save()
        DocumentFile(tenant_id=document.tenant_id, document=document, content=content).save()
        job = jobs.start(document.tenant_id, KIND, {"document": document.pk}, document.author)
        Document.unscoped.filter(pk=document.pk).update(job=job.pk)
        document.job = job.pk
    return document


def read_again(document: Document, author: object) -> Document:
    """Indexes a document anew, for example after its reading was improved; the row that is read.

    One that is found now is found as it is until a copy of it takes its place (`versions`).
    """
    with transaction.atomic():
        hold(document.tenant_id)  # of two who ask at once the second finds what the first has begun
        rows = Document.objects.of(document.tenant_id)
        now = rows.filter(pk=document.pk).first() or rows.filter(replaces=document.pk).first()
        return _begin_again(now, author) if now is not None else document


def _begin_again(document: Document, author: object) -> Document:
    if document.added_in is None or document.removed_in is not None:
        if Job.objects.of(document.tenant_id).filter(pk=document.job, status__in=Job.OPEN).exists():
            return document
        job = jobs.start(document.tenant_id, KIND, {"document": document.pk}, author)
        row = Document.unscoped.filter(pk=document.pk)
        row.update(status=Document.Statuses.WAITING, error="", job=job.pk)
        return document
    copies = Document.objects.of(document.tenant_id).filter(replaces=document.pk, digest=document.digest)
    if (known := copies.filter(added_in=None).exclude(status=Document.Statuses.FAILED).first()) is not None:
        return known
    names = (
        "tenant_id", "collection_id", "owner", "title", "source", "kind", "language", "dated", "digest",
        "created_at",
    )  # fmt: skip
    same = {name: getattr(document, name) for name in names}
    content = bytes(DocumentFile.objects.of(document.tenant_id).get(pk=document.pk).content)
    return store(Document(**same, author=str(author)[:150], replaces=document.pk), content)


def title_of(name: str) -> str:
    """A file's name as a title.

    >>> title_of("tabela_de_precos-2026.pdf")
    'Tabela de precos 2026'
    """
    words = " ".join(re.split(r"[\s_-]+", name.rpartition(".")[0] or name)).strip()
    return (words[:1].upper() + words[1:])[:200] or name


def check_file(name: str, size: int, *, attached: bool = False) -> None:
    """Refuses a file that is too large or of a format that is not read.

    `size` is in bytes, of which what a user `attached` may have less. Raises NotTaken.
    """
    most = settings.ATTACHMENT_BYTES if attached else settings.DOCUMENT_BYTES
    if size > most:
        raise DocumentTooLarge(
            _(
                "“%(name)s” has %(size)s MB; a document has at most %(most)s MB. Split it and upload the "
                "parts."
            )
            % {"name": name, "size": -(-size // 2**20), "most": most // 2**20}
        )
    if not name.lower().endswith(ENDINGS):
        raise NotTaken(
            _("“%(name)s” is not read here. Upload PDF, DOCX, PPTX, XLSX, HTML, Markdown, TXT or CSV.")
            % {"name": name}
        )


def _check_room(collection: Collection, owner: str, size: int) -> None:
    rows = Document.objects.of(collection.tenant_id).filter(owner=owner)
    there = rows.aggregate(count=Count("pk"), bytes=Sum("size"))
    if there["count"] >= MOST_OF_USER:
        raise NoRoom(_("You have %(most)s documents already. Remove one first.") % {"most": MOST_OF_USER})
    if (there["bytes"] or 0) + size > settings.ATTACHMENT_BYTES_OF_USER:
        most = settings.ATTACHMENT_BYTES_OF_USER // 2**20
        raise NoRoom(
            _("All your documents together may have %(most)s MB. Remove one first.") % {"most": most}
        )
