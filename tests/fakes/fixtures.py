"""Fixtures of what cannot be had in tests: `pytest_plugins = ["tests.fakes.fixtures"]`."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from agents.llm import health
from tests.fakes.openai_server import FakeOpenAI

KEY = "sk-embeddings-and-nobody-else"


@pytest.fixture(scope="session")
def _openai_server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


@pytest.fixture
def fake_openai(_openai_server: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """A scripted OpenAI-compatible model over real HTTP; nothing is left of the test before."""
    _openai_server.clear()
    health.forget()
    yield _openai_server
    _openai_server.clear()


@pytest.fixture
def embeddings(fake_openai: FakeOpenAI, settings: Any) -> Iterator[FakeOpenAI]:
    """The same server as what this installation gets its vectors from, by a model that no other test asked
    for.
    """
    settings.EMBEDDER = "openai"
    settings.EMBEDDINGS_BASE_URL = fake_openai.base_url
    settings.EMBEDDINGS_API_KEY = KEY
    settings.EMBEDDINGS_MODEL = f"model-{uuid.uuid4().hex}"
    settings.EMBEDDINGS_SECONDS = 10
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    yield fake_openai
