"""A web process is killed under its turns.

Another one answers them in time, once, and tells whoever follows.
"""

import asyncio
import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx2
import psycopg
import pytest

from tests.fakes.openai_server import FakeOpenAI
from tests.parts.installation import Installation, shared

ANSWERED_SECONDS = 15.0  # after the kill
THINKS = 1.0
CUSTOMER = {"msisdn": "5511999999999", "invoice_id": "INV001"}


@dataclass
class Place:
    """Two web processes of one installation, and the model that they ask."""

    here: Installation
    model: FakeOpenAI
    pool: ThreadPoolExecutor

    def ask(self, url: str, session: str, text: str = "Minha fatura veio alta") -> None:
        """Sends a message from a client that may lose its line."""
        payload = {"text": text, "session_id": session, "context": CUSTOMER}
        message = {"tenant_id": "tenant_a", "agent_id": "telecom_contas", "payload": payload}

        def send() -> None:
            with contextlib.suppress(httpx2.HTTPError):
                httpx2.post(f"{url}/gateway/message", json=message, timeout=60)

        self.pool.submit(send)

    def rows(self, statement: str) -> list[tuple]:
        with psycopg.connect(self.here.env["DATABASE_URL"]) as connection:
            return connection.execute(statement).fetchall()

    def until(self, statement: str, found: list[tuple], seconds: float = 30) -> None:
        """Returns once the record says this."""
        end = time.monotonic() + seconds
        while (now := self.rows(statement)) != found:
            assert time.monotonic() < end, now
            time.sleep(0.05)


@pytest.fixture
def place():
    with FakeOpenAI() as model:
        address = {"MODEL": "fake", "OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "none"}
        with ThreadPoolExecutor(64) as pool, shared(**address) as here:
            yield Place(here, model, pool)


def killed(place: Place, turns: int) -> None:
    """So many turns in flight, and a message behind every second of them, when their process is killed."""
    dies, lives = place.here.start(), place.here.start()
    for n in range(turns):
        place.model.says("never heard", slow=60, to=f"primeira {n}.")
        place.ask(dies, f"k-{n}", f"Minha fatura veio alta, primeira {n}.")
    asyncio.run(place.model.asked(turns))  # noqa: TID251
    for n in range(0, turns, 2):
        place.ask(dies, f"k-{n}", "e a segunda via da fatura?")
    behind = (turns + 1) // 2
    place.until("SELECT count(*) FROM conversations_turn WHERE status = 'queued'", [(behind,)])
    events = place.pool.submit(followed, lives, "tenant_a:telecom_contas:k-0")
    for _ in range(turns + behind):
        place.model.says("Sua fatura foi consultada. Posso ajudar em algo mais?", slow=THINKS)
    place.here.kill(dies)
    began = time.monotonic()
    place.until(
        "SELECT status, count(*) FROM conversations_turn GROUP BY 1", [("answered", turns + behind)], 90
    )
    took = time.monotonic() - began
    print(f"{turns} turns and {behind} behind them answered {took:.1f} s after the kill")
    assert took <= ANSWERED_SECONDS
    attempts = place.rows("SELECT number, attempt, count(*) FROM conversations_turn GROUP BY 1, 2 ORDER BY 1")
    assert attempts == [(1, 2, turns), (2, 1, behind)]
    said = place.rows("SELECT count(*) FROM conversations_message WHERE role = 'agent'")
    assert said == [(turns + behind,)]
    assert len(place.model.requests) == 2 * turns + behind
    told = events.result()
    assert told[told.index("text.reset") :][:2] == ["text.reset", "taken_over"]
    assert told[-2:] == ["answer", "done"]
    assert place.rows("SELECT count(*) FROM conversations_webprocess") == [(1,)]


def followed(url: str, key: str) -> list[str]:
    """The events of a conversation's newest turn, as a process tells them; a step by its node."""
    told, name = [], ""
    with httpx2.stream("GET", f"{url}/gateway/events/{key}", timeout=60) as stream:
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                told.append(json.loads(line.removeprefix("data: "))["node"] if name == "step" else name)
    return told


@pytest.mark.slow
@pytest.mark.alone
def test_another_process_takes_over_what_a_killed_one_had(place):
    killed(place, 6)


@pytest.mark.endurance
def test_twenty_four_turns_in_flight_are_taken_over(place):
    killed(place, 24)
