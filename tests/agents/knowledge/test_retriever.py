"""Passages are found by their words and by what they mean, and only by those who may see them."""

import itertools
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from agents.knowledge import fulltext, indexing, ranking, removing, retriever, uploads
from agents.knowledge.errors import NotTaken
from agents.knowledge.models import Collection, Document, DocumentIndex, Passage, TermCount
from agents.knowledge.ranking import FoundPassage
from agents.specs import CollectionSpec
from outbound import runtime
from tenancy.models import Tenant
from tests.agents.knowledge.conftest import index, keep
from work import jobs, running
from work.context import JobContext
from work.models import Job

pytestmark = pytest.mark.django_db
PLANS = """# Planos
## Família
O plano Família custa R$ 99,90 por mês, com quatro linhas.
## Devolução
O aparelho pode ser devolvido em até sete dias, sem custo. A solicitação é feita pelo aplicativo.
## Horários
O suporte técnico atende de segunda a sexta, das 8h às 20h; nos feriados, só pelo chat.
"""
FOUND = {
    "its words": ("quanto custa o plano família?", "R$ 99,90"),
    "no accents": ("solicitacao pelo aplicativo", "aplicativo"),
    "another form of a word": ("quais suportes atendem", "suporte técnico"),
    "another language": ("when is technical support open on holidays?", "feriados"),
    "other words": ("quero mandar meu celular de volta", "devolvido"),
}


def find(collection: Collection, text: str, **more) -> list[FoundPassage]:
    collection.refresh_from_db()
    known = {"kind": collection.kind, "revision": collection.revision, **more}
    owner = known.pop("owner", "")
    question = runtime.run(retriever.prepare(text, collection.tenant_id), 30)
    return retriever.retrieve(
        collection.tenant_id, question, [CollectionSpec(collection.name, **known)], owner
    )


@pytest.mark.parametrize("how", FOUND)
def test_a_passage_is_found_by(how: str, collection: Collection) -> None:
    keep(collection, "planos.md", PLANS)
    question, words = FOUND[how]
    found = find(collection, question)
    assert words in found[0].text
    assert (found[0].title, found[0].language) == ("Planos", "pt")


@pytest.mark.parametrize(
    ("text", "spoken", "language"),
    [("quando abre nos feriados?", "en", "pt"), ("horario", "es", "es")],
    ids=["its own", "the conversation's"],
)
def test_a_question_knows_its_language(text: str, spoken: str, language: str) -> None:
    """A model asks in another language than the user; a word alone tells none."""
    assert runtime.run(retriever.prepare(text, "acme", spoken), 30).language == language


def test_without_an_encoder_words_alone_find(collection: Collection, settings) -> None:
    settings.EMBEDDER = "none"
    keep(collection, "planos.md", PLANS)
    assert "R$ 99,90" in find(collection, "quanto custa o plano família?")[0].text


def test_another_companys_documents_are_not_found(collection: Collection) -> None:
    keep(collection, "planos.md", PLANS)
    other = Tenant(slug="other", title="Other")
    other.save()
    same = Collection(tenant=other, name="handbook")
    same.save()
    assert find(same, "quanto custa o plano família?") == []


def test_what_a_user_uploads_is_found_for_that_user_alone(company: Tenant) -> None:
    uploaded = Collection(tenant=company, name="uploads", kind="personal")
    uploaded.save()
    keep(uploaded, "planos.md", PLANS, owner="ana")
    question = "quanto custa o plano família?"
    assert find(uploaded, question, owner="ana")
    assert find(uploaded, question, owner="bia") == []
    assert find(uploaded, question) == []


def test_a_release_finds_the_documents_of_its_revision(collection: Collection) -> None:
    keep(collection, "planos.md", PLANS)
    before = collection.revision
    keep(collection, "garantia.md", "A garantia do aparelho é de doze meses.")
    assert "doze meses" in find(collection, "garantia do aparelho")[0].text
    assert all(
        "doze meses" not in each.text for each in find(collection, "garantia do aparelho", revision=before)
    )


def test_removing_a_document_leaves_nothing_of_it(collection: Collection) -> None:
    before = {"terms": _terms()}
    document = keep(collection, "planos.md", PLANS)
    assert _terms() > before["terms"] and TermCount.objects.of("acme").exists()
    removing.remove(document)
    assert _terms() == before["terms"]
    for model in (Document, DocumentIndex, Passage, TermCount):
        assert not model.objects.of("acme").exists(), model
    assert find(collection, "quanto custa o plano família?") == []


def test_a_document_is_found_in_every_release_while_it_is_read_again(collection: Collection) -> None:
    older = keep(collection, "planos.md", PLANS)
    published, question = collection.revision, "quanto custa o plano família?"
    counted = dict(TermCount.objects.of("acme").values_list("term", "passages"))
    copy = uploads.read_again(older, "bia")
    assert uploads.read_again(older, "bia").pk == copy.pk, "once at a time"
    assert find(collection, question, revision=published), "while it is being read"
    index(copy)
    for revision in (published, None):
        found = find(collection, question, revision=revision)
        assert [each.document for each in found] == [copy.pk] * len(found) != []
    assert Document.objects.of("acme").get() == copy
    assert dict(TermCount.objects.of("acme").values_list("term", "passages")) == counted


@pytest.mark.parametrize("go", [removing.remove, removing.take_out])
def test_what_goes_while_it_is_read_again_does_not_come_back(collection: Collection, go) -> None:
    older = keep(collection, "planos.md", PLANS)
    uploads.read_again(older, "bia")
    go(older)
    assert not Document.objects.of("acme").filter(removed_in=None).exists()


def test_a_document_that_cannot_be_read_again_is_found_as_it_was(collection: Collection, settings) -> None:
    older = keep(collection, "planos.md", PLANS)
    settings.DOCUMENT_SECONDS = 0
    copy = uploads.read_again(older, "bia")
    index(copy)
    assert copy.status == "failed" and copy.error
    assert find(collection, "quanto custa o plano família?")[0].document == older.pk


def test_a_file_that_is_not_read_soon_waits_for_its_like(collection: Collection, monkeypatch) -> None:
    monkeypatch.setattr(indexing, "QUICK", 0)
    document = keep(collection, "planos.md", PLANS)
    assert (document.status, document.error) == ("waiting", "")
    slow = Job.objects.of("acme").get(pk=document.job)
    assert (slow.kind, slow.payload) == (indexing.SLOW, {"document": document.pk})
    Job.unscoped.filter(pk=slow.pk).update(status=Job.Statuses.RUNNING, attempt=1)
    indexing.run_slow(JobContext(slow.pk, "acme", slow.payload, "ana"))
    assert find(collection, "quanto custa o plano família?")


def test_reading_a_document_ends_with_it(collection: Collection) -> None:
    document = uploads.keep(collection, "planos.md", PLANS.encode())
    removing.remove(document)
    assert not Job.objects.of("acme").filter(status__in=Job.OPEN).exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_have_a_document_read_again_at_once_make_one_copy(collection: Collection, settings) -> None:
    settings.CELERY_BROKER_URL = ""
    older = keep(collection, "planos.md", PLANS)
    both = threading.Barrier(2)

    def press(_author: int) -> str:
        both.wait(10)
        try:
            return uploads.read_again(older, "bia").pk
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        made = set(threads.map(press, range(2)))
    end_jobs()
    assert made == {Document.objects.of("acme").get().pk}


def end_jobs() -> None:
    """Runs what no thread has claimed, as a sweeper would, and waits for what one has."""
    opened, limit = (
        Job.objects.of("acme").filter(status__in=Job.OPEN, kind=indexing.KIND),
        time.monotonic() + 60,
    )
    while keys := list(opened.values_list("pk", flat=True)):
        assert time.monotonic() < limit
        for key in keys:
            running.run(key)
        time.sleep(0.05)


def test_a_job_that_begins_again_writes_nothing_twice(collection: Collection) -> None:
    document = keep(collection, "planos.md", PLANS)
    counted = dict(TermCount.objects.of("acme").values_list("term", "passages"))
    document.job = jobs.start("acme", indexing.KIND, {"document": document.pk}).pk
    index(document)
    assert Passage.objects.of("acme").count() == document.passages
    assert dict(TermCount.objects.of("acme").values_list("term", "passages")) == counted


def test_a_job_holds_no_title_of_its_document(collection: Collection) -> None:
    """It stays when the document is removed."""
    document = uploads.keep(collection, "planos.md", PLANS.encode(), "ana")
    Job.unscoped.filter(pk=document.job).update(status=Job.Statuses.RUNNING, attempt=1)
    about = {"document": document.pk}
    context = JobContext(document.job, "acme", about, "ana", clock=itertools.count().__next__)
    result = indexing.run(context)
    job = Job.unscoped.get(pk=document.job)
    assert job.note and document.title == "Planos" and "Planos" not in f"{job.note} {result}"


def test_frequent_words_bring_nothing_in_beside_rarer_ones(collection: Collection, monkeypatch) -> None:
    rules = (f"# Regra {number}\nO reembolso leva {number} dias.\n" for number in range(30))
    keep(collection, "regras.md", "\n".join(rules))
    keep(collection, "multa.md", "# Multa\nA multa é descontada do reembolso.")
    monkeypatch.setattr(retriever, "MATCHED", 10)
    asked: list[list[str]] = []
    search = fulltext.search
    monkeypatch.setattr(
        fulltext, "search", lambda terms, *rest: asked.append([*terms]) or search(terms, *rest)
    )
    assert "multa" in find(collection, "a multa sai do reembolso?")[0].text
    assert any("mult" in term for term in asked[0])
    assert not any("reembols" in term for term in asked[0])


def test_a_word_that_means_the_same_counts_in_part(collection: Collection) -> None:
    keep(collection, "planos.md", PLANS)
    found = {each.text: each for each in find(collection, "celular devolvido")}
    returned = next(each for text, each in found.items() if "devolvido" in text)
    assert returned.words == ("devolvido",) and 0.5 < returned.coverage < 1


def test_a_passage_is_measured_against_the_others() -> None:
    standing = ranking.measure_standing({1: 0.5, 2: 0.2, 3: 0.0}, [1, 2, 3])
    assert standing[1] > standing[2] > 0 and 3 not in standing, "of 3 there is nothing to compare"
    near = ranking.measure_standing({1: 0.5, **dict.fromkeys(range(2, 100), 0.45)}, list(range(1, 100)))
    assert near[1] < standing[1], "where all are near, nearness says less"


def test_a_broken_file_is_its_documents_error(collection: Collection) -> None:
    document = keep(collection, "broken.pdf", b"%PDF-1.7 and nothing else")
    assert (document.status, document.added_in) == ("failed", None)
    assert "damaged" in document.error


def test_the_same_file_is_not_taken_twice(collection: Collection) -> None:
    keep(collection, "planos.md", PLANS)
    with pytest.raises(NotTaken, match="is there already"):
        uploads.keep(collection, "outro.md", PLANS.encode())


def test_a_file_that_is_too_large_is_not_taken(collection: Collection, settings) -> None:
    settings.DOCUMENT_BYTES = 2**20
    with pytest.raises(NotTaken, match="at most 1 MB"):
        uploads.keep(collection, "large.txt", b"x" * (2**20 + 1))


def _terms() -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {fulltext.TABLE}")
        return int(cursor.fetchone()[0])
