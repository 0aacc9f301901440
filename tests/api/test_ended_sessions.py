"""A key that is revoked takes its session tokens with it: from every door, also from lines that are open."""

import asyncio
import json
import time

import pytest
from django.test import AsyncClient

from conversations.models import Turn
from conversations.visits import visit
from routing.api import watching
from tenancy import ending, keys
from tenancy.models import ApiKey
from tests.api.events import parse
from tests.api.sockets import greeted, opened

QUESTION = {"text": "Minha fatura veio alta", "agent_id": "telecom_contas"}
WITHIN = 5.0  # seconds


@pytest.fixture
async def signed(stranger, key):
    """A token of the door for tokens, and its key's row."""
    header = key("session:create")
    asked = {"user_id": "ana", "context": {"msisdn": "5511999999999", "invoice_id": "INV001"}}
    made = await stranger.post("/api/chat/session", json=asked, headers=header)
    prefix = header["Authorization"].split("_")[2]
    return made.json()["token"], await visit(lambda: ApiKey.unscoped.get(prefix=prefix))


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


async def stop_all():
    from routing.turns import registry

    for turn in await visit(
        lambda: list(Turn.unscoped.filter(finished_at=None).values_list("pk", flat=True))
    ):
        registry.stop(str(turn))


async def streamed(token, path, begun):
    """Everything that a stream says; `begun` is set at its first text."""
    body = {**QUESTION, "session_id": path.split("/")[1], "message": "oi"}
    answer = await AsyncClient().post(path, json.dumps(body), "application/json", headers=bearer(token))
    told = ""
    async for chunk in answer.streaming_content:
        told += chunk.decode()
        if "palavra" in told:
            begun.set()
    return told


async def test_open_lines_of_a_key_that_is_revoked_end_within_five_seconds(signed, stranger, slow_model):
    token, row = signed
    begun, socket_code = asyncio.Event(), []

    async def listens():
        async with greeted("idle", token=token) as line:
            begun_idle.set()
            assert (await line.next())["data"]["code"] == "unauthenticated"
            assert await line.next() is None
            socket_code.append(line.code)

    begun_idle = asyncio.Event()
    async with asyncio.timeout(30), asyncio.TaskGroup() as together:
        stream = together.create_task(streamed(token, "/gateway/message/sse", begun))
        together.create_task(listens())
        await begun.wait()
        await begun_idle.wait()
        await visit(lambda: keys.revoke(row))
        since = time.monotonic()
        refused = await stranger.post("/gateway/message", json=QUESTION, headers=bearer(token))
        assert (refused.status_code, refused.json()["code"]) == (401, "unauthenticated")
    assert time.monotonic() - since < WITHIN
    assert socket_code == [4401]
    name, problem = parse(stream.result())[-1][1:]
    assert (name, problem["code"]) == ("error", "unauthenticated")
    await stop_all()


async def test_a_stream_for_openais_clients_ends_too(stranger, key, slow_model, monkeypatch):
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.1)
    header = key("chat")
    row = await visit(lambda: ApiKey.unscoped.get(prefix=header["Authorization"].split("_")[2]))
    body = {
        "model": "telecom_contas",
        "stream": True,
        "messages": [{"role": "user", "content": "Minha fatura veio alta"}],
    }
    answer = await AsyncClient().post(
        "/v1/chat/completions", json.dumps(body), "application/json", headers=header
    )
    told = ""
    async with asyncio.timeout(20):
        async for chunk in answer.streaming_content:
            told += chunk.decode()
            if "chunk" in told and row is not None:
                await visit(lambda row=row: keys.revoke(row))
                row = None
    assert "invalid_api_key" in told and "[DONE]" not in told
    await stop_all()


async def test_who_waits_for_json_hears_no_answer_after_the_end(signed, stranger, slow_model, monkeypatch):
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.1)
    token, row = signed
    waits = asyncio.create_task(stranger.post("/gateway/message", json=QUESTION, headers=bearer(token)))
    await slow_model.asked()
    await visit(lambda: ending.of_user("tenant_a", "ana"))
    assert (await waits).json()["code"] == "unauthenticated"
    assert row.revoked_at is None
    await stop_all()


async def test_who_still_may_is_left_alone(signed, key, monkeypatch):
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.05)
    token, _row = signed
    other = key("chat")
    async with greeted("mine", token=token) as line, opened("theirs") as other_line:
        other_line.send("hello", token=other["Authorization"].split()[1], agent_id="telecom_contas")
        assert (await other_line.next())["event"] == "ready"
        await visit(lambda: ending.of_user("tenant_a", "somebody_else"))
        await asyncio.sleep(0.3)
        for each in (line, other_line):
            each.send(text="oi")
            assert (await each.until("done"))[-1]["event"] == "done"


async def test_a_token_says_no_more_seconds_than_its_key_has(stranger, key):
    from datetime import timedelta

    from django.utils import timezone

    header = key("session:create")
    soon = timezone.now() + timedelta(seconds=100)
    prefix = header["Authorization"].split("_")[2]
    await visit(lambda: ApiKey.unscoped.filter(prefix=prefix).update(expires_at=soon))
    made = (await stranger.post("/api/chat/session", json={"user_id": "ana"}, headers=header)).json()
    assert 95 <= made["expires_in"] <= 100
