"""An operator connects a tool server that wants OAuth: to its authorization server and back, in a browser."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from agents.mcp_server import MCPServer, ServerSignIn
from tests.agents.tools.authorization import Guarded
from tests.pages.accessible import barriers, measure_width
from tests.pages.test_every_page_in_a_browser import log_in
from tests.pages.watching import Watch

pytestmark = pytest.mark.slow


def test_an_operator_signs_in_at_a_tool_server(page, address) -> None:
    with Guarded() as guarded:
        server = MCPServer.unscoped.create(
            tenant_id="tenant_a", name="guarded", url=guarded.url(), oauth="authorization_code"
        )
        issuer = guarded.authorization.issuer
        watch, found = Watch(page, address), []
        log_in(page, address)

        def look(name: str) -> None:
            found.extend(barriers(page))
            if folder := os.environ.get("PICTURES"):
                page.screenshot(path=f"{folder}/{name}.png", full_page=True)
            page.set_viewport_size({"width": 360, "height": 740})
            if (wide := measure_width(page)) > 360:
                found.append(f"{page.url}: {wide} px wide")
            page.set_viewport_size({"width": 1440, "height": 900})

        page.goto(reverse("admin:agents_mcpserver_change", args=[server.pk]))
        look("needs")
        page.locator("form[action='../signin/'] button").click()
        expect(page.get_by_text(issuer)).to_be_visible()
        look("away")
        assert watch.complaints == []
        page.locator(".studio-page a.is-primary").click()
        expect(page.locator("form[action='../signout/'] button")).to_be_visible()
        assert all(each.startswith(f"another host: {issuer}authorize") for each in watch.complaints)
        look("signed_in")
        page.locator("form[action='../ask/test_connection/'] button").click()
        expect(page.get_by_text("echo")).to_be_visible()
        page.locator("form[action='../signout/'] button").click()
        expect(page.locator("form[action='../signin/'] button.is-primary")).to_be_visible()
        assert found == []
    assert not ServerSignIn.objects.of("tenant_a").exists()
