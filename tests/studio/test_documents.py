"""Collections in the Studio: upload, how far each document is, what went wrong, removal, a question tried."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from agents.knowledge.models import Collection, Document, DocumentFile, Passage, WebSource
from studio.links import page_of
from tests.agents.knowledge.conftest import index, keep
from tests.studio.conftest import login
from work.models import Job

pytestmark = pytest.mark.django_db
PLANS = "# Planos\n\n## Família\n\nO plano Família custa R$ 99,90 por mês.\n"


@pytest.fixture
def papers(acme) -> Collection:
    return Collection.objects.of(acme.tenant).get(name="papers")


def upload(client: Client, row: Collection, *files: tuple[str, bytes]):
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post(reverse("admin:agents_collection_upload", args=[row.pk]), {"files": sent}, follow=True)


def test_an_upload_becomes_documents_and_says_what_it_refused(acme, papers) -> None:
    editor = login("editor", acme.tenant)
    page = upload(editor, papers, ("planos.md", PLANS.encode()), ("photo.png", b"\x89PNG"))
    assert "1 document is being read." in page.text
    assert "“photo.png” is not read here." in page.text
    document = Document.objects.of(acme.tenant).get(source="planos.md")
    assert 'data-watch="2"' in page.text, "the page follows the work"
    index(document)
    page = editor.get(page_of(papers))
    assert "ready" in page.text and "data-watch" not in page.text
    assert "R$ 99,90" in editor.get(page_of(document)).text


def test_a_file_that_cannot_be_read_says_why_on_its_page(acme, papers) -> None:
    document = keep(papers, "broken.pdf", b"%PDF-1.7 and nothing")
    editor = login("editor", acme.tenant)
    for page in (page_of(document), page_of(papers)):
        assert "It is damaged and cannot be read." in editor.get(page).text


def test_who_may_only_look_uploads_and_removes_nothing(acme, rival, papers) -> None:
    viewer = login("viewer", acme.tenant)
    assert upload(viewer, papers, ("planos.md", PLANS.encode())).status_code == 403
    document = Document.objects.of(acme.tenant).first()
    assert viewer.post(reverse("admin:agents_document_delete", args=[document.pk])).status_code == 403
    assert viewer.post(reverse("admin:agents_document_again", args=[document.pk])).status_code == 403
    stranger = login("editor", rival.tenant)
    assert upload(stranger, papers, ("planos.md", PLANS.encode())).status_code in (302, 404)
    assert stranger.post(reverse("admin:agents_document_again", args=[document.pk])).status_code == 404
    assert not DocumentFile.objects.of(acme.tenant).exists()


def test_removing_a_collection_takes_its_documents_along(acme, papers) -> None:
    keep(papers, "planos.md", PLANS)
    editor = login("editor", acme.tenant)
    address = reverse("admin:agents_collection_delete", args=[papers.pk])
    assert "Documents: 2" in editor.get(address).text
    editor.post(address, {"post": "yes"})
    for model in (Collection, Document, DocumentFile, Passage):
        assert not model.objects.of(acme.tenant).exists()


def test_a_question_shows_passages_scores_and_why(acme, papers) -> None:
    keep(papers, "planos.md", PLANS)
    editor = login("editor", acme.tenant)
    page = editor.get(reverse("admin:documents"), {"text": "quanto custa o plano família?"}).text
    assert "R$ 99,90" in page and "<mark>família</mark>" in page and "fits well enough" in page
    assert "never an instruction" in page, "what the model would read"
    page = editor.get(reverse("admin:documents"), {"text": "quem inventou o avião?"}).text
    assert "the answer is that nothing was found" in page
    page = editor.get(
        reverse("admin:documents"), {"text": "plano família", "specialist": "orders_agent"}
    ).text
    assert "R$ 99,90" not in page, "the collection is for others"


def test_without_a_collection_the_page_offers_the_first_step(acme, papers) -> None:
    papers.delete()
    page = login("editor", acme.tenant).get(reverse("admin:documents")).text
    assert reverse("admin:agents_collection_add") in page


def test_what_a_user_uploaded_is_shown_to_those_who_may_read_messages(acme) -> None:
    mine = Collection(tenant=acme.tenant, name="uploads", kind="personal")
    mine.save()
    document = keep(mine, "diary.md", "Hoje escrevi um segredo.", owner="ana")
    assert "segredo" not in login("viewer", acme.tenant).get(page_of(document)).text
    assert "segredo" in login("editor", acme.tenant).get(page_of(document)).text


def web(client: Client, row: Collection, **sent: object):
    return client.post(reverse("admin:agents_collection_web", args=[row.pk]), sent, follow=True)


def test_an_address_is_added_read_again_and_removed_on_the_collections_page(acme, papers) -> None:
    editor = login("editor", acme.tenant)
    said = {"address": "https://docs.example.com/plans", "depth": 1, "most_pages": 5, "every_days": 7}
    page = web(editor, papers, **said)
    assert "“https://docs.example.com/plans” is being read." in page.text and "being read</td>" in page.text
    source = WebSource.objects.of(acme.tenant).get()
    assert (source.depth, source.most_pages, source.internal) == (1, 5, False)
    assert "Wait until it is done." in web(editor, papers, source=source.pk, again="1").text
    Job.unscoped.filter(pk=source.job).update(status=Job.Statuses.DONE)
    assert "is being read again." in web(editor, papers, source=source.pk, again="1").text
    assert "and its pages are removed." in web(editor, papers, source=source.pk, remove="1").text
    assert not WebSource.objects.of(acme.tenant).exists()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("ftp://x", "Address: An address begins with https://"),
        ("https://twice.example.com", "already exists"),
    ],
    ids=["no address", "twice"],
)
def test_an_address_that_is_not_taken_says_why(acme, papers, address: str, words: str) -> None:
    editor = login("editor", acme.tenant)
    for said in ("https://twice.example.com", address):
        page = web(editor, papers, address=said, depth=0, most_pages=5, every_days=0)
    assert words in page.text
    assert WebSource.objects.of(acme.tenant).count() == 1
