"""A user attaches documents, which answer that user alone, and takes them away again."""

import asyncio

import pytest

from agents.knowledge import attachments, uploads
from agents.knowledge.models import Collection, Document, Passage
from conversations.visits import visit
from privacy import retention
from releases.publish import publish
from routing.models import AgentProfile
from tenancy import tokens
from tenancy.models import Tenant
from tests.agents.knowledge.conftest import index, keep
from tests.api.conftest import reach

pytestmark = pytest.mark.django_db(transaction=True)
ENDED = ("ready", "failed")
DOORS = "/api/chat/attachments"
STANDARD = b"# Padroes\n## Nomes\nVariaveis se escrevem em minusculas e com sublinhado, nunca com hifen.\n"
ASK = "como se escrevem as variaveis?"


@pytest.fixture
def users(transactional_db, settings) -> dict[str, dict[str, str]]:
    """The headers of two users' session tokens, where profile telecom_contas takes documents."""
    settings.DEMO = False
    row = Collection(tenant_id="tenant_a", name="attached", title="Attached", kind="personal")
    row.save()
    AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(attachments=row)
    publish(Tenant.objects.get(pk="tenant_a"), "test")
    made = {each: tokens.issue("tenant_a", each, {}, ("chat",)) for each in ("ana", "bia", "")}
    return {each: {"Authorization": f"Bearer {token}"} for each, token in made.items()}


def send(web, who, name="padroes.md", content=STANDARD, agent="telecom_contas", **more):
    files = {"file": (name, content, "application/octet-stream")}
    return web.post(f"{DOORS}?agent_id={agent}", files=files, headers={**who, **more})


async def read(web, who, attachment: str) -> dict:
    """The attachment once its job is done."""
    async with asyncio.timeout(60):
        found = (await web.get(f"{DOORS}/{attachment}", headers=who)).json()
        while found["status"] not in ENDED:
            await asyncio.sleep(0.1)
            found = (await web.get(f"{DOORS}/{attachment}", headers=who)).json()
    return found


async def ask(web, who) -> str:
    body = {"agent_id": "telecom_contas", "message": ASK}
    answer = await web.post("/api/chat/message", json=body, headers=who)
    return answer.json()["response"]


async def test_what_a_user_attaches_answers_that_user_alone_until_it_is_taken_away(users) -> None:
    ana, bia = users["ana"], users["bia"]
    async with reach("203.0.113.9") as web:
        made = await send(web, ana)
        assert made.status_code == 202, made.text
        mine = made.json()
        assert (mine["name"], mine["title"], mine["status"]) == ("padroes.md", "Padroes", "waiting")
        ready = await read(web, ana, mine["attachment_id"])
        assert (ready["status"], ready["progress"]) == ("ready", 100)
        assert "sublinhado" in await ask(web, ana)
        assert "sublinhado" not in await ask(web, bia)
        assert (await web.get(DOORS, headers=bia)).json() == {"attachments": []}
        for method in (web.get, web.delete):
            refused = await method(f"{DOORS}/{mine['attachment_id']}", headers=bia)
            assert (refused.status_code, refused.json()["code"]) == (404, "unknown_document")
        gone = await web.delete(f"{DOORS}/{mine['attachment_id']}", headers=ana)
        assert gone.json() == {"removed": True}
        assert (await web.get(DOORS, headers=ana)).json() == {"attachments": []}
        assert "sublinhado" not in await ask(web, ana)
    assert not await visit(Passage.unscoped.filter(text__contains="sublinhado").exists)


async def test_a_collection_that_left_the_draft_is_attached_to_while_the_live_release_has_it(users) -> None:
    await visit(lambda: Collection.unscoped.filter(name="attached").update(dropped=True))
    async with reach("203.0.113.9") as web:
        made = await send(web, users["ana"])
        assert made.status_code == 202, made.text


HALF = {"content-type": "multipart/form-data"}  # no boundary


async def test_what_is_not_taken_says_why(users, settings) -> None:
    ana = users["ana"]
    settings.ATTACHMENT_BYTES, settings.ATTACHMENT_BYTES_OF_USER = 1000, 1500
    async with reach("203.0.113.9") as web:
        wrong = {
            "a picture": (await send(web, ana, "foto.png"), 422, "document_not_taken"),
            "too large": (await send(web, ana, content=b"x" * 1001), 413, "document_too_large"),
            "nobody's": (await send(web, users[""]), 403, "nobody_known"),
            "no credential": (await send(web, {}), 401, "unauthenticated"),
            "switched off": (await send(web, ana, agent="retail_orders"), 403, "attachments_off"),
            "no profile": (await send(web, ana, agent="nobody"), 422, "unknown_agent"),
            "another page": (await send(web, ana, origin="https://evil.example"), 403, "foreign_origin"),
            "no form": (await web.post(DOORS, json={}, headers=ana), 415, "unsupported_media_type"),
            "half a form": (await web.post(DOORS, content=b"x", headers={**ana, **HALF}), 400, "bad_request"),
            "no file": (await web.post(DOORS, files={"other": b"x"}, headers=ana), 422, "invalid_request"),
        }
        assert {what: (got.status_code, got.json()["code"]) for what, (got, *_) in wrong.items()} == {
            what: (status, code) for what, (_got, status, code) in wrong.items()
        }
        assert (await send(web, ana, content=b"a" * 900)).status_code == 202
        assert (await send(web, ana, content=b"a" * 900)).json()["code"] == "document_there"
        assert (await send(web, ana, content=b"b" * 900)).json()["code"] == "no_room_for_documents"
        assert (await send(web, users["bia"], content=b"a" * 900)).status_code == 202


def test_what_a_user_attached_goes_with_its_time(transactional_db) -> None:
    company = Tenant.objects.get(pk="tenant_a")
    collection = Collection(tenant=company, name="attached", kind="personal")
    collection.save()
    for name, day in (("old", "2026-01-01"), ("new", "")):
        row = keep(collection, f"{name}.md", f"# {name}\nSublinhado.", owner="ana")
        if day:
            Document.objects.of(company).filter(pk=row.pk).update(created_at=f"{day}T00:00Z")
    retention.keep(company, "attachments", 90)
    assert retention.tidy() == 1
    assert [row.source for row in attachments.of_user(company.pk, "ana")] == ["new.md"]


def test_what_is_read_again_keeps_its_id_for_its_user(transactional_db) -> None:
    company = Tenant.objects.get(pk="tenant_a")
    collection = Collection(tenant=company, name="attached", kind="personal")
    collection.save()
    first = row = keep(collection, "a.md", "# A\nSublinhado.", owner="ana")
    for _ in range(2):
        row = uploads.read_again(row, "bia")
        (shown,) = attachments.describe(company.pk, attachments.of_user(company.pk, "ana"))
        assert (shown["attachment_id"], shown["status"]) == (first.pk, "ready"), "while it is read again"
        index(row)
        assert attachments.find(company.pk, "ana", first.pk)["attachment_id"] == first.pk
    attachments.remove(company.pk, "ana", first.pk)
    assert not Document.objects.of(company).filter(owner="ana").exists()
