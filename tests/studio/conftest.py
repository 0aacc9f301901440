"""Two small companies, people in every role, and a page opener."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from agents.models import (
    Collection,
    Document,
    Guardrail,
    Judge,
    LLMProfile,
    MCPServer,
    MCPTool,
    Passage,
    PromptPolicy,
    Slot,
    Specialist,
    SpecialistPrompt,
    ToolParameter,
)
from budgets.models import Limit, Price
from conversations.models import Conversation, Message, Step, Turn
from delivery.models import Channel, Delivery
from egress.models import AddressChange
from handoffs.models import AgentHandoff
from privacy.models import Erasure
from rollout import control
from rollout.models import FlagOverride
from routing.models import (
    AgentProfile,
    Backend,
    BusinessKey,
    Capability,
    Domain,
    Example,
    GatewayDecision,
    GatewaySession,
    Goal,
    Intent,
    IntentTool,
    Keyword,
    RoutingCase,
    StatePolicy,
)
from tenancy import invitations
from tenancy.models import ApiKey, GroupMapping, Membership, Tenant
from tests.fakes.openai_server import FakeOpenAI
from tests.parts.copied import write_again
from work.models import Job


def company(slug: str) -> SimpleNamespace:
    """One of everything that the Studio shows, for one tenant."""
    return write_again(f"company {slug}", lambda: _make(slug))


def _make(slug: str) -> SimpleNamespace:
    tenant = Tenant.objects.create(slug=slug, title=slug.title(), default_agent_id="desk")
    own = {"tenant": tenant}
    model = LLMProfile.unscoped.create(
        **own, name="fast", provider="openai", model="m-1", api_key="sk-secret-9999"
    )
    server = MCPServer.unscoped.create(**own, name="shop", url="http://127.0.0.1:9/mcp")
    tool = MCPTool.unscoped.create(
        **own, server=server, name="look_up", read_only=True, title={"pt": "buscando"}
    )
    ToolParameter.unscoped.create(**own, tool=tool, name="order_id", source="resource")
    crm = Channel.unscoped.create(**own, name="crm", url="http://127.0.0.1:9/hooks")
    Delivery.unscoped.create(
        **own, channel=crm, event="turn.answered", payload={"text": "Pronto."}, status="failed"
    )
    Slot.unscoped.create(**own, name="order_id", pattern=r"P\d{3,}", label={"pt": "o número do pedido"})
    desk = Specialist.unscoped.create(**own, name="desk_agent", display_name=f"Desk {slug}", llm=model)
    other = Specialist.unscoped.create(**own, name="orders_agent")
    for specialist in (desk, other):
        SpecialistPrompt.unscoped.create(**own, specialist=specialist, number=1, role="You answer.")
    rail = Guardrail.unscoped.create(**own, code="MSK", phase="input")
    judge = Judge.unscoped.create(**own, name="groundedness")
    policy = PromptPolicy.unscoped.create(
        **own, name="calm", forbidden_phrases=["com certeza"], preferred={"a": "b"}
    )
    profile = AgentProfile.unscoped.create(**own, agent_id="desk", fallback=desk, single=desk, policy=policy)
    profile.specialists.set([desk, other])
    profile.guardrails.set([rail])
    profile.judges.set([judge])
    intent = Intent.unscoped.create(**own, name="bills", specialist=desk, priority=10)
    Keyword.unscoped.create(**own, intent=intent, text="fatura")
    Example.unscoped.create(**own, intent=intent, text="Minha fatura veio alta", language="pt")
    IntentTool.unscoped.create(**own, intent=intent, tool=tool)
    StatePolicy.unscoped.create(**own, state="WAITING_BILL", specialist=desk)
    BusinessKey.unscoped.create(**own, name="customer_key", sources=["card"])
    RoutingCase.unscoped.create(**own, profile=profile, text="a fatura da capa", author="setup")
    domain = Domain.unscoped.create(**own, name="shop_desk", url="http://127.0.0.1:9", digest="0" * 64)
    Capability.unscoped.create(**own, domain=domain, name="count_stock", read_only=True)
    Goal.unscoped.create(
        **own, domain=domain, name="COUNT", capabilities=["count_stock"], keywords=["stock"],
        entities={"item_text": {"type": "string", "required": True}},
    )  # fmt: skip
    papers = Collection.unscoped.create(**own, name="papers", title="Papers")
    papers.specialists.set([desk])
    sheet = Document.unscoped.create(
        **own, collection=papers, title="Prices", source="prices.md", status="ready"
    )
    Passage.unscoped.create(**own, document=sheet, number=0, text="A bill costs nothing.")
    Backend.unscoped.create(
        **own, name="bills_desk", keywords=["fatura"], url="http://127.0.0.1:9", is_default=True
    )
    session = GatewaySession.unscoped.create(
        **own, session_id="s-1", user_id="u-1", active_backend="bills_desk"
    )
    GatewayDecision.unscoped.create(
        **own, session=session, seq=1, backend="bills_desk", answered_by="bills_desk", mode="hybrid",
        method="rules",
        confidence=0.7, reason="fatura", candidates=[{"backend_id": "bills_desk", "score": 0.7,
            "matches": ["fatura"]}],
    )  # fmt: skip
    flag = control.set_multi_agent_rollout_percentage(100, tenant=tenant, author="setup")
    FlagOverride.unscoped.create(**own, flag=flag, subject="u-1", value=False)
    AddressChange.unscoped.create(
        **own, model="delivery.channel", row=crm.pk, name="crm", before="", after=crm.url, state="taken"
    )
    ApiKey.make(tenant, "shop", ["chat"])
    GroupMapping.unscoped.create(**own, group="staff", role="viewer")
    Limit.unscoped.create(**own, kind="user", turns_a_day=5000, money_a_day=20)
    Price.unscoped.create(**own, model="gpt-5-mini", prompt="0.25", completion=2)
    invitations.ask(tenant, f"Guest of {slug}", "viewer", by=None)
    Job(tenant=tenant, kind="publish", status="done", progress=100).save()
    Erasure(tenant=tenant, subject="0" * 64, alias="forgotten-0", counts={"conversations.Turn": 2}).save()
    conversation, turn = talk(tenant)
    return SimpleNamespace(
        tenant=tenant, model=model, server=server, tool=tool, desk=desk, other=other, profile=profile,
        intent=intent, flag=flag, conversation=conversation, turn=turn,
    )  # fmt: skip


def talk(tenant: Tenant, session: str = "s-1") -> tuple[Conversation, Turn]:
    """A conversation of one turn, with a step and a handoff."""
    own = {"tenant": tenant}
    conversation = Conversation.unscoped.create(
        **own, key=f"{tenant.pk}:desk:{session}", agent_id="desk", session_id=session, user_id="u-1",
        title="Fatura alta", turn_count=1, message_count=2, handoff_count=1, active_agent="orders_agent",
    )  # fmt: skip
    now = timezone.now()
    turn = Turn.unscoped.create(
        **own, conversation=conversation, number=1, status="answered", agent="orders_agent", intent="bills",
        method="keyword", mode="router", answer="R$ 120", started_at=now, finished_at=now, release=1,
        result={
            "route_decision": {"agent": "desk_agent", "reason": "fatura",
                "metadata": {"matched_keywords": ["fatura"]}},
            "mcp_results": [{"tool_name": "look_up", "ok": True, "result": {"valor": 120}}],
            "guardrails": [{"code": "MSK", "allowed": True, "reason": ""}],
        },
    )  # fmt: skip
    for seq, (role, text) in enumerate([("user", "Minha fatura veio alta"), ("agent", "R$ 120")]):
        Message.unscoped.create(**own, conversation=conversation, turn=turn, seq=seq, role=role, text=text)
    Step.unscoped.create(
        **own, turn=turn, position=0, node="routing_decision", kind="node", outcome="ok",
        summary="fatura", detail={"saw": ["fatura"]}, started_at=now, milliseconds=3,
    )  # fmt: skip
    Step.unscoped.create(
        **own, turn=turn, position=1, node="count_stock", kind="plan_step", outcome="ok", summary="3",
        detail={"step_id": 1, "domain": "shop_desk", "capability": "count_stock", "status": "success"},
        started_at=now, milliseconds=2,
    )  # fmt: skip
    AgentHandoff.unscoped.create(
        **own,
        conversation=conversation,
        turn=turn,
        from_agent="desk_agent",
        to_agent="orders_agent",
        reason="pedido",
    )
    return conversation, turn


@pytest.fixture
def acme(db: None) -> SimpleNamespace:
    return company("acme")


@pytest.fixture
def rival(db: None) -> SimpleNamespace:
    return company("rival")


@pytest.fixture
def model(fake_openai: FakeOpenAI, settings: Any) -> FakeOpenAI:
    """The installation's own model, over HTTP."""
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    return fake_openai


@pytest.fixture
def hotel(db: None) -> Tenant:
    """A company that has nothing yet."""
    return Tenant.objects.create(slug="hotel", title="Hotel", default_language="en")


def login(role: str, tenant: Tenant) -> Client:
    """A browser of somebody with a role in a company."""
    user = get_user_model().objects.create_user(f"{role}-{tenant.pk}", password="x", is_staff=True)
    Membership.objects.create(user=user, tenant=tenant, role=role)
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


@pytest.fixture
def root(acme: SimpleNamespace) -> Client:
    """A superuser who works for `acme` now."""
    browser = Client()
    user = get_user_model().objects.create_superuser("root-of-all", password="x")
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    browser.post("/admin/company/", {"company": acme.tenant.pk})
    return browser


ADD_INTENT = "admin:routing_intent_add"
NO_TOOLS = {"tools-TOTAL_FORMS": "0", "tools-INITIAL_FORMS": "0"}


def intent_form(**given: object) -> dict[str, object]:
    """What a business user fills in."""
    return {"name": "invoice_copy", "keywords": "segunda via\ncópia da fatura\nboleto novo", "priority": 20,
            "enabled": "on", "examples_pt": "Quero a segunda via", **NO_TOOLS, **given}  # fmt: skip
