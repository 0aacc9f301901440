"""Passages are looked at a second time by an encoder for retrieval, after they can be found."""

import pytest

from agents.knowledge import retriever, second_look
from agents.knowledge.models import Collection, Document, Passage
from agents.specs import CollectionSpec
from language import embedder
from language.embedder import e5
from outbound import runtime
from tests.agents.knowledge.conftest import keep
from work.context import JobContext
from work.models import Job

pytestmark = pytest.mark.django_db
TEXT = "# Loans\n\n## How long\n\nA book stays with you for 21 days.\n\n## Late\n\nOne costs 10 cents.\n"
needs_engine = pytest.mark.skipif(
    embedder.choose_retrieval() is None, reason="the encoder for retrieval does not run on this machine"
)


def find(collection: Collection, text: str) -> list[str]:
    query = runtime.run(retriever.prepare(text, collection.tenant_id), 30)
    spec = CollectionSpec(collection.name, revision=collection.revision)
    return [each.text for each in retriever.retrieve(collection.tenant_id, query, [spec])]


def look_again(collection: Collection) -> int:
    """Does the job that waits; the number of passages that it looked at."""
    rows = Job.objects.of(collection.tenant_id).filter(kind=second_look.KIND, status=Job.Statuses.QUEUED)
    job = rows.get()
    rows.update(status=Job.Statuses.RUNNING, attempt=1)
    done = second_look.run(JobContext(job.pk, job.tenant_id, job.payload, "ana"))
    Job.unscoped.filter(pk=job.pk).update(status=Job.Statuses.DONE)
    return done["passages"]


@needs_engine
def test_a_document_is_found_before_and_after_its_second_look(collection: Collection) -> None:
    document = keep(collection, "loans.md", TEXT)
    assert "21 days" in find(collection, "for how long may I keep a book?")[0]
    assert look_again(collection) == document.passages == 2
    document.refresh_from_db()
    assert document.retrieval_encoder == "e5"
    assert {len(bytes(each.retrieval_vector)) for each in Passage.objects.of("acme")} == {384}
    assert "21 days" in find(collection, "for how long may I keep a book?")[0]


@needs_engine
def test_another_encoders_vectors_are_not_compared_and_are_made_anew(collection: Collection) -> None:
    document = keep(collection, "loans.md", TEXT)
    look_again(collection)
    good = Passage.objects.of("acme").order_by("pk").values_list("retrieval_vector", flat=True)
    known = [bytes(each) for each in good]
    Document.unscoped.filter(pk=document.pk).update(retrieval_encoder="older")
    Passage.objects.of("acme").update(retrieval_vector=bytes(384))
    assert "21 days" in find(collection, "for how long may I keep a book?")[0]  # by the first look alone
    second_look.begin_everywhere()
    second_look.begin_everywhere()  # one that waits is enough
    assert look_again(collection) == 2
    assert [bytes(each) for each in good.all()] == known
    second_look.begin_everywhere()
    assert not Job.objects.of("acme").filter(status=Job.Statuses.QUEUED, kind=second_look.KIND)


@needs_engine
def test_the_look_goes_on_where_it_stopped(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    document = keep(collection, "loans.md", TEXT)
    monkeypatch.setattr(second_look, "AT_ONCE", 1)
    monkeypatch.setattr(second_look, "SECONDS", 0.005)  # less than one passage takes
    assert look_again(collection) == 1
    document.refresh_from_db()
    assert not document.retrieval_encoder
    assert look_again(collection) == 1
    document.refresh_from_db()
    assert document.retrieval_encoder == "e5"


def test_an_installation_without_the_engine_looks_once(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(e5, "PACKAGE", "no_such_engine")
    e5.is_available.cache_clear()
    try:
        keep(collection, "loans.md", TEXT)
        assert "21 days" in find(collection, "for how long may I keep a book?")[0]
        assert not Job.objects.of("acme").filter(kind=second_look.KIND)
    finally:
        monkeypatch.undo()
        e5.is_available.cache_clear()


def test_beside_an_endpoint_or_none_there_is_no_second_look(settings) -> None:
    for name in ("openai", "none"):
        settings.EMBEDDER = name
        assert embedder.choose_retrieval() is None


@needs_engine
def test_a_collection_for_earlier_releases_alone_is_looked_at_to_its_end(collection, monkeypatch) -> None:
    keep(collection, "loans.md", TEXT)
    keep(collection, "late.md", TEXT.replace("21", "22"))
    Collection.unscoped.update(dropped=True)
    monkeypatch.setattr(second_look, "SECONDS", 0.0)
    assert look_again(collection) == 0
    monkeypatch.setattr(second_look, "SECONDS", 30.0)
    assert look_again(collection) == 4
