"""A domain that is an MCP server: its tools are what plans call, over the sessions that tools use too."""

import asyncio
import json
import time
from typing import Any

import pytest

from agents.models import MCPServer, MCPTool
from conversations.visits import visit
from rollout import control
from routing.planning.models import Capability, Domain, Goal
from tenancy import tokens
from tenancy.authenticate import RawCredentials
from tests.agents.tools.misbehaving import Misbehaving
from tests.api import leaky
from tests.turns.changing import change

pytestmark = pytest.mark.django_db(transaction=True)


def add(**more: object) -> None:
    """The demo's telecom server as a domain of plans."""
    own = {"tenant_id": "tenant_a"}
    server = MCPServer.objects.of("tenant_a").get(name="telecom")
    row = Domain(**own, name="bills", kind="mcp", server=server, **more)
    row.save()
    Goal(
        **own, domain=row, name="SEE_BILL", description="A bill", capabilities=["consultar_fatura"],
        keywords=["boleto"], entities={"invoice_id_text": {"type": "string", "required": True}},
    ).save()  # fmt: skip
    Capability(
        **own, domain=row, name="consultar_fatura", read_only=True,
        schema={"type": "object", "properties": {"msisdn": {"type": "string"},
            "invoice_id": {"type": "string"}}},
        metadata={
            "memory_map": {"msisdn": "msisdn"},
            "explanation_template": {"pt": "A fatura {invoice_id} vence em {vencimento}."},
        },
    ).save()  # fmt: skip


async def test_a_tool_of_the_server_does_the_step(talk) -> None:
    await change(add)
    answer = await talk("mcp1")("mostra o boleto INV001", {"msisdn": "5511999999999"}, agent_id="finance")
    (line,) = [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert line["status"] == "success", line
    assert line["params"] == {"msisdn": "5511999999999", "invoice_id": "INV001"}
    assert answer["text"].startswith("A fatura INV001 vence em")


class Slow(Misbehaving):
    """Answers every call after a while."""

    def misbehave(self, http: Any, body: dict[str, Any], name: str, arguments: Any, times: int) -> None:
        time.sleep(0.6)
        self.text(http, body, json.dumps({"found": True, "invoice_id": "INV001", "vencimento": "2026-12-20"}))


async def test_who_waits_for_a_turn_at_the_server_has_its_time_from_when_it_is_sent(talk, settings) -> None:
    settings.MCP_CALLS_AT_ONCE = 1
    with Slow() as server:
        await change(lambda: (add(timeout=1.5), leaky.point(server)))
        said = (talk(f"turn{n}") for n in range(4))
        who = {"msisdn": "5511999999999"}
        answers = await asyncio.gather(
            *(each("mostra o boleto INV001", who, agent_id="finance") for each in said)
        )
    assert all(each["text"].startswith("A fatura INV001 vence em") for each in answers), answers


async def test_the_servers_own_words_about_a_failure_are_for_the_record(talk) -> None:
    with leaky.Leaky() as server:
        server.willing = ()

        def edit() -> None:
            add()
            leaky.point(server)

        await change(edit)
        answer = await talk("mcp2")("mostra o boleto INV001", {"msisdn": "5511999999999"}, agent_id="finance")
    (line,) = [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert leaky.WORDS in line["metadata"]["said"]
    assert answer["text"]
    assert leaky.WORDS not in answer["text"]
    assert leaky.TOKEN not in str(answer)


SWITCHES = [
    ("server", "telecom"), ("tool", "consultar_fatura"), ("tool", "*"), ("domain", "bills"), ("domain", "*"),
]  # fmt: skip


async def test_what_is_switched_off_is_not_called_also_by_the_installation(talk, settings) -> None:
    await change(add)
    for kind, name in SWITCHES:
        await visit(lambda kind=kind, name=name: control.set_switch("tenant_a", kind, name))
        await refused(talk, "switched_off", "desligado", f"{kind} {name}")
        await visit(lambda kind=kind, name=name: control.set_switch("tenant_a", kind, name, off=False))
    settings.ENABLE_MCP_TOOLS = False
    await refused(talk, "switched_off", "desligado", "the installation")


@pytest.mark.parametrize("more", [{"permission": "bills"}, {"enabled": False}], ids=str)
async def test_a_tool_that_needs_a_permission_or_is_out_of_use_is_not_called(talk, more) -> None:
    def alter() -> None:
        add()
        MCPTool.objects.of("tenant_a").filter(name="consultar_fatura").update(**more)

    await change(alter)
    error = "switched_off" if "enabled" in more else "needs_consent"
    await refused(talk, error, "desligado" if "enabled" in more else "permissão ou confirmação")


async def refused(talk, error: str, words: str, why: str = "") -> None:
    one = talk(f"mcp2 {why}")
    answer = await one("mostra o boleto INV001", {"msisdn": "5511999999999"}, agent_id="finance")
    (line,) = [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert (line["metadata"]["error"], line["tried"]) == (error, 0), why
    assert words in answer["text"], why


@pytest.mark.parametrize("proven", [{"msisdn": "5511999999999"}, {}], ids=["signed", "nobody"])
async def test_who_asks_is_what_the_token_proves_and_not_what_the_body_says(talk, proven) -> None:
    await change(add)
    token = await visit(lambda: tokens.issue("tenant_a", "ana", proven, ("chat", "debug")))
    who = RawCredentials(authorization=f"Bearer {token}")
    answer = await talk("mcp3")(
        "mostra o boleto INV001", {"msisdn": "5511888888888"}, agent_id="finance", credentials=who
    )
    (line,) = [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert line["params"] == {**proven, "invoice_id": "INV001"}
