"""The chat page as a visitor of the demo uses it."""

import re

from playwright.sync_api import expect


def say(page, text):
    page.fill("textarea", text)
    page.keyboard.press("Enter")


def test_two_specialists_answer_and_the_fold_explains_it(chat):
    say(chat, "Minha fatura veio alta e onde está meu pedido P100?")
    expect(chat.locator(".quiet > summary")).to_contain_text("billing_agent → orders_agent")
    parts = chat.locator(".message.agent .part")
    expect(parts).to_have_count(2)
    expect(parts.nth(0)).to_contain_text("INV001")
    expect(parts.nth(1)).to_contain_text("P100")
    colours = [parts.nth(n).evaluate("part => getComputedStyle(part).borderLeftColor") for n in (0, 1)]
    assert colours[0] != colours[1]
    chat.click(".quiet > summary")
    expect(chat.locator(".ladder .decided")).to_contain_text(
        "“fatura” é palavra-chave de billing_invoice_explanation."
    )
    expect(chat.locator(".explained mark").first).to_have_text("fatura")
    expect(chat.locator(".tool")).to_have_count(4)
    chat.click(".tool >> nth=0")
    expect(chat.locator(".tool >> nth=0").locator("pre").first).to_contain_text("5511999999999")
    expect(chat.locator(".explained")).to_contain_text("billing_agent passou para orders_agent")


def test_the_conversation_survives_a_reload(chat):
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".quiet")).to_be_visible()
    before = chat.locator(".message.agent .text").inner_text()
    chat.reload()
    expect(chat.locator(".message.user .text")).to_have_text("Minha fatura veio alta")
    expect(chat.locator(".message.agent .text")).to_have_text(before)
    chat.click(".quiet > summary")
    expect(chat.locator(".tool")).to_have_count(2)


def test_a_missing_value_is_asked_for_and_a_typed_one_goes_on(chat):
    chat.select_option("#writer", "")
    chat.select_option("#profile", "retail_orders")
    say(chat, "Onde está meu pedido?")
    expect(chat.locator(".message.agent")).to_have_count(1)
    expect(chat.locator(".quiet")).to_have_count(1)
    say(chat, "P100")
    expect(chat.locator(".quiet")).to_have_count(2)
    chat.locator(".quiet > summary").last.click()
    expect(chat.locator(".ladder .decided")).to_contain_text("orders_agent espera uma resposta.")


def test_options_are_buttons_that_send_their_text(chat):
    say(chat, "oi")
    choice = chat.locator(".message.agent .choice").first
    expect(choice).to_be_visible()
    label = choice.inner_text()
    choice.click()
    expect(chat.locator(".message.user")).to_have_count(2)
    expect(chat.locator(".message.user .text").last).to_contain_text(re.compile(".{3,}"))
    assert label
    expect(chat.locator(".message.agent").first.locator(".choice")).to_have_count(0)


def test_enter_sends_and_shift_enter_makes_a_line(chat):
    box = chat.locator("textarea")
    box.fill("oi")
    box.press("Shift+Enter")
    box.type("tudo bem?")
    assert box.input_value() == "oi\ntudo bem?"
    box.press("Enter")
    expect(chat.locator(".message.user .text")).to_have_text("oi\ntudo bem?", use_inner_text=True)
    assert box.input_value() == ""


def test_another_customer_starts_a_new_conversation(chat):
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".quiet")).to_be_visible()
    chat.select_option("#writer", "1")
    expect(chat.locator(".message")).to_have_count(0)
    expect(chat.locator(".notice")).to_contain_text("conversa nova")
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".message.agent .text")).to_contain_text("INV-CERT-001")


def test_typed_keys_are_sent_as_business_context(chat):
    chat.select_option("#writer", "keys")
    chat.fill("input[name=customer_key]", "5511999999999")
    chat.keyboard.press("Tab")
    with chat.expect_request("**/gateway/message/sse") as sent:
        say(chat, "oi")
    assert sent.value.post_data_json["payload"]["business_context"] == {"customer_key": "5511999999999"}


def test_conversations_are_listed_opened_and_deleted_with_undo(chat):
    say(chat, "oi")
    expect(chat.locator(".quiet")).to_be_visible()
    chat.click("button.new")
    expect(chat.locator(".start")).to_be_visible()
    row = chat.locator(".past li", has_text="oi")
    row.locator(".open").click()
    expect(chat.locator(".message.user .text")).to_have_text("oi")
    row.locator(".remove").click()
    expect(chat.locator(".past .open")).to_have_count(0)
    chat.click(".notice button")
    expect(chat.locator(".past .open")).to_have_count(1)


def test_the_page_speaks_three_languages(chat):
    for code, words in (
        ("es", "Escriba un mensaje"),
        ("en", "Write a message"),
        ("pt", "Escreva uma mensagem"),
    ):
        chat.select_option("#language", code)
        expect(chat.locator("textarea")).to_have_attribute("placeholder", words)


def test_nothing_hangs_over_the_edge_of_a_small_phone(chat):
    chat.set_viewport_size({"width": 360, "height": 740})
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".quiet")).to_be_visible()
    chat.click(".quiet > summary")
    assert chat.evaluate("document.documentElement.scrollWidth") <= 360
    chat.click("button.panel")
    expect(chat.locator("#side")).to_be_visible()
    chat.keyboard.press("Escape")
    expect(chat.locator("#side")).to_be_hidden()


def test_a_finished_answer_is_told_to_screen_readers(chat):
    say(chat, "oi")
    expect(chat.locator("[aria-live=polite]")).to_contain_text("respondeu")


def test_a_refusal_stands_where_it_was_made_and_keeps_what_was_typed(chat, settings):
    settings.MESSAGE_CHARACTERS = 5
    say(chat, "uma mensagem longa")
    expect(chat.locator(".problem")).to_contain_text("5")
    expect(chat.locator(".message.user .text")).to_have_text("uma mensagem longa")
    settings.MESSAGE_CHARACTERS = 32_000
    chat.click(".retry")
    expect(chat.locator(".quiet")).to_be_visible()
    expect(chat.locator(".message.user")).to_have_count(1)


def test_esc_stops_an_answer_in_the_making(chat, settings, fake_openai):
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    fake_openai.says("Uma palavra. " * 200, between=0.05)
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".part .text")).to_contain_text("palavra")
    chat.keyboard.press("Escape")
    expect(chat.locator(".working")).to_contain_text("Parada")
    expect(chat.locator("button.stop")).to_be_hidden()


def test_a_reload_in_the_middle_takes_the_answer_up_again(chat, settings, fake_openai):
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    fake_openai.says("Uma palavra. " * 20, between=0.05)
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".part .text")).to_contain_text("palavra")
    chat.reload()
    expect(chat.locator(".message.user .text")).to_have_text("Minha fatura veio alta")
    expect(chat.locator(".quiet")).to_be_visible()
    expect(chat.locator(".part .text")).to_contain_text("palavra. Uma palavra.")
    expect(chat.locator(".message.agent")).to_have_count(1)


def test_the_documentation_of_the_api_opens(page):
    page.goto("/api/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
