"""A message at the gateway: one backend answers it, and the session stays there as long as it should."""

import asyncio

from routing.gateway.models import GatewayDecision, GatewaySession
from tests.parts.visiting import visit_now


async def test_a_message_goes_to_the_backend_whose_keyword_it_holds(web, backends):
    answer = (await web.say("Minha fatura veio alta", session="g-1")).json()
    assert answer["text"] == "contas aqui."
    assert answer["session_id"] == "g-1"
    about = answer["metadata"]
    assert about["selected_backend"] == "contas"
    assert about["global_session_id"] == "g-1"
    assert about["backend_session_id"] == "t:contas:g-1"
    assert about["backend_elapsed_ms"] > 0
    decision = about["global_route_decision"]
    assert decision["backend_id"] == "contas" and decision["confidence"] == 0.6
    assert decision["mode"] == "hybrid" and not decision["used_llm"] and not decision["keep_active_backend"]
    assert decision["candidates"] == [{"backend_id": "contas", "score": 0.6, "matches": ["fatura"]}]
    sent = backends["contas"].seen[0]
    assert sent["payload"]["session_id"] == "g-1" and sent["agent_id"] == "telecom_contas"
    assert backends["contas"].headers[0]["x-switchboard-gateway"] == "1"


async def test_a_picture_goes_on_with_its_message(web, backends):
    picture = {"name": "bill.gif", "url": "data:image/gif;base64,R0lGODlhAQ=="}
    body = {"payload": {"text": "Minha fatura veio alta", "session_id": "g-0", "attachments": [picture]}}
    assert (await web.post("/gateway/message", json=body)).status_code == 200
    assert backends["contas"].seen[0]["payload"]["attachments"] == [picture]


async def test_a_short_follow_up_stays_and_another_backends_word_goes_there(web, backends):
    await web.say("Minha fatura veio alta", session="g-2")
    stays = (await web.say("e esse valor?", session="g-2")).json()
    moves = (await web.say("quero trocar meu plano", session="g-2")).json()
    assert stays["metadata"]["selected_backend"] == "contas"
    assert stays["metadata"]["global_route_decision"]["keep_active_backend"]
    assert moves["metadata"]["selected_backend"] == "ofertas"


async def test_closing_words_are_answered_and_end_the_stay(web, backends):
    await web.say("quero trocar meu plano", session="g-3")
    thanks = (await web.say("obrigado, era só isso", session="g-3")).json()
    after = (await web.say("e esse valor?", session="g-3")).json()
    assert thanks["metadata"]["selected_backend"] == "ofertas"
    assert after["metadata"]["selected_backend"] == "contas"  # the default again
    assert after["metadata"]["global_route_decision"]["metadata"]["method"] == "default"


async def test_the_stay_lapses(web, backends, settings):
    await web.say("quero trocar meu plano", session="g-4")
    settings.GLOBAL_SESSION_TTL_SECONDS = 0
    after = (await web.say("e esse valor?", session="g-4")).json()
    assert after["metadata"]["selected_backend"] == "contas"


async def test_a_backend_that_the_request_names_answers(web, backends):
    answer = await web.post(
        "/gateway/message",
        json={"backend_id": "suporte", "payload": {"text": "Minha fatura", "session_id": "g-5"}},
    )
    assert answer.json()["metadata"]["selected_backend"] == "suporte"
    follows = (await web.say("e então?", session="g-5")).json()
    assert follows["metadata"]["selected_backend"] == "suporte"


async def test_a_conversation_key_stands_for_its_session(web, backends):
    await web.say("quero trocar meu plano", session="g-6")
    answer = (await web.say("e quanto custa?", session="tenant_a:telecom_contas:g-6")).json()
    assert answer["metadata"]["selected_backend"] == "ofertas" and answer["session_id"] == "g-6"


async def test_the_record_says_where_each_message_went_and_why_and_no_word_of_it(web, backends):
    await web.say("Minha fatura veio muito alta, Zacarias", session="g-7")
    await web.say("e o senhor Zacarias?", session="g-7")

    def read():
        session = GatewaySession.objects.of("tenant_a").get(session_id="g-7")
        return session, list(GatewayDecision.objects.of("tenant_a").filter(session=session).order_by("seq"))

    async with asyncio.timeout(5):  # the second record does not keep its answer waiting
        while (await asyncio.to_thread(visit_now, read))[1][-1].status == "sent":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    session, decisions = await asyncio.to_thread(visit_now, read)
    assert session.active_backend == "contas" and session.seq == 2
    assert session.backend_sessions == {"contas": "t:contas:g-7"}
    assert [each.method for each in decisions] == ["rules", "sticky"]
    assert [each.status for each in decisions] == ["answered", "answered"]
    assert all(each.milliseconds > 0 for each in decisions)
    assert "Zacarias" not in str([vars(each) for each in (session, *decisions)])


async def test_a_message_that_is_sent_again_goes_where_it_went(web, backends):
    await web.say("Minha fatura veio alta", session="g-8", message_id="m-1")
    await web.say("quero trocar meu plano", session="g-8", message_id="m-2")
    again = (await web.say("Minha fatura veio alta", session="g-8", message_id="m-1")).json()
    follows = (await web.say("e esse valor?", session="g-8")).json()
    assert again["metadata"]["selected_backend"] == "contas"
    assert backends["contas"].seen[0] == backends["contas"].seen[1]  # the same body: the same turn there
    assert follows["metadata"]["selected_backend"] == "ofertas"


async def test_sent_again_it_goes_to_whoever_answered_it_and_to_nobody_else(web, backends):
    """A second backend would do it a second time."""
    backends["suporte"].well = False
    backends["suporte"].answers = lambda body: (503, {"detail": "full"})
    first = (await web.say("Onde está meu pedido?", session="g-10", message_id="m-1")).json()
    assert first["metadata"]["selected_backend"] == "contas"
    backends["suporte"].answers = None
    again = (await web.say("Onde está meu pedido?", session="g-10", message_id="m-1")).json()
    assert again["metadata"]["selected_backend"] == "contas"
    assert backends["contas"].seen[0] == backends["contas"].seen[1]
    backends["contas"].stop()
    for _ in range(2):
        answer = await web.say("Onde está meu pedido?", session="g-10", message_id="m-1")
        assert answer.status_code == 502 and len(backends["suporte"].seen) == 1
    decision = await asyncio.to_thread(visit_now, lambda: GatewayDecision.objects.of("tenant_a").latest("id"))
    assert decision.answered_by == "contas" and decision.failures[0]["backend"] == "suporte"


async def test_sent_again_it_goes_to_whoever_had_it_and_was_silent(web, backends):
    backends["suporte"].answers = lambda body: (503, {"detail": "full"})
    backends["contas"].answers = lambda body: (500, {"detail": "broken"})
    answer = await web.say("Onde está meu pedido?", session="g-11", message_id="m-1")
    assert answer.status_code == 502
    backends["suporte"].answers = backends["contas"].answers = None
    again = (await web.say("Onde está meu pedido?", session="g-11", message_id="m-1")).json()
    assert again["metadata"]["selected_backend"] == "contas" and len(backends["suporte"].seen) == 1


async def test_sent_again_it_begins_with_whoever_handed_it_over(web, backends):
    backends["suporte"].answers = lambda body: (503, {"detail": "full"})
    backends["contas"].answers = lambda body: {"text": "...", "metadata": {"handover_backend": "cobranca"}}
    for _ in range(2):
        answer = (await web.say("Onde está meu pedido?", session="g-12", message_id="m-1")).json()
        assert answer["metadata"]["selected_backend"] == "cobranca"
        backends["suporte"].answers = None
    assert len(backends["suporte"].seen) == 1 and len(backends["contas"].seen) == 2
    assert backends["cobranca"].seen[0] == backends["cobranca"].seen[1]


async def test_two_messages_of_a_new_session_at_once_are_one_session(web, backends):
    answers = await asyncio.gather(*(web.say("Minha fatura", session="g-9") for _ in range(6)))
    assert [answer.status_code for answer in answers] == [200] * 6
    rows = await asyncio.to_thread(
        visit_now, lambda: list(GatewaySession.objects.of("tenant_a").filter(session_id="g-9"))
    )
    assert [row.seq for row in rows] == [6]
