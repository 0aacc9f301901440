"""Whole turns of mode supervisor, held at once, lose a worker in the middle.

A web process, Celery workers, a model that takes its time: real processes, real signals.
"""

import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import httpx2
import pytest

from tests.fakes.openai_server import FakeOpenAI
from tests.parts.installation import Installation, installed
from tests.parts.workers import Workers, emptied_broker

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.stores, pytest.mark.timeout(300)]
TURNS, THINKS, THREADS = 20, 1.0, 32
LIMIT = 15.0  # seconds, from the first message to the last answer
LOSS = (
    12.0  # of them: eight of silence, a look, the work again; what else is busy on this machine comes on top
)
BILL, ORDER = "A fatura INV001 vence em 20/12/2026.", "O pedido P100 está em transporte."
WHO = {"msisdn": "5511999999999", "invoice_id": "INV001", "customer_id": "C001"}
BRANCHES = "SELECT turn_id, attempt, step, status, sent FROM work_branch"
STEPS = "SELECT turn_id, agent FROM conversations_step WHERE node = agent AND outcome = 'ok'"


@dataclass(frozen=True)
class Place:
    """One web process whose branches go to `workers`, and the model that all of them ask."""

    here: Installation
    url: str
    workers: Workers
    model: FakeOpenAI

    def ask(self, number: int) -> dict:
        """One turn: both matters of one customer, in a conversation of its own."""
        payload = {
            "text": "Meu pedido P100 atrasou e minha fatura veio duplicada",
            "session_id": f"held-{number}",
            "context": WHO,
        }
        body = {
            "tenant_id": "tenant_a",
            "agent_id": "telecom_contas",
            "mode": "supervisor",
            "payload": payload,
        }
        answer = httpx2.post(f"{self.url}/gateway/message", json=body, timeout=90)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def held(self, pool: ThreadPoolExecutor, first: int = 0) -> list[Future]:
        """All turns, sent at once, each in a conversation of its own."""
        return [pool.submit(self.ask, number) for number in range(first, first + TURNS)]

    def workers_start(self, *names: str) -> float:
        """Workers that have worked, as those of an installation in use.

        How long the turns take without a loss.
        """
        for name in names:
            self.workers.start(name)
        for first in (TURNS, 2 * TURNS):  # the first turns of a process read everything
            began = time.perf_counter()
            with ThreadPoolExecutor(TURNS) as pool:
                [each.result() for each in self.held(pool, first)]
        self.model.requests.clear()
        return time.perf_counter() - began

    def until_thinking(self, count: int) -> None:
        """Returns when so many branches wait for the model."""
        until = time.monotonic() + 30
        while len(self.model.requests) < count:
            assert time.monotonic() < until, f"{len(self.model.requests)} branches began"
            time.sleep(0.02)

    def rows(self, query: str) -> list[tuple]:
        address = self.here.env["DATABASE_URL"]
        if address.startswith("sqlite"):
            import sqlite3

            with contextlib.closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as base:
                return base.execute(query).fetchall()
        import psycopg

        with psycopg.connect(address) as base:
            return base.execute(query).fetchall()


@pytest.fixture
def place(fake_openai: FakeOpenAI) -> Iterator[Place]:
    for _ in range(5 * TURNS):  # whoever takes a branch over asks anew
        fake_openai.says(BILL, slow=THINKS, to="especialista em faturas")
        fake_openai.says(ORDER, slow=THINKS, to="especialista em pedidos")
        fake_openai.says(f"{ORDER} {BILL}", to="what several specialists found")
    broker = emptied_broker()
    with installed(
        REDIS_URL=broker,
        CELERY_BROKER_URL=broker,
        MODEL="slow",
        OPENAI_BASE_URL=fake_openai.base_url,
        OPENAI_API_KEY="none",
    ) as here:
        workers = Workers(broker, here.env["DATABASE_URL"], threads=THREADS, environment=here.env)
        try:
            yield Place(here, here.start(), workers, fake_openai)
        finally:
            workers.end_all()


def nothing_is_missing(place: Place, answers: list[dict]) -> None:
    """Each turn answered whole, and each of its branches stored once, with one result."""
    assert len(answers) == TURNS
    for answer in answers:
        metadata = answer["metadata"]
        assert metadata["status"] == "answered"
        assert metadata["agents"] == ["billing_agent", "orders_agent"]
        assert metadata["pending"] == []
        assert BILL in answer["text"] and ORDER in answer["text"]
    turns = {answer["metadata"]["turn_id"] for answer in answers}
    both = {(turn, step) for turn in turns for step in ("billing_agent", "orders_agent")}
    branches = [row for row in place.rows(BRANCHES) if row[0] in turns]
    assert Counter((turn, step) for turn, _attempt, step, _status, _sent in branches) == dict.fromkeys(
        both, 1
    )
    assert {(attempt, status) for _turn, attempt, _step, status, _sent in branches} == {(1, "done")}
    assert Counter(row for row in place.rows(STEPS) if row[0] in turns) == dict.fromkeys(both, 1)


def test_one_of_two_workers_is_killed_under_twenty_turns(place: Place) -> None:
    usual = place.workers_start("one", "two")
    with ThreadPoolExecutor(TURNS) as pool:
        began = time.perf_counter()
        waiting = place.held(pool)
        place.until_thinking(2 * TURNS)
        place.workers.kill("one")
        answers = [each.result() for each in waiting]
        seconds = time.perf_counter() - began
    again = sum(sent > 1 for *_rest, sent in place.rows(BRANCHES))
    print(
        f"\n{TURNS} turns of 2 x {THINKS} s, one of two workers killed: {seconds:.1f} s "
        f"(without a loss {usual:.1f} s), {again} sent again"
    )
    nothing_is_missing(place, answers)
    assert again, "the killed worker had some"
    assert seconds <= max(LIMIT, usual + LOSS)


def test_the_only_worker_is_killed_under_twenty_turns_and_started_again(place: Place) -> None:
    place.workers_start("one")
    with ThreadPoolExecutor(TURNS) as pool:
        began = time.perf_counter()
        waiting = place.held(pool)
        place.until_thinking(THREADS)
        place.workers.kill("one")
        place.workers.start("one", wait=False)
        answers = [each.result() for each in waiting]
        seconds = time.perf_counter() - began
    print(f"\n{TURNS} turns of 2 x {THINKS} s, the only worker killed and started again: {seconds:.1f} s")
    nothing_is_missing(place, answers)
    assert seconds <= 60
