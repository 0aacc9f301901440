"""What a customer sees of an answer, at every door, and what only a caller with the scope `debug` sees."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from rest_framework.serializers import ListSerializer, Serializer

from agents.models import Specialist
from conversations.models import Turn
from conversations.visits import visit
from routing.api import answer_shapes as shapes
from routing.api.urls import urlpatterns
from routing.turns import audience
from tests.api import events, leaky
from tests.api.conftest import Web
from tests.api.sockets import opened
from tests.parts.phrases import try_each

KEY = "tenant_a:telecom_contas:"
TELLING = {"accepted", "text", "text.reset", "question", "handoff", "step", "answer", "error", "done"}
# The names of all that is in the other view of an answer, and words of the inside that stand in its values.
PRIVATE = sorted(set(shapes.DebugAnswerMetadata().fields) - set(shapes.AnswerMetadata().fields))
WORDS = ("CANARY", "billing_agent", "consultar_fatura", "consultar_pagamentos", "matched_keyword",
         "system_prefix",
         "by_model", "cost_usd", "llm_provider", "purpose", "workflow_state", "args_schema")  # fmt: skip
# Doors that need `debug` themselves, or tell nothing of a turn; webhooks are asked in tests/delivery.
OTHERS = {
    "debug-route", "debug-identity", "debug-usage", "debug-env", "debug-mcp-tools", "debug-mcp-call",
    "debug-sessions",
    "backends-health", "healthz", "readyz", "schema", "docs", "metrics", "chat-session", "channel-telegram",
    "channel-webhook",
}  # fmt: skip
TOLD_OF_FAILURE = ("openai-completions", "openai-responses", "openai-response")
Ask = Callable[[Web, str, str], Awaitable[bytes]]


def posts(path: str, **body: Any) -> Ask:
    async def ask(web: Web, session: str, _turn: str) -> bytes:
        said = json.loads(json.dumps(body).replace("SESSION", session))
        answer = await web.post(path, json=said)
        assert answer.status_code in (200, 502), (
            answer.text
        )  # 502: the other side failed, as OpenAI's clients are told
        return answer.content

    return ask


def gets(path: str, **headers: str) -> Ask:
    async def ask(web: Web, session: str, turn: str) -> bytes:
        answer = await web.get(path.replace("KEY", KEY + session).replace("TURN", turn), headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.content

    return ask


async def feedback(web: Web, session: str, turn: str) -> bytes:
    return (await web.put(f"/api/chat/turns/{turn}/feedback", json={"value": "helpful"})).content


async def release(web: Web, session: str, turn: str) -> bytes:
    return (await web.delete(f"/sessions/{KEY}{session}/person")).content


async def miss(web: Web, session: str, turn: str) -> bytes:
    return (await web.get("/api/chat/attachments/none")).content


async def remember(web: Web, session: str, turn: str) -> bytes:
    return (await web.put("/api/memory/name", json={"value": "Ana"})).content


async def stop(web: Web, session: str, turn: str) -> bytes:
    return (await web.post(f"/api/turns/{turn}/stop", json={})).content


async def socket(web: Web, session: str, turn: str) -> bytes:
    proof = web.headers["Authorization"].removeprefix("Bearer ")
    async with opened(session) as line:
        line.send("hello", agent_id="telecom_contas", token=proof, last_event_id="1.0")
        replayed = await line.until("done")
        line.send(text=leaky.ASKED)
        return json.dumps([*replayed, *await line.until("done")]).encode()


CHAT = {"message": leaky.ASKED, "agent_id": "telecom_contas", "session_id": "SESSION"}
GATEWAY = {"agent_id": "telecom_contas", "payload": {"text": leaky.ASKED, "session_id": "SESSION"}}
OPENAI = {
    "model": "telecom_contas",
    "messages": [{"role": "user", "content": leaky.ASKED}],
    "session_id": "SESSION",
}
RESPONSE = {"model": "telecom_contas", "input": leaky.ASKED, "conversation": "SESSION"}
CHANNEL = {"agent_id": "telecom_contas", "session_id": "SESSION"}
DOORS: dict[str, list[Ask]] = {
    "gateway-message": [posts("/gateway/message", **GATEWAY)],
    "gateway-message-sse": [posts("/gateway/message/sse", **GATEWAY),
        posts("/gateway/message/sse?names=seed", **GATEWAY)],
    "chat-message": [posts("/api/chat/message", **CHAT)],
    "chat-multi-agent-message": [posts("/api/chat/multi-agent/message", **CHAT)],
    "openai-completions": [posts("/v1/chat/completions", **OPENAI),
        posts("/v1/chat/completions", stream=True, **OPENAI)],
    "openai-responses": [posts("/v1/responses", **RESPONSE), posts("/v1/responses", stream=True, **RESPONSE)],
    "openai-response": [gets("/v1/responses/resp_TURN")],
    "channel-message": [
        posts("/channels/web/message", text=leaky.ASKED, **CHANNEL),
        posts("/channels/whatsapp/message", text=leaky.ASKED, wa_id="5511", **CHANNEL),
        posts("/channels/voice/message", transcript=leaky.ASKED, ani="5511", **CHANNEL),
    ],
    "websocket": [socket],
    "gateway-events": [gets("/gateway/events/KEY", **{"Last-Event-ID": "1.0"}), gets("/gateway/events/KEY")],
    "chat-conversations": [gets("/api/chat/conversations")],
    "chat-conversation": [gets("/api/chat/conversations/KEY")],
    "session": [gets("/sessions/KEY")],
    "session-messages": [gets("/sessions/KEY/messages")],
    "session-checkpoint": [gets("/sessions/KEY/checkpoint")],
    "session-person": [release],
    "turn": [gets("/api/turns/TURN")],
    "turn-feedback": [feedback],
    "turn-stop": [stop],
    "agents": [gets("/agents")],
    "chat-attachments": [gets("/api/chat/attachments")],
    "chat-attachment": [miss],
    "memory": [gets("/api/memory")],
    "memory-fact": [remember],
    "backends": [gets("/backends")],
    "health": [gets("/health")],
    "openai-models": [gets("/v1/models")],
    "openai-model": [gets("/v1/models/telecom_contas")],
}  # fmt: skip


def test_every_door_is_asked() -> None:
    names = {pattern.name for pattern in urlpatterns}
    assert names - OTHERS == DOORS.keys() - {"websocket"}


async def test_no_door_tells_a_customer_of_the_inside(web, fake_openai, settings):
    async with leaky.leaky(fake_openai, settings):
        shown = await visit(lambda: Specialist.objects.of("tenant_a").get(name="billing_agent").display_name)
        for broken in (False, True):
            session = f"s{broken}"
            web.headers.update(leaky.token("chat", "sessions", "chat:multi_agent"))
            fake_openai.clear()
            if broken:
                leaky.fails(fake_openai)
            first = (await web.say(leaky.ASKED, session)).json()
            assert first["metadata"]["active_agent"] == shown
            assert first["metadata"]["status"] == ("failed" if broken else "answered")
            told: list[str] = []
            for name, asks in DOORS.items():
                for ask in asks:
                    fake_openai.clear()
                    if broken:
                        leaky.fails(fake_openai)
                    said = (await ask(web, session, first["metadata"]["turn_id"])).decode()
                    told += [f"{name}: {each}" for each in WORDS if each in said]
                    # OpenAI's clients are told of a failure in an object of this name.
                    private = set(PRIVATE) - ({"error"} if name in TOLD_OF_FAILURE else set())
                    told += [f"{name}: {each}" for each in private if f'"{each}":' in said]
            assert told == [], broken


async def test_a_caller_with_debug_sees_it_all_but_no_secret(web, fake_openai, settings):
    async with leaky.leaky(fake_openai, settings):
        web.headers.update(leaky.token("chat", "sessions", "debug"))
        said = (await web.say(leaky.ASKED, "s1")).text
        assert all(each in said for each in (leaky.RESULT, leaky.WORDS, leaky.ARGUMENT, "billing_agent"))
        leaky.fails(fake_openai)
        said += (await web.say(leaky.ASKED, "s1")).text
        assert leaky.PROVIDER in said
        for path in ("/agents", "/sessions/KEY/checkpoint", "/api/chat/conversations/KEY"):
            said += (await web.get(path.replace("KEY", f"{KEY}s1"))).text
        assert leaky.PROMPT in said
        kept = await visit(lambda: str(list(Turn.unscoped.values("result", "error", "answer"))))
        assert leaky.TOKEN not in said + kept
        assert leaky.SHAPED not in said + kept


async def test_a_stream_tells_a_customer_these_events_alone(web, fake_openai, settings):
    async with leaky.leaky(fake_openai, settings):
        web.headers.update(leaky.token("chat"))
        whole = await posts("/gateway/message/sse", **GATEWAY)(web, "s1", "")
        again = await gets("/gateway/events/KEY", **{"Last-Event-ID": "1.0"})(web, "s1", "")
        told = events.parse(whole.decode())
        assert {name for _, name, _ in told} <= TELLING
        assert {"accepted", "step", "text", "answer", "done"} <= {name for _, name, _ in told}
        assert events.parse(again.decode()) == told  # a line that was lost is told again as it was
        steps = [data for _, name, data in told if name == "step"]
        assert all(data.keys() <= {"title", "display_name"} for data in steps)
        texts = [data for _, name, data in told if name == "text"]
        assert {data["agent"] for data in texts} == {"Faturas"}


@try_each(
    ("shape", "typed"),
    [
        (audience.ANSWER, shapes.GatewayAnswer),
        (audience.TURN, shapes.TurnState),
        (audience.MESSAGES, shapes.MessagesSerializer),
        (audience.CONVERSATION, shapes.ConversationWhole),
        (audience.SESSION, shapes.Session),
    ],
    ids=["answer", "turn", "messages", "conversation", "session"],
)
def test_the_schema_has_what_a_customer_may_see_and_nothing_else(shape, typed):
    assert _named(typed()) == _shaped(shape)


def _named(serializer: Serializer) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, field in serializer.fields.items():
        field = field.child if isinstance(field, ListSerializer) else field
        fields[name] = _named(field) if isinstance(field, Serializer) else None
    return fields


def _shaped(shape: audience.Shape) -> dict[str, Any]:
    return {name: None if isinstance(how, audience.Shown) else _shaped(how) for name, how in shape.items()}
