"""An empty list is a start, a narrowed one offers the way back, names stand as they are written."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from delivery.models import Channel
from routing.models import Intent, RoutingCase
from studio.base import TenantAdmin
from studio.site import site
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.studio.conftest import login

INTENTS = reverse("admin:routing_intent_changelist")
PAGES = [page for page in site._registry.values() if isinstance(page, TenantAdmin)]


@try_each("page", PAGES)
def test_every_list_says_what_it_is_for(page: TenantAdmin) -> None:
    assert str(page.about).endswith((".", "?"))


@pytest.mark.django_db
def test_an_empty_list_is_a_start_for_whoever_may_add() -> None:
    empty = Tenant.objects.create(slug="empty", title="Empty")
    said = login("admin", empty).get(INTENTS).content.decode()
    assert "What people ask for." in said and "Add intent</a>" in said
    assert "Show all" not in said and "No results" not in said
    assert "Add intent</a>" not in login("viewer", empty).get(INTENTS).content.decode()


def test_a_list_that_nothing_narrows_offers_no_way_back(acme: SimpleNamespace) -> None:
    admin = login("admin", acme.tenant)
    assert "Show all" not in admin.get(INTENTS).content.decode()
    assert "Show all" in admin.get(f"{INTENTS}?q=bills").content.decode()
    none = admin.get(f"{INTENTS}?q=nothing").content.decode()
    assert "Nothing here fits what you look for." in none and "What people ask for." not in none


def test_the_title_keeps_a_name_as_it_was_written(acme: SimpleNamespace) -> None:
    address = reverse("admin:routing_intent_change", args=[Intent.objects.of(acme.tenant).get().pk])
    title = login("admin", acme.tenant).get(address).content.decode().split("<main", 1)[0]
    assert ">bills</" in title and ">Bills</" not in title and ">Routing</" not in title
    new = login("editor", acme.tenant).get(reverse("admin:routing_intent_add")).content.decode()
    assert ">Intents</a>" in new and ">Add</span>" in new


def test_a_new_row_asks_only_for_what_can_be_written(acme: SimpleNamespace) -> None:
    admin = login("admin", acme.tenant)
    assert "How it goes" not in admin.get(reverse("admin:delivery_channel_add")).content.decode()
    assert "Last contact" not in admin.get(reverse("admin:agents_mcpserver_add")).content.decode()
    row = reverse("admin:delivery_channel_change", args=[Channel.objects.of(acme.tenant).get().pk])
    assert "How it goes" in admin.get(row).content.decode()
    case = RoutingCase.objects.of(acme.tenant).get()
    shown = admin.get(reverse("admin:routing_routingcase_change", args=[case.pk])).content.decode()
    assert "Where it comes from" in shown
