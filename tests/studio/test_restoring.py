"""Going back: asked before, told after, and nothing lost that nobody saw."""

from types import SimpleNamespace

from django.urls import reverse

from agents.knowledge.models import Collection, Document
from agents.models import LLMProfile
from releases.models import Release
from releases.publish import publish
from routing.models import Intent
from tests.agents.knowledge.conftest import keep
from tests.agents.knowledge.documents import docx
from tests.studio.conftest import ADD_INTENT, intent_form, login


def test_an_older_release_is_live_again_and_the_draft_says_the_same(acme: SimpleNamespace) -> None:
    publisher = login("publisher", acme.tenant)
    publisher.post(reverse("admin:publish"))
    publisher.post(reverse(ADD_INTENT), intent_form())
    publisher.post(reverse("admin:publish"))
    answer = publisher.post(reverse("admin:restore", args=[1]), follow=True)
    assert "Release 1 is live again, as release 3" in answer.content.decode()
    assert not Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()


def test_restoring_asks_first_and_says_what_would_be_lost(acme: SimpleNamespace) -> None:
    publisher = login("publisher", acme.tenant)
    publisher.post(reverse("admin:publish"))
    publisher.post(reverse(ADD_INTENT), intent_form())
    publisher.post(reverse("admin:publish"))
    LLMProfile.unscoped.create(tenant=acme.tenant, name="new_model", model="m-9", api_key="sk-never-shown")
    page = publisher.get(reverse("admin:restore", args=[1]))
    html = page.content.decode()
    assert "1 unpublished change is thrown away" in html and "new_model" in html
    assert "its key and address with it" in html and "sk-never-shown" not in html
    assert "Intent &#x27;invoice_copy&#x27; removed" in html and "Back, change nothing" in html
    assert Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()
    assert login("editor", acme.tenant).get(reverse("admin:restore", args=[1])).status_code == 403


def test_a_draft_is_thrown_away_only_as_it_was_seen(acme: SimpleNamespace) -> None:
    publisher = login("publisher", acme.tenant)
    publisher.post(reverse("admin:publish"))
    publisher.post(reverse(ADD_INTENT), intent_form())
    address = reverse("admin:restore", args=[1])
    assert address in publisher.get(reverse("admin:publish")).content.decode()
    seen = publisher.get(address).context["digest"]
    publisher.post(reverse(ADD_INTENT), intent_form(name="later"))
    refused = publisher.post(address, {"digest": seen}, follow=True)
    assert "Look again" in refused.content.decode() and Intent.objects.of(acme.tenant).count() == 3
    done = publisher.post(address, {"digest": refused.context["digest"]}, follow=True)
    assert "The draft was thrown away; it is release 1 again." in done.content.decode()
    assert (
        Intent.objects.of(acme.tenant).get().name == "bills" and Release.objects.of(acme.tenant).count() == 1
    )
    assert address not in done.content.decode()


def test_what_cannot_come_back_is_named_before(acme: SimpleNamespace) -> None:
    row = Collection(tenant=acme.tenant, name="handbook")
    row.save()
    keep(row, "returns.docx", docx())
    publish(acme.tenant, "ana")
    Document.objects.of(acme.tenant).get(collection=row).delete()
    draft = Collection(tenant=acme.tenant, name="unpublished")
    draft.save()
    keep(draft, "prices.txt", "A plan is 99.")
    html = login("publisher", acme.tenant).get(reverse("admin:restore", args=[1])).content.decode()
    assert "1 of its documents was deleted." in html and "1 document goes with it." in html
