"""What those who may read conversations see of the permissions of a conversation."""

import time
from types import SimpleNamespace

from django.urls import reverse

from conversations import state
from conversations.turn import ConversationState, Permission
from tests.studio.conftest import login


def page(role: str, acme: SimpleNamespace) -> str:
    url = reverse("admin:conversations_conversation_change", args=[acme.conversation.pk])
    return login(role, acme.tenant).get(url, follow=True).content.decode()


def test_a_conversations_page_says_what_the_user_allowed(acme: SimpleNamespace) -> None:
    became = {"granted": "allowed", "refused": "refused", "revoked": "taken back"}
    known = {
        f"live_{each}": Permission(
            f"live_{each}", each, "check_live", "ana", time.time(), 1, {"text": "secret"}
        )
        for each in became
    }
    acme.conversation.state = state.write(ConversationState(permissions=known))
    acme.conversation.save()
    for role in ("analyst", "admin"):
        shown = page(role, acme)
        assert "What the user allowed" in shown and "secret" not in shown
        for each, words in became.items():
            said = shown.split(f"live_{each}")[1].split("</li>")[0]
            assert words in said and "ana" in said


def test_a_conversation_without_permissions_says_nothing_of_them(acme: SimpleNamespace) -> None:
    assert "What the user allowed" not in page("analyst", acme)
