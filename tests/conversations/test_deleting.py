"""Ending a session while others do something with it."""

import pytest
from django.core.exceptions import ValidationError

from conversations import deleting, idempotency
from conversations.errors import TurnRunning
from conversations.models import Conversation, Turn, session_id

pytestmark = pytest.mark.django_db


@pytest.fixture
def seen():
    """The same conversation as two requests read it at the same moment."""
    made = Conversation.unscoped.create(
        tenant_id="tenant_a", key="tenant_a:shop:s1", agent_id="shop", session_id="s1"
    )
    return made, Conversation.unscoped.get(pk=made.pk)


def test_of_two_who_end_a_session_at_once_one_ended_it(seen):
    assert [deleting.end_session(one) for one in seen] == [True, False]
    assert Conversation.unscoped.get().key.count("/") == 1


def test_a_message_that_arrived_meanwhile_is_not_erased(seen):
    ours, theirs = seen
    Conversation.unscoped.filter(pk=theirs.pk).update(seq=1, turn_count=1)
    Turn.unscoped.create(tenant_id="tenant_a", conversation=theirs, number=1, status="answered", answer="hi")
    deleting.erase(ours)
    assert Conversation.unscoped.get().history_from == 1


def test_a_conversation_that_is_being_answered_stays(seen):
    Turn.unscoped.create(tenant_id="tenant_a", conversation=seen[0], number=1, status="running")
    with pytest.raises(TurnRunning):
        deleting.end_session(seen[1])


def test_the_title_goes_with_the_words_it_was_made_of(seen):
    Conversation.unscoped.filter(pk=seen[0].pk).update(title="Meu CPF é 529.982.247-25")
    deleting.erase(seen[1])
    assert Conversation.unscoped.get().title == ""


def test_no_session_can_have_the_name_of_an_ended_one(seen):
    ended = seen[0]
    deleting.end_session(ended)
    with pytest.raises(ValidationError):
        session_id(ended.key.removeprefix("tenant_a:shop:"))
    begun = Conversation.unscoped.create(
        tenant_id="tenant_a", key="tenant_a:shop:s1", agent_id="shop", session_id="s1"
    )
    taken = f"s1#{begun.pk}"  # as a session could be called before
    Conversation.unscoped.create(
        tenant_id="tenant_a", key=f"tenant_a:shop:{taken}", agent_id="shop", session_id=taken
    )
    assert deleting.end_session(begun)


def test_the_keys_of_erased_messages_are_forgotten(seen):
    turn = Turn.unscoped.create(tenant_id="tenant_a", conversation=seen[0], number=1, status="answered")
    idempotency.keep(turn, "key:shop", "chat", "k-1", "digest")
    deleting.erase(seen[0])
    assert idempotency.find("tenant_a", "key:shop", "chat", "k-1", "digest") is None
