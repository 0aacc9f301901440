"""Sub-conversations over several web processes: nothing lost, nothing told twice.

Real processes, real signals.
"""

from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.parts.installation import installed, shared

pytestmark = [pytest.mark.stores, pytest.mark.timeout(1200)]
# What a user of the virtual assistant says in ten turns, and who answers it in the end.
SCRIPT = (
    ("Olá, preciso de ajuda com um problema técnico.", "especialista_tecnico"),
    ("Meu notebook não liga", "especialista_tecnico"),
    ("Muito obrigado, funcionou!", "especialista_tecnico"),
    ("Qual é o horário de atendimento?", "coordinator"),
    ("Como peço um reembolso?", "especialista_financeiro"),
    ("Quero ver a fatura TS-2001", "especialista_financeiro"),
    ("Minha impressora não imprime", "especialista_tecnico"),
    ("Obrigado, era só isso", "especialista_tecnico"),
    ("Vocês abrem aos sábados?", "coordinator"),
    ("Como peço um reembolso?", "especialista_financeiro"),
)
TOLD = "Do que já vimos: "  # how the offline coordinator tells a note
CLIENT = httpx2.Client(timeout=120)  # one for all: making one costs as much as a turn


def say(url, session, text):
    body = {
        "tenant_id": "tenant_a",
        "agent_id": "assistente_virtual",
        "payload": {"text": text, "session_id": session},
    }
    answer = CLIENT.post(f"{url}/gateway/message", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def session(url, name, what=""):
    return CLIENT.get(f"{url}/sessions/tenant_a:assistente_virtual:{name}{what}").json()


def walk(urls, name):
    """One conversation, its turns on the processes by turns.

    Who answered, where a note was told, and whether each turn stood complete in the record, by the other
    process, before the next began.
    """
    answered, told, said, complete = [], [], [], True
    for n, (text, agent) in enumerate(SCRIPT):
        answer = say(urls[n % len(urls)], name, text)
        answered.append((answer["metadata"]["turn"], answer["metadata"]["active_agent"] == agent))
        if TOLD in answer["text"]:
            told.append(n + 1)
        said += [text, answer["text"]]
        kept = session(urls[(n + 1) % len(urls)], name, "/messages")["messages"]
        complete = complete and [each["content"] for each in kept] == said
    return answered, told, complete


@pytest.fixture(scope="module")
def pair():
    """Two web processes of one installation."""
    with shared() as here:
        yield here.start(), here.start()


# A hundred are 1 000 turns: 1 to 2 minutes of two cores, more on a busy machine.
@pytest.mark.parametrize(
    "conversations",
    [pytest.param(30, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.endurance)],
)
def test_conversations_on_two_processes_lose_no_note_and_tell_none_twice(pair, conversations):
    with ThreadPoolExecutor(8) as pool:
        walked = list(pool.map(lambda n: walk(pair, f"walk{conversations}-{n}"), range(conversations)))
    for answered, told, complete in walked:
        assert complete, "the other process reads every message of the turns before, once and in order"
        assert answered == [(n, True) for n in range(1, len(SCRIPT) + 1)]
        assert told == [4, 9], "each of the two results, once, in the coordinator's next words"


@pytest.mark.slow
def test_a_sub_conversation_goes_on_in_another_process_after_kill_9():
    with installed() as here:
        first = here.start()
        for text, agent in SCRIPT[:2]:
            assert say(first, "killed", text)["metadata"]["active_agent"] == agent
        assert session(first, "killed")["sub_conversation"]["specialist"] == "especialista_tecnico"
        here.kill(first)
        second = here.start()
        begun = session(second, "killed")["sub_conversation"]
        assert (begun["specialist"], begun["since_turn"]) == ("especialista_tecnico", 1)
        answers = [say(second, "killed", text) for text, _agent in SCRIPT[2:4]]
        assert [answer["metadata"]["active_agent"] for answer in answers] == [
            "especialista_tecnico",
            "coordinator",
        ]
        assert TOLD in answers[1]["text"]
