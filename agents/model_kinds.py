"""The kinds of chat model that packages add, by the entry point `switchboard.models` (docs/extending.md).

One with a `base_url` speaks as OpenAI does, at that address; one with `chunks` has a wire of its own
(`agents.llm.package_wire`).
"""

from collections.abc import Mapping
from typing import Any

from agents import plugins

RESERVED = frozenset(
    {"openai", "gemini", "anthropic", "azure", "oci", "ollama", "langchain", "offline", "environment"}
)
MODELS: Mapping[str, Any] = plugins.plug_in("models", RESERVED)


def own_address(kind: str) -> str:
    """Where models of a package's kind are, unless a row names another address; mostly empty."""
    return str(getattr(MODELS.get(kind), "base_url", "") or "")


def has_wire(kind: str) -> bool:
    """Whether a package speaks to these models by a wire of its own."""
    return hasattr(MODELS.get(kind), "chunks")
