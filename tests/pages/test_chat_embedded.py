"""The element on somebody else's page: attributes, a session token, the visitor's own look."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tenancy import tokens

PAGE = """<!doctype html><html lang="es"><meta charset="utf-8"><title>Shop</title>
<style>body {{ margin: 0 }} p {{ color: red }} .message {{ display: none }}
switchboard-chat {{ height: 30rem; --switchboard-accent: rgb(120, 0, 120); color-scheme: light }}
switchboard-chat::part(send) {{ text-transform: uppercase }}</style>
<script type="module" src="{api}/static/chat/switchboard-chat.js"></script>
<input id="search">
<switchboard-chat api="{api}/" token="{token}" agent="telecom_contas" locale="es">Atención al
cliente</switchboard-chat>
"""


@pytest.fixture
def shop() -> Iterator[ThreadingHTTPServer]:
    """A web site of its own that serves one page: `shop.html`, under `shop.policy` where it has one."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", getattr(self.server, "policy", ""))
            self.end_headers()
            self.wfile.write(self.server.html.encode())  # type: ignore[attr-defined]

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


def signed(seconds=600):
    return tokens.issue(
        "tenant_a",
        "ana",
        {"msisdn": "5511999999999", "invoice_id": "INV001"},
        ("chat", "sessions"),
        seconds=seconds,
    )


@pytest.fixture
def visit(page, shop, settings, address):
    """Opens the shop with a token, as a site that is allowed to hold the chat."""
    settings.DEMO, settings.CHAT_CUSTOMERS = False, ()
    site = f"http://127.0.0.1:{shop.server_address[1]}"

    def go(token, window=page, allowed=True):
        settings.CHAT_ORIGINS = [site] if allowed else []
        shop.html = PAGE.format(api=address, token=token)
        window.goto(site)
        return window

    return go


def test_a_customer_talks_on_a_foreign_page_and_a_reload_keeps_it(visit):
    page = visit(signed())
    expect(page.locator(".start")).to_contain_text("¿En qué podemos ayudar?")
    expect(page.locator("#profile, #writer")).to_have_count(0)
    expect(page.get_by_role("heading", name="Atención al cliente")).to_be_visible()
    page.fill("textarea", "Mi factura vino alta")
    page.keyboard.press("Enter")
    expect(page.locator(".message.agent .text")).to_contain_text("INV001")
    with page.expect_response(lambda response: response.request.method == "PUT"):
        page.get_by_role("button", name="Ayudó", exact=True).click()
    expect(page.locator(".thumb[aria-pressed=true]")).to_have_count(1)
    page.reload()
    expect(page.locator(".message.user .text")).to_have_text("Mi factura vino alta")
    expect(page.locator(".thumb[aria-pressed=true]")).to_have_count(1)


def test_what_is_written_before_the_page_has_begun_is_shown_and_answered(visit, page):
    held = []
    page.route("**/agents", lambda route: held.append(route))
    with page.expect_request("**/agents"):
        visit(signed())
    page.fill("textarea", "Mi factura vino alta")
    page.keyboard.press("Enter")
    expect(page.locator(".message.user .text")).to_have_text("Mi factura vino alta")
    with page.expect_request("**/message/sse"):  # not before: the beginning page would take it away
        held[0].continue_()
    expect(page.locator(".message.agent .text")).to_contain_text("INV001")
    expect(page.locator(".message.user")).to_have_count(1)


def test_a_customer_reads_who_answers_and_nothing_of_how(visit):
    page = visit(signed())
    page.fill("textarea", "Mi factura vino alta")
    page.keyboard.press("Enter")
    answer = page.locator(".message.agent")
    expect(answer.locator(".who")).to_have_text("Faturas")
    for _told in ("as it came", "as it is stored"):
        expect(answer.locator("details.quiet summary")).to_have_text("Faturas")
        answer.locator("details.quiet summary").click()
        expect(answer.locator("details.quiet")).to_have_attribute("open", "")
        expect(answer.locator(".tool, .tier, .problem")).to_have_count(0)
        assert not re.search("consultar|billing|keyword|ms$", page.locator("main").inner_text())
        page.reload()


def test_the_page_around_gives_the_look_and_does_not_leak_in(visit):
    page = visit(signed())
    send = page.locator("button.send")
    assert send.evaluate("at => getComputedStyle(at).backgroundColor") == "rgb(120, 0, 120)"
    assert send.evaluate("at => getComputedStyle(at).textTransform") == "uppercase"
    page.fill("textarea", "hola")
    page.keyboard.press("Enter")
    expect(page.locator(".message.user")).to_be_visible()
    assert (
        page.locator(".message.user .text").evaluate("at => getComputedStyle(at).color") != "rgb(255, 0, 0)"
    )
    page.locator("#search").focus()
    page.keyboard.press("/")
    expect(page.locator("#search")).to_have_value("/")
    assert page.evaluate("document.querySelector('switchboard-chat').getBoundingClientRect().height") == 480


def test_an_expired_token_asks_the_page_around_for_another(visit, page):
    page.add_init_script(
        "addEventListener('switchboard-expired', () => (window.told = (window.told || 0) + 1))"
    )
    visit("worn-out")
    expect(page.locator(".state")).to_contain_text("Su sesión terminó")
    expect(page.locator(".start")).to_contain_text("Reintentar")
    assert page.evaluate("window.told") == 1
    page.evaluate(
        "token => document.querySelector('switchboard-chat').setAttribute('token', token)", signed()
    )
    expect(page.locator(".start")).to_contain_text("¿En qué podemos ayudar?")
    expect(page.locator(".state")).to_be_hidden()


def test_a_token_given_at_once_when_told_of_the_old_one_is_taken(visit, page):
    page.add_init_script(
        "addEventListener('switchboard-expired', (event) => {"
        f" window.told = (window.told || 0) + 1; event.target.setAttribute('token', '{signed()}') }})"
    )
    visit("worn-out")
    expect(page.locator(".start")).to_contain_text("¿En qué podemos ayudar?")
    expect(page.locator(".state")).to_be_hidden()
    assert page.evaluate("window.told") == 1


def test_a_page_that_can_renew_is_asked_and_the_customer_notices_nothing(visit):
    page = visit(signed())
    expect(page.locator(".start")).to_contain_text("¿En qué")
    page.evaluate(
        """token => { const chat = document.querySelector('switchboard-chat');
        chat.renewal = async () => token; chat.setAttribute('token', 'worn-out'); }""",
        signed(),
    )
    page.fill("textarea", "Mi factura vino alta")
    page.keyboard.press("Enter")
    expect(page.locator(".message.agent .text")).to_contain_text("INV001")
    expect(page.locator(".state")).to_be_hidden()


def test_a_site_that_is_not_named_is_not_let_in(visit, page):
    window = page.context.new_page()  # the browser complains in its console, as it should
    seen = []
    window.on("requestfailed", lambda request: seen.append(request.url))
    visit(signed(), window, allowed=False)
    expect(window.locator(".state")).to_contain_text("no responde")
    assert any(url.endswith("/agents") for url in seen)
    window.close()
