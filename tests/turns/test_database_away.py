"""PostgreSQL is restarted or away while turns close.

What was answered is stored and told, what was done is done once.

A server of the test's own, two web processes, a model that takes its time; counted in the record.
"""

import os
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import httpx2
import psycopg
import pytest

from tests.fakes.openai_server import FakeOpenAI
from tests.parts.installation import installed
from tests.parts.postgres_server import PostgresServer, postgres_server
from tests.parts.waiting import until

BUYER = {"customer_id": "C001"}
CUSTOMER = {"msisdn": "5511999999999", "invoice_id": "INV001"}
TOLD_SECONDS = 5.0  # after the database is back
THINKS = 1.5


def body(text, session, buyer):
    payload = {"text": text, "session_id": session, "context": BUYER if buyer else CUSTOMER}
    profile = "retail_orders" if buyer else "telecom_contas"
    return {"tenant_id": "tenant_a", "agent_id": profile, "payload": payload}


@dataclass
class Place:
    """Two web processes on a database that may go away."""

    server: PostgresServer
    model: FakeOpenAI
    urls: tuple[str, str]

    def send(self, number: int, text: str, session: str, buyer: bool) -> tuple[httpx2.Response, float]:
        url = f"{self.urls[number % 2]}/gateway/message"
        response = httpx2.post(url, json=body(text, session, buyer), timeout=100)
        return response, time.monotonic()

    def rows(self, statement: str) -> list[tuple]:
        with psycopg.connect(self.server.url) as connection:
            return connection.execute(statement).fetchall()

    def forget(self) -> None:
        with psycopg.connect(self.server.url) as connection:
            connection.execute("TRUNCATE conversations_conversation CASCADE")


@pytest.fixture(scope="module")
def place():
    if not os.environ.get("DATABASE_URL", "").startswith("postgres") or not os.environ.get("REDIS_URL"):
        pytest.skip("two processes need PostgreSQL and Redis: they run in the second run")
    shared = {"REDIS_URL": os.environ["REDIS_URL"]}
    with postgres_server() as server, FakeOpenAI() as model, installed(server.url, **shared) as here:
        address = {"MODEL": "fake", "OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "none"}
        yield Place(server, model, (here.start(**address), here.start(**address)))


def interrupted(place: Place, how: str, away: float, count: int, name: str) -> None:
    """So many confirmed returns and so many questions, and the database goes while they are answered."""
    place.forget()
    place.model.clear()
    with ThreadPoolExecutor(2 * count) as pool:
        for _ in range(count):
            place.model.calls("solicitar_devolucao", {"order_id": "P100", "reason": "quebrado"})
        ask = "quero devolver o pedido P100, veio quebrado"
        asked = list(pool.map(lambda n: place.send(n, ask, f"{name}-{n}", True)[0], range(count)))
        assert {a.json()["metadata"]["question"]["kind"] for a in asked} == {"confirmation"}
        for _ in range(2 * count):
            place.model.says("Pronto, está feito. Posso ajudar em algo mais?", slow=THINKS)
        sent: list[Future] = []
        for n in range(count):
            sent.append(pool.submit(place.send, n, "sim", f"{name}-{n}", True))
            sent.append(pool.submit(place.send, n + 1, "Minha fatura veio alta", f"{name}-q{n}", False))
        # All turns are open, the last ones just now: the models of all think.
        turns = [(3 * count,)]
        until(lambda: place.rows("SELECT count(*) FROM conversations_turn") == turns, 30)
        back = place.server.restart(how, away)
        answers = [each.result() for each in sent]
    told = Counter(response.json().get("metadata", {}).get("status") for response, _ in answers)
    late = max(at for _, at in answers) - back
    print(f"{how}, away {away} s: {dict(told)}, the last {late:.1f} s after the database was back")
    assert told == {"answered": 2 * count}
    assert late <= TOLD_SECONDS + THINKS  # a model may have been asked a moment before
    assert len(place.model.requests) == 3 * count
    stored = place.rows("SELECT status, attempt, count(*) FROM conversations_turn GROUP BY 1, 2")
    assert stored == [("answered", 1, 3 * count)]
    effects = place.rows("SELECT side_effects FROM conversations_turn WHERE side_effects != '[]'")
    assert [[each["ok"] for each in done] for (done,) in effects] == [[True]] * count
    assert place.rows("SELECT count(*) FROM conversations_message") == [(6 * count,)]


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_what_was_answered_while_the_database_was_away_is_stored_and_told(place, how):
    interrupted(place, how, 2.0, 6, f"short-{how}")


@pytest.mark.endurance
@pytest.mark.parametrize(
    ("how", "away"),
    [("fast", 0.0), ("immediate", 0.0), ("fast", 10.0), ("immediate", 10.0)],
)
def test_forty_actions_and_forty_questions_survive_each_way_of_going(place, how, away):
    interrupted(place, how, away, 40, f"counted-{how}-{away}")
