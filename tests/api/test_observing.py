"""What is told outside of a turn: spans over OTLP, counts at /metrics, JSON log lines.

All against real receivers.
"""

import json
import logging
import logging.config
import os

from opentelemetry import trace

from agents.models import Judge, LLMProfile
from routing.models import AgentProfile
from telemetry import logs, metrics, tracing
from tests.parts.phrases import try_each
from tests.parts.traced import CALLER, collector, traced
from tests.turns.changing import change

SAID = "Minha fatura veio alta, meu CPF é 529.982.247-25. Pode consultar?"
INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}
__all__ = ["collector", "traced"]  # fixtures


async def test_a_turn_is_a_trace_of_its_parts_below_its_callers_span(web, collector, traced) -> None:
    response = await web.post(
        "/gateway/message",
        json={
            "agent_id": "telecom_contas",
            "tenant_id": "tenant_a",
            "session_id": "o-1",
            "payload": {"text": SAID, **INVOICE},
        },
        headers={"traceparent": CALLER},
    )
    assert response.json()["metadata"]["status"] == "answered"
    spans = {span.name: span for span in traced()}
    assert {
        "invoke_workflow router", "workflow.routing_decision", "invoke_agent billing_agent",
        "chat offline", "execute_tool consultar_fatura", "workflow.judge",
    } <= spans.keys()  # fmt: skip
    turn = spans["invoke_workflow router"]
    assert {span.trace_id.hex() for span in spans.values()} == {CALLER.split("-")[1]}
    assert turn.parent_span_id.hex() == CALLER.split("-")[2]
    agent = spans["invoke_agent billing_agent"]
    assert spans["execute_tool consultar_fatura"].parent_span_id == agent.span_id
    assert agent.parent_span_id == spans["workflow.specialist"].span_id
    assert spans["workflow.specialist"].parent_span_id == turn.span_id
    known = {each.key: each.value for each in turn.attributes}
    assert known["switchboard.status"].string_value == "answered"
    assert known["switchboard.intent"].string_value == "billing_invoice_explanation"
    sent = b"".join(body for _path, _headers, body in collector.got)
    assert b"fatura veio alta" not in sent and b"982.247" not in sent and b"5511999999999" not in sent


async def test_a_models_call_says_what_it_used(web, traced, settings, fake_openai) -> None:
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    fake_openai.says("A fatura vence no dia 10, e o valor é o de sempre.")
    await web.say(SAID, "o-3", context=INVOICE)
    calls = [span for span in traced() if span.name == "chat test-model"]
    used = [{each.key: each.value.int_value for each in span.attributes} for span in calls]
    assert calls and all(each["gen_ai.usage.input_tokens"] > 0 for each in used)
    assert all(each["gen_ai.usage.output_tokens"] > 0 for each in used)


async def test_langfuse_gets_them_with_both_keys(web, collector, settings, traced) -> None:
    settings.ENABLE_LANGFUSE, settings.TELEMETRY_ENABLED = True, False
    settings.LANGFUSE_HOST, settings.LANGFUSE_PUBLIC_KEY, settings.LANGFUSE_SECRET_KEY = (
        collector.url,
        "pk-1",
        "sk-1",
    )
    await web.say(SAID, "o-2", context=INVOICE)
    assert list(traced())
    path, headers, _body = collector.got[0]
    assert path == "/api/public/otel/v1/traces"
    assert {name.lower(): value for name, value in headers.items()}["authorization"] == "Basic cGstMTpzay0x"


async def test_while_off_a_callers_trace_still_goes_on_and_another_turn_does_not_join_it() -> None:
    with tracing.carry(CALLER):
        assert tracing.headers() == {"traceparent": CALLER}
        with tracing.carry(""):
            assert tracing.headers() == {}
        with tracing.carry("nonsense"):
            assert tracing.headers() == {}
    assert not trace.get_current_span().is_recording()


async def test_turns_models_tools_and_queues_are_counted(web, settings) -> None:
    settings.METRICS_TOKEN = "the-token"
    answer = await web.say(SAID, "o-3", context=INVOICE)
    page = await web.get("/metrics", headers={"Authorization": "Bearer the-token"})
    assert page.headers["content-type"].startswith("text/plain")
    counted = page.text
    method = answer.json()["metadata"]["route_decision"]["method"]
    assert f'switchboard_turns_total{{method="{method}",mode="router",status="answered"}}' in counted
    assert 'switchboard_turn_seconds_count{mode="router"}' in counted
    assert 'switchboard_tool_calls_total{outcome="ok",server="telecom"}' in counted
    assert 'switchboard_turns_open{what="queued"} 0.0' in counted
    assert 'switchboard_outbox{what="pending"}' in counted


@try_each(
    ("token", "given", "status"),
    [("", "Bearer ", 404), ("t", "", 401), ("t", "Bearer x", 401), ("t", "Bearer é", 401)],
)
async def test_nobody_reads_the_counts_without_the_token(web, settings, token, given, status) -> None:
    settings.METRICS_TOKEN = token
    refused = await web.get("/metrics", headers={"Authorization": given.encode()})
    assert (refused.status_code, refused.headers["content-type"]) == (status, "application/problem+json")


def test_several_processes_count_together(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv(metrics.SHARED, raising=False)
    metrics.prepare(1)
    assert metrics.SHARED not in os.environ
    monkeypatch.setenv(metrics.SHARED, str(tmp_path))
    metrics.prepare(2)
    assert os.environ[metrics.SHARED] == str(tmp_path)


async def test_a_json_line_names_request_turn_and_company(web, settings, capsys) -> None:
    settings.ACCESS_LOG = True
    config = logs.config(as_json=True, level="INFO")
    handler = logging.StreamHandler()
    handler.addFilter(logs.AddBound())
    formatter = config["formatters"]["line"]
    handler.setFormatter(logging.config.DictConfigurator({}).configure_formatter(dict(formatter)))
    access = logging.getLogger("access")
    access.addHandler(handler)
    access.setLevel(logging.INFO)
    try:
        with logs.bind(turn="t-1", tenant="acme"):
            access.info("inside")
        await web.get("/health?tenant_id=tenant_a", headers={"X-Request-Id": "r-77"})
    finally:
        access.removeHandler(handler)
    inside, request = (
        json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")
    )
    assert (inside["turn"], inside["tenant"], inside["level"]) == ("t-1", "acme", "INFO")
    assert (request["path"], request["status"], request["request_id"]) == ("/health", 200, "r-77")
    assert request["ms"] >= 0 and "tenant_id" not in json.dumps(request)


async def test_a_judges_call_and_the_model_that_failed_first_are_told_too(
    web, traced, settings, fake_openai
) -> None:
    def edit() -> None:
        common = {"tenant_id": "tenant_a", "base_url": fake_openai.base_url}
        spare = LLMProfile(name="spare", model="spare-1", **common)
        spare.save()
        LLMProfile(name="fast", point="default", model="fast-1", fallback=spare, **common).save()
        LLMProfile(name="scorer", point="judge", model="scorer-1", **common).save()
        judge = Judge.unscoped.create(tenant_id="tenant_a", name="tact", prompt="Is it tactful?")
        AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas").judges.set([judge])

    await change(edit)
    settings.METRICS_TOKEN = "the-token"
    fake_openai.fails(429, times=2).says("A fatura vence no dia 10.")
    fake_openai.calls("score_answer", {"score": 9, "reason": "so"}, to="Is it tactful?")
    answer = await web.say(SAID, "o-4", context=INVOICE)
    assert answer.json()["metadata"]["status"] == "answered"
    found = {
        span.name: {each.key: each.value for each in span.attributes}
        for span in traced()
        if span.name.startswith("chat ")
    }
    assert found.keys() == {"chat fast-1", "chat spare-1", "chat scorer-1"}
    assert found["chat fast-1"]["error.type"].string_value == "rate_limited"
    assert found["chat spare-1"]["gen_ai.usage.cache_read.input_tokens"].int_value == 0
    page = await web.get("/metrics", headers={"Authorization": "Bearer the-token"})
    counted = [line for line in page.text.splitlines() if line.startswith("switchboard_model_calls_total")]
    for model, outcome in (("fast-1", "failed"), ("spare-1", "ok"), ("scorer-1", "ok")):
        assert [line for line in counted if f'"{model}"' in line and f'"{outcome}"' in line]
