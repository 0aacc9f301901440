"""Fixtures of what cannot be had in tests: `pytest_plugins = ["tests.fakes.fixtures"]`."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai_server import FakeOpenAI


@pytest.fixture(scope="session")
def _openai_server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


@pytest.fixture
def fake_openai(_openai_server: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """A scripted OpenAI-compatible model over real HTTP; nothing is left of the test before."""
    _openai_server.clear()
    yield _openai_server
    _openai_server.clear()
