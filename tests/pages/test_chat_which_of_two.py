"""Which of two?

Asked on the page as two buttons; chosen with one of them or in words, and the first message is served.
"""

import pytest
from playwright.sync_api import expect

from conversations.models import Turn
from tests.pages.test_chat_page import say
from tests.routing.unsure import between


@pytest.fixture
def asked(chat):
    """The page after the question, the message that was unclear and its two intents."""
    text, names = between("telecom_contas")
    chat.select_option("#profile", "telecom_contas")
    say(chat, text)
    expect(chat.locator(".message.agent .choice")).to_have_count(2)
    return chat, text, names


def labels(page):
    return page.locator(".message.agent .choice").all_inner_texts()


def served(page, text, intent):
    """The choice decided for the message before it; nothing is asked any more."""
    expect(page.locator(".quiet")).to_have_count(2)
    turn = Turn.unscoped.get(number=2)
    decided = turn.result["route_decision"]
    assert (decided["method"], decided["intent"], decided["metadata"]["message"]) == (
        "clarified",
        intent,
        text,
    )
    assert turn.result["clarification"] is None
    page.locator(".quiet > summary").last.click()
    expect(page.locator(".ladder .decided")).to_contain_text("a pessoa escolheu")


def test_both_stand_as_buttons_alone_also_after_a_reload(asked):
    """Channels without buttons read them in the text, which the page need not show twice."""
    page, _text, _names = asked
    first, second = labels(page)
    for _ in range(2):
        expect(page.locator(".message.agent .choice")).to_have_text([first, second])
        expect(page.locator(".message.agent .part .text")).not_to_contain_text(first)
        expect(page.locator(".message.agent .part .text")).not_to_contain_text(second)
        page.reload()
    page.locator(".message.agent .choice").first.click()
    expect(page.locator(".message.agent .choice")).to_have_count(0)
    expect(page.locator(".message.agent .part .text").first).to_contain_text(second)  # what was asked


def test_a_button_chooses_and_the_message_before_it_is_answered(asked):
    page, text, names = asked
    label = labels(page)[1]
    page.locator(".message.agent .choice").nth(1).click()
    expect(page.locator(".message.user .text")).to_have_text([text, label])
    served(page, text, names[1])
    expect(page.locator(".message.agent").first.locator(".choice")).to_have_count(0)


def test_typing_the_second_chooses_it(asked):
    page, text, names = asked
    say(page, "a segunda")
    served(page, text, names[1])


def test_a_button_chooses_after_a_reload(asked):
    page, text, names = asked
    page.reload()
    page.locator(".message.agent .choice").first.click()
    served(page, text, names[0])
