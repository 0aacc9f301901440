"""A small authored company, other than the demo's, for the tests of releases."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from agents.models import (
    Guardrail,
    Judge,
    LLMProfile,
    MCPServer,
    MCPTool,
    PromptPolicy,
    Slot,
    Specialist,
    SpecialistPrompt,
    ToolParameter,
)
from releases.errors import NothingToPublish
from releases.publish import publish
from routing.models import AgentProfile, Intent, Keyword
from tenancy.models import Tenant
from tests.parts.copied import write_again

SECRET = "s3cr3t-never-in-a-release"
ADDRESS = "https://tools.acme.example/mcp"


def author(slug: str = "acme") -> Tenant:
    """Two specialists, a tool with two arguments, one of everything else; nothing published."""
    tenant: Tenant = write_again(f"authored {slug}", lambda: _author(slug))
    return tenant


def _author(slug: str) -> Tenant:
    tenant = Tenant.objects.create(slug=slug, title="Acme")
    own = {"tenant": tenant}
    Slot(**own, name="order_id", pattern=r"P\d{3,}", label={"en": "the order number"}, example="P100").save()
    llm = LLMProfile(**own, name="fast", point="default", model="m-1", base_url=ADDRESS, api_key=SECRET)
    llm.save()
    PromptPolicy(**own, name="tone", style="kind", forbidden_phrases=["no way", "never"]).save()
    server = MCPServer(**own, name="shop", url=ADDRESS, secret=SECRET)
    server.save()
    tool = MCPTool(**own, server=server, name="find_order", read_only=True, say={"en": "It is {status}."})
    tool.save()
    ToolParameter(**own, tool=tool, name="order_id", source="resource").save()
    ToolParameter(**own, tool=tool, name="detail", source="default", default="full").save()
    Guardrail(**own, code="MSK", phase="input").save()
    Judge(**own, name="groundedness").save()
    orders = Specialist(**own, name="orders", purpose="orders", llm=llm)
    orders.save()
    orders.tools.set([tool])
    support = Specialist(**own, name="support")
    support.save()
    orders.targets.set([support])
    for each in (orders, support):
        SpecialistPrompt(**own, specialist=each, number=1, role=f"You are {each.name}.").save()
    AgentProfile(**own, agent_id="shop", fallback=orders, single=support).save()
    intent = Intent(**own, name="order_tracking", specialist=orders)
    intent.save()
    Keyword(**own, intent=intent, text="order").save()
    return tenant


def published_at_once(*names: str) -> list[int | None]:
    """The numbers that these get who publish acme's draft at the same moment.

    None where nothing was left to publish.
    """
    ready = threading.Barrier(len(names))

    def go(name: str) -> int | None:
        try:
            tenant = Tenant.objects.get(pk="acme")
            ready.wait(5)
            return publish(tenant, name).number
        except NothingToPublish:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(go, names))
