"""Requests to the real application: every middleware, every door, real visits, the demo's tool servers."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest


class Web(httpx2.AsyncClient):
    """An HTTP client that speaks to the ASGI application; `say` sends a message at the gateway."""

    async def say(self, text: str, session: str | None = None, agent: str = "telecom_contas", **payload: Any):
        body: dict[str, Any] = {
            "agent_id": agent,
            "tenant_id": "tenant_a",
            "payload": {"text": text, **payload},
        }
        if session:
            body["session_id"] = session
        return await self.post("/gateway/message", json=body)


def reach(peer: str = "127.0.0.1", **options: Any) -> Web:
    """A client whose requests come from `peer`."""
    from config.asgi import application

    transport = httpx2.ASGITransport(app=application, client=(peer, 4711))
    return Web(transport=transport, base_url="http://localhost", timeout=20, **options)


@pytest.fixture
async def web(transactional_db: None, demo_servers: dict[str, str], settings: Any) -> AsyncIterator[Web]:
    """A visitor of the demo."""
    settings.DEMO = True
    async with reach() as client:
        yield client
    await turns_end()


@pytest.fixture
async def stranger(transactional_db: None, settings: Any) -> AsyncIterator[Web]:
    """Somebody without a credential, where there is no demo."""
    settings.DEMO = False
    async with reach() as client:
        yield client
    await turns_end()


async def turns_end() -> None:
    """A turn that outlives its test must not write while the next one's ground is prepared."""
    from routing.turns import registry

    async with asyncio.timeout(30):
        while registry.list_running_turns():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
def key(transactional_db: None):
    """Makes an API key of a company: `key("chat", "sessions")` is its Authorization header."""
    from tenancy.models import ApiKey
    from tests.parts.visiting import visit_now

    def make(*scopes: str, tenant: str = "tenant_a") -> dict[str, str]:
        _row, plain = visit_now(lambda: ApiKey.make(tenant, "test", scopes))
        return {"Authorization": f"Bearer {plain}"}

    return make


@pytest.fixture
def slow_model(settings, fake_openai):
    """A model that writes a sentence every 50 ms."""
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    fake_openai.says("Uma palavra. " * 200, between=0.05)
    return fake_openai
