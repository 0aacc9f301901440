"""A company's tool server as a domain of plans: what its tools say of values, and how results are told."""

import pytest

from agents.models import MCPServer, MCPTool
from agents.tools.discovered_tools import FoundTool
from conversations.visits import visit
from releases.publish import publish
from routing.models import AgentProfile
from routing.planning.manifests.approve import approve
from routing.planning.manifests.sync import describe_tools, propose
from routing.planning.models import Domain
from tenancy.models import Tenant
from tests.turns.viveiro import NAME
from tests.turns.viveiro import viveiro as viveiro

pytestmark = pytest.mark.django_db(transaction=True)
ABOUT = {
    "order_state": "Looks up an order: which plants, and how it stands.",
    "repay_order": "Repays money of an order. Cannot be undone.",
    "van_days": "Days of the van to a town with its price.",
}
REQUIRED = {"order_state": ["order"], "repay_order": ["order", "amount"], "van_days": ["town"]}


def _add(**tool: object) -> None:
    """The server as `manage.py domain add --server` proposes it, approved and published."""
    tenant = Tenant.objects.get(pk=NAME)
    MCPTool.objects.of(NAME).filter(name="repay_order").update(**tool)
    server = MCPServer.objects.of(NAME).get(name="bench")
    domain = Domain(tenant=tenant, name="bench", kind="mcp", server=server)
    domain.save()
    tools = []
    for name, about in ABOUT.items():
        schema = dict(MCPTool.objects.of(NAME).get(name=name).schema or {"type": "object"})
        schema.setdefault("properties", {each: {"type": "string"} for each in REQUIRED[name]})
        schema["required"] = REQUIRED[name]
        tools.append(FoundTool(name, "", about, schema, name != "repay_order"))
    approve(domain, propose(domain, describe_tools("bench", tools)).digest)
    AgentProfile.objects.of(NAME).update(mode="planner")
    publish(tenant, "ana")


@pytest.fixture
async def planner(viveiro):
    await visit(_add)
    return viveiro


async def test_a_look_up_is_told_in_the_tools_own_words(planner):
    answer = await planner("s1")("order state HV2041")
    assert planner.server.calls == [("order_state", {"order": "HV2041"})]
    assert answer["text"] == "Order HV2041: 12 ferns, packed."


async def test_values_are_read_by_their_patterns_and_numbers_beside_their_nouns(planner):
    one = planner("s1")
    asked = await one("repay order hv-2041 EUR 640")
    assert planner.server.calls == []
    assert "HV2041" in asked["text"] and "640" in asked["text"]
    done = await one("yes")
    assert planner.server.calls == [("repay_order", {"order": "HV2041", "amount": 640})]
    assert done["text"] == "Repaid: Q-3."
    await planner("s2")("van days to Bergen for 2 pallets")
    assert planner.server.calls[1:] == [("van_days", {"town": "Bergen", "pallets": 2})]


async def test_a_reply_that_is_no_such_value_is_none(planner):
    one = planner("s1")
    assert "the order number" in (await one("repay order EUR 640"))["text"]
    assert "the order number" in (await one("640"))["text"]
    asked = await one("HV2041")
    assert "HV2041" in asked["text"] and "640" in asked["text"]
    assert planner.server.calls == []


async def test_what_a_plan_cannot_do_is_said_before_anything_is_asked(viveiro):
    await visit(lambda: _add(permission="money"))
    answer = await viveiro("s1")("repay order")
    assert "permission or confirmation" in answer["text"]
    assert answer["metadata"].get("question") is None


async def test_nothing_at_all_is_a_number_that_a_reply_may_say(planner):
    one = planner("s1")
    await one("repay order HV2041")
    await one("0")
    await one("yes")
    assert planner.server.calls == [("repay_order", {"order": "HV2041", "amount": 0})]
