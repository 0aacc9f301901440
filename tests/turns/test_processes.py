"""What happens to turns when their process is killed, ends, or is one of two.

Real processes, real signals.
"""

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.parts.installation import installed
from tests.parts.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.alone]
SHORT = {"TURN_DEADLINE": "20", "LEASE_MARGIN": "1", "SWEEP_SECONDS": "0.5"}
CUSTOMER = {"msisdn": "5511999999999", "invoice_id": "INV001"}
BUYER = {"customer_id": "C001"}


def body(text, session="s1", context=CUSTOMER, agent_id="telecom_contas", **more):
    payload = {"text": text, "session_id": session, "context": context, **more}
    return {"tenant_id": "tenant_a", "agent_id": agent_id, "payload": payload}


def send(url, message, **headers):
    return httpx2.post(f"{url}/gateway/message", json=message, headers=headers, timeout=60)


def messages(url, key="tenant_a:telecom_contas:s1"):
    return httpx2.get(f"{url}/sessions/{key}/messages", timeout=30).json().get("messages", [])


def test_a_message_survives_kill_9_and_is_answered_by_the_next_process(thinking):
    with installed(**thinking, **SHORT) as here:
        url = here.start()
        threading.Thread(target=lambda: _quietly(url, body("Minha fatura veio alta")), daemon=True).start()
        until(lambda: httpx2.get(f"{url}/sessions/tenant_a:telecom_contas:s1", timeout=5).status_code == 200)
        here.kill(url)
        again = here.start()
        told = until(lambda: [m for m in messages(again) if m["role"] == "assistant"])
        assert len(told) == 1
        assert told[0]["metadata"]["status"] == "answered"
        assert [m["content"] for m in messages(again) if m["role"] == "user"] == ["Minha fatura veio alta"]


def test_an_action_that_was_done_is_not_done_again_after_kill_9(thinking):
    with installed(**SHORT) as here:
        url = here.start()
        asked = send(
            url, body("quero devolver o pedido P100", context=BUYER, agent_id="retail_orders")
        ).json()
        assert asked["metadata"]["question"]["kind"] == "confirmation"
        here.end(url)
        url = here.start(**thinking)  # the action is called at once, then the model thinks
        assert send(url, body("oi", session="warm")).status_code == 200  # it has read what it needs
        yes = body("sim", context=BUYER, agent_id="retail_orders")
        threading.Thread(target=lambda: _quietly(url, yes), daemon=True).start()
        time.sleep(1.0)
        here.kill(url)
        again = here.start()
        key = "tenant_a:retail_orders:s1"
        last = until(lambda: (found := messages(again, key)) and len(found) == 4 and found[-1])
        assert last["metadata"]["status"] == "failed"
        assert "solicitando a devolução" in last["content"]
        for text in ("sim", "ok"):
            answer = send(again, body(text, context=BUYER, agent_id="retail_orders")).json()["metadata"]
            assert answer["tool_calls"] == [] and answer["question"] is None


def test_a_process_that_is_told_to_end_finishes_its_turns(thinking):
    with installed(**thinking) as here, ThreadPoolExecutor() as pool:
        url = here.start()
        answer = pool.submit(send, url, body("Minha fatura veio alta"))
        until(lambda: httpx2.get(f"{url}/sessions/tenant_a:telecom_contas:s1", timeout=5).status_code == 200)
        assert here.end(url) in (0, -15)
        assert answer.result().json()["metadata"]["status"] == "answered"


def test_two_processes_answer_one_conversation_in_order(pair):
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: send(pair[n % 2], body(f"pergunta {n}")), range(6)))
    assert {a.status_code for a in answers} == {200}
    told = messages(pair[0])
    asked = [m["turn_id"] for m in told if m["role"] == "user"]
    assert asked == [m["turn_id"] for m in told if m["role"] == "assistant"]
    assert len(asked) == 6


def test_events_can_be_followed_and_a_turn_stopped_from_the_other_process(pair):
    key = "tenant_a:telecom_contas:s2"
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(send, pair[0], body("Minha fatura veio alta", session="s2"))
        until(lambda: httpx2.get(f"{pair[1]}/sessions/{key}", timeout=5).status_code == 200)
        seen = []
        with httpx2.stream("GET", f"{pair[1]}/gateway/events/{key}", timeout=20) as stream:
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    seen.append(line.removeprefix("event: "))
        assert (seen[0], seen[-2:]) == ("accepted", ["answer", "done"])
        assert answer.result().status_code == 200
        running = pool.submit(send, pair[0], body("e agora?", session="s2"))
        turn = until(lambda: _running(pair[1], key))
        stopped = httpx2.post(f"{pair[1]}/api/turns/{turn}/stop", timeout=10).json()
        assert stopped["stopped"] is True
        assert running.result().json()["metadata"]["status"] == "cancelled"


def test_fifty_messages_at_once_are_answered_in_order_or_refused():
    with installed(QUEUED_TURNS="5") as here, ThreadPoolExecutor(50) as pool:
        url = here.start()
        statuses = [a.status_code for a in pool.map(lambda n: send(url, body(f"oi {n}")), range(50))]
        assert set(statuses) <= {200, 429}
        told = messages(url)
        asked = [m["turn_id"] for m in told if m["role"] == "user"]
        assert asked == [m["turn_id"] for m in told if m["role"] == "assistant"]
        assert len(asked) == statuses.count(200) >= 6


def _quietly(url, message):
    with contextlib.suppress(httpx2.HTTPError):
        send(url, message)


def _running(url, key):
    session = httpx2.get(f"{url}/sessions/{key}", timeout=5).json()
    if session.get("status") != "running":
        return None
    last = messages(url, key)[-1]
    return last["turn_id"] if last["role"] == "user" else None
