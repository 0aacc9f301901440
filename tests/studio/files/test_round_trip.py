"""What is written is read back, whole: no row, no text and no order is lost."""

import pytest

from agents.models import ToolParameter
from releases import snapshot
from routing.models import Intent
from studio.files import exporting, importing
from tenancy.models import Tenant
from tests.studio.files.seed import files

pytestmark = pytest.mark.django_db


def moved(content: dict[str, bytes], slug: str) -> Tenant:
    """An empty company into which files were read; nothing in them was strange."""
    tenant = Tenant.objects.create(slug=slug)
    plan = importing.look(tenant, content)
    assert plan.faults == []
    assert [note for note in plan.notes if note.sort not in ("kept", "word")] == []
    importing.write(plan)
    return Tenant.objects.get(pk=slug)


def test_the_demo_goes_out_and_comes_back_whole() -> None:
    demo = Tenant.objects.get(pk="tenant_a")
    Intent.objects.of(demo).filter(name="retail_order_tracking").update(handover_backend="suporte")
    out = exporting.collect_files(demo)
    assert b"handover_backend: suporte" in out["routing.yaml"]
    twin = moved(out, "twin")
    assert Intent.objects.of(twin).get(name="retail_order_tracking").handover_backend == "suporte"
    assert exporting.collect_files(twin) == out
    one, two = snapshot.take(demo), snapshot.take(twin)
    for each in (*one["agents"]["collections"].values(), *two["agents"]["collections"].values()):
        for counted in ("documents", "revision"):  # a job reads them
            each.pop(counted, None)
    assert one == two
    assert list(importing.look(demo, out).changes) == []


def test_the_seeds_own_files_come_back_with_every_key_that_has_a_place(empty: Tenant) -> None:
    plan = importing.look(empty, files())
    importing.write(plan)
    empty.refresh_from_db()
    out = exporting.collect_files(empty)
    assert b"sk-written" not in b"".join(out.values())
    assert exporting.collect_files(moved(out, "twin")) == out
    assert snapshot.take(empty)["agents"] == plan.content["agents"]
    assert plan.content["agents"]["tools"]["consultar_fatura"]["cache_seconds"] == 60
    invoice = b"billing_invoice_explanation"
    assert invoice in out["routing.yaml"]
    assert b"contestar" in out["routing.yaml"]
    for path in ("guardrails.yaml", "judges.yaml"):
        assert f"agents/telecom_contas/{path}" in out


def test_a_label_of_an_argument_goes_in_and_out_in_both_forms(empty: Tenant) -> None:
    label = "{en: the number, es: el número}"
    tools = f"""tools:
  balance: {{mcp_server: bank, tool_type: query, args_schema: {{iban: {{type: string, label: {label}}}}}}}
  rate: {{mcp_server: bank, tool_type: query, parameters: [{{name: iban, label: {label}}}, {{name: day}}]}}
"""
    servers = "servers: {bank: {transport: http, endpoint: 'http://localhost:1'}}"
    named = {"tools.yaml": tools.encode(), "mcp_servers.yaml": servers.encode()}
    importing.write(importing.look(empty, named))
    rows = {(each.tool.name, each.name): each.label for each in ToolParameter.objects.of(empty)}
    said = {"en": "the number", "es": "el número"}
    assert rows == {("balance", "iban"): said, ("rate", "iban"): said, ("rate", "day"): {}}
    out = exporting.collect_files(empty)
    assert list(importing.look(empty, out).changes) == [] and "el número".encode() in out["tools.yaml"]
