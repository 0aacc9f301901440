"""Seed 000's files into a draft: what they do, what is told, and that bad ones change nothing."""

import pytest

from agents.models import MCPServer, MCPTool, Specialist
from releases import draft, snapshot
from releases.publish import publish
from routing.gateway.models import Backend
from routing.models import AgentProfile, BusinessKey, Intent, StatePolicy
from studio.files import importing
from studio.files.errors import BadFiles, DraftMoved
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.studio.files.seed import files

pytestmark = pytest.mark.django_db


def read(tenant: Tenant, **changed: str | None) -> importing.Plan:
    """Reads the seed's files into a company's draft."""
    plan = importing.look(tenant, files(**changed))
    assert [str(fault) for fault in plan.faults] == []
    importing.write(plan)
    tenant.refresh_from_db()
    return plan


def told(plan: importing.Plan, sort: str) -> str:
    return "\n".join(str(note) for note in plan.notes if note.sort == sort)


def wrong(tenant: Tenant, **changed: str) -> str:
    """What is wrong with the files; nothing may have been changed by them."""
    before = snapshot.take(tenant)
    plan = importing.look(tenant, files(**changed))
    with pytest.raises(BadFiles) as raised:
        importing.write(plan)
    assert snapshot.take(tenant) == before
    return str(raised.value)


def test_the_seeds_files_make_its_company(seeded: Tenant) -> None:
    telecom = AgentProfile.objects.of(seeded).get(agent_id="telecom_contas")
    assert (telecom.fallback.name, telecom.confidence_threshold, telecom.domain) == (
        "billing_agent",
        0.65,
        "telecom",
    )
    assert telecom.policy is not None
    assert (
        telecom.policy.system_prefix
        == "Você atende clientes de telefonia.\nUse somente os dados das ferramentas.\n"
    )
    assert {str(rail.code) for rail in telecom.guardrails.all()} == {"MSK", "REVPREC"}
    assert [judge.name for judge in telecom.judges.all()] == ["groundedness"]
    invoice = Intent.objects.of(seeded).get(name="billing_invoice_explanation")
    assert invoice.keywords.filter(text="segunda via").exists()
    assert [(each.tool.name, each.use) for each in invoice.tools.all()] == [
        ("consultar_fatura", "prefetch"),
        ("consultar_pagamentos", "prefetch"),
    ]
    assert invoice.profiles.count() == 0  # every profile of the company reads this file
    assert StatePolicy.objects.of(seeded).get(state="WAITING_ORDER_CONFIRMATION").terminal
    assert seeded.default_agent_id == "telecom_contas"


def test_it_stays_a_draft_until_it_is_published(seeded: Tenant) -> None:
    assert seeded.live_release is None
    assert draft.of(seeded, fresh=True).review.publishable
    assert publish(seeded, "ana", "read from files").number == 1


def test_an_action_is_offered_and_asks_first(seeded: Tenant) -> None:
    exchange = MCPTool.objects.of(seeded).get(name="solicitar_troca")
    assert (exchange.read_only, exchange.confirm) == (False, True)
    assert [each.name for each in exchange.parameters.filter(required=True)] == ["order_id", "reason"]
    support = Intent.objects.of(seeded).get(name="support_exchange")
    assert {each.tool.name: each.use for each in support.tools.all()}["solicitar_troca"] == "offer"


def test_who_writes_never_comes_from_what_is_typed(seeded: Tenant) -> None:
    invoice = MCPTool.objects.of(seeded).get(name="consultar_fatura")
    sources = {each.name: (each.source, each.key) for each in invoice.parameters.all()}
    assert sources["msisdn"] == ("identity", "customer_key")
    assert sources["invoice_id"] == ("resource", "")
    assert sources["month"] == ("free", "")


def test_every_transport_of_the_seed_is_kept(seeded: Tenant) -> None:
    servers = {row.name: (row.transport, row.url) for row in MCPServer.objects.of(seeded)}
    assert servers == {
        "telecom": ("http", "http://localhost:8100/mcp"),
        "retail": ("fastmcp", "http://localhost:8200/mcp"),
    }


def test_how_a_server_speaks_acts_at_once_and_is_told_there(seeded: Tenant) -> None:
    servers = files()["mcp_servers.yaml"].decode()
    plan = importing.look(
        seeded, files(**{"mcp_servers.yaml": servers.replace("transport: http", "transport: sse")})
    )
    (said,) = [each for each in plan.outside.changes(seeded) if "telecom" in each]
    assert said == (
        "Server 'telecom' is at http://localhost:8100/mcp and spoken to by: server-sent events, of servers "
        "from before 2025."
    )
    assert not any("telecom" in str(change) for change in plan.changes)
    importing.write(plan)
    assert MCPServer.objects.of(seeded).get(name="telecom").transport == "sse"


def test_the_servers_of_containers_are_taken_when_asked_for(empty: Tenant) -> None:
    plan = importing.look(empty, files(), docker=True)
    assert plan.outside.places["servers"]["retail"]["url"] == "http://retail-mcp:8200/sse"
    alone = importing.look(empty, files(**{"mcp_servers.yaml": None}))
    assert alone.outside.places["servers"]["retail"]["url"] == "http://retail-mcp:8200/sse"
    assert "mcp_servers.docker.yaml: Another file lists the same servers" in told(
        importing.look(empty, files()), "left"
    )


@try_each(
    ("file", "line", "key"),
    [
        ("agents.yaml", 24, "metadata.owner"),
        ("tools.yaml", 47, "solicitar_troca.execution_policy"),
        ("mcp_parameter_mapping.yaml", 2, "use_mock"),
        ("agents/retail_orders/prompt_policy.yaml", 6, "intents"),
    ],
)
def test_what_has_no_place_is_told_with_its_line(empty: Tenant, file: str, line: int, key: str) -> None:
    notes = importing.look(empty, files()).notes
    assert [note for note in notes if (note.file, note.line) == (file, line) and key in note.words]


def test_business_keys_are_read_in_the_order_of_the_file(empty: Tenant) -> None:
    plan = importing.look(empty, files())
    assert "Business key 'resource_key' added" in map(str, plan.changes)
    said = "'resource_key' is read from resource_key, order_id, wherever in a request these stand."
    assert [note.line for note in plan.notes if note.words == said] == [10]
    assert not BusinessKey.objects.of(empty).exists(), "so far it was only looked at"
    importing.write(plan)
    rows = {row.name: (row.sources, row.required) for row in BusinessKey.objects.of(empty)}
    assert rows == {
        "customer_key": (["customer_key", "customer_id", "msisdn"], False),
        "resource_key": (["resource_key", "order_id"], False),
        "session_key": ([], True),
    }
    assert BusinessKey.objects.of(empty).get(name="customer_key").description == "Quem é o cliente."


def test_what_of_an_identity_has_no_place_is_told_and_the_rest_stays(seeded: Tenant) -> None:
    words = """
identity:
  version: 3
  required: [account_key, owner_key]
  keys:
    customer_key: {sources: [card], pattern: x}
    owner_key: {sources: [owner]}
"""
    plan = importing.look(seeded, {"identity.yaml": words.encode()})
    assert {(note.sort, note.line) for note in plan.notes} == {
        ("left", 3), ("unknown", 4), ("unknown", 6), ("unknown", 7),
    }  # fmt: skip
    importing.write(plan)
    rows = {row.name: (row.sources, row.required) for row in BusinessKey.objects.of(seeded)}
    assert rows == {
        "account_key": (["account_key", "account_id"], True),
        "customer_key": (["card"], False),
        "resource_key": (["resource_key", "order_id"], False),
        "session_key": ([], False),
    }


@try_each(
    ("key", "told"),
    [
        ("keyword", "Was 'keywords' meant?"),
        ("tools", "Was 'mcp_tools' meant?"),
        ("zzz", "'intents[0].zzz' is not known and is not taken."),
    ],
)
def test_whoever_writes_another_key_is_told_which_is_like_it(empty: Tenant, key: str, told: str) -> None:
    files = {"routing.yaml": f"intents: [{{name: lost, {key}: [x]}}]".encode()}
    (note,) = [each for each in importing.look(empty, files).notes if each.sort == "unknown"]
    assert note.words.endswith(told)


ENGLISH = b"""
default_language: en
agents: [{agent_id: desk, fallback_agent: cards_agent}]
"""
CARDS = b"""
intents:
  - {name: lost, agent: cards_agent, examples: [I lost my card, {text: He perdido la tarjeta, language: es}],
     mcp_tools: [find], offered_tools: [cancel]}
"""


def test_examples_are_of_the_language_that_the_same_files_give_the_company(
    empty: Tenant,
) -> None:
    """They were read as Portuguese at the first import, and as English when it was repeated."""
    files = {
        "agents.yaml": ENGLISH,
        "routing.yaml": CARDS,
        "specialists.yaml": b"specialists: {cards_agent: {role: You are Cards.}}",
        "mcp_servers.yaml": SHOP,
        "tools.yaml": TOOLS,
    }
    importing.write(importing.look(empty, files))
    (intent,) = Intent.objects.of(empty)
    assert set(intent.examples.values_list("language", "text")) == {
        ("en", "I lost my card"), ("es", "He perdido la tarjeta"),
    }  # fmt: skip
    # A tool that is only named among those that the model calls is one of the intent's.
    assert list(intent.tools.values_list("tool__name", "use")) == [("find", "prefetch"), ("cancel", "offer")]
    assert not importing.look(Tenant.objects.get(pk=empty.pk), files).changes


def test_what_a_call_needs_is_an_argument_where_nothing_else_says_them(empty: Tenant) -> None:
    tools = TOOLS.replace(b"query}", b"query, requires: [order_id]}")
    plan = importing.look(empty, {"mcp_servers.yaml": SHOP, "tools.yaml": tools})
    assert not plan.faults
    importing.write(plan)
    (argument,) = MCPTool.objects.of(empty).get(name="find").parameters.all()
    assert (argument.name, argument.required) == ("order_id", True)
    tools = tools.replace(b"requires: [order_id]", b"args_schema: {number: string}, requires: [code]")
    (fault,) = importing.look(empty, {"mcp_servers.yaml": SHOP, "tools.yaml": tools}).faults
    assert "no argument 'code'" in fault.words


SHOP = b"servers:\n  shop: {endpoint: 'https://shop.example.com/mcp'}\n"
TOOLS = b"tools:\n  find: {mcp_server: shop, tool_type: query}\n  cancel: {mcp_server: shop}\n"


def test_a_field_that_cannot_be_one_is_told_at_its_line(empty: Tenant) -> None:
    words = "identity:\n  keys:\n    account_key:\n      sources: [the account]\n"
    (fault,) = importing.look(empty, {"identity.yaml": words.encode()}).faults
    assert (fault.line, "for example customer_id" in fault.words) == (4, True)


def test_an_argument_is_who_writes_where_a_business_key_of_the_files_says_so(empty: Tenant) -> None:
    tools = (
        "tools:\n  balance:\n    mcp_server: bank\n    args_schema: {iban: string, msisdn: string, "
        "order_id: string}\n"
    )
    keys = "identity: {keys: {account_key: {sources: [iban, order_id]}, resource_key: {sources: [msisdn]}}}"
    servers = "servers: {bank: {transport: http, endpoint: 'http://localhost:1'}}"
    named = {"tools.yaml": tools, "identity.yaml": keys, "mcp_servers.yaml": servers}
    importing.write(importing.look(empty, {name: text.encode() for name, text in named.items()}))
    sources = {each.name: each.source for each in MCPTool.objects.of(empty).get().parameters.all()}
    assert sources == {"iban": "identity", "msisdn": "identity", "order_id": "resource"}


def test_an_unknown_rail_is_kept_switched_off(empty: Tenant) -> None:
    plan = read(
        empty, **{"guardrails.yaml": "input: [{code: LATER, enabled: true}, {code: TOX, enabled: true}]"}
    )
    assert "LATER" in " ".join(str(note) for note in plan.notes)
    content = snapshot.take(empty)["agents"]
    assert content["rails"]["LATER:input"]["enabled"] is False
    assert content["rails"]["TOX:input"]["enabled"] is True
    assert content["judges"]["response_quality"]["enabled"]


def test_backends_are_read_with_where_they_are(empty: Tenant) -> None:
    plan = read(empty)
    contas = Backend.objects.of(empty).get(name="contas")
    assert (contas.title, contas.is_default, contas.url) == ("Contas", True, "http://localhost:8001")
    assert contas.metadata == {"owner": "time de contas"}
    ofertas = Backend.objects.of(empty).get(name="ofertas")
    assert (ofertas.message_path, ofertas.is_default) == ("/gateway/message", False)
    assert "Backend 'contas' is asked at" in " ".join(importing.look(Tenant(slug="other"),
        files()).outside.changes(
        Tenant(slug="other")))  # fmt: skip
    assert "backends" not in told(plan, "unknown")


def test_reading_the_same_files_again_changes_nothing(seeded: Tenant) -> None:
    again = importing.look(seeded, files())
    assert list(again.changes) == []


def test_what_files_do_not_say_stays(seeded: Tenant) -> None:
    Intent.objects.of(seeded).filter(name="product_information").update(priority=77)
    Specialist.objects.of(seeded).filter(name="orders_agent").update(purpose="Where a parcel is.")
    only = b"intents:\n- {name: product_information, keywords: [plano]}\n"
    importing.write(importing.look(seeded, {"routing.yaml": only}))
    changed = Intent.objects.of(seeded).get(name="product_information")
    assert (changed.priority, [each.text for each in changed.keywords.all()]) == (77, ["plano"])
    assert Specialist.objects.of(seeded).get(name="orders_agent").purpose == "Where a parcel is."
    assert Intent.objects.of(seeded).count() == 4


def test_another_company_is_not_touched(empty: Tenant) -> None:
    other = Tenant.objects.create(slug="other")
    read(empty)
    assert Intent.objects.of(other).count() == 0
    assert snapshot.take(other)["agents"]["tools"] == {}


def test_each_edit_leaves_its_line_of_history(seeded: Tenant) -> None:
    row = Intent.objects.of(seeded).get(name="product_information")
    importing.write(
        importing.look(seeded, {"routing.yaml": b"intents: [{name: product_information, priority: 5}]"})
    )
    assert [each.priority for each in row.history.all()] == [5, 20]


@try_each(
    ("file", "content", "words"),
    [
        ("routing.yaml", "intents:\n- name: Bad Name\n  agent: a", "routing.yaml, line 2: 'Bad Name'"),
        ("routing.yaml", "intents:\n- name: x\n  priority: high", "routing.yaml, line 3: A whole number"),
        ("routing.yaml", "intents:\n- name: x\n  mcp_tools: [nothing]", "line 3: There is no tool 'nothing'"),
        ("routing.yaml", "intents:\n- name: x\n- name: x", "line 3: Intent 'x' stands in the files twice"),
        ("routing.yaml", "intents: [{name: x, keywords: 5}]", "line 1: A list of texts"),
        ("routing.yaml", f"intents:\n- name: x\n  keywords: ['{'k' * 121}']", "line 2: 'x, kkkk"),
        ("routing.yaml", "router: [1]", "line 1: 'router' is a mapping"),
        ("tools.yaml", "tools:\n  t: {mcp_server: nowhere}", "line 2: There is no server 'nowhere'"),
        ("tools.yaml", "tools:\n  t:\n    enabled: maybe", "line 3: true or false"),
        ("agents.yaml", "agents:\n- agent_id: lonely", "line 2: Profile 'lonely' needs a fallback_agent"),
        ("agents.yaml", "default_agent_id: nobody", "line 1: There is no profile 'nobody'"),
        ("agents.yaml", "agents:\n- {agent_id: x, fallback_agent: a, mode: sideways}", "sideways"),
        ("mcp_servers.yaml", "servers:\n  s: {transport: pigeon, endpoint: 'http://x'}", "pigeon"),
        ("mcp_servers.yaml", "servers:\n  s: {transport: sse}", "line 2: Server 's' needs 'endpoint'"),
        ("llm_profiles.yaml", "profiles:\n  p: {provider: unheard_of}", "unheard_of"),
        ("llm_profiles.yaml", "profiles:\n  p: {temperature: 9}", "llm_profiles.yaml, line 2"),
        ("backends.yaml", "default_backend: gone", "backends.yaml, line 1: There is no backend 'gone'"),
        ("backends.yaml", "backends:\n  b: {message_path: no}", "backends.yaml, line 2"),
        ("slots.yaml", "slots:\n  s: {pattern: '('}", "slots.yaml, line 2"),
        ("specialists.yaml", "specialists:\n  s: {targets: [gone]}", "line 2: There is no specialist 'gone'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line_and_changes_nothing(
    empty: Tenant, file: str, content: str, words: str
) -> None:
    keep = {"agents.yaml": "agents: []", "routing.yaml": "intents: []"}
    assert words in wrong(empty, **{**keep, file: content})


def test_everything_that_is_wrong_is_told_at_once(empty: Tenant) -> None:
    bad = "intents:\n- {name: one, priority: x}\n- {name: two, enabled: 3}\n- {agent: three}\n"
    assert wrong(empty, **{"routing.yaml": bad}).count("routing.yaml, line") == 3


def test_a_draft_that_was_edited_meanwhile_is_not_written_over(empty: Tenant) -> None:
    plan = importing.look(empty, files())
    read(empty)
    with pytest.raises(DraftMoved):
        importing.write(plan)


def test_only_an_administrator_changes_the_companys_settings(empty: Tenant) -> None:
    plan = importing.look(empty, files(), company=False)
    assert "administrator" in told(plan, "left")
    importing.write(plan)
    empty.refresh_from_db()
    assert empty.default_agent_id == ""


def test_a_prompt_is_a_new_version_and_not_written_over(seeded: Tenant) -> None:
    for role in ("You answer.", "You answer kindly."):
        content = f"specialists: {{billing_agent: {{role: '{role}'}}}}".encode()
        importing.write(importing.look(seeded, {"specialists.yaml": content}))
    prompts = Specialist.objects.of(seeded).get(name="billing_agent").prompts.order_by("number")
    assert [(each.number, each.role) for each in prompts] == [(1, "You answer."), (2, "You answer kindly.")]
