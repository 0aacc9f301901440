"""The doors beside messages, bad input, and who may see what."""

import asyncio

import pytest
from django.test import Client

from conversations.visits import visit
from routing.gateway.models import Backend, GatewayDecision, GatewaySession
from tests.api.conftest import reach
from tests.api.events import parse
from tests.parts.visiting import visit_now


async def test_debug_says_where_a_message_would_go_and_stores_nothing(web, backends):
    await web.say("quero trocar meu plano", session="d-1")
    before = await counts()
    body = {"tenant_id": "tenant_a", "payload": {"text": "Minha fatura veio alta", "session_id": "d-1"}}
    told = (await web.post("/debug/route", json=body)).json()
    assert told["backend_id"] == "contas" and told["active_backend"] == "ofertas" and told["available"]
    assert told["candidates"][0]["matches"] == ["fatura"] and told["unsure"] is False
    assert await counts() == before and not backends["contas"].seen
    follows = (await web.say("e quanto custa?", session="d-1")).json()
    assert follows["metadata"]["selected_backend"] == "ofertas"


async def test_debug_says_that_no_model_chose_where_one_is_to(web, backends, settings):
    settings.GLOBAL_ROUTING_MODE = "supervisor"
    await web.say("quero trocar meu plano", session="d-2")
    body = {"tenant_id": "tenant_a", "payload": {"text": "e quanto custa?", "session_id": "d-2"}}
    told = (await web.post("/debug/route", json=body)).json()
    assert told["backend_id"] == "ofertas" and told["metadata"]["method"] == "sticky"
    assert told["reason"].startswith("No model named one, so the rules decide. It is marked")


async def counts():
    def read():
        sessions = GatewaySession.objects.of("tenant_a").values_list("session_id", "active_backend", "seq")
        return list(sessions), GatewayDecision.objects.of("tenant_a").count()

    return await asyncio.to_thread(visit_now, read)


async def test_the_backends_are_listed_without_their_addresses(web, backends):
    told = (await web.get("/backends")).json()
    assert told["default_backend"] == "contas" and told["gateway"] and told["mode"] == "hybrid"
    assert [each["backend_id"] for each in told["backends"]] == ["contas", "ofertas", "suporte", "cobranca"]
    assert "fatura" in told["backends"][0]["domains"] and told["backends"][0]["circuit"] == "closed"
    assert "127.0.0.1" not in str(told)


async def test_health_asks_all_of_them_and_the_studio_shows_it(web, backends, admin_client: Client):
    backends["suporte"].stop()
    backends["ofertas"].well = False
    told = {each["backend_id"]: each for each in (await web.get("/backends/health")).json()["results"]}
    assert told["contas"]["ok"] and told["contas"]["elapsed_ms"] > 0
    assert not told["suporte"]["ok"] and told["suporte"]["error"] == "It cannot be reached."
    assert not told["ofertas"]["ok"] and "503" in told["ofertas"]["error"]
    page = await asyncio.to_thread(admin_client.get, "/admin/routing/backend/")
    assert page.content.decode().count("does not answer") == 2


async def test_the_page_of_a_decision_says_in_words_what_became_of_it(web, backends, admin_client: Client):
    await web.say("Minha fatura veio alta", session="d-6")
    decision = await visit(lambda: GatewayDecision.unscoped.get())
    page = await asyncio.to_thread(admin_client.get, f"/admin/routing/gatewaydecision/{decision.pk}/change/")
    text = page.content.decode()
    assert "answered" in text and "(&#x27;answered&#x27;" not in text and "('answered'" not in text


async def test_sessions_are_listed_with_their_last_decision(web, backends):
    await web.say("Minha fatura veio alta", session="d-2")
    await web.say("quero trocar meu plano", session="d-2")
    told = (await web.get("/debug/sessions")).json()
    assert told["count"] == 1
    session = told["sessions"][0]
    assert session["global_session_id"] == "d-2" and session["active_backend"] == "ofertas"
    assert session["backend_sessions"] == {"contas": "t:contas:d-2", "ofertas": "t:ofertas:d-2"}
    assert session["last_decision"]["method"] == "rules" and session["messages"] == 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"backend_id": "nobody", "text": "oi"}, 422, "unknown_backend"),
        ({"backend_id": "Contas!", "text": "oi"}, 422, "invalid_request"),
        ({"backend_id": 7, "text": "oi"}, 422, "invalid_request"),
        ({"backend_id": "contas", "text": " "}, 422, "invalid_request"),
        ({"text": "oi", "session_id": "a/b"}, 422, "invalid_request"),
        ({"text": "oi", "mode": "nonsense"}, 422, "unknown_mode"),
        ({"text": "oi", "tenant_id": "tenant_clinic"}, 404, "unknown_tenant"),
        ({"text": "x" * 32_001}, 413, "message_too_long"),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_bad_input_goes_nowhere_and_changes_nothing(body, status, code, web, backends):
    before = await counts()
    answer = await web.post("/gateway/message", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert await counts() == before and not any(stand.seen for stand in backends.values())


async def test_a_company_without_backends_is_told_so(web, settings, backends):
    settings.DEMO_TENANTS = ("tenant_a", "tenant_clinic")
    answer = await web.post("/gateway/message", json={"tenant_id": "tenant_clinic", "text": "oi"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_backends")


async def test_what_is_no_gateway_answers_itself(web, settings, backends):
    settings.GATEWAY = False
    answer = (await web.say("oi", session="d-3")).json()
    assert "selected_backend" not in answer["metadata"] and answer["metadata"]["turn_id"]
    assert not any(stand.seen for stand in backends.values())


# --- who may ---------------------------------------------------------------------------------------------
async def test_strangers_and_other_companies_get_nothing(backends, key, settings):
    settings.DEMO = False
    theirs = await asyncio.to_thread(lambda: key("chat", "debug", tenant="tenant_clinic"))
    plain = await asyncio.to_thread(lambda: key("chat"))
    async with reach() as web:
        assert (await web.say("Minha fatura")).status_code == 401
        assert (await web.get("/backends")).status_code == 401
        body = {"tenant_id": "tenant_a", "text": "Minha fatura"}
        assert (await web.post("/gateway/message", json=body, headers=theirs)).status_code == 404
        for path in ("/backends/health", "/debug/sessions"):
            assert (await web.get(path, headers=plain)).status_code == 403
        assert (await web.get("/debug/sessions", headers=theirs)).json()["sessions"] == []
    assert not any(stand.seen for stand in backends.values())


async def test_a_session_belongs_to_whoever_began_it(backends, settings):
    from tenancy import tokens

    settings.DEMO = False
    ana, rui = await asyncio.to_thread(
        visit_now, lambda: [tokens.issue("tenant_a", who, {}, ("chat",)) for who in ("ana", "rui")]
    )
    async with reach() as web:
        mine = {"headers": {"Authorization": f"Bearer {ana}"}}
        body = {"text": "quero trocar meu plano", "session_id": "d-4"}
        assert (await web.post("/gateway/message", json=body, **mine)).status_code == 200
        body = {"text": "Minha fatura", "session_id": "d-4"}
        other = await web.post("/gateway/message", json=body, headers={"Authorization": f"Bearer {rui}"})
        assert other.status_code == 404
        follows = await web.post("/gateway/message", json={"text": "e então?", "session_id": "d-4"}, **mine)
    assert follows.json()["metadata"]["selected_backend_name"] == "Ofertas"
    assert not backends["contas"].seen


async def test_a_customer_is_told_which_backend_has_the_message_and_nothing_of_why(backends, settings):
    from routing.api.answer_shapes import AnswerMetadata
    from tenancy import tokens

    settings.DEMO = False
    token = await asyncio.to_thread(visit_now, lambda: tokens.issue("tenant_a", "ana", {}, ("chat",)))
    body = {"text": "quero trocar meu plano", "session_id": "d-5"}
    async with reach() as web:
        web.headers["Authorization"] = f"Bearer {token}"
        answer = (await web.post("/gateway/message", json=body)).json()
        streamed = await web.post("/gateway/message/sse", json=body)
    told = parse(streamed.text)
    assert told[0][1:] == ("backend.selected", {"name": "Ofertas", "global_session_id": "d-5"})
    for whole in (answer, next(data for _, name, data in told if name == "answer")):
        assert whole["metadata"].keys() <= AnswerMetadata().fields.keys()
        assert whole["metadata"]["selected_backend_name"] == "Ofertas"


async def test_a_backend_gets_the_gateways_token_and_only_what_the_caller_proved(backends, settings):
    from tenancy import tokens
    from tests.gateway.conftest import place

    settings.DEMO = False

    def prepare():
        url = Backend.objects.of("tenant_a").get(name="contas").url
        row = Backend.objects.of("tenant_a").get(name="contas")
        row.secret = "sb_backend_key"
        row.save()
        place({"contas": url})
        return tokens.issue("tenant_a", "ana", {"msisdn": "5511999999999"}, ("chat",))

    token = await asyncio.to_thread(visit_now, prepare)
    body = {
        "text": "Minha fatura", "user_id": "rui",
        "context": {"msisdn": "11900000000", "customer_id": "other", "metadata": {"a": 1}},
    }  # fmt: skip
    async with reach() as web:
        answer = await web.post("/gateway/message", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert backends["contas"].headers[0]["authorization"] == "Bearer sb_backend_key"
    payload = backends["contas"].seen[0]["payload"]
    assert payload["user_id"] == "ana"
    assert payload["context"] == {"msisdn": "5511999999999"}
    assert token not in str(backends["contas"].seen) + str(backends["contas"].headers)


async def test_erasing_a_conversation_ends_its_stay_and_what_backends_said(web, backends, settings):
    def failures():
        return str(list(GatewayDecision.objects.of("tenant_a").values_list("failures", flat=True)))

    settings.GATEWAY = False
    await web.say("oi", session="d-9")
    settings.GATEWAY = True
    backends["ofertas"].answers = lambda body: (503, {"detail": body["payload"]["text"]})
    await web.say("quero trocar meu plano", session="d-9")
    backends["ofertas"].answers = None
    await web.say("quero trocar meu plano", session="d-9")
    assert "trocar meu plano" in await asyncio.to_thread(visit_now, failures)
    await web.delete("/sessions/tenant_a:telecom_contas:d-9")
    after = await asyncio.to_thread(visit_now, failures)
    assert "trocar" not in after and "ofertas" in after  # who failed stays known
    follows = (await web.say("e então?", session="d-9")).json()
    assert follows["metadata"]["selected_backend"] == "contas"
