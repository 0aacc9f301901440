"""Several messages typed while the first is answered.

One joined answer under the last of them, also after a reload.
"""

import pytest
from playwright.sync_api import expect

from conversations.models import Turn
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.pages.test_chat_page import say

SAID = ["Minha fatura veio alta", "a do mês passado", "pode ver?"]
FIRST, BOTH = "Resposta à primeira.", "Resposta às outras duas."


@pytest.fixture
def model(chat, settings, fake_openai):
    """A model that takes its time; a profile whose messages join the turn that waits."""
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    AgentProfile.objects.of("tenant_a").update(quick_messages="coalesce")
    publish(Tenant.objects.get(pk="tenant_a"), "test")
    return fake_openai


def until(page, true):
    for _ in range(500):
        if true():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it never came")


def say_all(page, model):
    """The first is being answered while the others are typed; they wait together."""
    say(page, SAID[0])
    until(page, lambda: model.requests)
    for text in SAID[1:]:
        say(page, text)
    until(page, lambda: len(kept(page)) == 2 and len(kept(page)[1]["texts"]) == 2)


def kept(page):
    """What the page remembers for a reload."""
    return page.evaluate("document.querySelector('switchboard-chat').memory.get('underWay', [])")


def lines(page):
    """The conversation from top to bottom."""
    return page.locator(".message .text").all_inner_texts()


def joined(page):
    expect(page.locator(".quiet")).to_have_count(2)
    assert lines(page) == [SAID[0], FIRST, *SAID[1:], BOTH]
    assert page.locator(".message.agent").count() == 2


def test_the_answer_to_both_stands_once_under_the_last_and_a_reload_keeps_it(chat, model):
    model.says(FIRST, slow=1.5).says(BOTH)
    say_all(chat, model)
    joined(chat)
    assert [turn.status for turn in Turn.unscoped.order_by("number")] == ["answered", "answered"]
    asked = [each["content"] for each in model.requests[1]["messages"] if each["role"] == "user"]
    assert asked[-1] == "\n".join(SAID[1:])
    assert kept(chat) == []
    chat.reload()
    joined(chat)


def test_a_reload_while_the_first_is_answered_loses_no_message(chat, model):
    model.says(FIRST, slow=3).says(BOTH)
    say_all(chat, model)
    chat.reload()
    expect(chat.locator(".message.user .text")).to_have_text(SAID)
    joined(chat)


def test_a_reload_while_the_joined_answer_is_made_loses_no_message(chat, model):
    model.says(FIRST, slow=1.5).says(BOTH, slow=3)
    say_all(chat, model)
    expect(chat.locator(".quiet")).to_have_count(1)
    chat.reload()
    expect(chat.locator(".message.user .text")).to_have_text(SAID)
    joined(chat)
    chat.reload()
    joined(chat)


def test_an_answer_that_was_ready_before_the_reload_stands_once(chat, model):
    model.says(FIRST, slow=1).says(BOTH)
    say_all(chat, model)
    chat.goto("about:blank")
    until(chat, lambda: Turn.unscoped.filter(status="answered").count() == 2)
    chat.goto("/")
    joined(chat)


def test_a_message_joins_what_a_reload_took_up(chat, model):
    model.says(FIRST, slow=4).says(BOTH)
    say(chat, SAID[0])
    until(chat, lambda: model.requests)
    say(chat, SAID[1])
    until(chat, lambda: len(kept(chat)) == 2)
    chat.reload()
    expect(chat.locator(".message.user .text")).to_have_text(SAID[:2])
    say(chat, SAID[2])
    joined(chat)


def test_what_failed_together_is_sent_again_together(chat, model):
    model.says(FIRST, slow=1.5).fails(400)
    say_all(chat, model)
    expect(chat.locator(".problem")).to_have_count(1)
    assert Turn.unscoped.get(number=2).status == "failed"
    model.says("Uma.").says("Outra.")
    chat.locator(".retry").last.click()
    expect(chat.locator(".quiet")).to_have_count(3)
    expect(chat.locator(".problem")).to_have_count(0)
    assert lines(chat) == [SAID[0], FIRST, *SAID[1:], "Uma.", "Outra."]
