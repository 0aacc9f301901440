"""Discovering what a server offers: adds and refreshes, never deletes, keeps what people wrote."""

import io
from contextlib import suppress

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from agents.errors import ServerFailed
from agents.models import MCPServer, MCPTool, Slot, ToolParameter
from agents.operational import load
from agents.tools import discover, sessions
from outbound import policy, runtime
from routing.models import Intent, IntentTool
from studio.files import importing
from tenancy.models import Tenant
from tests.agents.tools.misbehaving import Misbehaving
from work.context import JobContext
from work.models import Job

pytestmark = pytest.mark.django_db
ORDER = {
    "name": "find_order",
    "description": "Finds an order.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "order_id": {"type": "string", "description": "Number"},
            "months": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 3},
        },
        "required": ["order_id"],
    },
    "annotations": {"readOnlyHint": True},
}
CANCEL = {"name": "cancel_order", "inputSchema": {"type": "object"}}


@pytest.fixture
def server(misbehaving: Misbehaving):
    tenant = Tenant.objects.create(slug="finder", default_language="en")
    yield MCPServer.unscoped.create(tenant=tenant, name="shop", url=misbehaving.url)
    runtime.run(sessions.close_all(), 5)
    runtime.run(policy.close(), 5)


def tools(server: MCPServer) -> dict[str, MCPTool]:
    return {tool.name: tool for tool in MCPTool.objects.of(server.tenant).filter(server=server)}


def test_new_tools_are_added_with_their_arguments(server: MCPServer, misbehaving: Misbehaving) -> None:
    misbehaving.tools = [ORDER, CANCEL]
    report = discover.run(JobContext("", server.tenant_id, {"server": "shop"}, "ana"))
    assert report == {
        "added": ["find_order", "cancel_order"],
        "changed": [],
        "gone": [],
        "clash": [],
        "refused": [],
    }
    found = tools(server)
    assert (found["find_order"].read_only, found["cancel_order"].read_only) == (True, False)
    assert (found["find_order"].undeclared, found["cancel_order"].undeclared) == (False, True)
    rows = list(found["find_order"].parameters.values_list("name", "source", "required", "type", "default"))
    assert rows == [("order_id", "free", True, "string", None), ("months", "free", False, "integer", 3)]
    server.refresh_from_db()
    assert server.last_seen
    nothing = {"added": [], "changed": [], "gone": [], "clash": [], "refused": []}
    assert discover.discover(server).as_json() == nothing


@pytest.mark.parametrize(
    ("hints", "asks"),
    [
        ({"destructiveHint": True}, True),
        ({"readOnlyHint": False, "destructiveHint": True}, True),
        ({"readOnlyHint": False, "destructiveHint": False}, False),
        ({"readOnlyHint": True, "destructiveHint": True}, False),  # says nothing of what only reads
        ({}, True),  # nothing is known of it
    ],
)
def test_what_its_server_calls_destructive_asks_first(
    server: MCPServer, misbehaving: Misbehaving, hints: dict[str, bool], asks: bool
) -> None:
    misbehaving.tools = [{**CANCEL, "annotations": hints}]
    discover.discover(server)
    tool = tools(server)["cancel_order"]
    assert tool.confirm is asks
    tool.confirm = not asks
    tool.save()
    discover.discover(server)
    assert tools(server)["cancel_order"].confirm is not asks, "what a person said stays"


def test_a_tool_that_the_server_does_not_have_is_known_once_it_was_asked(
    server: MCPServer, misbehaving: Misbehaving
) -> None:
    misbehaving.tools = [ORDER]
    for name in ("find_order", "ghost"):
        MCPTool.unscoped.create(tenant=server.tenant, server=server, name=name, undeclared=True)
    assert discover.list_gone(server.tenant) == {}
    Job.unscoped.create(
        tenant=server.tenant, kind="ask_tools", payload={"server": "shop"}, status="done",
        result=discover.ask(JobContext("", server.tenant_id, {"server": "shop"}, "ana")),
    )  # fmt: skip
    assert discover.list_gone(server.tenant) == {"ghost": "shop"}
    told = io.StringIO()
    with suppress(SystemExit):
        call_command("check_company", server.tenant_id, stdout=told)
    assert "Tool 'ghost': The server 'shop' has no tool of this name." in told.getvalue()


def test_a_server_is_asked_about_the_tools_that_need_a_word_and_nothing_is_added(
    server: MCPServer, misbehaving: Misbehaving
) -> None:
    """By readOnlyHint or destructiveHint; one that says neither waits for a person."""
    wipes = {**CANCEL, "name": "wipe", "annotations": {"destructiveHint": True}}
    misbehaving.tools = [ORDER, CANCEL, wipes, {**CANCEL, "name": "another"}]
    for name in ("find_order", "cancel_order", "wipe"):
        MCPTool.unscoped.create(tenant=server.tenant, server=server, name=name, undeclared=True)
    told = discover.ask(JobContext("", server.tenant_id, {"server": "shop"}, "ana"))
    assert told == {"declared": ["find_order", "wipe"]}
    found = {name: (tool.read_only, tool.undeclared) for name, tool in tools(server).items()}
    assert found == {"find_order": (True, False), "cancel_order": (False, True), "wipe": (False, False)}
    assert [name for name, tool in tools(server).items() if tool.confirm] == ["wipe"], "it asks first"


def test_what_no_file_said_of_a_tool_is_taken_from_its_server(
    server: MCPServer, misbehaving: Misbehaving
) -> None:
    """A pilot's files named its tools and no more: they were called without arguments, and never at once."""
    misbehaving.tools = [ORDER]
    company = server.tenant
    tool = MCPTool.unscoped.create(tenant=company, server=server, name="find_order", undeclared=True)
    Slot.unscoped.create(tenant=company, name="order_id", pattern="P[0-9]+")
    intent = Intent.unscoped.create(tenant=company, name="tracking")
    IntentTool.unscoped.create(tenant=company, intent=intent, tool=tool, use="offer", assumed=True)
    discover.ask(JobContext("", server.tenant_id, {"server": "shop"}, "ana"))
    rows = list(tool.parameters.values_list("name", "source", "required"))
    assert rows == [("order_id", "resource", True), ("months", "free", False)]
    assert tools(server)["find_order"].schema["properties"].keys() == {"order_id", "months"}
    assert intent.tools.get().use == "prefetch"


def test_a_tool_that_a_file_offers_stays_offered_once_its_server_says_that_it_reads(
    server: MCPServer, misbehaving: Misbehaving
) -> None:
    """A clinic's file said that the model calls it, and every booking called it at once, without a day."""
    misbehaving.tools = [ORDER]
    files = {
        "tools.yaml": b"tools: {find_order: {mcp_server: shop}}",
        "routing.yaml": b"""
intents:
  - {name: said, mcp_tools: [], offered_tools: [find_order]}
  - {name: unsaid, mcp_tools: [find_order]}
""",
    }
    importing.write(importing.look(server.tenant, files))
    discover.ask(JobContext("", server.tenant_id, {"server": "shop"}, "ana"))
    uses = IntentTool.objects.of(server.tenant).values_list("intent__name", "use")
    assert dict(uses) == {"said": "offer", "unsaid": "prefetch"}
    assert [str(change) for change in importing.look(server.tenant, files).changes] == []


def test_what_people_wrote_stays_and_nothing_is_deleted(server: MCPServer, misbehaving: Misbehaving) -> None:
    misbehaving.tools = [ORDER, CANCEL]
    discover.discover(server)
    tool = tools(server)["find_order"]
    tool.description, tool.read_only = "Ours.", False
    tool.save()
    ToolParameter.objects.of(server.tenant).filter(tool=tool, name="order_id").update(source="resource")
    schema = {**ORDER["inputSchema"], "properties": {"order_id": {}, "channel": {"type": "string"}}}
    misbehaving.tools = [{**ORDER, "inputSchema": schema}]
    report = discover.discover(server)
    assert (report.changed, report.gone) == (["find_order"], ["cancel_order"])
    found = tools(server)
    assert found.keys() == {"find_order", "cancel_order"}
    assert (found["find_order"].description, found["find_order"].read_only) == ("Ours.", False)
    assert found["find_order"].schema == schema
    sources = dict(found["find_order"].parameters.values_list("name", "source"))
    assert sources == {"order_id": "resource", "months": "free", "channel": "free"}


def test_descriptions_that_nobody_wrote_are_renewed_with_the_schema(
    server: MCPServer, misbehaving: Misbehaving
) -> None:
    def describe(**properties: str) -> None:
        about = {name: {"type": "string", "description": text} for name, text in properties.items()}
        misbehaving.tools = [{**ORDER, "inputSchema": {"type": "object", "properties": about}}]
        discover.discover(server)

    describe(order_id="Number", channel="Way in")
    ToolParameter.objects.of(server.tenant).filter(name="channel").update(description="Ours.")
    describe(order_id="Order's number", channel="Door")
    said = dict(ToolParameter.objects.of(server.tenant).values_list("name", "description"))
    assert said == {"order_id": "Order's number", "channel": "Ours."}


KNOWN = {
    "type": "object",
    "properties": {"order_id": {"type": "string", "description": "Ours."}, "title": {"type": "string"}},
    "required": ["order_id", "title"],
}


def told(**changes: object) -> dict[str, object]:
    """The same arguments as a server's library writes them, with changes."""
    properties = {
        "order_id": {"title": "Order Id", "type": "string"},
        "title": {"type": "string", "default": ""},
    }
    return {"title": "findArguments", "type": "object", "properties": {**properties, **changes},
            "required": ["order_id"]}  # fmt: skip


@pytest.mark.parametrize(
    ("found", "changed"),
    [
        pytest.param(told(), False, id="titles-and-defaults"),
        pytest.param(told(order_id={"type": "string", "description": "Ours."}), False, id="same-words"),
        pytest.param(told(order_id={"type": "string", "description": "Theirs."}), True, id="other-words"),
        pytest.param(told(order_id={"type": "integer"}), True, id="other-type"),
        pytest.param(told(order_id={"type": "string", "enum": ["P1"]}), True, id="choices"),
        pytest.param(told(channel={"type": "string"}), True, id="new-argument"),
        pytest.param({**told(), "required": ["order_id", "channel"]}, True, id="asks-for-more"),
        pytest.param({**KNOWN, "properties": {"order_id": {"type": "string"}}}, True,
            id="argument-named-title-gone"),
    ],
)  # fmt: skip
def test_only_what_a_server_asks_for_is_a_change(found: dict[str, object], changed: bool) -> None:
    assert discover.differ(KNOWN, found) is changed


def test_an_untouched_tool_of_the_demo_is_not_called_changed() -> None:
    from demo.load import _schema
    from demo.servers import qahelper, retail, servicenow, techsolutions, telecom
    from demo.worlds import DEFAULT, WORLDS

    known = {tool.name: tool for server in WORLDS[DEFAULT].servers for tool in server.tools}
    servers = (telecom, retail, servicenow, techsolutions, qahelper)
    offered = [tool for each in servers for tool in runtime.run(each.server.list_tools(), 5)]
    assert len(offered) == len(known)
    assert not [
        tool.name
        for tool in offered
        if discover.differ(dict(known[tool.name].schema) or _schema(known[tool.name]), tool.input_schema)
    ]


def test_a_name_that_another_server_has_is_reported(server: MCPServer, misbehaving: Misbehaving) -> None:
    other = MCPServer.unscoped.create(tenant=server.tenant, name="other", url="http://127.0.0.1:9/mcp")
    MCPTool.unscoped.create(tenant=server.tenant, server=other, name="find_order")
    misbehaving.tools = [ORDER]
    assert discover.discover(server).clash == ["find_order"]


def test_a_server_that_refuses_is_quoted_and_remembered(server: MCPServer, misbehaving: Misbehaving) -> None:
    misbehaving.refuse = 403
    with pytest.raises(ServerFailed, match="shop answered with HTTP status 403"):
        discover.discover(server)
    server.refresh_from_db()
    assert "403" in server.last_error


def test_another_tenants_server_is_not_found(server: MCPServer) -> None:
    with pytest.raises(ServerFailed):
        discover.run(JobContext("", "stranger", {"server": "shop"}, "eve"))


def test_addresses_are_loaded_with_secrets_and_one_bad_row_harms_no_other(
    server: MCPServer, monkeypatch, django_assert_num_queries
) -> None:
    monkeypatch.setenv("DEMO_RETAIL_URL", "http://127.0.0.1:8200/mcp")
    server.url, server.secret = "${ENV:DEMO_RETAIL_URL}", "token"
    server.save()
    MCPServer.unscoped.create(tenant=server.tenant, name="sly", url="${ENV:SECRET_KEY}")
    with django_assert_num_queries(3):  # servers, models, and what packages keep secret
        found = load(server.tenant_id).servers
    assert (found["shop"].url, found["shop"].secret) == ("http://127.0.0.1:8200/mcp", "token")
    assert found["sly"].url == ""
    assert "SECRET_KEY" in found["sly"].problem
    assert "token" not in repr(found["shop"])


DEEP: dict = {}
for _each in range(60):
    DEEP = {"type": "object", "properties": {"a": DEEP}}


@pytest.mark.parametrize(
    "bad",
    [
        {"name": "request_handoff", "inputSchema": {"type": "object"}},
        {"name": "ask_user", "inputSchema": {"type": "object"}},
        {"name": "find order\u202e", "inputSchema": {"type": "object"}},
        {"name": "x" * 65, "inputSchema": {"type": "object"}},
        {"name": "", "inputSchema": {"type": "object"}},
        {"name": 7, "inputSchema": {"type": "object"}},
        {"name": "long", "description": "x" * 8193, "inputSchema": {"type": "object"}},
        {"name": "no_schema"},
        {"name": "text", "inputSchema": "an order's number"},
        {"name": "wrong", "inputSchema": {"type": "object", "properties": {"a": {"type": "nummer"}}}},
        {"name": "list", "inputSchema": {"type": "object", "properties": ["a"]}},
        {"name": "nowhere", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}},
        {
            "name": "far",
            "inputSchema": {"type": "object", "properties": {"a": {"$ref": "https://x.example/a"}}},
        },
        {"name": "not_object", "inputSchema": {"type": "array"}},
        {"name": "deep", "inputSchema": DEEP},
        {"name": "large", "inputSchema": {"type": "object", "description": "x" * 70_000}},
        "a tool",
        CANCEL,  # a second time
    ],
    ids=lambda bad: str(bad["name"] if isinstance(bad, dict) else bad)[:16],
)
def test_one_tool_that_cannot_be_taken_is_told_and_the_others_are_kept(
    server: MCPServer, misbehaving: Misbehaving, bad: object
) -> None:
    misbehaving.tools = [CANCEL, bad, ORDER]
    report = discover.discover(server)
    assert (report.added, len(report.refused)) == (["cancel_order", "find_order"], 1), report
    assert tools(server).keys() == {"cancel_order", "find_order"}


def test_a_server_has_at_most_200_tools(server: MCPServer, misbehaving: Misbehaving) -> None:
    misbehaving.tools = [{**CANCEL, "name": f"tool_{n}"} for n in range(250)]
    report = discover.discover(server)
    assert (len(report.added), report.refused) == (200, ["what comes after the first 200 tools"])
    assert len(tools(server)) == 200


def test_nobody_types_a_name_that_is_the_platforms_own(server: MCPServer) -> None:
    with pytest.raises(ValidationError, match="name"):
        MCPTool(tenant=server.tenant, server=server, name="request_handoff").full_clean()
