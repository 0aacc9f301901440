"""The record of handoffs in the Studio: what was left, what came of it, which turns a limit ended."""

import pytest
from django.urls import reverse
from django.utils import timezone

from conversations.models import Turn
from handoffs.models import AgentHandoff

pytestmark = pytest.mark.django_db


def test_a_conversation_shows_what_each_specialist_left(root, acme):
    acme.conversation.state = {
        "contexts": {
            "desk_agent": {
                "agent_name": "desk_agent",
                "last_active": 1795000000.0,
                "findings": [{"tool": "look_up", "result": {"valor": 120}}, "Paid <b>twice</b>."],
                "recommendations": ["Check the address."],
                "constraints": [
                    {"refused": "send_mail"},
                    {"tool": "look_up", "not_found": ["P999"]},
                ],
                "open_questions": ["Which order?"],
            }
        }
    }
    acme.conversation.save()
    page = root.get(
        reverse("admin:conversations_conversation_change", args=[acme.conversation.pk]), follow=True
    )
    text = page.content.decode()
    for words in (
        "What each specialist left", "valor", "Paid &lt;b&gt;twice&lt;/b&gt;.", "Check the address.",
        "not allowed by the user: send_mail", "look_up found nothing: P999", "Which order?",
    ):  # fmt: skip
        assert words in text


def test_turns_that_a_limit_ended_are_counted_and_found(root, acme, rival):
    Turn.unscoped.filter(tenant__in=[acme.tenant, rival.tenant]).update(outcome="stopped_by_guard")
    page = root.get(reverse("admin:conversations_turn_changelist"), {"ended": "stopped_by_guard"})
    assert "the loop guard (1)" in page.content.decode()
    assert page.context["cl"].result_count == 1
    none = root.get(reverse("admin:conversations_turn_changelist"), {"ended": "agent_steps"})
    assert none.context["cl"].result_count == 0
    turn = root.get(reverse("admin:conversations_turn_change", args=[acme.turn.pk]), follow=True)
    assert "the loop guard" in turn.content.decode()


def test_handoffs_are_found_by_what_became_of_them(root, acme):
    AgentHandoff.unscoped.filter(tenant=acme.tenant).update(outcome="came_back")
    page = root.get(reverse("admin:handoffs_agenthandoff_changelist"), {"outcome__exact": "came_back"})
    assert page.context["cl"].result_count == 1
    assert "came back" in page.content.decode()


def test_handoffs_of_the_day_are_those_that_their_figure_lists(root, acme):
    turn = Turn.objects.of(acme.tenant).first()
    for blocked in (False, True, True):
        AgentHandoff(
            tenant=acme.tenant,
            conversation=turn.conversation,
            turn=turn,
            from_agent="a",
            to_agent="b",
            blocked=blocked,
        ).save()
    figures = root.get(reverse("admin:index")).context["figures"]
    handed = next(figure for figure in figures if str(figure.title) == "handoffs today")
    listed = root.get(handed.address).context["cl"].result_count
    assert handed.value == listed


def test_a_message_that_was_not_answered_is_one_received(root, acme):
    Turn.objects.of(acme.tenant).update(status="failed", created_at=timezone.now())
    figures = {str(each.title): each.value for each in root.get(reverse("admin:index")).context["figures"]}
    assert figures["messages received today"] == Turn.objects.of(acme.tenant).count()


def test_a_person_is_named_in_the_readers_language(root, acme):
    AgentHandoff.unscoped.create(
        tenant=acme.tenant, conversation=acme.conversation, turn=acme.turn, from_agent="orders_agent",
        to_agent="person", reason="asked",
        kind=AgentHandoff.Kinds.AGENT_TO_PERSON,
    )  # fmt: skip
    address = reverse("admin:handoffs_agenthandoff_changelist")
    page = root.get(address, {"to_agent__exact": "person"})
    assert page.status_code == 200 and "a person" in page.content.decode()
    assert [row.to_agent for row in page.context["cl"].result_list] == ["person"]
