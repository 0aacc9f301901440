"""Stored conversations on the chat page while the server is slow: the last choice counts."""

import pytest
from playwright.sync_api import expect

from conversations.models import Conversation, Message, Turn
from tests.pages.test_chat_page import say

ONE = "**/api/chat/conversations/*"


@pytest.fixture
def held(chat):
    """Two conversations in the list, and the requests for one of them, each held until it is let go."""
    for text in ("oi", "olá"):
        say(chat, text)
        expect(chat.locator(".quiet")).to_be_visible()
        chat.click("button.new")
        expect(chat.locator(".start")).to_be_visible()
    expect(chat.locator(".past .open")).to_have_count(2)
    requests = []
    chat.route(ONE, lambda route: requests.append(route))
    return requests


def open_past(page, held, title):
    before = len(held)
    page.locator(".past li", has_text=title).locator(".open").click()
    while len(held) == before:
        page.wait_for_timeout(20)


def answered(page, request):
    with page.expect_response(ONE):
        request.continue_()
    page.wait_for_timeout(200)


def test_the_conversation_chosen_last_is_shown_whichever_comes_first(chat, held):
    open_past(chat, held, "oi")
    open_past(chat, held, "olá")
    answered(chat, held[1])
    expect(chat.locator(".message.user .text")).to_have_text("olá")
    answered(chat, held[0])
    expect(chat.locator(".message.user .text")).to_have_text("olá")


def test_a_new_conversation_stays_empty_when_the_old_one_comes_late(chat, held):
    open_past(chat, held, "oi")
    chat.click("button.new")
    answered(chat, held[0])
    expect(chat.locator(".start")).to_be_visible()
    expect(chat.locator(".message")).to_have_count(0)


def lengthen(rounds):
    """Says as much in the only conversation, before what was said there."""
    talk = Conversation.unscoped.get()
    turn = Turn.unscoped.get()
    for message in Message.unscoped.order_by("-seq"):
        Message.unscoped.filter(pk=message.pk).update(seq=message.seq + 2 * rounds)
    Message.unscoped.bulk_create(
        Message(tenant_id=talk.tenant_id, conversation=talk, turn=turn, seq=seq, role=role,
            text=f"{role} {seq}")
        for seq in range(1, 2 * rounds + 1)
        for role in [("agent", "user")[seq % 2]]
    )  # fmt: skip
    Conversation.unscoped.update(seq=2 * rounds + 2, message_count=2 * rounds + 2)


def test_earlier_messages_are_added_once_and_change_nothing_below(chat):
    say(chat, "oi")
    expect(chat.locator(".quiet")).to_be_visible()
    lengthen(60)
    chat.reload()
    more = chat.locator(".older button")
    expect(more).to_be_visible()
    expect(chat.locator(".message")).to_have_count(100)
    held = []
    chat.route(ONE, lambda route: held.append(route))
    more.evaluate("button => button.click()")
    expect(more).to_be_disabled()
    more.evaluate("button => button.click()")
    chat.wait_for_timeout(200)
    assert len(held) == 1
    answered(chat, held[0])
    expect(chat.locator(".message")).to_have_count(122)
    expect(chat.locator(".older")).to_have_count(0)
    assert chat.evaluate("document.querySelector('switchboard-chat').talk.asked") == "oi"


def test_earlier_messages_do_not_come_into_another_conversation(chat):
    say(chat, "oi")
    expect(chat.locator(".quiet")).to_be_visible()
    lengthen(60)
    chat.reload()
    held = []
    expect(chat.locator(".older button")).to_be_visible()
    chat.route(ONE, lambda route: held.append(route))
    chat.locator(".older button").click()
    chat.wait_for_timeout(200)
    chat.click("button.new")
    answered(chat, held[0])
    expect(chat.locator(".message")).to_have_count(0)
    expect(chat.locator(".start")).to_be_visible()
