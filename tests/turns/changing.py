"""Edits a company and publishes it, as somebody in the Studio would."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from agents.models import LLMProfile
from conversations.visits import visit
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tenancy.operational import touch
from tests.fakes.openai_server import FakeOpenAI
from tests.turns.gullible import Gullible


async def change(edit: Callable[[], Any], tenant: str = "tenant_a") -> None:
    """Edits the company, of which every process is told, and publishes it."""

    def work() -> None:
        edit()
        touch(tenant)
        publish(Tenant.objects.get(pk=tenant), "test")

    await visit(work)


def joiner(model: FakeOpenAI) -> None:
    """Lets a model join the answers of several specialists."""
    url = model.base_url
    LLMProfile(tenant_id="tenant_a", name="joiner", point="synthesis", model="joiner", base_url=url).save()


@asynccontextmanager
async def deciding(*profiles: str, **more: Any) -> AsyncIterator[Gullible]:
    """A model that decides for these profiles of tenant_a, which get `more` besides.

    It must refuse nothing.
    """

    def give() -> None:
        row = LLMProfile(tenant_id="tenant_a", name="sorter", model="gpt-5-mini", base_url=server.base_url)
        row.save()
        rows = AgentProfile.objects.of("tenant_a").filter(agent_id__in=profiles)
        rows.update(llm_router=row, **more)

    with Gullible() as server:
        await change(give)
        yield server
    assert server.refused == []
