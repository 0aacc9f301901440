"""A message comes again with its own id, at a backend that is not ours and acts each time it is asked."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from conversations import order
from conversations.models import WebProcess
from routing.gateway.models import GatewayDecision
from routing.gateway.supervisor import CHOOSE_BACKEND
from tests.gateway.test_supervisor import BOTH
from tests.parts.visiting import visit_now

SAID = "Minha fatura veio alta"


@pytest.mark.parametrize("session", [None, "r-1"], ids=["no session", "a session"])
@pytest.mark.parametrize("named", ["message", "key"])
async def test_what_is_sent_several_times_at_once_reaches_the_backend_once(named, session, web, backends):
    if session:
        await web.say("Onde está meu pedido?", session=session)
    backends["contas"].delay = 0.5
    head = {"Idempotency-Key": "k-1"} if named == "key" else {}
    body = {"tenant_id": "tenant_a", "payload": {"text": SAID, "message_id": "m-1"}}
    if session:
        body["session_id"] = session
    answers = await asyncio.gather(*(web.post("/gateway/message", json=body, headers=head) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json()["code"] == "idempotency_key_in_use" and refused.headers["Retry-After"] == "1"
    assert backends["contas"].said() == [SAID]


async def test_a_stream_is_no_way_around(web, backends):
    backends["contas"].delay = 0.5
    body = {"tenant_id": "tenant_a", "payload": {"text": SAID, "session_id": "r-2", "message_id": "m-1"}}
    answers = await asyncio.gather(
        web.post("/gateway/message", json=body),
        web.post("/gateway/message/sse", json=body, headers={"Accept": "text/event-stream"}),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(backends["contas"].seen) == 1


async def test_the_id_of_a_message_is_not_another_messages(web, backends):
    await web.say(SAID, session="r-3", message_id="m-1")
    other = await web.say("Minha fatura veio baixa", session="r-3", message_id="m-1")
    assert other.status_code == 422 and other.json()["code"] == "idempotency_key_reused"
    assert backends["contas"].said() == [SAID]


async def test_what_a_backend_refused_may_be_put_right(web, backends):
    backends["contas"].answers = lambda body: (422, {"code": "no", "title": "No", "detail": "Not like that."})
    await web.say(SAID, session="r-4", message_id="m-1")
    backends["contas"].answers = None
    assert (await web.say("Minha fatura", session="r-4", message_id="m-1")).status_code == 200
    assert (await web.say(SAID, session="r-4", message_id="m-1")).status_code == 422


async def test_what_nobody_answered_is_sent_again_once(web, backends):
    backends["contas"].answers = lambda body: (500, {"detail": "broken"})
    assert (await web.say(SAID, session="r-5", message_id="m-1")).status_code == 502
    backends["contas"].answers, backends["contas"].delay = None, 0.5
    answers = await asyncio.gather(*(web.say(SAID, session="r-5", message_id="m-1") for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert len(backends["contas"].seen) == 2


async def test_what_a_process_took_along_when_it_died_is_sent_again_later(web, backends, settings):
    await web.say(SAID, session="r-6", message_id="m-1")

    def lost(seconds: float):
        began = timezone.now() - timedelta(seconds=seconds)
        GatewayDecision.objects.of("tenant_a").update(status="sent", answered_by="", at=began)

    await asyncio.to_thread(visit_now, lambda: lost(1))
    assert (await web.say(SAID, session="r-6", message_id="m-1")).status_code == 409
    await asyncio.to_thread(visit_now, lambda: lost(2 * settings.BACKEND_TIMEOUT_SECONDS))
    assert (await web.say(SAID, session="r-6", message_id="m-1")).status_code == 200


async def test_what_a_process_had_that_was_found_dead_is_sent_again_at_once(web, backends):
    await web.say(SAID, session="r-8", message_id="m-1")

    def lost():
        WebProcess.objects.create(name="gone")
        now = timezone.now()
        rows = GatewayDecision.objects.of("tenant_a")
        rows.update(status="sent", answered_by="", at=now, process="gone")

    await asyncio.to_thread(visit_now, lost)
    assert (await web.say(SAID, session="r-8", message_id="m-1")).status_code == 409
    await asyncio.to_thread(visit_now, lambda: order.claim_of("gone", 0, "another"))
    assert (await web.say(SAID, session="r-8", message_id="m-1")).status_code == 200


@pytest.mark.parametrize("same", [True, False], ids=["the same body", "another body"])
async def test_a_model_that_thinks_meanwhile_makes_no_second_message(
    same, web, backends, settings, fake_openai
):
    settings.MODEL, settings.OPENAI_BASE_URL = "fake", fake_openai.base_url
    for _ in range(2):
        fake_openai.calls(CHOOSE_BACKEND, {"backend": "contas", "confidence": 0.9, "reason": "x"})
    texts = [BOTH, BOTH if same else f"{BOTH}?"]
    answers = await asyncio.gather(*(web.say(each, session="r-7", message_id="m-1") for each in texts))
    assert len(fake_openai.requests) == 2
    seen = sum(len(stand.seen) for stand in backends.values())
    assert seen == 1 and sorted(answer.status_code for answer in answers) == [200, 409 if same else 422]
