"""Forgetting and exporting over HTTP and in the Studio."""

import asyncio
import io
import json
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from conversations.models import Conversation, Message
from conversations.visits import visit
from privacy.models import Erasure
from tenancy.models import ApiKey
from tests.api.conftest import reach
from tests.studio.conftest import login


def _key(*scopes: str, tenant: str = "tenant_a") -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiKey.make(tenant, 'crm', scopes)[1]}"}


async def test_a_program_exports_and_forgets_who_wrote(transactional_db: None) -> None:
    owner = await visit(lambda: _key("chat", "context:trusted", "privacy"))
    async with reach("203.0.113.9", headers=owner) as client:
        said = {"message": "oi, bom dia", "user_id": "ana-77", "tenant_id": "tenant_a"}
        assert (await client.post("/api/chat/message", json=said)).status_code == 200
        zipped = await client.post("/api/privacy/export", json={"user_id": "ana-77"})
        assert zipped.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(zipped.content)) as packed:
            assert json.loads(packed.read("conversations/message.json"))[0]["text"] == "oi, bom dia"
        asked = await client.post("/api/privacy/forget", json={"user_id": "ana-77"})
        assert asked.status_code == 202
        told = asked.json()
        for _try in range(200):
            if told["status"] not in ("queued", "running"):
                break
            await asyncio.sleep(0.1)
            told = (await client.get(told["url"])).json()
        assert told["status"] == "done" and told["touched"]["conversations.Message"] == 2
    assert await visit(lambda: set(Message.unscoped.values_list("text", flat=True))) == {""}
    assert not await visit(lambda: Conversation.unscoped.filter(user_id="ana-77").exists())
    stranger = await visit(lambda: _key("privacy", tenant="tenant_clinic"))
    async with reach("203.0.113.9", headers=stranger) as client:
        assert (await client.get(told["url"])).status_code == 404


async def test_who_is_named_wrongly_is_told_so(transactional_db: None) -> None:
    async with reach("203.0.113.9", headers=await visit(lambda: _key("privacy"))) as client:
        for body in ({}, {"user_id": ""}, {"user_id": "x" * 129}, {"user_id": None}):
            assert (await client.post("/api/privacy/forget", json=body)).status_code == 422


@pytest.mark.django_db
def test_the_page_looks_exports_and_forgets_only_who_is_named_twice(
    acme, django_capture_on_commit_callbacks
) -> None:
    browser: Client = login("admin", acme.tenant)
    page = reverse("admin:people")
    shown = browser.post(page, {"user_id": "u-1", "do": "look"}).content.decode()
    assert "Messages" in shown and "Forget this person" in shown
    zipped = browser.post(page, {"user_id": "u-1", "do": "export"})
    assert zipfile.is_zipfile(io.BytesIO(zipped.content))
    refused = browser.post(page, {"user_id": "u-1", "do": "forget", "again": "u-2"})
    assert (
        "once more" in refused.content.decode() and Erasure.unscoped.filter(tenant=acme.tenant).count() == 1
    )
    done = browser.post(page, {"user_id": "u-1", "do": "forget", "again": "u-1"})
    receipt = Erasure.objects.of(acme.tenant).get(finished_at=None, job__gt="")
    assert done.status_code == 302 and receipt.pk in done["Location"]
    assert browser.get(done["Location"]).status_code == 200
