"""Collections in the Studio: upload, how far each document is, what went wrong, removal, a question tried."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from agents.knowledge.models import Collection, Document, DocumentFile, Passage, WebSource
from audit.models import AuditEntry
from releases.publish import publish
from releases.rollback import roll_back
from routing.models import AgentProfile
from studio.links import list_of, page_of
from tests.agents.knowledge.conftest import index, keep
from tests.parts.phrases import try_each
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


def test_a_collection_that_a_release_has_keeps_its_documents_until_they_are_removed_for_good(
    acme, papers
) -> None:
    keep(papers, "planos.md", PLANS)
    publish(acme.tenant, "test")
    editor = login("editor", acme.tenant)
    address = reverse("admin:agents_collection_delete", args=[papers.pk])
    page = editor.get(address).text
    assert "Documents: 0" in page and "Its 2 documents stay for earlier releases" in page
    editor.post(address, {"post": "yes"})
    assert not Collection.objects.of(acme.tenant).exists()
    assert Document.objects.of(acme.tenant).count() == 2
    roll_back(acme.tenant, acme.tenant.live_release, "test")
    assert Collection.objects.of(acme.tenant).get() == papers
    for row in Document.objects.of(acme.tenant):
        editor.post(reverse("admin:agents_document_delete", args=[row.pk]), {"post": "yes"})
    editor.post(address, {"post": "yes"})
    assert not Collection.unscoped.filter(tenant=acme.tenant).exists()


def test_no_profile_leads_to_a_collection_that_left_the_draft(acme, uploaded) -> None:
    profiles = AgentProfile.objects.of(acme.tenant)
    profiles.update(attachments=uploaded.collection)
    editor = login("editor", acme.tenant)
    address = reverse("admin:agents_collection_delete", args=[uploaded.collection.pk])
    assert "Its 1 document stays" in editor.get(address).text
    editor.post(address, {"post": "yes"})
    assert not Collection.objects.of(acme.tenant).filter(name="uploads").exists()
    assert {each.attachments for each in profiles} == {None}
    assert Document.objects.of(acme.tenant).filter(owner="ana").exists(), "what users uploaded is theirs"


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


@pytest.fixture
def uploaded(acme) -> Document:
    mine = Collection(tenant=acme.tenant, name="uploads", kind="personal")
    mine.save()
    return keep(mine, "cpf 529.982.247-25.md", "Meu segredo: CPF 529.982.247-25.", owner="ana")


@try_each("role", ["viewer", "editor", "publisher", "operator"])
def test_who_may_not_read_conversations_sees_nothing_of_what_users_uploaded(acme, uploaded, role) -> None:
    client = login(role, acme.tenant)
    pages = [
        client.get(page_of(uploaded), follow=True), client.get(list_of(Document)),
        client.get(page_of(uploaded.collection)),
    ]  # fmt: skip
    assert all(page.status_code == 200 for page in pages)
    for page in pages:
        assert not any(words in page.text for words in ("segredo", "pf 529.982", "pf ***"))


@try_each("role", ["analyst", "admin"])
def test_what_a_user_uploaded_is_read_masked_and_the_log_says_so(acme, uploaded, role) -> None:
    client = login(role, acme.tenant)
    for address, where in ((page_of(uploaded), "row"), (list_of(Document), "list")):
        page = client.get(address).text
        assert "529.982" not in page and "***-25" in page
        entry = AuditEntry.objects.of(acme.tenant).order_by("-number").first()
        assert (entry.action, entry.kind, entry.row) == ("read", "agents.Document", uploaded.pk)
        assert entry.after["where"] == where
    assert "segredo" in client.get(page_of(uploaded)).text


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


@try_each(
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
