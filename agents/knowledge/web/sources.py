"""Web pages of a collection: added, read as a job, read again when their time has come, removed.

    source = sources.add(collection, WebSource(address="https://docs.example.com/sitemap.xml"), author)
    sources.look_after()        # every process, now and then: starts what is due

While a page is read again its older version is found; a page that cannot be read any more keeps it, and says
so.
"""

from contextlib import suppress
from datetime import date, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agents.knowledge import removing, uploads, why_not
from agents.knowledge.errors import AlreadyReading
from agents.knowledge.models import Collection, Document, WebSource
from agents.knowledge.web.crawling import MetPage, Walk, walk
from language.spoken_languages import CODES
from outbound.addresses import resolve_row_url
from outbound.cleaning import clean_text
from outbound.errors import UnknownVariable
from outbound.sentences import Sentence
from work import jobs
from work.context import JobContext
from work.kinds import JobKind, Json, register
from work.models import Job

KIND = "read_web_pages"
AT_ONCE = 20  # sources that one look starts
MOST = 100  # addresses of one collection


def add(collection: Collection, source: WebSource, author: object, *, internal: bool = False) -> WebSource:
    """Keeps an address and reads it.

    Raises ValidationError where the row's rules refuse it, or it is there already.
    """
    source.tenant_id, source.collection = collection.tenant_id, collection
    source.author, source.internal = str(author)[:150], internal
    source.full_clean()
    with transaction.atomic():
        source.save()
        read_again(source, author)
    return source


def read_again(source: WebSource, author: object) -> None:
    """Starts the job that reads the pages; the next time by itself is counted from now.

    :raises AlreadyReading: one reads them at this moment.
    """
    with transaction.atomic():
        now = WebSource.objects.of(source.tenant_id).select_for_update().get(pk=source.pk)
        if Job.objects.of(source.tenant_id).filter(pk=now.job, status__in=Job.OPEN).exists():
            raise AlreadyReading(_("“%s” is being read at this moment. Wait until it is done.") % now.address)
        job = jobs.start(source.tenant_id, KIND, {"source": source.pk}, author)
        next_at = timezone.now() + timedelta(days=source.every_days) if source.every_days else None
        WebSource.unscoped.filter(pk=source.pk).update(job=job.pk, next_at=next_at)


def read_soon(source: WebSource, author: object) -> None:
    """Reads the pages as the row says now: at once, or when the job that reads them is done."""
    try:
        read_again(source, author)
    except AlreadyReading:
        WebSource.unscoped.filter(pk=source.pk).update(next_at=timezone.now())


def remove(source: WebSource) -> None:
    """Takes an address away, with every page that was read from it, for every release."""
    for document in Document.objects.of(source.tenant_id).filter(web_source=source):
        removing.remove(document)
    source.delete()


def look_after() -> int:
    """Starts what is due, and returns how many; every process may call it at any time."""
    now, started = timezone.now(), 0
    for source in WebSource.unscoped.filter(next_at__lte=now, collection__dropped=False).order_by("next_at")[
        :AT_ONCE
    ]:
        with suppress(AlreadyReading), transaction.atomic():  # what is being read stays due
            # conditional on what was seen: of several processes only one starts it
            if WebSource.unscoped.filter(pk=source.pk, next_at=source.next_at).update(next_at=None):
                read_again(source, source.author)
                started += 1
    return started


def run(context: JobContext) -> Json:
    """Reads the pages of the source that the payload names.

    What is wrong with one is its document's error.
    """
    source = WebSource.objects.of(context.tenant_id).filter(pk=context.payload["source"]).first()
    if source is None:  # removed meanwhile
        return {"pages": 0}
    read, first_error = 0, ""
    try:
        source.address = resolve_row_url(source.address)  # the row keeps its variables
    except UnknownVariable as unknown:
        return _end(source, 0, unknown.args[0])
    begin = Walk(source.address, source.depth, source.most_pages, source.internal)
    for met in walk(begin, context.check):
        context.progress(100 * read // source.most_pages, met.address)
        if met.page is not None:
            _keep(source, met)
            read += 1
        else:
            first_error = first_error or (met.error or "")
            _tell(source, met)
    error = first_error if not read else ""
    if not read and not error:
        error = why_not.sentence("web_nothing", {})
    return _end(source, read, error)


def _end(source: WebSource, read: int, error: str) -> Json:
    WebSource.unscoped.filter(pk=source.pk).update(error=error, read_at=timezone.now(), job="")
    return {"pages": read, "error": str(error)}


def _keep(source: WebSource, met: MetPage) -> None:
    """A page as a document; one that says what it said is left as it is."""
    assert met.page is not None
    digest = met.facts.digest or sha256(met.page.content).hexdigest()
    known = _find_known(source, met.address)
    if known is not None and known.digest == digest and known.status != Document.Statuses.FAILED:
        Document.unscoped.filter(pk=known.pk).update(error="")
        return
    for failed in _versions(source, met.address).filter(added_in=None):
        removing.remove(failed)
    said = met.facts.language if met.facts.language in CODES else ""
    uploads.store(
        Document(
            tenant_id=source.tenant_id, collection_id=source.collection_id, web_source=source,
            source=met.address,
            title=clean_text(met.facts.title) or met.address[:200], kind=met.page.kind, digest=digest,
            language=said,
            dated=date.fromisoformat(met.facts.dated) if met.facts.dated else met.page.dated,
            replaces=known.pk if known is not None and known.added_in is not None else "",
            author=source.author,
        ),
        met.page.content,
    )  # fmt: skip


def _tell(source: WebSource, met: MetPage) -> None:
    """Why a page cannot be read stands at its document.

    At the version that is found, or at one that is not there yet.
    """
    error: str = met.error or Sentence("")
    if _versions(source, met.address).update(error=error) or met.address == source.address:
        return  # of the address itself the source says it
    Document(
        tenant_id=source.tenant_id, collection_id=source.collection_id, web_source=source, source=met.address,
        title=met.address[:200], status=Document.Statuses.FAILED, error=error, author=source.author,
    ).save()  # fmt: skip


def _versions(source: WebSource, address: str) -> "QuerySet[Document]":
    rows = Document.objects.of(source.tenant_id).filter(web_source=source)
    return rows.filter(source=address, removed_in=None)


def _find_known(source: WebSource, address: str) -> Document | None:
    return (
        _versions(source, address)
        .exclude(added_in=None, status=Document.Statuses.FAILED)
        .order_by(F("added_in").asc(nulls_first=True))
        .last()
    )


register(JobKind(KIND, run, gettext_lazy("Read web pages")))
