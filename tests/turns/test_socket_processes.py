"""Sockets when their line breaks, when their process ends, and over two processes.

Real processes, real signals.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.parts.installation import installed
from tests.parts.socket import greeted, opened
from tests.turns.test_processes import SHORT

pytestmark = [pytest.mark.slow, pytest.mark.stores]
TEAM = {"tenant_id": "tenant_a", "agent_id": "telecom_contas"}
INVOICE = {"text": "Minha fatura veio alta", "context": {"msisdn": "5511999999999", "invoice_id": "INV001"}}


def names(told):
    return [event["event"] for event in told]


def test_a_line_that_broke_is_taken_up_where_it_was(thinking):
    with installed(**thinking) as here:
        url = here.start()
        with greeted(url, "broken", **TEAM) as line:
            line.send(**INVOICE)
            begun = line.until("route")
            line.wire.socket.close()  # no close frame: as when a telephone loses its network
        with greeted(url, "broken", last_event_id=begun[-1]["id"], **TEAM) as line:
            told = line.until("done")
            line.send(**INVOICE)
            assert line.until("done")[-2]["event"] == "answer"
        seen = [event["id"] for event in begun + told]
        assert seen == [f"1.{n + 1}" for n in range(len(seen))]
        assert names(told)[-2:] == ["answer", "done"]


def test_a_message_that_is_repeated_after_a_crash_is_told_its_answer(thinking):
    with installed(**thinking, **SHORT) as here:
        url = here.start()
        with greeted(url, "crash", **TEAM) as line:
            line.send(**INVOICE, idempotency_key="once")
            begun = line.until("route")
            here.kill(url)
        with greeted(here.start(), "crash", **TEAM) as line:
            line.send(**INVOICE, idempotency_key="once", ref="again")
            told = line.until("done")
        assert (told[0]["event"], told[0]["ref"]) == ("accepted", "again")
        assert told[0]["data"]["turn_id"] == begun[0]["data"]["turn_id"]
        assert names(told)[-2:] == ["answer", "done"]
        assert told[-1]["data"]["status"] == "answered"


def test_a_process_that_is_told_to_end_finishes_its_turns_then_closes_its_sockets(thinking):
    with installed(**thinking) as here, ThreadPoolExecutor() as pool:
        url = here.start()
        with (
            greeted(url, "busy", **TEAM) as busy,
            greeted(url, "idle", **TEAM) as idle,
            opened(url, "silent") as silent,
        ):
            busy.send(**INVOICE)
            busy.until("route")
            ended = pool.submit(here.end, url)
            assert idle.end() == silent.end() == (1012, "restarting, retry=2000")
            assert names(busy.until("done"))[-2:] == ["answer", "done"]
            assert busy.end() == (1012, "restarting, retry=2000")
        assert ended.result() in (0, -15)


def test_who_lost_one_process_goes_on_at_the_other(pair):
    with greeted(pair[0], "moved", **TEAM) as line:
        line.send(**INVOICE)
        begun = line.until("route")
    with greeted(pair[1], "moved", last_event_id=begun[-1]["id"], **TEAM) as line:
        told = line.until("done")
        assert names(told)[-2:] == ["answer", "done"]
        line.send(**INVOICE, ref="next")
        assert line.until("done")[-1]["id"].startswith("2.")
    seen = [event["id"] for event in begun + told]
    assert seen == [f"1.{n + 1}" for n in range(len(seen))]


def test_messages_at_two_processes_are_one_conversation_and_a_turn_is_stopped_from_the_other(pair):
    with greeted(pair[0], "both", **TEAM) as first, greeted(pair[1], "both", **TEAM) as second:
        first.send(**INVOICE)
        turn = first.until("accepted")[-1]["data"]["turn_id"]
        second.send(**INVOICE)
        assert second.next()["data"]["status"] == "queued"
        second.send("stop", turn_id=turn)
        assert first.until("done")[-1]["data"]["status"] == "cancelled"
        told = second.until("done")
        assert names(told)[-2:] == ["answer", "done"]
        assert told[-1]["id"].startswith("2.")
