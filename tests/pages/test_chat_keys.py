"""The chat with the keyboard, with a screen reader's words, and over a long conversation."""

from playwright.sync_api import expect

BOX = "textarea[name=message]"


def say(page, text, answers=1):
    page.fill(BOX, text)
    page.press(BOX, "Control+Enter")
    expect(page.locator(".quiet")).to_have_count(answers)


def focused(page):
    return page.evaluate(
        "() => { const at = document.activeElement.shadowRoot.activeElement; return at?.name || "
        "at?.className || at?.id }"
    )


def test_tab_goes_through_the_page_in_the_order_one_sees(chat):
    chat.locator(".head .new").focus()
    order = []
    for _ in range(9):
        order.append(focused(chat))
        chat.keyboard.press("Tab")
    names = [" ".join(name.split()) for name in order if name]
    assert names[:2] == ["small new", "small clear extra"]
    assert names.index("profile") < names.index("writer") < names.index("channel")


def test_a_slash_goes_to_the_box_and_is_typed_inside_it(chat):
    chat.locator(".head .new").focus()
    chat.keyboard.press("/")
    assert focused(chat) == "message"
    chat.keyboard.type("a/b")
    expect(chat.locator(BOX)).to_have_value("a/b")


def test_esc_closes_the_fold_one_is_in_before_it_stops_anything(chat):
    say(chat, "Minha fatura veio alta")
    chat.locator(".quiet > summary").focus()
    chat.keyboard.press("Enter")
    expect(chat.locator(".explained section").first).to_be_visible()
    chat.keyboard.press("Escape")
    expect(chat.locator(".explained")).to_be_hidden()
    assert chat.evaluate("document.activeElement.shadowRoot.activeElement.localName") == "summary"


def test_focus_can_be_seen_on_all_that_has_it(chat):
    say(chat, "Minha fatura veio alta")
    for place in (".head .new", "#profile", ".past .open", ".quiet > summary", ".thumb", BOX):
        chat.locator(place).first.focus()
        chat.keyboard.press("Shift")  # the keyboard was used last
        style = chat.locator(place).first.evaluate(
            "at => [at.matches(':focus-visible'), getComputedStyle(at).outlineStyle]"
        )
        assert style == [True, "solid"], place


def test_nothing_moves_for_those_who_want_no_motion(chat, settings, fake_openai):
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    fake_openai.says("Uma palavra. " * 20, between=0.05)
    chat.emulate_media(reduced_motion="reduce")
    chat.fill(BOX, "Minha fatura veio alta")
    chat.keyboard.press("Enter")
    expect(chat.locator(".part .text")).to_contain_text("palavra")
    moving = chat.evaluate("document.querySelector('switchboard-chat').shadowRoot.getAnimations().length")
    assert moving == 0
    expect(chat.locator(".quiet")).to_be_visible(timeout=15_000)


def test_work_that_takes_a_while_shows_what_is_done(chat, settings, fake_openai):
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    go_on = fake_openai.holds("Uma palavra. " * 20)
    chat.fill(BOX, "Minha fatura veio alta")
    chat.keyboard.press("Enter")
    expect(chat.locator(".steps li").first).to_contain_text("Mensagem conferida")
    expect(chat.locator(".steps")).to_contain_text("Faturas: ")
    go_on.set()
    expect(chat.locator(".quiet")).to_be_visible(timeout=15_000)
    expect(chat.locator(".steps")).to_be_hidden()


def test_a_long_conversation_opens_at_its_end_and_earlier_parts_on_asking(chat, settings):
    from conversations.models import Conversation, Message, Turn

    say(chat, "oi")

    def grow():
        talk = Conversation.unscoped.get()
        for number in range(2, 82):
            turn = Turn.unscoped.create(
                tenant_id=talk.tenant_id, conversation=talk, number=number, status="answered"
            )
            for place, role in enumerate(("user", "agent")):
                Message.unscoped.create(
                    tenant_id=talk.tenant_id,
                    conversation=talk,
                    turn=turn,
                    seq=number * 2 + place,
                    role=role,
                    text=f"{role} {number}",
                )
        Conversation.unscoped.update(seq=200, message_count=162)

    grow()
    chat.reload()
    expect(chat.locator(".message.user .text").last).to_have_text("user 81")
    expect(chat.locator(".message.user .text").last).to_be_in_viewport()
    expect(chat.locator(".message")).to_have_count(100)
    first = chat.locator(".message.user .text").first
    before = first.inner_text()
    first.scroll_into_view_if_needed()
    expect(chat.locator("button.newest")).to_be_visible()
    chat.get_by_role("button", name="Mostrar mensagens anteriores").click()
    expect(chat.locator(".message")).to_have_count(162)
    expect(chat.locator(".message.user .text").first).to_have_text("oi")
    expect(chat.get_by_text(before, exact=True)).to_be_in_viewport()
    expect(chat.locator(".older")).to_have_count(0)
    chat.locator("button.newest").click()
    expect(chat.locator(".message.user .text").last).to_be_in_viewport()


def test_another_language_keeps_what_was_being_typed(chat):
    chat.fill(BOX, "minha fat")
    chat.select_option("#language", "es")
    expect(chat.locator(BOX)).to_have_attribute("placeholder", "Escriba un mensaje")
    expect(chat.locator(BOX)).to_have_value("minha fat")
