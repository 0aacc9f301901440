"""Quick messages when a process is killed, and over two processes: nothing lost, each answered once.

Real signals.
"""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.parts.installation import installed, shared, slow_model
from tests.turns.test_processes import SHORT, _quietly, body, messages, send, until

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.stores]
AUTHOR = """
from contextlib import suppress
from releases.errors import NothingToPublish
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
AgentProfile.objects.of("tenant_a").update(quick_messages="{strategy}")
with suppress(NothingToPublish):
    publish(Tenant.objects.get(pk="tenant_a"), "test")
"""


@pytest.fixture(scope="module")
def thinking():
    """A model that leaves time to write while it thinks, also on a busy machine."""
    with slow_model(4) as model:
        yield model


def author(here, strategy):
    """Publishes the strategy; the installation's processes see it with the next message."""
    command = [sys.executable, "manage.py", "shell", "-c", AUTHOR.format(strategy=strategy)]
    subprocess.run(command, env=here.env, check=True, stdout=subprocess.DEVNULL)


def key(session):
    return f"tenant_a:telecom_contas:{session}"


def stored(url, session):
    found = httpx2.get(f"{url}/sessions/{key(session)}", timeout=10)
    return found.json().get("message_count", 0) if found.status_code == 200 else 0


def say(url, text, session="s1"):
    threading.Thread(target=lambda: _quietly(url, body(text, session=session)), daemon=True).start()


def told(url, session="s1"):
    found = messages(url, key(session))
    asked = [(m["content"], m["turn_id"]) for m in found if m["role"] == "user"]
    return asked, [m for m in found if m["role"] == "assistant"]


def test_messages_that_joined_survive_kill_9_and_are_answered_by_the_next_process(thinking):
    with installed(**thinking, **SHORT | {"TURN_DEADLINE": "20"}) as here:
        author(here, "coalesce")
        url = here.start()
        for n, text in enumerate(("Minha fatura veio alta", "a deste mês", "pode ver?"), 1):
            say(url, text)
            until(lambda n=n: stored(url, "s1") >= n)
        here.kill(url)
        again = here.start()
        until(lambda: len(told(again)[1]) == 2, 120)
        asked, answers = told(again)
        assert [text for text, _ in asked] == ["Minha fatura veio alta", "a deste mês", "pode ver?"]
        assert [turn for _, turn in asked] == [
            answers[0]["turn_id"],
            answers[1]["turn_id"],
            answers[1]["turn_id"],
        ]
        assert {each["metadata"]["status"] for each in answers} == {"answered"}


def test_a_turn_that_rested_when_its_process_was_killed_is_begun_by_the_next_one(thinking):
    with installed(**thinking, **SHORT, DEBOUNCE_SECONDS="4") as here:
        author(here, "debounce")
        url = here.start()
        for n, text in enumerate(("oi, minha fatura", "veio alta"), 1):
            say(url, text)
            until(lambda n=n: stored(url, "s1") >= n)
        assert told(url)[1] == []
        here.kill(url)
        again = here.start()
        until(lambda: told(again)[1], 90)
        asked, answers = told(again)
        assert [text for text, _ in asked] == ["oi, minha fatura", "veio alta"]
        assert len(answers) == 1 and {turn for _, turn in asked} == {answers[0]["turn_id"]}


def test_a_process_that_is_told_to_end_answers_what_rests(thinking):
    with installed(**thinking, DEBOUNCE_SECONDS="2") as here, ThreadPoolExecutor() as pool:
        author(here, "debounce")
        url = here.start()
        answer = pool.submit(send, url, body("Minha fatura veio alta"))
        until(lambda: stored(url, "s1"))
        assert here.end(url) in (0, -15)
        assert answer.result().json()["metadata"]["status"] == "answered"


@pytest.fixture(scope="module")
def two():
    """Two web processes of one installation whose model takes its time, and how to author in them."""
    with slow_model(2) as model, shared(**model, DEBOUNCE_SECONDS="1.5", QUEUED_TURNS="20") as here:
        for _ in range(2):
            ask(here.start(), "oi", "warm")  # what a process loads once is loaded
        yield here


def ask(url, text, session):
    """One message; what came of it."""
    return send(url, body(text, session=session)).json()


@pytest.mark.parametrize(("strategy", "turns"), [("coalesce", [1, 2, 2]), ("debounce", [1, 1, 1])])
def test_messages_through_both_processes_get_one_answer(two, strategy, turns):
    author(two, strategy)
    one, other = two.processes
    session = f"both-{strategy}"
    with ThreadPoolExecutor(3) as pool:
        waiting = []
        for n, (url, text) in enumerate(
            ((one, "Meu plano mudou"), (one, "minha fatura"), (other, "veio alta")), 1
        ):
            waiting.append(pool.submit(ask, url, text, session))
            until(lambda n=n: stored(one, session) >= n)
        answers = [each.result() for each in waiting]
    assert [answer["metadata"]["turn"] for answer in answers] == turns
    assert answers[1] == answers[2]
    assert {answer["metadata"]["status"] for answer in answers} == {"answered"}
    asked, _ = told(other, session)
    assert [text for text, _ in asked] == ["Meu plano mudou", "minha fatura", "veio alta"]


def test_a_stream_in_the_other_process_tells_the_turn_that_it_joined(two):
    author(two, "coalesce")
    one, other = two.processes
    session = "streams"
    with ThreadPoolExecutor(3) as pool:
        waiting = []
        for n, text in enumerate(("Meu plano mudou", "minha fatura"), 1):
            waiting.append(pool.submit(ask, one, text, session))
            until(lambda n=n: stored(one, session) >= n)
        events = []
        sse = f"{other}/gateway/message/sse"
        with httpx2.stream("POST", sse, json=body("veio alta", session=session), timeout=60) as stream:
            events += [
                line.removeprefix("event: ") for line in stream.iter_lines() if line.startswith("event: ")
            ]
        answers = [each.result() for each in waiting]
    assert (events[0], events.count("accepted"), events[-2:]) == ("accepted", 1, ["answer", "done"])
    assert "text" in events
    assert answers[1]["metadata"]["message_ids"][1:] != []


@pytest.mark.parametrize("strategy", ["coalesce", "debounce"])
def test_thirty_messages_at_once_are_all_kept_and_all_answered(two, strategy):
    author(two, strategy)
    urls, session = list(two.processes), f"many-{strategy}"
    with ThreadPoolExecutor(30) as pool:
        answers = list(pool.map(lambda n: ask(urls[n % 2], f"pergunta {n:02}", session), range(30)))
    assert {answer["metadata"]["status"] for answer in answers} == {"answered"}
    asked, spoken = told(urls[0], session)
    assert sorted(text for text, _ in asked) == [f"pergunta {n:02}" for n in range(30)]
    assert {turn for _, turn in asked} == {each["turn_id"] for each in spoken}
    assert len(spoken) <= 4
    by_text = dict(asked)
    assert [answer["metadata"]["turn_id"] for answer in answers] == [
        by_text[f"pergunta {n:02}"] for n in range(30)
    ]
