"""One change of the draft is undone: its row says again what is live, and nothing else of the draft moves."""

import pytest

from agents.models import LLMProfile, MCPServer, Slot, Specialist, SpecialistPrompt, ToolParameter
from releases import draft, put_back
from releases.errors import CannotPutBack, StaleDraft
from releases.models import Release
from releases.publish import publish
from releases.rollback import roll_back
from routing.models import Backend, Domain, Goal, Intent, Keyword
from tests.releases.company import ADDRESS, SECRET
from tests.releases.test_rollback import turn_upside_down


def undo(tenant, *place):
    live = Release.objects.of(tenant).get(number=tenant.live_release).content
    now = draft.of(tenant, fresh=True)
    change = put_back.find(now.changes, place)
    return put_back.put_back(tenant, live, change, put_back.mark(now.content, live, change))


def sentences(tenant):
    return [each.sentence for each in draft.of(tenant, fresh=True).changes]


@pytest.fixture
def edited(acme):
    Domain(tenant=acme, name="finance", description="money").save()
    Goal(tenant=acme, domain=Domain.objects.of(acme).get(), name="QUOTE", description="a price").save()
    publish(acme, "ana")
    return acme


def test_what_was_changed_says_again_what_is_live_and_the_rest_stays_changed(edited):
    intent = Intent.objects.of(edited).get()
    Keyword(tenant=edited, intent=intent, text="parcel").save()
    intent.priority = 7
    intent.save()
    slot = Slot.objects.of(edited).get()
    slot.example = "P200"
    slot.save()
    assert undo(edited, "routing", "intents", "order_tracking") == []
    assert sentences(edited) == ["Value to ask for 'order_id' changed"]
    assert [each.text for each in Keyword.objects.of(edited)] == ["order"]


def test_what_was_created_goes_and_what_was_deleted_comes_back_with_what_it_had(edited):
    Slot(tenant=edited, name="invoice", pattern="F.+").save()
    Intent.objects.of(edited).get().delete()
    assert undo(edited, "agents", "slots", "invoice") == []
    assert not Slot.objects.of(edited).filter(name="invoice").exists()
    assert undo(edited, "routing", "intents", "order_tracking") == []
    assert [each.text for each in Keyword.objects.of(edited)] == ["order"]
    assert sentences(edited) == []


def test_a_prompt_and_a_tools_arguments_come_back(edited):
    support = Specialist.objects.of(edited).get(name="support")
    SpecialistPrompt(tenant=edited, specialist=support, number=2, role="You are stricter.").save()
    ToolParameter.objects.of(edited).get(name="detail").delete()
    assert undo(edited, "agents", "specialists", "support") == []
    assert undo(edited, "agents", "tools", "find_order") == []
    assert sentences(edited) == []


def test_what_only_one_may_have_goes_back_to_who_had_it(edited):
    old = LLMProfile.objects.of(edited).get()
    old.point = ""
    old.save()
    LLMProfile(tenant=edited, name="slow", model="m-2", point="default").save()
    for name in ("one", "two"):
        Backend(tenant=edited, name=name, is_default=name == "one", keywords=[name]).save()
    publish(edited, "ana")
    for model, name in ((LLMProfile, "slow"), (LLMProfile, "fast")):
        row = model.objects.of(edited).get(name=name)
        row.point = "default" if name == "fast" else ""
        row.save()
    for name, default in (("one", False), ("two", True)):
        backend = Backend.objects.of(edited).get(name=name)
        backend.is_default = default
        backend.save()
    assert undo(edited, "agents", "llms", "fast") == []
    assert undo(edited, "gateway", "backends", "two") == []
    assert LLMProfile.objects.of(edited).get(point="default").name == "slow"
    assert Backend.objects.of(edited).get(is_default=True).name == "one"
    assert sentences(edited) == []


def test_a_domain_and_its_goals_are_undone_each_for_itself(edited):
    domain, goal = Domain.objects.of(edited).get(), Goal.objects.of(edited).get()
    domain.description = goal.description = "other"
    domain.save()
    goal.save()
    Goal(tenant=edited, domain=domain, name="NEWS").save()
    assert undo(edited, "planning", "domains", "finance") == []
    assert sentences(edited) == ["Goal 'NEWS · finance' added", "Goal 'QUOTE · finance' changed"]
    assert undo(edited, "planning", "domains", "finance", "goals", "NEWS") == []
    assert undo(edited, "planning", "domains", "finance", "goals", "QUOTE") == []
    assert sentences(edited) == []
    domain.delete()
    with pytest.raises(CannotPutBack, match="goals"):
        undo(edited, "planning", "domains", "finance", "goals", "QUOTE")
    assert undo(edited, "planning", "domains", "finance") == []
    assert sentences(edited) == []


def test_what_others_lead_to_stays_and_they_are_named(edited):
    turn_upside_down(edited)
    before = sentences(edited)
    with pytest.raises(CannotPutBack, match=r"Intent 'order_tracking'|Profile 'shop'"):
        undo(edited, "agents", "specialists", "fresh")
    assert sentences(edited) == before


def test_everything_can_be_undone_one_by_one_in_some_order(edited):
    turn_upside_down(edited)
    for _round in range(4):
        for change in draft.of(edited, fresh=True).changes:
            if put_back.find(draft.of(edited, fresh=True).changes, change.places[0]):
                try:
                    undo(edited, *change.places[0])
                except CannotPutBack:
                    continue
    assert sentences(edited) == []


def test_an_object_that_was_edited_since_it_was_seen_is_left(edited):
    slot = Slot.objects.of(edited).get()
    slot.example = "P200"
    slot.save()
    live = Release.objects.of(edited).get(number=1).content
    now = draft.of(edited, fresh=True)
    change = put_back.find(now.changes, ("agents", "slots", "order_id"))
    seen = put_back.mark(now.content, live, change)
    slot.example = "P300"
    slot.save()
    with pytest.raises(StaleDraft):
        put_back.put_back(edited, live, change, seen)
    assert Slot.objects.of(edited).get().example == "P300"


def test_an_undone_row_keeps_its_secret_and_one_that_comes_back_has_it_again(acme):
    publish(acme, "ana")
    MCPServer(tenant=acme, name="second", url=ADDRESS, secret=SECRET).save()
    publish(acme, "ana")
    MCPServer.objects.of(acme).get(name="second").delete()
    publish(acme, "ana")
    MCPServer(tenant=acme, name="second", url=ADDRESS, secret=SECRET).save()
    assert undo(acme, "agents", "servers", "second") == []
    assert not MCPServer.objects.of(acme).filter(name="second").exists()
    roll_back(acme, 2, "bia")
    second = MCPServer.objects.of(acme).get(name="second")
    assert (second.url, second.secret) == (ADDRESS, SECRET)
    roll_back(acme, 1, "bia")  # it is kept once more
    Release(tenant=acme, number=9, digest="x", content=Release.objects.of(acme).get(number=2).content).save()
    acme.live_release = 9
    acme.save()
    assert undo(acme, "agents", "servers", "second") == []
    assert MCPServer.objects.of(acme).get(name="second").secret == SECRET
