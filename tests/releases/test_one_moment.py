"""What is published is the draft of one moment, and nobody who saves waits for it to be read."""

import threading

import pytest
from django.db import connection

from agents.models import Slot
from releases import sections
from releases.publish import publish
from routing.models import Keyword
from tenancy.models import Tenant
from tests.releases import company

pytestmark = pytest.mark.django_db(transaction=True)


def save_two(tenant: Tenant) -> dict[str, bool]:
    """Somebody saves a row of a section that was read, and one of a section that was not."""

    def save() -> None:
        Slot(tenant_id=tenant.pk, name="meanwhile", pattern=r"\d\d").save()
        intent = Keyword.objects.of(tenant).get(text="order").intent
        Keyword(tenant_id=tenant.pk, intent=intent, text="meanwhile").save()
        connection.close()

    saving = threading.Thread(target=save)
    saving.start()
    saving.join(10)
    return {"waited": saving.is_alive()}


def test_an_edit_that_is_saved_while_the_draft_is_read_is_in_it_whole_or_not_at_all(monkeypatch):
    tenant = company.author()
    known = sections._sections
    between = sections.Section(
        "between", save_two, load=dict, restore=lambda *_: None, check=lambda _: (), objects=lambda _: ()
    )
    order = {"agents": known["agents"], "between": between, **known}
    monkeypatch.setattr(sections, "_sections", order)
    content = publish(tenant, "ana").content
    assert content["between"] == {"waited": False}
    assert "meanwhile" not in str({**content, "between": ""})
    assert Keyword.objects.of(tenant).filter(text="meanwhile").exists()
