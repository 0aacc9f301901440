"""A conversation through `run_turn`, on the demo world, with its real tool servers."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from conversations.turn import TurnEvent
from outbound import runtime
from routing.turns import life, registry
from routing.turns.request import ChatRequest
from routing.turns.run import run_turn
from tenancy.authenticate import RawCredentials
from tests.fakes.openai_server import FakeOpenAI
from tests.parts.installation import shared, slow_model

CUSTOMER = {"msisdn": "5511999999999", "invoice_id": "INV001"}
BUYER = {"customer_id": "C001"}
VISITOR = RawCredentials(peer="127.0.0.1")
pytestmark = pytest.mark.django_db(transaction=True)


class Talk:
    """One conversation: `await talk("oi")` gives the answer, `talk.events` what was streamed.

    After `clear` every conversation is another one, under the same name.
    """

    begun = 0

    def __init__(self, session: str) -> None:
        self.name = session
        self.events: list[TurnEvent] = []

    @classmethod
    def clear(cls) -> None:
        """Between two cases of a test (`try_each`)."""
        Talk.begun += 1

    @property
    def session(self) -> str:
        return f"{self.name}.{Talk.begun}" if Talk.begun else self.name

    async def __call__(self, text: str, context: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        self.events = []
        async for event in run_turn(self.request(text, context, **more)):
            self.events.append(event)
        return next(e.data for e in self.events if e.name == "answer")

    def request(self, text: str, context: dict[str, Any] | None = None, **more: Any) -> ChatRequest:
        asked = {
            "door": "gateway",
            "credentials": VISITOR,
            "text": text,
            "tenant_id": "tenant_a",
            "agent_id": "telecom_contas",
            "session_id": self.session,
            "context": context or {},
        }
        return ChatRequest(**{**asked, **more})


@pytest.fixture(scope="module")
def thinking() -> Iterator[dict[str, str]]:
    """A model that takes its time, for installations of one's own; the environment that names it."""
    with slow_model(1.5) as model:
        yield model


@pytest.fixture(scope="module")
def pair(thinking: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Two web processes of one installation."""
    with shared(**thinking) as here:
        yield here.start(), here.start()


@pytest.fixture
def model(fake_openai: FakeOpenAI, settings: Any) -> FakeOpenAI:
    """A scripted model over HTTP as the installation's own."""
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    return fake_openai


@pytest.fixture
async def talk(
    transactional_db: None, demo_servers: dict[str, str], settings: Any
) -> AsyncIterator[Callable[[str], Talk]]:
    """`talk("s1")` begins a conversation as a visitor of the demo."""
    settings.DEMO = True
    runtime.adopt()
    registry.accept()
    Talk.begun = 0
    yield Talk
    settings.DRAIN_SECONDS = 3
    await life.finish()
    registry.accept()
