"""The chat over a WebSocket: who may open it, what a frame may say, what is told, and to whom."""

import asyncio
import json

import pytest

from routing.api import rates, socket
from routing.api.leaving import LEAVE
from tests.api.sockets import greeted, opened
from tests.parts.phrases import try_each

INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}
CLINIC = {"tenant_id": "tenant_clinic", "agent_id": "clinic_frontdesk"}


def names(told):
    return [event["event"] for event in told]


def token(authorization):
    return authorization["Authorization"].removeprefix("Bearer ")


async def test_several_turns_over_one_socket_are_told_as_a_stream_tells_them(web):
    async with greeted("several") as line:
        for number in (1, 2):
            line.send(text="Minha fatura veio alta", context=INVOICE, ref=f"m{number}")
            told = await line.until("done")
            assert names(told)[0] == "accepted"
            assert told[0]["ref"] == f"m{number}"
            assert names(told)[-2:] == ["answer", "done"]
            assert [event["id"] for event in told] == [f"{number}.{n + 1}" for n in range(len(told))]
            assert "INV001" in told[-2]["data"]["text"]
    kept = (await web.get("/sessions/tenant_a:telecom_contas:several/messages")).json()["messages"]
    assert len(kept) == 4


@try_each(
    ("frame", "code", "status"),
    [
        pytest.param({"text": "no json"}, "not_json", 400, id="no JSON"),
        pytest.param({"bytes": b"{}"}, "unsupported_media_type", 415, id="bytes"),
        pytest.param({"text": "[]"}, "invalid_request", 422, id="no object"),
        pytest.param({"text": '{"type": "odd"}'}, "invalid_request", 422, id="unknown type"),
        pytest.param({"text": '{"type": ["message"]}'}, "invalid_request", 422, id="type that is a list"),
        pytest.param({"text": '{"type": "message"}'}, "invalid_request", 422, id="no text"),
        pytest.param({"text": '{"text": "a\\u0000b"}'}, "invalid_request", 422, id="NUL"),
        pytest.param({"text": '{"text": 5}'}, "invalid_request", 422, id="text that is a number"),
        pytest.param({"text": '{"text": "oi", "idempotency_key": 5}'}, "invalid_request", 422, id="key"),
        pytest.param({"text": '{"text": "oi", "idempotency_key": "é"}'}, "bad_idempotency_key", 400, id="é"),
        pytest.param({"text": '{"text": "oi", "agent_id": "x"}'}, "invalid_request", 422, id="other agent"),
        pytest.param({"text": '{"text": "oi", "session_id": "x"}'}, "invalid_request", 422,
            id="other session"),
        pytest.param({"text": '{"type": "stop"}'}, "invalid_request", 422, id="nothing to stop"),
        pytest.param({"text": '{"type": "stop", "turn_id": "no"}'}, "turn_not_found", 404, id="unknown turn"),
        pytest.param({"text": json.dumps({"text": "x" * 300_000})}, "body_too_large", 413, id="too large"),
        pytest.param({"text": json.dumps({"text": "x" * 40_000})}, "message_too_long", 413, id="too long"),
        pytest.param({"text": "[" * 100 + "]" * 100}, "too_deep", 400, id="too deep"),
    ],
)  # fmt: skip
async def test_a_bad_frame_is_refused_in_words_and_the_socket_stays_open(web, frame, code, status):
    async with greeted("bad") as line:
        line.raw({"type": "websocket.receive", **frame})
        problem = await line.next()
        assert (problem["event"], problem["data"]["code"], problem["data"]["status"]) == (
            "error",
            code,
            status,
        )
        line.send(text="oi")
        assert names(await line.until("done"))[-1] == "done"


@try_each(
    ("frame", "code"),
    [
        pytest.param({"text": "no json"}, 4400, id="no JSON"),
        pytest.param({"text": '{"type": "message", "text": "oi"}'}, 4422, id="a message"),
        pytest.param({"text": '{"type": "hello", "last_event_id": "x"}'}, 4422, id="an id of no event"),
        pytest.param({"text": '{"type": "hello", "token": 5}'}, 4422, id="a number as token"),
        pytest.param({"text": '{"type": "hello", "token": "wrong"}'}, 4401, id="a wrong token"),
        pytest.param({"text": '{"type": "hello", "token": "é\\n"}'}, 4401, id="no token at all"),
        pytest.param({"text": '{"type": "hello"}'}, 4401, id="none"),
        pytest.param({"text": '{"type": "hello", "tenant_id": "tenant_a"}'}, 4401, id="a company"),
    ],
)
async def test_who_does_not_say_who_they_are_is_told_why_and_closed(stranger, frame, code):
    async with opened("who") as line:
        line.raw({"type": "websocket.receive", **frame})
        problem = await line.next()
        assert problem["event"] == "error"
        assert problem["data"]["status"] == code - 4000
        assert await line.next() is None
        assert line.code == code


async def test_a_key_without_the_scope_of_chatting_is_closed(stranger, key):
    async with opened("scope") as line:
        line.send("hello", token=token(key("debug")))
        assert (await line.next())["data"]["code"] == "forbidden"
        assert await line.next() is None
        assert line.code == 4403


async def test_a_socket_that_says_nothing_is_closed(web, settings):
    settings.SOCKET_HELLO_SECONDS = 0.1
    async with opened("silent") as line:
        assert (await line.next())["data"]["code"] == "no_hello"
        assert await line.next() is None
        assert line.code == 4408


@try_each(
    ("origin", "ours"),
    [
        ("http://localhost", True),
        ("https://shop.example.com", True),
        ("https://evil.example.com", False),
        ("https://localhost", False),
        ("http://localhost:81", False),
        ("null", False),
        ("", False),
    ],
)
async def test_only_our_pages_and_those_of_chat_origins_may_connect(web, settings, origin, ours):
    settings.CHAT_ORIGINS = ["https://shop.example.com"]
    async with opened("origin", origin=origin) as line:
        line.send("hello")
        first = await line.next()
        if ours:
            assert first["event"] == "ready"
        else:
            assert first["data"]["code"] == "foreign_origin"
            assert await line.next() is None
            assert line.code == 4403


async def test_a_host_that_is_not_ours_is_refused(web):
    async with opened("host", host="rebound.example.com", origin="http://rebound.example.com") as line:
        line.send("hello")
        assert (await line.next())["data"]["status"] == 400
        assert await line.next() is None
        assert line.code == 4400


@try_each(("scheme", "code"), [("ws", 4403), ("wss", None)])
async def test_where_pages_come_over_tls_a_socket_does_too(web, settings, scheme, code):
    settings.SECURE_SSL_REDIRECT = True
    async with opened("tls", scheme=scheme) as line:
        line.send("hello")
        assert (await line.next())["event"] == ("error" if code else "ready")
        if code:
            assert await line.next() is None
            assert line.code == code


async def test_a_visitor_behind_a_proxy_is_nobody(web):
    headers = {"x-forwarded-for": "10.0.0.1"}
    async with opened("proxy", **headers) as line:
        line.send("hello")
        assert (await line.next())["data"]["code"] == "unauthenticated"


async def test_nothing_else_is_a_socket(web):
    async with opened("x/y") as line:
        message = await asyncio.wait_for(line._out.get(), 5)
    assert message == {"type": "websocket.close"}


async def test_the_rates_of_the_installation_hold(web, settings):
    settings.RATE_STRANGER = "3/m"
    rates.counter.forget()
    async with greeted("rate") as line:
        for _ in range(2):
            line.send("odd")
            assert (await line.next())["data"]["status"] == 422
        line.send(text="oi", ref="late")
        refused = await line.next()
        assert (refused["ref"], refused["data"]["code"]) == ("late", "too_many_requests")
        assert refused["data"]["retry_after"] >= 1
    async with opened("rate") as line:
        line.send("hello")
        assert (await line.next())["data"]["status"] == 429
        assert await line.next() is None
        assert line.code == 4429
    rates.counter.forget()


async def test_a_token_that_was_revoked_ends_the_socket(stranger, key):
    from conversations.visits import visit
    from tenancy import tokens

    given = await visit(lambda: tokens.issue("tenant_a", "ana", {}, ["chat"]))
    async with greeted("revoked", token=given) as line:
        line.send(text="oi")
        await line.until("done")
        await visit(lambda: tokens.revoke_all("tenant_a"))
        line.send(text="oi")
        assert (await line.next())["data"]["code"] == "unauthenticated"
        assert await line.next() is None
        assert line.code == 4401


async def test_a_user_is_who_the_token_says_whatever_a_frame_claims(stranger, key):
    from conversations.models import Conversation
    from conversations.visits import visit
    from tenancy import tokens

    given = await visit(lambda: tokens.issue("tenant_a", "ana", {}, ["chat"]))
    async with greeted("claims", token=given, user_id="bob") as line:
        line.send(text="oi")
        await line.until("done")
    assert (await visit(lambda: Conversation.unscoped.get(session_id="claims"))).user_id == "ana"


async def test_two_companies_do_not_meet(stranger, key):
    ours = token(key("chat"))
    theirs = token(key("chat", "sessions", tenant="tenant_clinic"))
    whole = "tenant_a:telecom_contas:met"
    async with greeted("met", token=ours) as mine, greeted("met", token=theirs, **CLINIC) as other:
        for line in (mine, other):
            line.send(text="oi")
        ended, foreign = await mine.until("done"), await other.until("done")
        assert ended[0]["data"]["conversation_key"] == whole
        assert foreign[0]["data"]["conversation_key"] == "tenant_clinic:clinic_frontdesk:met"
        other.send("stop", turn_id=ended[0]["data"]["turn_id"])
        assert (await other.next())["data"]["code"] == "turn_not_found"
    async with greeted(whole, token=theirs, agent_id="clinic_frontdesk", last_event_id="0.0") as line:
        assert (await line.next())["data"]["code"] == "conversation_not_found"
    async with opened("met") as line:
        line.send("hello", token=theirs, tenant_id="tenant_a")
        assert (await line.next())["data"]["code"] == "unknown_tenant"
        assert await line.next() is None
        assert line.code == 4404


async def test_anothers_session_is_not_entered(stranger, key):
    first, second = token(key("chat")), token(key("chat"))
    async with greeted("own", token=first) as line:
        line.send(text="oi")
        await line.until("done")
    async with greeted("own", token=second) as line:
        line.send(text="oi")
        assert (await line.next())["data"]["code"] == "conversation_not_found"


async def test_a_repeated_key_is_one_turn(web):
    async with greeted("keyed") as line:
        told = []
        for _ in range(2):
            line.send(text="Minha fatura veio alta", context=INVOICE, idempotency_key="once")
            told.append(await line.until("done"))
        first, again = told
        assert first[0]["data"]["turn_id"] == again[0]["data"]["turn_id"]
        assert names(again) == ["accepted", "answer", "done"]
        line.send(text="outra coisa", idempotency_key="once")
        assert (await line.next())["data"]["code"] == "idempotency_key_reused"


async def test_a_turn_is_stopped_over_its_socket(web, slow_model):
    async with greeted("stop") as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        await line.until("text")
        line.send("stop", ref="s")
        told = await line.until("done")
        stopped = next(event for event in told if event["event"] == "stopped")
        assert (stopped["ref"], stopped["data"]["stopped"]) == ("s", True)
        assert told[-1]["data"]["status"] == "cancelled"


async def test_a_turn_of_a_user_or_company_that_its_message_named_is_stopped(web, settings, slow_model):
    settings.DEMO_TENANTS = ("tenant_a", "tenant_clinic")
    async with greeted("named", agent_id=None) as line:
        line.send(text="oi", **CLINIC, user_id="ana")
        begun = [await line.next()]
        assert names(begun) == ["accepted"], begun
        line.send("stop", ref="nobody")
        assert (await line.next_of("nobody"))["data"]["code"] == "turn_not_found"
        line.send("stop", tenant_id="tenant_clinic", user_id="ana", ref="ana")
        stopped = await line.next_of("ana")
        assert (stopped["event"], stopped["data"]["turn_id"]) == ("stopped", begun[-1]["data"]["turn_id"])


async def test_a_stop_is_for_the_socket_s_own_user(web):
    async with greeted("own_user", user_id="ana") as line:
        line.send("stop", turn_id="x", user_id="bob")
        assert (await line.next())["data"]["errors"][0]["pointer"] == "/user_id"


async def test_the_key_of_the_handshake_is_no_message_s(web):
    async with opened("handshake", **{"idempotency-key": "same"}) as line:
        line.send("hello", agent_id="telecom_contas", ref="h")
        assert (await line.next())["ref"] == "h"
        turns = []
        for text in ("oi", "tchau"):
            line.send(text=text)
            turns.append((await line.until("done"))[0]["data"]["turn_id"])
        assert len(set(turns)) == 2


async def test_a_message_that_joins_a_turn_is_not_told_twice(web, settings):
    from conversations.visits import visit
    from releases.publish import publish
    from routing.models import AgentProfile
    from tenancy.models import Tenant

    def debounce():
        AgentProfile.objects.of("tenant_a").update(quick_messages="debounce")
        publish(Tenant.objects.get(pk="tenant_a"), "test")

    settings.DEBOUNCE_SECONDS = 0.5
    await visit(debounce)
    async with greeted("quick") as line:
        for text in ("oi", "minha fatura", "veio alta"):
            line.send(text=text, context=INVOICE)
        told = await line.until("done")
    accepted = [event for event in told if event["event"] == "accepted"]
    assert len(accepted) == 3
    assert len({event["data"]["turn_id"] for event in accepted}) == 1
    assert names(told).count("answer") == names(told).count("done") == 1


async def test_turns_of_one_socket_at_once_are_bounded(web, slow_model, monkeypatch):
    monkeypatch.setattr(socket, "AT_ONCE", 2)
    async with greeted("bound") as line:
        for number in range(3):
            line.send(text="Minha fatura veio alta", context=INVOICE, ref=number)
        told = await line.until("error")
        assert (told[-1]["ref"], told[-1]["data"]["code"]) == (2, "too_many_turns")
        turns = [event["data"]["turn_id"] for event in told if event["event"] == "accepted"]
        for turn in reversed(turns):
            line.send("stop", turn_id=turn)
        for _ in turns:
            await line.until("done")


async def test_a_process_that_stops_ends_the_socket_after_its_turn(web):
    async with greeted("leaving") as line:
        line.send(text="Minha fatura veio alta", context=INVOICE)
        await line.until("accepted")
        line.raw({"type": LEAVE})
        line.send(text="mais uma", ref="late")
        told = await line.until("done")
        assert [e["data"]["code"] for e in told if e.get("ref") == "late"] == ["draining"]
        assert names(told)[-2:] == ["answer", "done"]
        assert await line.next() is None
        assert (line.code, line.reason) == socket.GOING


async def test_a_client_that_does_not_read_is_closed(web, monkeypatch):
    monkeypatch.setattr(socket, "UNREAD_SECONDS", 0.2)
    async with greeted("unread") as line:
        line.deaf = True
        line.send("odd")
        assert await line.next() is None
        assert (line.code, line.reason) == socket.SLOW
