"""When something is in the way the page says what, keeps what was typed, and goes on where it can."""

import json

import pytest
from django.conf import settings as installed
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import expect

from tenancy.models import Membership, Tenant

BOX = "textarea[name=message]"


def say(page, text):
    page.fill(BOX, text)
    page.keyboard.press("Enter")


def refuse(page, pattern, status, code, headers=None, times=None):
    """Answers with a problem document, as the server would."""
    body = json.dumps({"code": code, "title": code, "detail": f"Recusado: {code}.", "status": status})
    page.route(
        pattern,
        lambda route: route.fulfill(
            status=status, body=body, headers=headers or {}, content_type="application/problem+json"
        ),
        **({"times": times} if times else {}),
    )


@pytest.fixture
def staff(page, settings, address):
    """The page of somebody who is logged in as a role of the company; `staff("admin")` opens it."""
    settings.DEMO, settings.CHAT_CUSTOMERS = False, ()

    def login(role):
        user, _new = User.objects.get_or_create(username=f"{role}_1", defaults={"is_staff": True})
        Membership.objects.get_or_create(user=user, tenant_id="tenant_a", defaults={"role": role})
        browser = Client()
        browser.force_login(user, installed.AUTHENTICATION_BACKENDS[0])
        name = installed.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": browser.cookies[name].value, "url": address}])

    def open_as(role):
        login(role)
        page.goto("/")
        page.wait_for_selector(".start")
        return page

    return open_as


def void_tokens():
    """What an administrator does to end all sessions' tokens."""
    tenant = Tenant.objects.get(pk="tenant_a")
    tenant.token_epoch += 1
    tenant.save()


def test_a_token_that_is_no_longer_good_is_renewed_unseen(staff):
    page = staff("admin")
    void_tokens()
    say(page, "Minha fatura veio alta")
    expect(page.locator(".quiet")).to_be_visible()
    expect(page.locator(".state")).to_be_hidden()
    expect(page.locator(".problem:visible")).to_have_count(0)


def test_whoever_is_logged_out_is_told_calmly_and_goes_on_after_signing_in(staff):
    page = staff("admin")
    cookies = page.context.cookies()
    page.context.clear_cookies()
    void_tokens()
    say(page, "Minha fatura veio alta")
    expect(page.locator(".state")).to_contain_text("sessão terminou")
    expect(page.locator(".state a")).to_have_attribute("href", "/admin/login/?next=/")
    expect(page.locator(".message.user .text")).to_have_text("Minha fatura veio alta")
    page.get_by_role("button", name="Continuar").click()
    expect(page.locator(".state")).to_contain_text("ainda não")
    page.context.add_cookies(cookies)
    page.get_by_role("button", name="Continuar").click()
    expect(page.locator(".state")).to_be_hidden()
    page.click(".retry")
    expect(page.locator(".quiet")).to_be_visible()
    expect(page.locator(".message.user")).to_have_count(1)


def test_the_pages_that_one_may_open_are_in_the_head(staff):
    page = staff("viewer")
    expect(page.locator(".head .pages a")).to_have_text(["Studio"])
    expect(page.locator("#writer")).to_have_count(0)  # nobody would believe what a viewer says of a customer
    page.context.clear_cookies()
    page = staff("analyst")
    expect(page.locator(".head .pages a")).to_have_text(["Análises", "Studio"])


def test_a_server_that_is_away_is_waited_for_from_the_start(page):
    page.route("**/agents", lambda route: route.abort())
    page.goto("/")
    expect(page.locator(".state")).to_contain_text("não responde")
    page.unroute("**/agents")
    page.get_by_role("button", name="Tentar agora").click()
    expect(page.locator(".start .choice").first).to_be_visible()
    expect(page.locator(".state")).to_be_hidden()


def test_a_message_sent_while_the_line_is_down_arrives_once_it_is_back(chat):
    chat.route("**/gateway/**", lambda route: route.abort())
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".working").last).to_contain_text("A conexão caiu")
    expect(chat.locator(".state")).to_contain_text("não responde", timeout=8000)
    chat.unroute("**/gateway/**")
    chat.get_by_role("button", name="Tentar agora").click()
    expect(chat.locator(".quiet")).to_be_visible()
    expect(chat.locator(".state")).to_be_hidden()
    expect(chat.locator(".message.user")).to_have_count(1)


def test_too_many_messages_says_when_and_waits_with_the_button(chat):
    refuse(chat, "**/gateway/message/sse", 429, "conversation_busy", {"Retry-After": "2"}, times=1)
    say(chat, "Minha fatura veio alta")
    expect(chat.locator(".problem")).to_contain_text("Recusado: conversation_busy.")
    retry = chat.locator(".retry")
    expect(retry).to_be_disabled()
    expect(retry).to_contain_text("Tentar de novo em")
    expect(retry).to_be_enabled(timeout=4000)
    retry.click()
    expect(chat.locator(".quiet")).to_be_visible()
    expect(chat.locator(".message.user")).to_have_count(1)


def test_try_again_says_no_message_to_the_question_that_its_first_sending_brought(chat):
    say(chat, "quero devolver o pedido P100, veio quebrado")
    expect(chat.locator(".message.agent .choice")).to_have_text(["Sim", "Não"])
    chat.click(".retry")
    expect(chat.locator(".retry")).to_be_visible()
    expect(chat.locator(".message.agent .text").last).to_contain_text("Posso solicitar a devolução do pedido")
    expect(chat.locator(".message.agent .choice")).to_have_text(["Sim", "Não"])
    expect(chat.locator(".message.user")).to_have_count(1)
    expect(chat.locator("textarea")).to_be_focused()
    chat.reload()
    expect(chat.locator(".message.agent .choice")).to_have_text(["Sim", "Não"])
    chat.click(".retry")
    expect(chat.locator("textarea")).to_be_focused()
    expect(chat.locator(".message.user")).to_have_count(1)


def test_nothing_published_says_what_to_do_with_a_link_for_those_who_may(staff, page):
    refuse(page, "**/agents", 409, "nothing_published")
    staff("admin")
    expect(page.locator(".start")).to_contain_text("Recusado: nothing_published.")
    expect(page.locator(".start a")).to_have_attribute("href", "/admin/publish/")
    page.unroute("**/agents")
    page.locator(".start").get_by_role("button", name="Tentar de novo").click()
    expect(page.locator(".start .choice").first).to_be_visible()


def test_a_conversation_that_cannot_be_read_now_can_be_asked_for_again(chat):
    say(chat, "oi")
    expect(chat.locator(".quiet")).to_be_visible()
    chat.click("button.new")
    refuse(chat, "**/api/chat/conversations/*", 503, "database_unavailable", times=1)
    chat.locator(".past .open").click()
    expect(chat.locator(".notice")).to_contain_text("Recusado")
    chat.locator(".notice button").click()
    expect(chat.locator(".message.user .text")).to_have_text("oi")
