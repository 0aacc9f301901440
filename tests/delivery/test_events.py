"""What a company's systems are told of beside the answer: its agents, its releases, its flags."""

import json

from agents.models import Slot
from conversations.visits import visit
from delivery.models import Delivery
from releases.publish import publish
from rollout import control
from tenancy.models import Tenant
from tests.api.test_observing import INVOICE, SAID
from tests.delivery.conftest import send_all


async def test_a_turn_tells_who_was_chosen_what_was_called_and_who_has_done(web, channel, receiver):
    events = ["agent.completed", "route.selected", "tool.called"]
    channel(url=receiver.url, events=events)
    await web.say(SAID, "s1", **INVOICE)
    await send_all()
    told = {each["type"]: each["data"] for each in receiver.bodies()}
    assert sorted(told) == events
    agent = told["route.selected"]["agent"]
    assert (told["agent.completed"]["agent"], told["agent.completed"]["status"]) == (agent, "answered")
    called = [each["data"]["tool"] for each in receiver.bodies() if each["type"] == "tool.called"]
    assert called and sorted(told["agent.completed"]["tools"]) == sorted(called)
    assert (told["tool.called"]["agent"], told["tool.called"]["ok"]) == (agent, True)
    assert len({each["turn_id"] for each in told.values()}) == 1
    assert SAID not in json.dumps(told)


async def test_a_release_and_a_flag_are_told_of_in_the_order_of_the_changes(channel):
    channel("stream", events=["release.published", "flag.changed"], agent_id="retail_orders")
    channel("stream", name="other", events=["turn.answered"])

    def change() -> int:
        tenant = Tenant.objects.get(pk="tenant_a")
        slot = Slot.objects.of(tenant).order_by("pk").first()
        slot.label = {"en": "another name"}
        slot.save()
        number = publish(tenant, "ana", "a name").number
        control.set_multi_agent_rollout_percentage(10, tenant=tenant, author="ana")
        control.set_switch(tenant, "tool", "any", off=True, reason="wrong", author="ana")
        return number

    number = await visit(change)
    rows = await visit(
        lambda: list(Delivery.unscoped.order_by("pk").values_list("event", "target", "payload"))
    )
    assert {target for _event, target, _payload in rows} == {"tenant_a"}
    assert [event for event, _target, _payload in rows] == ["release.published"] + ["flag.changed"] * 2
    release, flag, switch = (payload for _event, _target, payload in rows)
    assert (release["release"], release["author"], release["note"]) == (number, "ana", "a name")
    assert (flag["subject"], flag["new"], flag["who"]) == ("multi_agent percentage", 10.0, "ana")
    assert (switch["subject"], switch["old"], switch["new"]) == ("tool any", True, False)
    assert (switch["reason"], flag["reason"]) == ("wrong", "")
    assert flag["number"] < switch["number"], "a receiver of webhooks orders them by it"


async def test_a_changed_flag_is_told_of_in_values_of_json(channel):
    channel("stream", events=["flag.changed"], agent_id="retail_orders")

    def change() -> None:
        tenant = Tenant.objects.get(pk="tenant_a")
        flag = control.multi_agent(tenant)
        flag.killed = not flag.killed
        control.save_flag(flag, "ana")
        control.set_multi_agent_override("u-1", True, tenant=tenant, author="ana")
        control.set_multi_agent_override("u-1", None, tenant=tenant, author="ana")

    await visit(change)
    rows = await visit(lambda: list(Delivery.unscoped.order_by("pk").values_list("payload", flat=True)))
    told = {(each["subject"], json.dumps(each["old"]), json.dumps(each["new"])) for each in rows}
    assert told >= {
        ("multi_agent killed", "false", "true"),
        ("multi_agent override u-1", "null", "true"),
        ("multi_agent override u-1", "true", "null"),
    }
