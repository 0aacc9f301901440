"""Whether a model answers for a company at all, or the offline model does: only a model reads prompts."""

from django.conf import settings

from agents.llm.providers import OFFLINE
from agents.models import LLMProfile


def is_connected(company: str) -> bool:
    """Whether a model may answer for the company of that name: one of its rows, or the installation's own."""
    own = settings.MODEL and (settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL)
    return bool(own) or LLMProfile.objects.of(company).exclude(provider=OFFLINE).exists()
