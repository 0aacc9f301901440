"""A handoff is counted alike wherever it is counted.

In the answer, in the Studio, in the figures, by the API.
"""

import re

import pytest
from django.test import Client

from analytics.handoffs import count_handoffs
from analytics.period import Period
from conversations.models import Conversation
from handoffs.models import AgentHandoff
from tenancy.models import Tenant
from tests.analytics.record import staff
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
HOMES = "tenant_a"


@pytest.fixture
def said(transactional_db, demo_servers, settings):
    """One real handoff and, in a conversation of mode coordinator, two sub-conversations."""
    settings.DEMO = True

    def say(session, text, agent_id, **more):
        payload = {"text": text, "session_id": session}
        body = {"tenant_id": HOMES, "agent_id": agent_id, "payload": payload, **more}
        answer = Client().post("/gateway/message", body, content_type="application/json")
        return answer.json()["metadata"]

    both = "Minha fatura veio alta e onde está meu pedido P100?"
    about = say("handed", both, "telecom_contas", context={"business_context": CUSTOMER | BUYER})
    assert about["handoff_count"] == 1
    for text in ("Preciso de ajuda técnica", "Obrigado, era só isso", "Como peço um reembolso?"):
        about = say("called", text, "assistente_virtual")
    assert [each["kind"] for each in about["handoffs"]] == ["delegation"]
    assert about["handoff_count"] == 0, "calling somebody in is no handoff"


def test_every_page_and_every_program_counts_the_same(said, django_user_model):
    tenant = Tenant.objects.get(pk=HOMES)
    counts = dict(Conversation.objects.of(tenant).values_list("session_id", "handoff_count"))
    assert counts == {"handed": 1, "called": 0}
    report = count_handoffs(tenant, Period.last(30))
    assert (report.total_handoffs, report.conversations_with_handoffs) == (1, 1)
    browser = staff("admin", tenant, django_user_model)
    listed = browser.get("/api/analytics/conversations").json()["conversations"]
    assert {each["conversation_key"].rpartition(":")[2]: each["handoffs"] for each in listed} == counts
    behind = browser.get("/api/analytics/conversations?what=handoff").json()["conversations"]
    assert [each["handoffs"] for each in behind] == [1]
    refused = browser.get("/api/analytics/conversations?limit=1")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/limit")
    assert "page" in refused.json()["detail"]
    assert browser.get("/api/analytics/handoffs").json()["total_handoffs"] == 1
    assert browser.get("/api/analytics/handoffs?kind=delegation").json()["total_handoffs"] == 2

    record = browser.get("/admin/conversations/conversation/?what=handoff").content.decode()
    (rows,) = set(re.findall(r'href="(/admin/handoffs/agenthandoff/\?conversation[^"]+)"', record))
    shown = browser.get(rows.replace("&amp;", "&"))
    assert (
        shown.context["cl"].result_count
        == 1
        == AgentHandoff.objects.of(tenant).filter(kind="agent_to_agent").count()
    )

    (today,) = [each for each in browser.get("/admin/").context["figures"] if "agenthandoff" in each.address]
    assert today.value == 1 == browser.get(today.address).context["cl"].result_count

    called = Conversation.objects.of(tenant).get(session_id="called")
    page = browser.get(f"/analytics/conversations/{called.pk}/")
    assert page.context["called_in"] == 2 and page.context["one"].handoff_count == 0
    assert "end of a delegation" in page.content.decode()
