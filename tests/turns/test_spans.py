"""What a trace says of a turn: who was asked to decide, what held it up, who worked, and where."""

import time

import pytest
from asgiref.sync import sync_to_async

from agents.models import LLMProfile
from conversations.models import Conversation
from conversations.visits import visit
from telemetry import tracing
from tenancy.models import Tenant
from tests.fakes.domain_server import DomainServer
from tests.fakes.openai_server import Line
from tests.parts.traced import CALLER, collector, read_attributes, read_spans, traced
from tests.parts.workers import Workers, database_url, emptied_broker
from tests.planning.moved import move, quotes
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_held_answers import ASK, DUE, profile
from tests.turns.test_rails_that_wait import rail, service
from tests.work.conftest import reads_wakes
from work import jobs

__all__ = ["collector", "profile", "reads_wakes", "service", "traced"]  # fixtures
pytestmark = pytest.mark.django_db(transaction=True)
SECRETS = ("529.982.247-25", "52998224725", "5511999999999", "INV001", "C001", "fatura veio alta")
TWO = "Minha fatura veio alta e onde está meu pedido P100? Meu CPF é 529.982.247-25"
BOTH = "Meu pedido P100 atrasou e minha fatura veio duplicada"


async def test_a_wrong_route_is_explained_tier_by_tier(talk, traced) -> None:
    await talk("w1")(TWO, CUSTOMER | BUYER)
    await talk("w2")("quem descobriu o brasil?", CUSTOMER)
    sent = traced()
    tiers = [each for each in sent if each.name.startswith("route ")]
    assert tiers and {sent.path("route example")[-1]} == {"workflow.routing_decision"}
    first = read_attributes(next(each for each in tiers if each.name == "route keyword").attributes)
    assert first["switchboard.outcome"] == "decided" and first["switchboard.confidence"] == 0.92
    assert first["switchboard.intent"] == "billing_invoice_explanation"
    assert first["switchboard.keyword_hits"] == ["billing_invoice_explanation", "retail_order_tracking"]
    nobody = sent.about("route example")
    assert nobody["switchboard.why"] == "out_of_scope" and 0 < nobody["switchboard.confidence"] <= 1
    assert not [word for word in SECRETS if word.encode() in sent.sent]


async def test_a_handoff_stands_between_the_two_who_work(talk, traced) -> None:
    await talk("h1")(TWO, CUSTOMER | BUYER)
    sent, key = traced(), await visit(_read_key)
    about = sent.about("handoff orders_agent")
    assert (
        about["gen_ai.agent.handoff.source.name"] == "billing_agent"
        and not about["switchboard.handoff.blocked"]
    )
    handed, taken = sent.one("handoff orders_agent"), sent.one("invoke_agent orders_agent")
    assert handed.end_time_unix_nano == taken.start_time_unix_nano
    assert sent.path("handoff orders_agent") == ["invoke_workflow router", "workflow.specialist"]
    assert sent.about("invoke_workflow router")["gen_ai.conversation.id"] == tracing.conversation_id(
        "tenant_a", key
    )
    assert key.encode() not in sent.sent, "on a channel it is a telephone number"


def _read_key() -> str:
    return str(Conversation.unscoped.get().key)


async def test_a_rule_that_acts_is_an_event_and_one_that_waits_a_span(
    talk, traced, model, profile, service
) -> None:
    await service("moderation")
    await profile(rail("MSK", action="sanitize"), rail(seconds=0.2), rail("GND", "output", "observe"))
    model.moderation = Line(slow=1)
    model.says(DUE)
    await talk("g1")(f"{ASK} CPF 529.982.247-25", CUSTOMER)
    sent = traced()
    masked = sent.events("workflow.input_guardrails")["guardrail.MSK"]
    assert (
        masked["gen_ai.guardrail.source"] == "input" and masked["switchboard.guardrail.action"] == "sanitize"
    )
    assert masked["gen_ai.guardrail.result.value"] == "masked" and masked["switchboard.guardrail.ms"] > 0
    late = sent.one("apply_guardrail MODERATION")
    assert late.end_time_unix_nano - late.start_time_unix_nano >= 200_000_000
    assert sent.path(late.name)[-1] == "workflow.input_guardrails"
    about = sent.about(late.name)
    assert (about["gen_ai.guardrail.result.value"], about["error.type"]) == ("late", "timeout")
    assert [each.name for each in sent if "guardrail" in each.name and "workflow" not in each.name] == [
        late.name
    ]
    assert not [word for word in SECRETS if word.encode() in sent.sent]


async def test_a_models_and_a_tools_call_say_where_how_and_by_which_call(
    talk, traced, fake_openai, profile
) -> None:
    await profile()
    at = {"base_url": fake_openai.base_url, "api_key": "k"}
    own = LLMProfile(tenant_id="tenant_a", name="own", point="default", model="small-1", **at)
    await change(own.save)
    fake_openai.calls("consultar_pagamentos", {}).says(DUE)
    await talk("m1")(ASK, CUSTOMER)
    sent = traced()
    calls = sorted(
        (each for each in sent if each.name == "chat small-1"), key=lambda it: it.start_time_unix_nano
    )
    about = [read_attributes(each.attributes) for each in calls]
    assert [each["gen_ai.response.finish_reasons"] for each in about] == [["tool_calls"], ["stop"]]
    for each in about:
        assert each["gen_ai.operation.name"] == "chat" and each["gen_ai.conversation.id"]
        assert each["gen_ai.response.model"] == "small-1"
        assert each["gen_ai.response.time_to_first_chunk"] > 0
        assert fake_openai.base_url == f"http://{each['server.address']}:{each['server.port']}/v1"
    tools = [
        read_attributes(each.attributes) for each in sent if each.name == "execute_tool consultar_pagamentos"
    ]
    (tool,) = [each for each in tools if "gen_ai.tool.call.id" in each]  # the platform makes one before
    answered = [
        each["tool_call_id"] for each in fake_openai.requests[-1]["messages"] if each["role"] == "tool"
    ]
    assert tool["gen_ai.tool.call.id"] == answered[-1] and tool["gen_ai.tool.name"] == "consultar_pagamentos"
    assert tool["server.address"] == "127.0.0.1" and tool["server.port"] > 0
    assert tool["mcp.method.name"] == "tools/call"


async def test_branches_of_one_process_hang_under_the_turn(talk, traced) -> None:
    await talk("b1")(BOTH, CUSTOMER | BUYER, mode="supervisor")
    sent = traced()
    for agent, tool in (("billing_agent", "consultar_fatura"), ("orders_agent", "consultar_pedido")):
        assert sent.path(f"execute_tool {tool}") == [
            "invoke_workflow supervisor", "workflow.supervisor_agent",
            f"branch {agent}", f"invoke_agent {agent}",
        ]  # fmt: skip
        assert sent.about(f"branch {agent}")["switchboard.outcome"] == "done"


async def test_a_plans_steps_are_spans(talk, traced) -> None:
    with DomainServer(quotes({"AAA1": 1.5})) as server:
        move(server.url, "finance", "notifier")
        await talk("p1")("preço de AAA1 e me avise no telegram", agent_id="finance")
    sent = traced()
    steps = [each for each in sent if each.name.startswith("plan_step ")]
    assert len(steps) == 2 and {sent.path(each.name)[-1] for each in steps} == {"workflow.planner"}
    told = sent.about("plan_step send_telegram_message")
    assert (told["switchboard.plan.domain"], told["switchboard.plan.status"]) == ("notifier", "success")
    assert told["switchboard.plan.depends_on"] == [1]


async def test_what_sampling_leaves_out_is_sent_by_nobody(talk, traced, monkeypatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    await talk("n1")(BOTH, CUSTOMER | BUYER, mode="supervisor")
    assert list(traced()) == []


def _wait_for(tenant: str, job: str) -> None:
    until = time.monotonic() + 90
    while jobs.get(tenant, job).open:
        assert time.monotonic() < until, f"the job is {jobs.get(tenant, job).status}"
        time.sleep(0.05)


def test_a_job_hangs_under_who_began_it(transactional_db, traced) -> None:
    tenant = Tenant.objects.create(slug="acme")
    with tracing.carry(CALLER):
        job = jobs.start(tenant, "publish", {}, author="ana")
    _wait_for("acme", job.pk)
    until = time.monotonic() + 10
    while not (sent := traced()) and time.monotonic() < until:  # it is sent once the row has its end
        time.sleep(0.05)
    span, about = sent.one("job publish"), sent.about("job publish")
    assert f"00-{span.trace_id.hex()}-{span.parent_span_id.hex()}-01" == CALLER
    assert about["switchboard.job.id"] == job.pk and about["switchboard.tenant"] == "acme"
    assert about["switchboard.outcome"] == jobs.get(tenant, job.pk).status


def test_while_off_no_span_is_made() -> None:
    tracing.tracer.cache_clear()
    with tracing.open_span("branch billing_agent", {}) as span:
        assert span is None and tracing.read_kept() == ""
    assert tracing.tracer.cache_info().misses == 0


@pytest.mark.slow
@pytest.mark.stores
async def test_a_workers_branch_and_job_are_in_the_trace_of_the_web_process(
    talk, traced, collector, reads_wakes
) -> None:
    """The context travels in Celery's message; the worker sends its own spans."""
    workers = Workers(emptied_broker(), database_url(), threads=4, include="tests.work.sleepers")
    workers.environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    try:
        workers.start()
        reads_wakes(workers.broker)
        with tracing.carry(CALLER):
            job = await sync_to_async(jobs.start)("tenant_a", "note", {}, author="ana")
        await sync_to_async(_wait_for)("tenant_a", job.pk)
        await talk("k1")(BOTH, CUSTOMER | BUYER, mode="supervisor")
    finally:
        workers.end_all()  # which sends what waits
    traced()
    sent = read_spans(collector)
    for agent, tool in (("billing_agent", "consultar_fatura"), ("orders_agent", "consultar_pedido")):
        assert sent.path(f"execute_tool {tool}") == [
            "invoke_workflow supervisor", "workflow.supervisor_agent",
            f"branch {agent}", f"invoke_agent {agent}",
        ]  # fmt: skip
        about = sent.about(f"branch {agent}")
        assert about["switchboard.process"] and about["switchboard.branch.waited_ms"] >= 0
    span = sent.one("job note")
    assert f"00-{span.trace_id.hex()}-{span.parent_span_id.hex()}-01" == CALLER
    assert not [word for word in SECRETS if word.encode() in sent.sent]
