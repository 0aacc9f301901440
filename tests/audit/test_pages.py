"""The Studio's page and the endpoints: filters, files, the chain's state.

Readings of conversations stand in the log.
"""

import csv
import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from audit.append import record
from audit.chain import verify
from audit.models import AuditEntry
from audit.reading import as_json, note_read
from audit.values import Party
from conversations.models import Conversation, UserFact
from conversations.visits import visit
from routing.models import Intent
from tenancy.models import ApiKey, Tenant
from tests.api.conftest import reach
from tests.studio.conftest import login


def key(*scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiKey.make('tenant_a', 'crm', scopes)[1]}"}


def readings(tenant: str = "tenant_a") -> list[dict]:
    rows = AuditEntry.objects.of(tenant).filter(action__in=("read", "erase")).order_by("number")
    return as_json(tenant, rows)


async def test_a_programs_reading_is_noted_and_a_turn_is_not(transactional_db: None) -> None:
    owner = await visit(lambda: key("chat", "context:trusted", "sessions"))
    before = await visit(lambda: AuditEntry.objects.of("tenant_a").count())
    async with reach("203.0.113.9", headers=owner) as client:
        said = {"message": "oi, bom dia", "user_id": "ana-77"}
        answer = (await client.post("/api/chat/message", json=said)).json()
        assert await visit(lambda: AuditEntry.objects.of("tenant_a").count()) == before
        name = answer["conversation_key"]
        assert (await client.get(f"/sessions/{name}/messages")).status_code == 200
        assert (await client.get(f"/sessions/{name}/checkpoint")).status_code == 200
        async with client.stream("GET", f"/gateway/events/{name}") as events:
            assert events.status_code == 200
        assert (await client.delete(f"/sessions/{name}")).status_code == 200
    found = await visit(readings)
    assert [each["after"].get("where", each["action"]) for each in found] == [
        "messages",
        "checkpoint",
        "events",
        "erase",
    ]
    assert {each["row"] for each in found} == {answer["conversation_id"]}
    assert found[3]["after"] == {"messages": 2}
    assert found[0]["who"]["kind"] == "key" and found[0]["from"] == "203.0.113.9"
    assert "bom dia" not in str(found)


async def test_a_response_that_another_program_made_is_read_with_a_note(transactional_db: None) -> None:
    maker = await visit(lambda: key("chat", "context:trusted"))
    reader = await visit(lambda: key("chat", "sessions"))
    async with reach("203.0.113.9", headers=maker) as client:
        sent = {"model": "telecom_contas", "input": "oi", "user": "ana-77"}
        made = await client.post("/v1/responses", json=sent)
        assert (await client.get(f"/v1/responses/{made.json()['id']}")).status_code == 200
    assert await visit(readings) == []
    async with reach("203.0.113.9", headers=reader) as client:
        assert (await client.get(f"/v1/responses/{made.json()['id']}")).status_code == 200
    (found,) = await visit(readings)
    assert found["after"] == {"where": "response"}


@pytest.mark.django_db
def test_lists_of_conversations_and_what_is_remembered_are_read_with_a_note(acme) -> None:
    slug = acme.tenant.pk
    talk = Conversation.objects.of(slug).first()
    fact = UserFact.unscoped.create(
        tenant_id=slug, user_id="ana-77", key="name", value="Zenaide", source="stated"
    )
    browser = login("admin", acme.tenant)
    for name in ("conversation", "turn"):
        page = browser.get(reverse(f"admin:conversations_{name}_changelist"))
        assert page.status_code == 200
    assert "Zenaide" in browser.get(reverse("admin:conversations_userfact_changelist")).text
    assert "Zenaide" in browser.get(reverse("admin:conversations_userfact_change", args=[fact.pk])).text
    talks, turns, facts, row = readings(slug)
    for each in (talks, turns):
        assert talk.pk in (each["row"], *each["after"].get("conversations", ()))
    assert facts["kind"] == row["kind"] == "conversations.UserFact"
    assert facts["after"]["1"] == row["after"]["user_id"] == "ana-77"
    assert "Zenaide" not in str([facts, row])


@pytest.mark.django_db
def test_a_reading_that_names_many_users_costs_as_much_as_of_one(acme) -> None:
    def cost(*users: str) -> int:
        about = {user: Party("user", user) for user in users}
        with CaptureQueriesContext(connection) as seen:
            record(acme.tenant, "read", "conversations.UserFact", after=about)
        return len(seen)

    cost("first")
    one = cost("ana")
    assert cost("ana", *(f"user-{n}" for n in range(50))) == one
    assert cost(*(f"user-{n}" for n in range(50))) < one, "those are known"
    assert readings(acme.tenant.pk)[-1]["after"]["user-7"] == "user-7"


@pytest.mark.parametrize("more", [(), ("sessions", "debug")], ids=["a chat's key", "a key that sees all"])
async def test_what_a_users_own_server_reads_for_them_is_not_noted(
    transactional_db: None, more: tuple[str, ...]
) -> None:
    owner = await visit(lambda: key("chat", "context:trusted", *more))
    async with reach("203.0.113.9", headers=owner) as client:
        answer = (await client.post("/api/chat/message", json={"message": "oi", "user_id": "ana-77"})).json()
        own = f"/api/chat/conversations/{answer['conversation_id']}?user_id=ana-77"
        assert (await client.get(own)).status_code == 200
    assert await visit(readings) == []


async def test_programs_page_through_the_log_and_look_whether_it_is_whole(transactional_db: None) -> None:
    auditor = await visit(lambda: key("audit:read"))
    head = await visit(lambda: verify("tenant_a"))
    async with reach("203.0.113.9", headers=auditor) as client:
        page = (await client.get("/api/audit", params={"limit": 1})).json()
        assert page["head"] == {"number": head.number, "digest": head.digest}
        assert [each["number"] for each in page["entries"]] == [head.number]
        behind = (await client.get("/api/audit", params={"before": 2})).json()
        assert [each["number"] for each in behind["entries"]] == [1]
        only = (await client.get("/api/audit", params={"kind": "tenancy.ApiKey"})).json()["entries"]
        assert only and {each["kind"] for each in only} == {"tenancy.ApiKey"}
        kept = {"number": head.number, "digest": head.digest}
        assert (await client.get("/api/audit/verify", params=kept)).json()["whole"] is True
        wrong = (await client.get("/api/audit/verify", params=kept | {"digest": "0" * 64})).json()
        assert (wrong["whole"], wrong["broken_at"]) == (False, head.number)
        assert (await client.get("/api/audit", params={"action": "dance"})).status_code == 422


@pytest.mark.django_db
def test_a_reading_on_a_page_names_the_person_and_the_conversation(acme) -> None:
    talk = Conversation.objects.of(acme.tenant).first()
    browser = login("analyst", acme.tenant)
    assert browser.get(reverse("analytics-conversation", args=[talk.pk])).status_code == 200
    assert browser.get(reverse("admin:conversations_message_changelist")).status_code == 200
    page, listed = readings(acme.tenant.pk)
    assert page["row"] == talk.pk and page["who"]["name"].startswith("analyst")
    assert talk.pk in (listed["row"], *listed["after"].get("conversations", ()))


@pytest.mark.django_db
def test_a_reading_of_many_conversations_names_each(acme) -> None:
    names = [f"c-{number}" for number in range(450)]
    note_read("acme", names, "export")
    found = readings("acme")
    assert [each["after"]["count"] for each in found] == [450] * 3
    assert sorted(name for each in found for name in each["after"]["conversations"]) == sorted(names)


@pytest.mark.django_db
def test_the_page_says_how_many_conversations_were_read_at_once(acme) -> None:
    note_read(acme.tenant, ["c-1", "c-2", "c-3"], "list")
    entries = login("admin", acme.tenant).get(reverse("admin:audit"), {"action": "read"}).context["entries"]
    assert [each["name"] or each["row"] for each in entries] == ["3 at once"]


@pytest.mark.django_db
def test_the_page_filters_pages_and_writes_files(acme) -> None:
    row = Intent.objects.of(acme.tenant).first()
    row.description = "Other"
    row.save()
    browser = login("admin", acme.tenant)
    page = reverse("admin:audit")
    shown = browser.get(page, {"kind": "routing.Intent", "action": "change", "row": row.name})
    assert [each["number"] for each in shown.context["entries"]]
    assert {each["row"] for each in shown.context["entries"]} == {str(row.pk)}
    assert not browser.get(page, {"person": "nobody-of-that-name"}).context["entries"]
    assert not browser.get(page, {"until": "2020-01-01"}).context["entries"]
    assert browser.get(page, {"since": "2026-02-31", "page": "x"}).status_code == 200
    assert not browser.get(page, {"row": "x", "kind": "a'b"}).context["entries"]


async def test_files_hold_every_entry_and_the_head(transactional_db: None) -> None:
    auditor = await visit(lambda: login("admin", Tenant.objects.get(pk="tenant_a")))
    async with reach("203.0.113.9", cookies={"sessionid": auditor.cookies["sessionid"].value}) as client:
        count = await visit(lambda: AuditEntry.objects.of("tenant_a").count())
        table = await client.get("/admin/audit/", params={"export": "csv"})
        lines = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))
        assert len(lines) == count + 1 and lines[0][0] == "number"
        document = json.loads((await client.get("/admin/audit/", params={"export": "json"})).content)
        assert len(document["entries"]) == count + 1  # the first file is an entry, too
        assert document["head"]["number"] == count + 2


@pytest.mark.django_db
def test_the_button_says_whether_the_chain_holds(acme) -> None:
    browser = login("admin", acme.tenant)
    said = browser.post(reverse("admin:audit"), follow=True)
    assert [str(each.level_tag) for each in said.context["messages"]] == ["success"]


@pytest.mark.django_db
def test_an_entry_is_told_in_the_readers_language(acme) -> None:
    note_read(acme.tenant, ["c-1"], "list")
    record(acme.tenant, "erase", "privacy.Erasure", after={"rows": {"conversations.Turn": 2}})
    browser = login("admin", acme.tenant)
    browser.cookies["django_language"] = "pt-br"
    shown = browser.get(reverse("admin:audit")).context["entries"]
    told = {(each["kind"], after) for each in shown for _name, _before, after in each["told"]}
    assert {("Conversa", "lista"), ("Recibo de apagamento", "Turno: 2")} <= told
