"""Whether a model answers for a company at all, or the offline model does: only a model reads prompts."""

from django.conf import settings

from agents import operational
from agents.llm.chat import ChatModel
from agents.llm.choose import model_for
from agents.llm.providers import OFFLINE
from agents.models import LLMProfile
from agents.resources import Resources
from budgets import snapshot, spending
from releases.loaded_release import LoadedRelease
from rollout import snapshot as rollout
from tenancy.models import Tenant


def is_connected(company: str) -> bool:
    """Whether a model may answer for the company of that name: one of its rows, or the installation's own."""
    own = settings.MODEL and (settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL)
    return bool(own) or LLMProfile.objects.of(company).exclude(provider=OFFLINE).exists()


def model_of_draft(company: Tenant, loaded: LoadedRelease) -> ChatModel | None:
    """The model that a company's draft (`draft.of(company).loaded`) has for every specialist.

    None where it has none, or where the company's budget is used up.
    """
    prices = snapshot.load(company.pk)
    if spending.admit_aside(company.pk, prices).saves:
        return None
    resources = Resources(
        loaded["agents"], operational.load(company.pk), rollout.load(company.pk), budgets=prices
    )
    model = model_for(resources, None)
    return None if model.provider == OFFLINE else model
