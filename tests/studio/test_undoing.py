"""One change of the draft is undone on the page that publishes: asked first, told after, in the log."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from agents.models import MCPServer, Slot
from audit.models import AuditEntry
from routing.models import Intent, Keyword
from tests.studio.conftest import ADD_INTENT, intent_form, login


@pytest.fixture
def publisher(acme: SimpleNamespace) -> Client:
    person = login("publisher", acme.tenant)
    person.post(reverse("admin:publish"))
    return person


def undo_of(person: Client, name: str) -> str:
    """Where the page offers to undo the change of an object; empty where it does not."""
    groups = person.get(reverse("admin:publish")).context["groups"]
    return next(each.undo for group in groups for each in group.changes if each.change.name == name)


def test_one_change_is_undone_and_the_others_stay(acme: SimpleNamespace, publisher: Client) -> None:
    publisher.post(reverse(ADD_INTENT), intent_form())
    intent = Intent.objects.of(acme.tenant).get(name="bills")
    Keyword(tenant=acme.tenant, intent=intent, text="second copy").save()
    Slot.objects.of(acme.tenant).get().delete()
    address = undo_of(publisher, "bills")
    page = publisher.get(address)
    assert "second copy" in page.content.decode() and "Keep it" in page.content.decode()
    assert Keyword.objects.of(acme.tenant).filter(text="second copy").exists()
    done = publisher.post(address, {"seen": page.context["seen"]}, follow=True)
    assert "Intent &#x27;bills&#x27; says again what release 1 says." in done.content.decode()
    assert not Keyword.objects.of(acme.tenant).filter(text="second copy").exists()
    for name, sentence in (("invoice_copy", "is gone from the draft"), ("order_id", "is in the draft again")):
        address = undo_of(publisher, name)
        seen = publisher.get(address).context["seen"]
        assert sentence in publisher.post(address, {"seen": seen}, follow=True).content.decode()
    assert "Everything is published" in publisher.get(reverse("admin:publish")).content.decode()
    entries = AuditEntry.objects.of(acme.tenant).filter(action="restore").values_list("kind", "name", "after")
    undone = {"release": 1, "undone": "added"}
    assert len(entries) == 3 and ("routing.Intent", "invoice_copy", undone) in entries


def test_a_change_that_somebody_edited_meanwhile_is_left(acme: SimpleNamespace, publisher: Client) -> None:
    publisher.post(reverse(ADD_INTENT), intent_form())
    address = undo_of(publisher, "invoice_copy")
    seen = publisher.get(address).context["seen"]
    intent = Intent.objects.of(acme.tenant).get(name="invoice_copy")
    Keyword(tenant=acme.tenant, intent=intent, text="later").save()
    for sent in (seen, ""):
        answer = publisher.post(address, {"seen": sent}, follow=True)
        assert "Somebody changed the draft since you looked at it" in answer.content.decode()
    assert Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()


def test_only_who_may_edit_a_row_may_undo_its_change(acme: SimpleNamespace, publisher: Client) -> None:
    server = MCPServer.objects.of(acme.tenant).get()
    server.description = "other"
    server.save()
    address = undo_of(publisher, server.name)
    assert address == undo_of(login("editor", acme.tenant), server.name)
    for role in ("viewer", "operator"):
        person = login(role, acme.tenant)
        assert not undo_of(person, server.name)
        assert person.get(address).status_code == person.post(address).status_code == 403


def test_what_goes_for_good_is_said_before(acme: SimpleNamespace, publisher: Client) -> None:
    MCPServer(tenant=acme.tenant, name="new", url="http://127.0.0.1:9/mcp").save()
    page = publisher.get(undo_of(publisher, "new")).content.decode()
    assert "its address and secret with it" in page


def test_before_the_first_release_there_is_nothing_to_go_back_to(acme: SimpleNamespace) -> None:
    person = login("publisher", acme.tenant)
    groups = person.get(reverse("admin:publish")).context["groups"]
    assert groups and not any(each.undo for group in groups for each in group.changes)
    assert person.get(reverse("admin:undo"), {"at": ["routing", "intents", "bills"]}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_what_nobody_could_write_down_is_not_done(acme: SimpleNamespace, publisher: Client) -> None:
    publisher.post(reverse(ADD_INTENT), intent_form())
    address = undo_of(publisher, "invoice_copy")
    seen = publisher.get(address).context["seen"]

    def refuse(execute: Any, sql: str, params: Any, many: bool, about: Any) -> Any:
        if sql.startswith('INSERT INTO "audit_auditentry"') and "restore" in params:
            raise OSError("the log is full")
        return execute(sql, params, many, about)

    with connection.execute_wrapper(refuse), pytest.raises(OSError, match="full"):
        publisher.post(address, {"seen": seen})
    assert Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()
