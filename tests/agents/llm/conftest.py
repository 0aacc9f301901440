"""The scripted model server, with the nonsense that only these tests need."""

from tests.fakes.fixtures import _openai_server, fake_openai

__all__ = ["_openai_server", "fake_openai"]
