"""Indexes a document as a job: read, cut, embed, write; it can be found once all of it is there.

    document = uploads.keep(collection, "prices.pdf", content, author="ana")     # starts the job

A job that begins again (its process died) takes back what the first one wrote. Few files take long to read:
one that does begins anew as work that is done one by one, and holds up no other document.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from agents.knowledge import fulltext, reading, removing, revisions, second_look, terms, vectors, why_not
from agents.knowledge.chunking import TextBlock, passages
from agents.knowledge.errors import NotRead
from agents.knowledge.models import Collection, Document, DocumentFile, DocumentIndex, Passage, TermCount
from language import embedder
from language.detect import language
from work import jobs
from work.context import JobContext
from work.kinds import JobKind, Json, register

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND, SLOW = "index_document", "index_slow_document"
QUICK = 15  # seconds in which nearly every file is read: 300 full pages of a PDF take half of one
READ_PERCENT, WRITTEN_PERCENT = 30, 95
AT_ONCE = 32  # passages embedded and written together: a transaction of less than 200 ms
MOST_PASSAGES = 60_000  # of one document
SAMPLE = 600  # characters by which its language is told
HEADING = 0.3  # how much the heading of a passage counts beside its text (benchmarks.knowledge_answers)
COUNTED_AT_ONCE = 500
COUNT = (
    "INSERT INTO agents_termcount (term, tenant_id, collection_id, passages) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT (term) DO UPDATE SET passages = agents_termcount.passages + excluded.passages"
)
MEAN = "UPDATE agents_termcount SET embedder = %s, vector = %s WHERE term = %s"


def run(context: JobContext) -> Json:
    """Indexes the document that the payload names; what is wrong with its file is the document's error.

    The job holds no title: it stays when a document is removed. A file that is not read soon waits for those
    that are slow as well.
    """
    return _index(context, min(QUICK, settings.DOCUMENT_SECONDS))


def run_slow(context: JobContext) -> Json:
    """Indexes a document whose file takes longer than most."""
    return _index(context, settings.DOCUMENT_SECONDS)


def _index(context: JobContext, seconds: int) -> Json:
    document = Document.objects.of(context.tenant_id).filter(pk=context.payload["document"]).first()
    if document is None:  # removed meanwhile
        return {"passages": 0}
    removing.forget(document)
    Document.unscoped.filter(pk=document.pk).update(
        status=Document.Statuses.READING, error="", job=context.job_id
    )
    try:
        pieces, pages = _read(context, document, seconds)
        written = _write(context, document, pieces)
    except NotRead as error:
        removing.forget(document)
        if error.reason == "too_slow" and seconds < settings.DOCUMENT_SECONDS:
            again = jobs.start(context.tenant_id, SLOW, context.payload, context.author)
            Document.unscoped.filter(pk=document.pk).update(status=Document.Statuses.WAITING, job=again.pk)
            return {"passages": 0}
        Document.unscoped.filter(pk=document.pk).update(
            status=Document.Statuses.FAILED, error=error.args[0], job=""
        )
        return {"error": str(error)}
    _finish(context, document, pages, written)
    return {"passages": len(written.ids), "pages": pages}


class _Written:
    """What was written so far.

    Ids and signatures in order, in how many passages each term is, and a word that each stands for.
    """

    def __init__(self, name: str) -> None:
        self.embedder = name
        self.language = ""
        self.ids: list[int] = []
        self.signatures: list[bytes] = []
        self.counts: Counter[str] = Counter()
        self.words: dict[str, str] = {}


def _read(context: JobContext, document: Document, seconds: int) -> tuple[list[TextBlock], int]:
    content = bytes(DocumentFile.objects.of(context.tenant_id).get(pk=document.pk).content)
    pages = 0

    def blocks() -> Iterator[TextBlock]:
        nonlocal pages
        name = f"document.{document.kind}"
        for block, page, of in reading.read(content, name, context.check, seconds):
            pages = max(pages, of)
            if of:
                context.progress(READ_PERCENT * page // of, f"{page} / {of}")
            if block.text.strip():
                yield block

    pieces = []
    for piece in passages(blocks()):
        pieces.append(piece)
        if len(pieces) > MOST_PASSAGES:
            raise NotRead(why_not.sentence("too_much_text", {}))
    return pieces, pages


def _write(context: JobContext, document: Document, pieces: Sequence[TextBlock]) -> _Written:
    meaning = embedder.choose_configured()
    written = _Written(meaning.name if meaning else "")
    sample = " ".join(piece.text for piece in pieces[:4])[:SAMPLE]
    written.language = document.language or language(sample, None)
    for start in range(0, len(pieces), AT_ONCE):
        context.check()
        share = (WRITTEN_PERCENT - READ_PERCENT) * start // len(pieces)
        context.progress(READ_PERCENT + share, f"{start} / {len(pieces)}")
        some = pieces[start : start + AT_ONCE]
        rows = _vectors(meaning, document.title, some) if meaning is not None else None
        _keep(document, start, some, rows, written)
    return written


def _vectors(meaning: embedder.Embedder, title: str, pieces: Sequence[TextBlock]) -> "NDArray[np.float32]":
    """One vector a passage: the mean of its parts, and a little of its heading."""
    import numpy as np

    parts = [_parts(piece) for piece in pieces]
    rows = _learn(meaning, [text for each in parts for text in each])
    headings = [piece.section.rpartition(" > ")[2] or title for piece in pieces]
    different = list(dict.fromkeys(headings))
    above = dict(zip(different, _learn(meaning, different), strict=True))
    ends = np.cumsum([len(each) for each in parts])
    means = np.stack([part.mean(axis=0) for part in np.split(rows, ends[:-1])])
    means += HEADING * np.stack([above[each] for each in headings])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    return np.asarray(means / np.maximum(lengths, 1e-6), np.float32)


def _learn(meaning: embedder.Embedder, texts: Sequence[str]) -> "NDArray[np.float32]":
    try:
        return meaning.learn(texts)
    except embedder.NoVectors as error:
        raise NotRead(why_not.sentence("no_vectors", {"said": str(error)})) from error


def _parts(piece: TextBlock) -> list[str]:
    text = " ".join(piece.text.split())
    if len(text) <= embedder.LONGEST:
        return [text]
    middle = text.find(" ", len(text) // 2)
    return [text[:middle], text[middle:]] if middle > 0 else [text]


def _keep(
    document: Document,
    first: int,
    pieces: Sequence[TextBlock],
    rows: "NDArray[np.float32] | None",
    written: _Written,
) -> None:
    """Writes some passages with their terms; all of them or none."""
    mark = terms.scope(document.collection_id, document.owner)
    packed = vectors.quantise(rows) if rows is not None else [b""] * len(pieces)
    made = [
        Passage(
            tenant_id=document.tenant_id,
            document=document,
            number=first + place,
            section=piece.section,
            page=piece.page,
            text=piece.text,
            vector=vector,
        )
        for place, (piece, vector) in enumerate(zip(pieces, packed, strict=True))
    ]
    indexed = []
    for piece in pieces:
        text = f"{document.title} {piece.section} {piece.text}"
        marked = [(mark + term, word) for term, word in terms.index_terms(text, written.language)]
        indexed.append([term for term, _word in marked])
        written.words.update(marked)
    with transaction.atomic():
        kept = Passage.unscoped.bulk_create(made)
        ids = [passage.pk for passage in kept]
        fulltext.add((pk, " ".join(each)) for pk, each in zip(ids, indexed, strict=True))
    written.ids += ids
    if rows is not None:
        written.signatures.append(vectors.signatures(rows).tobytes())
    for each in indexed:
        written.counts.update(set(each))


def _keep_words(context: JobContext, written: _Written) -> None:
    """Writes what each word means that has no vector yet; numbers mean nothing by themselves."""
    meaning = embedder.choose_configured()
    if meaning is None:
        return
    words = sorted((term, word.lower()) for term, word in written.words.items() if word.isalpha())
    for start in range(0, len(words), COUNTED_AT_ONCE):
        context.check()
        some = dict(words[start : start + COUNTED_AT_ONCE])
        rows = TermCount.unscoped.filter(term__in=some)
        new = sorted(rows.exclude(embedder=meaning.name).values_list("term", flat=True))
        if new:
            packed = vectors.quantise(_learn(meaning, [some[term] for term in new]))
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.executemany(MEAN, [(meaning.name, *pair) for pair in zip(packed, new, strict=True)])


def _finish(context: JobContext, document: Document, pages: int, written: _Written) -> None:
    """From here on the document can be found."""
    import numpy as np

    counts = sorted(written.counts.items())  # in one order, or two jobs wait for each other
    for start in range(0, len(counts), COUNTED_AT_ONCE):
        whose = (document.tenant_id, document.collection_id)
        some = [(term, *whose, count) for term, count in counts[start : start + COUNTED_AT_ONCE]]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(COUNT, some)
    _keep_words(context, written)
    with transaction.atomic():
        if written.signatures:
            DocumentIndex.unscoped.update_or_create(
                pk=document.pk,
                defaults={
                    "tenant_id": document.tenant_id,
                    "passages": np.array(written.ids, np.int64).tobytes(),
                    "signatures": b"".join(written.signatures),
                },
            )
        revision = replace_older(document)
        Document.unscoped.filter(pk=document.pk).update(
            status=Document.Statuses.READY,
            added_in=revision,
            pages=pages,
            passages=len(written.ids),
            language=written.language,
            embedder=written.embedder if written.signatures else "",
            retrieval_encoder="",
            job="",
        )
    drop_replaced(document)
    second_look.begin(document.collection, document.author)


def replace_older(document: Document) -> int:
    """From which revision the document is found, and its older version no more; in the transaction that makes
    it so.

    A document that somebody brought acts with the next release: earlier ones find the older version still. A
    web page that is read again takes its older version's place in every release: a release names the page,
    not what stood there. So does the same file where it is read again.
    """
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


def drop_replaced(document: Document) -> None:
    """Takes away the older version of a document where no release finds it any more."""
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
    # The second: a job that begins again, its process died.
    there = Q(removed_in=None) | Q(removed_in=F("added_in"))
    return Document.objects.of(document.tenant_id).filter(there, pk=document.replaces).first()


register(JobKind(KIND, run, gettext_lazy("Read a document")))
register(JobKind(SLOW, run_slow, gettext_lazy("Read a document"), slow=True))
