"""What is wrong? Each symptom finds its cause in a company that has it, and says so where there is none."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from agents.models import LLMProfile, MCPServer, MCPTool, ToolParameter
from conversations.models import Conversation, Step, Turn
from delivery.models import Channel
from releases import freshness
from releases.publish import publish
from rollout import control
from routing.models import AgentProfile, Intent
from studio.symptoms.catalogue import SYMPTOMS
from studio.symptoms.page import take_looks
from tenancy.models import ApiKey, Tenant
from tests.parts.phrases import try_each
from tests.studio.conftest import login

PAGE = reverse("admin:symptoms")


def find(tenant: Tenant, name: str) -> str:
    """What the looks of a symptom say, as one text."""
    freshness.forget()
    chosen = next(each for each in SYMPTOMS if each.name == name)
    return " ".join(each.sentence for each in take_looks(chosen, Tenant.objects.get(pk=tenant.pk)))


def turns(tenant: Tenant, n: int, **said: str) -> Turn:
    """The last of some turns of one conversation."""
    talk = Conversation.unscoped.create(tenant=tenant, key=f"{tenant.pk}:desk:{n}", agent_id="desk")
    for number in range(1, n + 1):
        turn = Turn.unscoped.create(
            tenant=tenant, conversation=talk, number=number, **{"status": "answered", **said}
        )
    return turn


def live(tenant: Tenant) -> None:
    """As it is published."""


def changed(tenant: Tenant) -> None:
    intent = Intent.objects.of(tenant).get(name="bills")
    intent.priority = 3
    intent.save()


def fails(tenant: Tenant) -> None:
    turns(tenant, 1, status="failed", error="the model hung up")


def unsure(tenant: Tenant) -> None:
    turns(tenant, 12, method="fallback", agent="desk_agent")


def half(tenant: Tenant) -> None:
    control.set_multi_agent_rollout_percentage(50, tenant=tenant.pk)


def installed_mode(tenant: Tenant) -> None:
    AgentProfile.objects.of(tenant).update(mode="")
    publish(tenant, "ana")


def no_policy(tenant: Tenant) -> None:
    Intent.objects.of(tenant).filter(name="bills").update(next_state="WAITING_FOR_NOBODY")
    publish(tenant, "ana")


def alone(tenant: Tenant) -> None:
    AgentProfile.objects.of(tenant).update(mode="single")
    publish(tenant, "ana")


def idle(tenant: Tenant) -> None:
    server = MCPServer.objects.of(tenant).get(name="shop")
    MCPTool(tenant=tenant, server=server, name="forgotten").save()
    publish(tenant, "ana")


def silent(tenant: Tenant) -> None:
    MCPServer.objects.of(tenant).update(last_error="nobody listens at 127.0.0.1:9")


def no_model(tenant: Tenant) -> None:
    LLMProfile.objects.of(tenant).update(provider="offline")


def slow(tenant: Tenant) -> None:
    Step.unscoped.create(
        tenant=tenant, turn=turns(tenant, 1), position=1, node="tool", kind="tool", outcome="ok",
        detail={"tool": "look_up"}, milliseconds=9_000, started_at="2026-01-01T00:00:00Z",
    )  # fmt: skip


def unfilled(tenant: Tenant) -> None:
    for _time in range(2):
        Step.unscoped.create(
            tenant=tenant, turn=turns(tenant, 1 + _time), position=1, node="tool", kind="tool",
            outcome="skipped", detail={"tool": "look_up", "reason": "argument_missing"}, milliseconds=0,
            started_at="2026-01-01T00:00:00Z",
        )  # fmt: skip


def too_soon(tenant: Tenant) -> None:
    tool = MCPTool.objects.of(tenant).get(name="look_up")
    ToolParameter.objects.of(tenant).create(
        tenant=tenant, tool=tool, name="day", source="free", required=True
    )
    publish(tenant, "ana")


def no_channel(tenant: Tenant) -> None:
    Channel.objects.of(tenant).all().delete()


def plain_key(tenant: Tenant) -> None:
    ApiKey.make(tenant, "a page of ours", ["chat"])


@try_each(
    ("symptom", "says"),
    [
        ("refused", "Nothing was published yet"),
        ("nobody_told", "No channel is told"),
        ("no_webhook", "Deliveries to crm, given up: 1."),
        ("no_webhook", "The channel crm is told of nothing"),
        ("no_trace", "Traces are off"),
    ],
)
def test_a_company_as_it_is_made_has_these_symptoms(symptom: str, says: str, acme: SimpleNamespace) -> None:
    assert says in find(acme.tenant, symptom)


@pytest.fixture
def published(acme: SimpleNamespace) -> Tenant:
    publish(acme.tenant, "ana")
    return acme.tenant


@try_each(
    ("made", "symptom", "says"),
    [
        (fails, "refused", "Failed turns: 1. the model hung up"),
        (changed, "no_effect", "Changes that are not published"),
        (installed_mode, "mode", "by ROUTING_MODE of the installation"),
        (live, "mode", "by its own row"),
        (half, "mode", "The rollout is at 50.00 %"),
        (unsure, "same_specialist", "messages went to desk_agent because nothing decided"),
        (live, "same_specialist", "has learnt nothing from examples"),
        (no_policy, "yes_goes_astray", "bills sets the state WAITING_FOR_NOBODY"),
        (alone, "one_of_several", "has the mode single"),
        (idle, "tool_silent", "No intent and no specialist has the tool forgotten"),
        (silent, "tool_fails", "shop said: nobody listens"),
        (unfilled, "tool_silent", "Calls of look_up not made for want of an argument: 2."),
        (unfilled, "tool_fails", "Calls of look_up not made for want of an argument: 2."),
        (too_soon, "tool_fails", "bills calls look_up at once, and only a model can say day"),
        (no_model, "model_silent", "No model is connected"),
        (slow, "late", "Calls of look_up of more than 3 seconds: 1."),
        (live, "all_at_once", "answers leave"),
        (no_channel, "no_webhook", "There is no webhook that is on and has an address."),
        (plain_key, "not_known", "The key “a page of ours” may not say who writes"),
    ],
)
def test_a_symptom_finds_its_cause(made: Any, symptom: str, says: str, published: Tenant) -> None:
    before = find(published, symptom)
    made(published)
    assert says in find(published, symptom)
    assert made is live or says not in before


def test_a_tool_that_is_called_is_not_reported_as_one_that_nobody_is_given(acme: SimpleNamespace) -> None:
    """The platform gives its own to whoever has a collection: no row says so."""
    idle(acme.tenant)
    Step.unscoped.create(
        tenant=acme.tenant, turn=turns(acme.tenant, 1), position=1, node="tool", kind="tool", outcome="ok",
        detail={"tool": "forgotten"}, milliseconds=1, started_at=timezone.now(),
    )  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        assert "has the tool forgotten" not in find(acme.tenant, "tool_silent")
    [looked] = [
        each["sql"] for each in asked if "'ok'" in each["sql"] and "conversations_step" in each["sql"]
    ]
    assert "LIMIT" in looked and "JOIN" not in looked, "as many steps as it says, by their index"


def test_the_page_takes_the_looks_of_one_symptom_and_says_what_to_try_then(acme: SimpleNamespace) -> None:
    operator = login("operator", acme.tenant)
    assert all(str(each.title) in operator.get(PAGE).content.decode() for each in SYMPTOMS)
    for each in SYMPTOMS:
        shown = operator.get(PAGE, {"symptom": each.name})
        by_hand = str(each.by_hand) in shown.content.decode()
        assert by_hand is not bool(shown.context["findings"])
    said = operator.get(PAGE, {"symptom": "yes_goes_astray"}).content.decode()
    assert "None of what was looked at explains it." in said
    assert login("viewer", acme.tenant).get(PAGE).status_code == 403
