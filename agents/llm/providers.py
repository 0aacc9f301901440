"""Where each provider's OpenAI-compatible door is, unless a row names another address."""

from agents import model_kinds
from outbound.addresses import resolve_row_url

ADDRESSES = {
    "openai": "https://api.openai.com/v1",
    "gemini": "https://generativelanguage.googleapis.com/v1beta/openai",
    "anthropic": "https://api.anthropic.com/v1",
    "ollama": "http://127.0.0.1:11434/v1",
}

OFFLINE = "offline"
LANGCHAIN = frozenset({"azure", "langchain"})  # reached by way of LangChain
WITHOUT_ADDRESS = frozenset({"oci", "azure"})  # every customer of theirs has an address of their own


def address_of(provider: str, base_url: str) -> str:
    """The base URL to call: the row's (with ${ENV:NAME} filled in), else the provider's own; may be empty."""
    return (resolve_row_url(base_url) if base_url else own_address(provider)).rstrip("/")


def own_address(provider: str) -> str:
    """A provider's own base URL; empty where every customer, or a package's wire, has another."""
    return ADDRESSES.get(provider) or model_kinds.own_address(provider)
