"""Sessions, health and the debug doors in seed 000's shapes."""

import pytest
from rest_framework.serializers import ListSerializer, Serializer

from agents.models import LLMProfile
from audit.models import AuditEntry
from conversations.visits import visit
from releases.publish import publish
from routing.api import debug_shapes
from routing.models import AgentProfile, BusinessKey
from tenancy.models import Tenant
from tests.turns.changing import change

INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}


async def test_a_session_can_be_read_cleared_and_ended(web):
    key = (await web.say("Minha fatura veio alta", "s1", context=INVOICE)).json()["session_id"]
    session = (await web.get(f"/sessions/{key}")).json()
    assert (session["session_id"], session["active_agent"]) == (key, "billing_agent")
    state = (await web.get(f"/sessions/{key}/checkpoint")).json()["checkpoint"]["state"]
    assert (state["route"], state["intent"]) == ("billing_agent", "billing_invoice_explanation")
    assert (await web.delete(f"/sessions/{key}/messages")).json() == {"cleared": True}
    assert (await web.get(f"/sessions/{key}/messages")).json()["messages"] == []
    assert (await web.delete(f"/sessions/{key}")).json() == {"ended": True}
    assert (await web.get(f"/sessions/{key}")).status_code == 404


async def test_a_checkpoint_tells_the_plan_and_what_each_said(web):
    text = "Meu pedido P100 atrasou e minha fatura veio duplicada"
    said = {"text": text, "session_id": "s1", "context": INVOICE | {"customer_id": "C001"}}
    body = {"tenant_id": "tenant_a", "agent_id": "telecom_contas", "mode": "supervisor", "payload": said}
    key = (await web.post("/gateway/message", json=body)).json()["session_id"]
    state = (await web.get(f"/sessions/{key}/checkpoint")).json()["checkpoint"]["state"]
    assert state["supervisor_plan"]["agents"] == ["billing_agent", "orders_agent"]
    assert [part["agent"] for part in state["supervisor_results"]] == ["billing_agent", "orders_agent"]
    assert "P100" in state["supervisor_results"][1]["text"]
    await web.say("Minha fatura veio alta", "s1")
    state = (await web.get(f"/sessions/{key}/checkpoint")).json()["checkpoint"]["state"]
    assert (state["supervisor_plan"], state["supervisor_results"]) == (None, [])


async def test_health_names_what_runs(web):
    health = (await web.get("/health")).json()
    assert health["status"] == "ok"
    assert {"telecom_contas", "retail_orders"} <= set(health["agents"])
    assert health["session_repository"] in ("sqlite", "postgresql")
    assert (health["llm_provider"], health["sse_enabled"]) == ("offline", True)
    assert health["release"] >= 1


async def test_health_tells_the_version_to_everybody_it_answers(stranger, key, settings):
    operator = (await stranger.get("/health", headers=key("chat", "debug"))).json()
    customer = (await stranger.get("/health", headers=key("chat"))).json()
    assert operator["version"] == customer["version"] == settings.VERSION
    assert ("llm_class" in operator, "llm_class" in customer) == (True, False)


async def test_agents_lists_profiles_with_their_people(web):
    listed = (await web.get("/agents")).json()
    telecom = next(one for one in listed["agents"] if one["agent_id"] == "telecom_contas")
    assert listed["default_agent_id"]
    assert "billing_agent" in [one["name"] for one in telecom["specialists"]]
    assert "billing_invoice_explanation" in telecom["intents"]
    assert telecom["metadata"]["system_prefix"]


async def test_tools_are_listed_and_may_be_tried(web):
    tools = {tool["name"]: tool for tool in (await web.get("/debug/mcp/tools")).json()["tools"]}
    assert tools["consultar_fatura"]["requires"] == ["msisdn"]
    assert tools["solicitar_troca"]["tool_type"] == "action"
    called = (await web.post("/debug/mcp/call/consultar_fatura", json=INVOICE)).json()
    assert (called["ok"], called["result"]["invoice_id"]) == (True, "INV001")
    mapped = await web.post("/debug/mcp/call/consultar_fatura", json={"business_context": INVOICE})
    assert mapped.json()["result"] == called["result"]


async def test_a_tool_that_is_tried_stands_in_the_audit_log(web):
    await web.post("/debug/mcp/call/consultar_fatura", json=INVOICE)
    entry = await visit(lambda: AuditEntry.objects.of("tenant_a").order_by("-number").first())
    assert (entry.action, entry.kind, entry.name) == ("call", "agents.MCPTool", "consultar_fatura")
    assert entry.after["arguments"].keys() == INVOICE.keys()


async def test_a_visitor_may_not_try_what_changes_something(web):
    answer = await web.post("/debug/mcp/call/solicitar_troca", json={"order_id": "P100", "reason": "x"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_an_unknown_tool_is_404_and_names_the_known(web):
    answer = await web.post("/debug/mcp/call/nothing", json={})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_tool")
    assert "consultar_fatura" in answer.json()["detail"]


async def test_switched_off_tools_say_so(web, settings):
    settings.ENABLE_MCP_TOOLS = False
    called = (await web.post("/debug/mcp/call/consultar_fatura", json=INVOICE)).json()
    assert (called["ok"], called["error"], called["skipped"]) == (False, "MCP tools disabled", True)
    assert (await web.get("/debug/mcp/tools")).json()["enabled"] is False
    assert (await web.get("/debug/env")).json()["ENABLE_MCP_TOOLS"] is False


async def test_identity_tells_what_is_known_and_missing(web):
    body = {"agent_id": "telecom_contas", "payload": {"text": "Minha fatura veio alta", "context": {"x": 1}}}
    told = (await web.post("/debug/identity", json=body)).json()
    assert told["identity_missing"] == ["customer_key"]
    assert told["context_keys"] == ["x"]
    body["payload"]["context"] = INVOICE
    told = (await web.post("/debug/identity", json=body)).json()
    assert (told["identity_missing"], told["business_context"]["customer_key"]) == ([], "5511999999999")
    assert told["technical_identity"]["agent_id"] == "telecom_contas"


async def test_identity_tells_what_each_key_is_read_from(web):
    def author(name, sources, required):
        tenant = Tenant.objects.get(pk="tenant_a")
        row = BusinessKey.objects.of(tenant).get(name=name)
        row.sources, row.required = sources, required
        row.save()
        publish(tenant, "ana")

    context = INVOICE | {"cpf": "52998224725"}
    body = {"agent_id": "telecom_contas", "payload": {"text": "Minha fatura veio alta", "context": context}}
    told = (await web.post("/debug/identity", json=body)).json()
    assert told["business_keys"]["customer_key"] == {
        "sources": ["customer_key", "customer_id", "msisdn", "wa_id", "ani"], "required": False,
    }  # fmt: skip
    await visit(lambda: author("account_key", ["cpf"], required=True))
    told = (await web.post("/debug/identity", json=body)).json()
    assert told["business_keys"]["account_key"] == {"sources": ["cpf"], "required": True}
    assert (told["business_context"]["account_key"], told["identity_missing"]) == ("52998224725", [])
    answer = (await web.say("Minha fatura veio alta", context=context)).json()
    assert answer["metadata"]["business_context"]["account_key"] == "52998224725"
    answer = (await web.say("Minha fatura veio alta", context=INVOICE)).json()
    assert answer["metadata"]["identity_missing"] == ["account_key"]
    assert "account_key" not in answer["metadata"]["business_context"]


async def test_the_environment_is_told_without_a_secret(web, settings):
    settings.OPENAI_API_KEY = "sk-very-secret"
    answer = await web.get("/debug/env")
    told = answer.json()
    assert {
        "SESSION_REPOSITORY_PROVIDER",
        "ROUTING_MODE",
        "APP_ENV",
        "LLM_PROVIDER",
        "ENABLE_LLM_ROUTER",
        "ENABLE_MCP_TOOLS",
        "ENABLE_LANGFUSE",
        "LANGFUSE_HOST",
        "TELEMETRY_ENABLED",
    } <= told.keys()
    assert told["source"]["LLM_PROVIDER"]
    assert settings.OPENAI_API_KEY not in answer.text
    assert settings.SECRET_KEY not in answer.text


async def test_the_environment_says_whether_a_model_decides(web):
    assert (await web.get("/debug/env")).json()["ENABLE_LLM_ROUTER"] is False

    def one_decides() -> None:
        model = LLMProfile(tenant_id="tenant_a", name="decides", base_url="http://127.0.0.1:9", model="m")
        model.save()
        AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(llm_router=model)

    await change(one_decides)
    told = (await web.get("/debug/env")).json()
    assert (told["ENABLE_LLM_ROUTER"], told["source"]["ENABLE_LLM_ROUTER"]) == (True, "release")


async def test_usage_counts_a_session(web):
    key = (await web.say("Minha fatura veio alta", "u", context=INVOICE)).json()["session_id"]
    used = (await web.get(f"/debug/usage?session_id={key}")).json()
    assert {
        "calls",
        "prompt_tokens",
        "completion_tokens",
        "total_tokens",
        "cost_usd",
        "cost_brl",
    } <= used.keys()


async def test_a_turn_can_be_read_and_stopping_an_ended_one_changes_nothing(web):
    turn = (await web.say("oi")).json()["metadata"]["turn_id"]
    stopped = await web.post(f"/api/turns/{turn}/stop")
    assert stopped.status_code == 200
    assert (await web.get(f"/api/turns/{turn}")).json()["status"] == "answered"


async def test_a_route_is_explained_with_the_rails_that_come_first(web):
    said = "Minha fatura veio alta, meu cpf é 529.982.247-25"
    explained = (await web.post("/debug/route", json={"text": said, "agent_id": "telecom_contas"})).json()
    masked = next(rail for rail in explained["guardrails"] if rail["code"] == "MSK")
    assert masked["sanitized_text"] == "Minha fatura veio alta, meu cpf é ***.***.***-25"
    assert explained["route"] == "billing_agent"
    assert "529.982.247-25" not in str(explained)


async def test_a_route_that_a_rail_would_block_has_no_decision(web):
    said = {"text": "fatura " * 3_000, "agent_id": "telecom_contas"}
    explained = (await web.post("/debug/route", json=said)).json()
    assert (explained["route"], explained["blocked_by"], explained["intent"]) == (
        "blocked",
        "INPUT_SIZE",
        None,
    )
    assert explained["tiers"] == []


def list_untyped(shape, value, place=""):
    """The places of an answer that its shape in the schema does not name."""
    if isinstance(shape, ListSerializer):
        return [each for one in value for each in list_untyped(shape.child, one, place)]
    if not isinstance(shape, Serializer) or value is None:
        return []
    return [
        each
        for name, inner in value.items()
        for each in (
            list_untyped(shape.fields[name], inner, f"{place}/{name}")
            if name in shape.fields
            else [f"{place}/{name}"]
        )
    ]


TWO_NEEDS = "Meu pedido P100 atrasou e minha fatura veio duplicada"


@pytest.mark.parametrize(
    ("path", "sent", "shape"),
    [
        ("/debug/route", {"text": TWO_NEEDS}, debug_shapes.ExplainedRoute),
        ("/debug/route", {"text": TWO_NEEDS, "mode": "supervisor"}, debug_shapes.ExplainedRoute),
        ("/debug/route", {"text": TWO_NEEDS, "mode": "supervised"}, debug_shapes.ExplainedRoute),
        ("/debug/route", {"text": TWO_NEEDS, "mode": "planner"}, debug_shapes.ExplainedRoute),
        ("/debug/route", {"text": "fatura " * 3_000}, debug_shapes.ExplainedRoute),
        ("/debug/identity", {"text": "oi"}, debug_shapes.ResolvedIdentity),
        ("/debug/mcp/call/consultar_fatura", INVOICE, debug_shapes.TriedTool),
        ("/debug/env", None, debug_shapes.Environment),
        ("/debug/mcp/tools", None, debug_shapes.PublishedTools),
    ],
)
async def test_each_field_of_what_is_explained_is_in_the_schema(web, path, sent, shape):
    named = {**sent, "agent_id": "telecom_contas"} if path.startswith(("/debug/r", "/debug/i")) else sent
    answer = await (web.post(path, json=named) if sent is not None else web.get(path))
    assert answer.status_code == 200, answer.text
    assert list_untyped(shape(), answer.json()) == []
