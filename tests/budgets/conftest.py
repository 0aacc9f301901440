"""A hotel with a model of its own price, whose messages come by its keys."""

from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import Any

import pytest

from agents.models import Judge, LLMProfile, Specialist, SpecialistPrompt
from budgets.models import Limit, Price
from budgets.spending import note_change
from conversations.visits import visit
from delivery.models import Channel
from releases.publish import publish
from routing.models import AgentProfile, Example, Intent, Keyword
from tenancy.models import ApiKey, Tenant
from tenancy.operational import touch
from tests.api.conftest import Web, stranger
from tests.parts.visiting import visit_now

__all__ = ["stranger"]
HOTEL = "harbor_hotel"
MODEL = "harbor-model"
STRANGE = "Blorft zwang trelk munga dorivel"  # no keyword, no example


def build(address: str) -> dict[str, str]:
    """Authors and publishes it; the text of two keys."""
    tenant = Tenant.objects.create(slug=HOTEL, default_agent_id="front_desk", default_language="en")
    own: dict[str, Any] = {"tenant": tenant}
    model = LLMProfile.unscoped.create(
        **own, name="main", point="default", model=MODEL, base_url=address, provider="openai"
    )
    concierge = Specialist.unscoped.create(**own, name="concierge_agent", display_name="Concierge")
    SpecialistPrompt.unscoped.create(**own, specialist=concierge, number=1, role="You help guests.")
    judge = Judge.unscoped.create(**own, name="kindness", prompt="Is it kind?")
    profile = AgentProfile.unscoped.create(
        **own, agent_id="front_desk", fallback=concierge, single=concierge, mode="router", llm_router=model
    )
    profile.specialists.set([concierge])
    profile.judges.set([judge])
    for name, word in (("late_checkout", "checkout"), ("breakfast", "breakfast")):
        intent = Intent.unscoped.create(**own, name=name, specialist=concierge, description=word)
        Keyword.unscoped.create(**own, intent=intent, text=word)
        Example.unscoped.create(**own, intent=intent, text=f"when is {word}", language="en")
    Price.unscoped.create(**own, model=MODEL, prompt=1000, completion=1000, since=date(2020, 1, 1))
    Channel.unscoped.create(
        **own, name="finance", url="http://127.0.0.1:9/hooks", events=["budget.warning", "budget.spent"]
    )
    keys = {
        name: ApiKey.make(tenant, name, ["chat", "context:trusted", "debug"])[1] for name in ("web", "app")
    }
    touch(tenant)
    publish(tenant, "test")
    return keys


@pytest.fixture
async def hotel(stranger: Web, fake_openai: Any) -> AsyncIterator[Callable[..., Any]]:
    """`await hotel("checkout?")` sends a message and gives the response; each in a session of its own."""
    keys = await visit(lambda: build(fake_openai.base_url))
    sent = 0

    async def say(text: str, key: str = "web", status: int = 200, **more: Any) -> Any:
        nonlocal sent
        sent += 1
        body = {"message": text, "session_id": f"s{sent}", "tenant_id": HOTEL, **more}
        answer = await stranger.post("/api/chat/message", json=body, headers=bearer(keys[key]))
        assert answer.status_code == status, answer.text
        return answer if status != 200 else answer.json()

    say.web, say.keys, say.model = stranger, keys, fake_openai  # type: ignore[attr-defined]
    yield say


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


async def limit(**fields: Any) -> None:
    """Sets the limit of a kind anew, as an operator would."""

    def write() -> None:
        Limit.objects.of(HOTEL).filter(kind=fields["kind"]).delete()
        Limit(tenant_id=HOTEL, **fields).save()
        note_change(HOTEL)

    await visit(write)


def read(look: Callable[[], Any]) -> Any:
    return visit_now(look)


def cost_of(answer: dict[str, Any]) -> float:
    return float(answer["metadata"]["usage"]["cost_usd"])
