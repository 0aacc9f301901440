"""Documents that a release has come back with it, and what users uploaded is theirs."""

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from agents.knowledge import attachments
from agents.knowledge.models import Collection, Document, WebSource
from releases.models import Release
from releases.publish import publish
from releases.rollback import roll_back
from releases.sections import list_sections
from tenancy.models import Tenant
from tests.agents.knowledge.conftest import keep
from tests.agents.knowledge.documents import docx
from tests.agents.knowledge.test_retriever import find

pytestmark = pytest.mark.django_db


@pytest.fixture
def handbook(acme: Tenant) -> Collection:
    """Release 1 has no collection, release 2 two of them."""
    publish(acme, "ana")
    row = Collection(tenant=acme, name="handbook", title="Handbook")
    row.save()
    keep(row, "returns.docx", docx())
    source = WebSource(tenant=acme, collection=row, address="https://docs.example.com/plans")
    source.save()
    uploads = Collection(tenant=acme, name="uploads", kind="personal")
    uploads.save()
    keep(uploads, "mine.txt", "The contract ends in May.", owner="u1")
    publish(acme, "ana")
    return row


def names(tenant: Tenant) -> set[str]:
    return set(Collection.objects.of(tenant).values_list("name", flat=True))


def test_a_release_that_comes_back_finds_its_documents(acme: Tenant, handbook: Collection) -> None:
    roll_back(acme, 1, "ana")
    assert names(acme) == set() and attachments.of_user("acme", "u1").count() == 1
    roll_back(acme, 2, "ana")
    assert names(acme) == {"handbook", "uploads"}
    handbook.refresh_from_db()
    (passage, *_) = find(handbook, "aparelho com defeito")
    assert "sete dias" in passage.text
    assert WebSource.objects.of(acme).get().collection_id == handbook.pk
    assert attachments.of_user("acme", "u1").get().source == "mine.txt"


def test_what_no_release_has_is_gone_but_for_what_users_uploaded(acme: Tenant, handbook: Collection) -> None:
    roll_back(acme, 1, "ana")
    Release.objects.of(acme).filter(number=2).delete()
    roll_back(acme, 1, "ana")
    assert [row.name for row in Collection.unscoped.filter(tenant=acme)] == ["uploads"]
    assert Document.objects.of(acme).get().owner == "u1"


def test_a_new_collection_takes_no_name_of_a_kept_one(acme: Tenant, handbook: Collection) -> None:
    roll_back(acme, 1, "ana")
    with pytest.raises(ValidationError, match="earlier release"):
        Collection(tenant=acme, name="handbook").full_clean()


def test_how_many_documents_a_collection_has_is_told_in_the_readers_language(
    acme: Tenant, handbook: Collection
) -> None:
    section = next(each for each in list_sections() if each.name == "agents")
    content = Release.objects.of(acme).get(number=2).content["agents"]
    with override("pt-br"):
        told = next(each.fields for each in section.objects(content) if each.name == "handbook")
    assert told["documentos"] == "1"
