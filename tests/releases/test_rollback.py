"""Going back makes an old content live again and puts the draft's rows back to it."""

from datetime import timedelta

import pytest
from django.db.models.expressions import RawSQL
from django.utils import timezone

from agents.models import LLMProfile, MCPServer, MCPTool, Slot, Specialist, SpecialistPrompt, ToolParameter
from egress.models import KeptAddress
from releases import draft, kept_addresses
from releases.errors import UnknownRelease
from releases.models import Release
from releases.publish import publish
from releases.rollback import roll_back
from routing.gateway.models import Backend
from routing.models import AgentProfile, Intent, StatePolicy
from tenancy.models import Tenant
from tests.releases.company import ADDRESS, SECRET


def turn_upside_down(tenant):
    """Changes, removes and adds something of every kind."""
    support = Specialist.objects.of(tenant).get(name="support")
    fresh = Specialist(tenant=tenant, name="fresh")
    fresh.save()
    SpecialistPrompt(tenant=tenant, specialist=fresh, number=1, role="New.").save()
    SpecialistPrompt(tenant=tenant, specialist=support, number=2, role="You are stricter.").save()
    fresh.targets.set([support])
    AgentProfile.objects.of(tenant).update(fallback=fresh, single=fresh)
    Intent.objects.of(tenant).update(specialist=fresh)
    Specialist.objects.of(tenant).get(name="orders").delete()
    MCPTool.objects.of(tenant).get().delete()
    slot = Slot.objects.of(tenant).get()
    slot.pattern = r"Q\d{3,}"
    slot.example = "Q100"
    slot.save()
    old = LLMProfile.objects.of(tenant).get(name="fast")
    old.point = ""
    old.save()
    LLMProfile(tenant=tenant, name="slow", model="m-2", point="default").save()


def test_rollback_makes_the_old_content_live_and_the_draft_equal_to_it(acme):
    first = publish(acme, "ana")
    turn_upside_down(acme)
    second = publish(acme, "ana")
    third = roll_back(acme, 1, "bia")
    assert (third.number, third.restored_from, third.author) == (3, 1, "bia")
    assert third.digest == first.digest != second.digest
    assert acme.live_release == 3
    assert draft.of(acme).changes == ()
    assert not Specialist.objects.of(acme).filter(name="fresh").exists()
    assert Intent.objects.of(acme).get().specialist.name == "orders"
    assert Release.objects.of(acme).count() == 3


def test_rollback_keeps_secrets_and_addresses_of_rows_that_stayed(acme):
    publish(acme, "ana")
    turn_upside_down(acme)
    publish(acme, "ana")
    roll_back(acme, 1, "bia")
    assert LLMProfile.objects.of(acme).get(name="fast").api_key == SECRET
    assert MCPServer.objects.of(acme).get().url == ADDRESS


def test_restored_rows_keep_a_history_of_it(acme):
    publish(acme, "ana")
    slot = Slot.objects.of(acme).get()
    slot.pattern = r"Q\d{3,}"
    slot.save()
    publish(acme, "ana")
    roll_back(acme, 1, "bia")
    assert [line.pattern for line in slot.history.order_by("history_id")] == [
        r"P\d{3,}",
        r"Q\d{3,}",
        r"P\d{3,}",
    ]


def test_arguments_come_back_in_their_order(acme):
    publish(acme, "ana")
    tool = MCPTool.objects.of(acme).get()
    ToolParameter.objects.of(acme).get(name="order_id").delete()
    ToolParameter(tenant=acme, tool=tool, name="order_id", source="resource").save()
    assert draft.of(acme).count == 1
    roll_back(acme, 1, "bia")
    assert [each.name for each in tool.parameters.order_by("id")] == ["order_id", "detail"]


def test_going_back_to_what_is_live_only_discards_the_draft(acme):
    publish(acme, "ana")
    turn_upside_down(acme)
    assert roll_back(acme, 1, "bia").number == 1
    assert draft.of(acme).count == 0
    assert Release.objects.of(acme).count() == 1


def test_an_unknown_number_changes_nothing(acme):
    publish(acme, "ana")
    with pytest.raises(UnknownRelease):
        roll_back(acme, 9, "bia")
    assert acme.live_release == 1


def test_going_back_is_possible_even_when_checks_have_become_stricter(acme):
    publish(acme, "ana")
    broken = Release.objects.of(acme).get()
    content = broken.content | {"agents": broken.content["agents"] | {"specialists": {}, "tools": {}}}
    content.pop("routing", None)
    Release(tenant=acme, number=7, digest="x", content=content).save()
    Intent.objects.of(acme).delete()
    AgentProfile.objects.of(acme).delete()
    assert roll_back(acme, 7, "bia").number == 8
    assert not Specialist.objects.of(acme).exists()


@pytest.mark.django_db
def test_a_whole_company_comes_back_after_all_its_rows_were_deleted():
    clinic = Tenant.objects.get(pk="tenant_clinic")
    for model in (StatePolicy, Intent, AgentProfile, Specialist, MCPTool, MCPServer, Slot, LLMProfile):
        model.objects.of(clinic).delete()
    assert draft.of(clinic).count > 15
    roll_back(clinic, clinic.live_release, "bia")
    assert draft.of(clinic).changes == ()


def test_a_row_that_comes_back_has_its_address_and_its_secret_again(acme):
    publish(acme, "ana")
    MCPServer(tenant=acme, name="second", url=ADDRESS, secret=SECRET, oauth_client_id="us").save()
    LLMProfile(
        tenant=acme, name="other", model="m", provider="openai", base_url=ADDRESS, api_key=SECRET
    ).save()
    Backend(tenant=acme, name="billing", url=ADDRESS, secret=SECRET, health_path="/up").save()
    publish(acme, "ana")
    roll_back(acme, 1, "bia")
    assert not MCPServer.objects.of(acme).filter(name="second").exists()
    assert SECRET not in str(KeptAddress.objects.of(acme).values_list(RawSQL('"values"', ())))
    roll_back(acme, 2, "bia")
    server, model = (
        MCPServer.objects.of(acme).get(name="second"),
        LLMProfile.objects.of(acme).get(name="other"),
    )
    assert (server.url, server.secret, server.oauth_client_id) == (ADDRESS, SECRET, "us")
    assert (model.base_url, model.api_key) == (ADDRESS, SECRET)
    backend = Backend.objects.of(acme).get(name="billing")
    assert (backend.url, backend.secret, backend.health_path) == (ADDRESS, SECRET, "/up")
    assert not KeptAddress.objects.of(acme).exists()


def test_a_key_does_not_come_back_to_a_row_that_leads_elsewhere(acme):
    publish(acme, "ana")
    other = LLMProfile(tenant=acme, name="other", model="m", provider="openai", api_key=SECRET)
    other.save()
    publish(acme, "ana")
    other.provider = "anthropic"
    other.save()
    publish(acme, "ana")
    roll_back(acme, 1, "bia")
    roll_back(acme, 2, "bia")
    assert LLMProfile.objects.of(acme).get(name="other").api_key == ""
    roll_back(acme, 1, "bia")
    roll_back(acme, 3, "bia")
    assert LLMProfile.objects.of(acme).get(name="other").api_key == SECRET


def test_nothing_is_kept_of_a_row_that_no_release_has(acme):
    publish(acme, "ana")
    MCPServer(tenant=acme, name="second", url=ADDRESS, secret=SECRET).save()
    roll_back(acme, 1, "bia")
    assert not KeptAddress.objects.of(acme).exists()


@pytest.fixture
def kept(acme):
    """Of a server that release 2 alone has: it is gone, its address and secret are kept."""
    publish(acme, "ana")
    MCPServer(tenant=acme, name="second", url=ADDRESS, secret=SECRET).save()
    publish(acme, "ana")
    roll_back(acme, 1, "bia")
    return KeptAddress.objects.of(acme)


def test_a_row_with_a_secret_of_its_own_is_given_none_and_none_stays_kept_for_it(acme, kept):
    MCPServer(tenant=acme, name="second", url=ADDRESS, secret="its own").save()
    roll_back(acme, 2, "bia")
    assert MCPServer.objects.of(acme).get(name="second").secret == "its own"
    assert not kept.exists()


def test_what_a_row_has_of_its_own_again_is_kept_no_longer(acme, kept):
    blank = MCPServer(tenant=acme, name="second")
    blank.save()
    assert (kept_addresses.tidy(), kept.count()) == (0, 1)
    blank.url = "https://new.acme.example/mcp"
    blank.save()
    assert (kept_addresses.tidy(), kept.count()) == (1, 0)


def test_what_no_release_has_any_more_is_kept_no_longer(acme, kept):
    assert kept_addresses.tidy() == 0
    kept.update(name="in none")
    assert (kept_addresses.tidy(), kept.count()) == (1, 0)


def test_no_address_and_no_secret_is_kept_for_ever(acme, kept):
    kept.update(kept_at=timezone.now() - kept_addresses.KEPT + timedelta(hours=1))
    assert kept_addresses.tidy() == 0
    kept.update(kept_at=timezone.now() - kept_addresses.KEPT)
    assert (kept_addresses.tidy(), kept.count()) == (1, 0)
    roll_back(acme, 2, "bia")
    assert MCPServer.objects.of(acme).get(name="second").secret == ""
