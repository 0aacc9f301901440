"""Whatever is sent, the answer is a problem document that says what to do, never a 500."""

import json

import pytest

from tests.api.conftest import reach
from tests.parts.phrases import try_each

DOORS = ("/gateway/message", "/gateway/message/sse", "/api/chat/message", "/debug/route")
BODIES = {
    "nothing": (b"", 400, "not_json"),
    "words": (b"Ola", 400, "not_json"),
    "half an object": (b'{"text": "oi"', 400, "not_json"),
    "not utf-8": (b'{"text": "\xff\xfe"}', 400, "not_json"),
    "a raw NUL": (b'{"text": "a\x00b"}', 400, "not_json"),
    "a lone surrogate": (b'{"text": "\\ud800", "message": "\\ud800"}', 400, "not_json"),
    "NaN": (b'{"text": NaN}', 400, "not_json"),
    "too deep": (b'{"context": ' + b"[" * 40 + b"]" * 40 + b"}", 400, "too_deep"),
    "very deep": (b"[" * 100_000 + b"]" * 100_000, 400, "not_json"),
    "a list": (b'["oi"]', 422, "invalid_request"),
    "a number": (b"7", 422, "invalid_request"),
    "null": (b"null", 422, "invalid_request"),
    "an escaped NUL": (b'{"text": "a\\u0000b", "message": "a\\u0000b"}', 422, "invalid_request"),
    "NUL in a name": (b'{"text": "oi", "message": "oi", "a\\u0000": 1}', 422, "invalid_request"),
    "no message": (b"{}", 422, "invalid_request"),
    "an empty message": (b'{"text": "", "message": ""}', 422, "invalid_request"),
    "a message that is a number": (b'{"text": 1, "message": 1}', 422, "invalid_request"),
    "a context that is a text": (b'{"text": "oi", "message": "oi", "context": "x"}', 422, "invalid_request"),
    "an unknown profile": (b'{"text": "oi", "message": "oi", "agent_id": "nobody"}', 422, "unknown_agent"),
    "a foreign tenant": (b'{"text": "oi", "message": "oi", "tenant_id": "elsewhere"}', 404, "unknown_tenant"),
    "too long a message": (
        json.dumps({"text": "x" * 32_001, "message": "x" * 32_001}).encode(), 413, "message_too_long",
    ),
    "too large a body": (json.dumps({"text": "x" * 300_000}).encode(), 413, "body_too_large"),
}  # fmt: skip


@try_each("door", DOORS)
async def test_a_bad_body_is_a_problem_document(web, door):
    for name, (body, status, code) in BODIES.items():
        answer = await web.post(door, content=body, headers={"Content-Type": "application/json"})
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (status, code), name
        assert answer.headers["content-type"] == "application/problem+json", name
        assert problem["status"] == status, name
        assert problem["instance"] == door, name
        assert problem["detail"], name
        assert code != "body_too_large" or "256.0 KB" in problem["detail"], name
        assert {"type", "title", "errors"} <= problem.keys(), name


async def test_nothing_of_a_refused_message_is_stored(web):
    from conversations.models import Conversation
    from conversations.visits import visit

    await web.post("/gateway/message", json={"text": "oi", "agent_id": "nobody", "session_id": "refused"})
    assert await visit(lambda: Conversation.unscoped.filter(session_id="refused").count()) == 0


async def test_a_form_is_refused_because_any_page_could_post_it(web):
    answer = await web.post("/gateway/message", data={"text": "oi"})
    assert answer.status_code == 415
    answer = await web.post(
        "/gateway/message", content=b'{"text":"oi"}', headers={"Content-Type": "text/plain"}
    )
    assert answer.status_code == 415


@try_each("charset", ["utf-16", "latin-1", "klingon", ""])
async def test_another_charset_is_refused_and_not_guessed(web, charset):
    head = {"Content-Type": f"application/json; charset={charset}"}
    answer = await web.post("/gateway/message", content='{"text":"olá"}'.encode(), headers=head)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_charset")


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"', "us-ascii"])
async def test_utf8_is_read_however_it_is_written(web, charset):
    head = {"Content-Type": f"application/json; charset={charset}"}
    answer = await web.post("/gateway/message", content=b'{"text":"oi"}', headers=head)
    assert answer.status_code == 200


async def test_another_method_names_those_that_are_taken(web):
    answer = await web.get("/gateway/message")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert "POST" in answer.headers["allow"]


async def test_an_address_where_nothing_is_answers_programs_with_a_document(web):
    answer = await web.get("/api/nothing/here")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@try_each("path", ["/sessions/tenant_a:x:y", "/sessions/a%00b", "/gateway/events/nobody",
                                  "/api/turns/none", "/api/chat/conversations/none"])  # fmt: skip
async def test_what_does_not_exist_is_404(web, path):
    answer = await web.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


async def test_queries_are_checked_too(web):
    answer = await web.get("/api/chat/conversations?limit=many")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/limit")


async def test_the_request_id_comes_back_in_header_and_problem(web):
    answer = await web.post("/gateway/message", json={}, headers={"X-Request-Id": "mine-1"})
    assert answer.headers["x-request-id"] == answer.json()["request_id"] == "mine-1"


async def test_problems_speak_the_callers_language(web):
    answer = await web.post("/gateway/message", json={}, headers={"Accept-Language": "xx"})
    assert "Write a message." in answer.json()["detail"]


async def test_outside_the_demo_nothing_is_anonymous_but_the_two_probes(stranger):
    for path in ("/health", "/agents", "/debug/env", "/debug/usage", "/debug/mcp/tools", "/sessions/x",
                 "/api/chat/conversations"):  # fmt: skip
        answer = await stranger.get(path)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer"), path
    for path in DOORS:
        assert (await stranger.post(path, json={"text": "oi", "message": "oi"})).status_code == 401, path
    assert (await stranger.get("/healthz")).status_code == 200
    assert (await stranger.get("/readyz")).json()["checks"]["database"] == "ok"


@pytest.mark.parametrize("peer", ["10.0.0.9", "8.8.8.8"])
async def test_the_demo_believes_nobody_from_elsewhere(web, peer):
    async with reach(peer) as other:
        assert (await other.get("/agents")).status_code == 401


async def test_the_demo_believes_nobody_behind_a_proxy(web):
    answer = await web.get("/agents", headers={"X-Forwarded-For": "127.0.0.1"})
    assert answer.status_code == 401


@try_each("path", ["/agents", "/api/chat/conversations", "/api/analytics/handoffs"])
async def test_a_name_that_is_given_twice_in_a_query_is_refused(web, path):
    answer = await web.get(path + "?tenant_id=tenant_a&tenant_id=")
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/tenant_id"]


@try_each("keys", [False, 5, "P100", ["P100"]])
async def test_business_keys_for_a_tool_are_an_object(web, keys):
    answer = await web.post("/debug/mcp/call/consultar_entrega", json={"business_context": keys})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/business_context"]
