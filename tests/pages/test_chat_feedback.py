"""A thumb and a comment on the page: stored at once, changed, taken back, there after a reload."""

import pytest
from playwright.sync_api import expect

from conversations.models import Feedback

# Whether nothing stands before an element, at its upper and its lower edge.
ON_TOP = """(element) => {
    const at = element.getBoundingClientRect(), middle = at.left + at.width / 2, root = element.getRootNode();
    return [at.top + 2, at.bottom - 2].every((y) => element.contains(root.elementFromPoint(middle, y)));
}"""


def stored():
    return [(row.value, row.comment) for row in Feedback.unscoped.all()]


@pytest.fixture
def answered(page):
    page.goto("/")
    page.wait_for_selector(".start .choice")
    page.fill("textarea[name=message]", "Minha fatura veio alta")
    page.keyboard.press("Enter")
    expect(page.locator(".thumb")).to_have_count(2)
    return page


def thumb(page, label):
    return page.get_by_role("button", name=label, exact=True)


def test_a_thumb_is_stored_at_once_and_a_comment_with_it(answered):
    thumb(answered, "Não ajudou").click()
    expect(thumb(answered, "Não ajudou")).to_have_attribute("aria-pressed", "true")
    box = answered.locator("textarea[name=comment]")
    expect(box).to_be_focused()
    assert stored() == [("unhelpful", "")]
    box.fill("Era outra fatura")
    box.press("Control+Enter")
    expect(answered.locator(".told")).to_contain_text("Era outra fatura")
    expect(thumb(answered, "Não ajudou")).to_be_focused()
    assert stored() == [("unhelpful", "Era outra fatura")]


def test_on_a_phone_the_comment_is_not_behind_the_composer(answered):
    answered.set_viewport_size({"width": 360, "height": 560})
    thumb(answered, "Não ajudou").click()
    expect(answered.locator("textarea[name=comment]")).to_be_focused()
    for each in (answered.locator("textarea[name=comment]"), thumb(answered, "Guardar")):
        answered.wait_for_function(ON_TOP, arg=each.element_handle(), timeout=5000)


def test_it_is_there_after_a_reload_and_can_be_changed(answered):
    thumb(answered, "Ajudou").click()
    answered.locator("textarea[name=comment]").fill("Direto")
    thumb(answered, "Guardar").click()
    expect(answered.locator(".told")).to_contain_text("Direto")
    answered.reload()
    expect(thumb(answered, "Ajudou")).to_have_attribute("aria-pressed", "true")
    expect(answered.locator(".told")).to_contain_text("Direto")
    thumb(answered, "Não ajudou").click()
    expect(thumb(answered, "Ajudou")).to_have_attribute("aria-pressed", "false")
    expect(answered.locator("textarea[name=comment]")).to_be_focused()  # it is stored by then
    assert stored() == [("unhelpful", "")]


def test_the_same_thumb_takes_it_back_and_gives_it_again_with_its_comment(answered):
    thumb(answered, "Ajudou").click()
    answered.locator("textarea[name=comment]").fill("Direto")
    thumb(answered, "Guardar").click()
    expect(answered.locator(".told")).to_contain_text("Direto")
    with answered.expect_response("**/feedback**"):
        thumb(answered, "Ajudou").click()
    expect(answered.locator(".told")).to_be_hidden()
    assert stored() == []
    thumb(answered, "Ajudou").click()
    expect(answered.locator("textarea[name=comment]")).to_have_value("Direto")
    assert stored() == [("helpful", "Direto")]


def test_esc_closes_the_comment_and_stops_no_answer(answered):
    thumb(answered, "Ajudou").click()
    answered.locator("textarea[name=comment]").press("Escape")
    expect(answered.locator("textarea[name=comment]")).to_have_count(0)
    expect(thumb(answered, "Ajudou")).to_be_focused()


def test_a_refusal_stands_by_the_comment_and_keeps_what_was_typed(answered):
    thumb(answered, "Ajudou").click()
    box = answered.locator("textarea[name=comment]")
    box.fill("Direto")
    answered.route("**/feedback", lambda route: route.abort())
    thumb(answered, "Guardar").click()
    expect(answered.locator(".why .problem")).to_be_visible()
    expect(box).to_have_value("Direto")
    answered.unroute("**/feedback")
    thumb(answered, "Guardar").click()
    expect(answered.locator(".told")).to_contain_text("Direto")


def test_the_studio_shows_what_was_thought_of_an_answer(answered, client, settings):
    from django.contrib.auth.models import User

    thumb(answered, "Não ajudou").click()
    answered.locator("textarea[name=comment]").fill("Era outra fatura")
    answered.keyboard.press("Control+Enter")
    expect(answered.locator(".told")).to_contain_text("Era outra fatura")

    def look():
        client.force_login(User.objects.create_superuser("boss"), settings.AUTHENTICATION_BACKENDS[0])
        turn = Feedback.unscoped.get().turn
        pages = (
            f"turn/{turn.pk}/change/",
            f"conversation/{turn.conversation_id}/change/",
            "conversation/?what=unhelpful",
        )
        return [
            client.get(f"/admin/conversations/{page}", headers={"Accept-Language": "en"}, follow=True)
            for page in pages
        ]

    turn, conversation, listed = look()
    for page in (turn, conversation):
        assert "Era outra fatura" in page.content.decode()
    assert "Minha fatura veio alta" in listed.content.decode()
