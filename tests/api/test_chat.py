"""Seed 003's chat: one conversation through both its doors, and a user's own list."""

from conversations.models import Turn
from conversations.visits import visit


async def test_both_doors_continue_each_others_conversation(web):
    first = (await web.post("/api/chat/message", json={"message": "oi", "user_id": "u1"})).json()
    assert set(first) == {
        "response", "conversation_id", "conversation_key", "current_agent", "previous_agent", "handoff_count",
        "is_cached", "similarity", "judge_result", "usage", "metadata",
    }  # fmt: skip
    second = await web.post(
        "/api/chat/multi-agent/message",
        json={"message": "obrigado", "user_id": "u1", "conversation_id": first["conversation_id"]},
    )
    assert second.json()["conversation_id"] == first["conversation_id"]
    assert second.json()["conversation_key"] == first["conversation_key"]


async def test_a_caller_may_prefer_little_beside_the_text(web):
    prefers = {"Prefer": "respond-async, return=minimal"}
    told = await web.post("/api/chat/message", json={"message": "Minha fatura veio alta"}, headers=prefers)
    assert told.headers["Preference-Applied"] == "return=minimal"
    assert set(told.json()) == {
        "response", "conversation_id", "conversation_key", "handoff_count", "usage", "metadata",
    }  # fmt: skip
    assert {"turn_id", "status"} <= set(told.json()["metadata"]) <= {
        "turn_id", "status", "conversation_key", "question", "citations",
    }  # fmt: skip
    body = {"agent_id": "telecom_contas", "tenant_id": "tenant_a", "payload": {"text": "oi"}}
    said = await web.post("/gateway/message", json=body, headers=prefers)
    assert said.json()["text"] and "channel" not in said.json()
    whole = await web.post("/gateway/message", json=body, headers={"Prefer": "return=representation"})
    assert "Preference-Applied" not in whole.headers and "timings" in whole.json()["metadata"]


async def test_the_lean_view_is_the_same_and_says_who_waits_for_a_person(web):
    asks = {"message": "Quero falar com um atendente humano"}
    lean = await web.post("/api/chat/message?view=lean", json=asks)
    assert lean.headers["Preference-Applied"] == "return=minimal"
    assert lean.json()["metadata"]["person"]["since"] and "timings" not in lean.json()["metadata"]
    body = {"agent_id": "telecom_contas", "tenant_id": "tenant_a", "payload": {"text": "oi"}}
    assert "timings" not in (await web.post("/gateway/message?view=lean", json=body)).json()["metadata"]
    other = await web.post("/api/chat/message?view=fat", json=asks)
    assert (other.status_code, other.json()["code"]) == (400, "unknown_view")
    schema = (await web.get("/api/schema/?format=json")).json()
    parameters = schema["paths"]["/api/chat/message"]["post"]["parameters"]
    assert {"name": "view", "in": "query"}.items() <= next(
        each for each in parameters if each["name"] == "view"
    ).items()


async def test_a_conversation_that_is_not_there_or_anothers_is_404(web):
    mine = (await web.post("/api/chat/message", json={"message": "oi", "user_id": "u1"})).json()[
        "conversation_id"
    ]
    for body in ({"conversation_id": "none"}, {"conversation_id": mine, "user_id": "u2"}):
        answer = await web.post("/api/chat/message", json={"message": "oi", "user_id": "u1", **body})
        assert (answer.status_code, answer.json()["code"]) == (404, "conversation_not_found")


async def test_a_user_lists_reads_and_deletes_their_own(web):
    one = (await web.post("/api/chat/message", json={"message": "oi", "user_id": "u1"})).json()
    await web.post("/api/chat/message", json={"message": "bom dia", "user_id": "u1"})
    await web.post("/api/chat/message", json={"message": "oi", "user_id": "u2"})
    page = (await web.get("/api/chat/conversations?user_id=u1&limit=1")).json()
    assert (page["count"], len(page["results"]), page["previous"]) == (2, 1, None)
    rest = (await web.get(page["next"])).json()
    assert [row["title"] for row in page["results"] + rest["results"]] == ["bom dia", "oi"]
    path = f"/api/chat/conversations/{one['conversation_id']}?user_id=u1"
    whole = (await web.get(path)).json()
    assert [message["content"] for message in whole["messages"]] == ["oi", one["response"]]
    assert (await web.get(path.replace("u1", "u2"))).status_code == 404
    assert (await web.delete(path.replace("u1", "u2"))).status_code == 404
    assert (await web.delete(path)).json() == {"ended": True}
    assert (await web.get("/api/chat/conversations?user_id=u1")).json()["count"] == 1


async def test_a_signed_session_is_believed_about_its_user(stranger, key):
    asked = {"user_id": "ana", "context": {"msisdn": "5511999999999"}}
    made = await stranger.post("/api/chat/session", json=asked, headers=key("session:create"))
    assert made.status_code == 201
    token = {"Authorization": f"Bearer {made.json()['token']}"}
    await stranger.post("/api/chat/message", json={"message": "oi"}, headers=token)
    kept = await visit(lambda: Turn.unscoped.get().result["business_context"])
    assert kept["customer_key"] == "5511999999999"
    listed = (await stranger.get("/api/chat/conversations", headers=token)).json()
    assert listed["count"] == 1
    other = await stranger.post(
        "/api/chat/session", json={**asked, "user_id": "eva"}, headers=key("session:create")
    )
    token = {"Authorization": f"Bearer {other.json()['token']}"}
    assert (await stranger.get("/api/chat/conversations", headers=token)).json()["count"] == 0


async def test_a_token_is_never_promised_longer_than_it_lives(stranger, key):
    asked = {"user_id": "ana", "seconds": 86_400}
    answer = await stranger.post("/api/chat/session", json=asked, headers=key("session:create"))
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/seconds")


async def test_only_keys_that_may_choose_the_team(stranger, key):
    body = {"message": "oi"}
    assert (
        await stranger.post("/api/chat/multi-agent/message", json=body, headers=key("chat"))
    ).status_code == 403
    both = key("chat", "chat:multi_agent")
    assert (await stranger.post("/api/chat/multi-agent/message", json=body, headers=both)).status_code == 200
    assert (await stranger.post("/gateway/message", json={"text": "oi", "mode": "single"},
                                headers=key("chat"))).status_code == 403  # fmt: skip


async def test_another_companys_key_sees_nothing_of_this_one(stranger, key):
    made = (await stranger.post("/api/chat/message", json={"message": "oi"}, headers=key("chat"))).json()
    foreign = key("chat", "sessions", "debug", tenant="tenant_clinic")
    name = made["conversation_key"]
    for path in (f"/sessions/{name}", f"/sessions/{name}/messages", f"/sessions/{name}/checkpoint",
                 f"/gateway/events/{name}", f"/api/chat/conversations/{made['conversation_id']}",
                 f"/api/turns/{made['metadata']['turn_id']}"):  # fmt: skip
        assert (await stranger.get(path, headers=foreign)).status_code == 404, path
    named = {"message": "oi", "tenant_id": "tenant_a"}
    assert (await stranger.post("/api/chat/message", json=named, headers=foreign)).status_code == 404


async def test_a_key_that_manages_sessions_writes_in_no_users_conversation_as_another(stranger, key):
    may = key("chat", "context:trusted", "sessions", "debug")
    first = {"model": "telecom_contas", "input": "oi", "user": "ana"}
    made = (await stranger.post("/v1/responses", json=first, headers=may)).json()
    name = made["switchboard"]["conversation_key"]
    asked = {"message": "Minha fatura veio alta", "session_id": name}
    ways = {
        "/api/chat/message": asked | {"user_id": "bia"},
        "/gateway/message": {"text": asked["message"], "session_id": name, "user_id": "bia"},
        "/debug/route": asked | {"user_id": "bia"},
        "/v1/responses": first | {"previous_response_id": made["id"], "user": "bia"},
    }
    for path, body in ways.items():
        assert (told := await stranger.post(path, json=body, headers=may)).status_code == 404, (
            path,
            told.text,
        )
        own = body | dict.fromkeys({"user", "user_id"} & body.keys(), "ana")
        assert (await stranger.post(path, json=own, headers=may)).status_code == 200, path
    assert (await stranger.get(f"/sessions/{name}/messages", headers=may)).status_code == 200
