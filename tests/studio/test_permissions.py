"""What those who may read conversations see of the permissions of a conversation."""

import time
from types import SimpleNamespace

import pytest
from django.urls import reverse

from conversations import state
from conversations.turn import ConversationState, Permission
from tests.studio.conftest import login


def page(role: str, acme: SimpleNamespace) -> str:
    url = reverse("admin:conversations_conversation_change", args=[acme.conversation.pk])
    return login(role, acme.tenant).get(url, follow=True).content.decode()


@pytest.mark.parametrize("role", ["analyst", "admin"])
@pytest.mark.parametrize(
    ("became", "words"), [("granted", "allowed"), ("refused", "refused"), ("revoked", "taken back")]
)
def test_a_conversations_page_says_what_the_user_allowed(
    acme: SimpleNamespace, role: str, became: str, words: str
) -> None:
    known = Permission(
        "live_instance", became, "check_live_instance", "ana", time.time(), 1, {"text": "secret"}
    )
    acme.conversation.state = state.write(ConversationState(permissions={"live_instance": known}))
    acme.conversation.save()
    shown = page(role, acme)
    assert "What the user allowed" in shown
    assert words in shown.split("live_instance")[1].split("</li>")[0]
    assert "ana" in shown.split("live_instance")[1].split("</li>")[0]
    assert "secret" not in shown


def test_a_conversation_without_permissions_says_nothing_of_them(acme: SimpleNamespace) -> None:
    assert "What the user allowed" not in page("analyst", acme)
