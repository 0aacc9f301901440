"""What a session is begun with: its language, its release, further context."""

import pytest

from conversations.models import Turn
from conversations.visits import visit
from routing.models import AgentProfile
from routing.turns.queue import load
from tests.turns.changing import change

pytestmark = pytest.mark.django_db(transaction=True)
BEGIN = ("chat", "session:create", "context:trusted", "publish", "sessions", "debug")
OPTIONS = {"language": "en", "release": 1, "context": {"msisdn": "5511999999999", "customer_id": "C001"}}


def message(text, **more):
    return {"agent_id": "telecom_contas", "session_id": "s-1", "text": text, **more}


async def test_a_session_goes_by_what_it_was_begun_with(stranger, key, demo_servers):
    """In its language and with its context, by every message until its end, whoever writes the next one."""
    own = key(*BEGIN)
    first = await stranger.post(
        "/gateway/message", json=message("Minha fatura veio alta", session_options=OPTIONS), headers=own
    )
    assert first.status_code == 200, first.text
    assert "Invoice INV001" in first.json()["text"]
    assert first.json()["metadata"]["release"] == 1
    told = (await stranger.get("/sessions/tenant_a:telecom_contas:s-1", headers=own)).json()
    assert told["options"] == OPTIONS
    again = await stranger.post("/gateway/message", json=message("e o vencimento?"), headers=own)
    assert "2026" in again.json()["text"] and "fatura" not in again.json()["text"].lower()
    same = message("e o valor?", session_options=OPTIONS)
    assert (await stranger.post("/gateway/message", json=same, headers=own)).status_code == 200


async def test_only_who_may_begin_sessions_says_how_and_only_once(stranger, key):
    wish = message("Olá", session_options={"language": "en"})
    refused = await stranger.post("/gateway/message", json=wish, headers=key("chat"))
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    wish = message("Olá", session_options={"release": 1})
    refused = await stranger.post("/gateway/message", json=wish, headers=key("chat", "session:create"))
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    own = key(*BEGIN)
    wish = message("Olá", session_options={"language": "xx"})
    assert (await stranger.post("/gateway/message", json=wish, headers=own)).status_code == 422
    assert (await stranger.post("/gateway/message", json=message("Olá"), headers=own)).status_code == 200
    late = message("Olá", session_options={"language": "en"})
    refused = await stranger.post("/gateway/message", json=late, headers=own)
    assert (refused.status_code, refused.json()["code"]) == (409, "session_has_begun")


async def test_a_language_with_a_country_is_the_language(stranger, key):
    own = {**key(*BEGIN), "accept-language": "pt-PT"}
    wish = message("Hi", session_options={"language": "pt-PT"})
    answer = await stranger.post("/gateway/message", json=wish, headers=own)
    assert answer.json()["text"].startswith("Olá"), answer.text
    late = message("Hi", session_options={"language": "en"})
    refused = await stranger.post("/gateway/message", json=late, headers=own)
    assert refused.json()["detail"].endswith("ou inicie outra sessão."), refused.text


async def test_the_chat_takes_them_too(stranger, key):
    wish = {"message": "Olá", "agent_id": "telecom_contas", "session_options": {"language": "es"}}
    answer = await stranger.post("/api/chat/message", json=wish, headers=key(*BEGIN))
    assert answer.json()["response"].startswith("¡Hola")


async def test_a_turn_that_waited_or_is_taken_over_stays_with_its_session_s_release(
    stranger, key, demo_servers
):
    await stranger.post("/gateway/message", json=message("Olá", session_options=OPTIONS), headers=key(*BEGIN))
    await change(lambda: AgentProfile.objects.of("tenant_a").update(description="Another release."))
    turn = await Turn.objects.of("tenant_a").aget()
    await Turn.objects.of("tenant_a").aupdate(status="running", finished_at=None)
    prepared = await visit(lambda: load(turn.pk))
    assert prepared.pinned.release.number == 1
    shown = await stranger.post("/debug/route", json=message("Minha fatura veio alta"), headers=key(*BEGIN))
    assert (shown.json()["release"], shown.json()["language"]) == (1, "en")
