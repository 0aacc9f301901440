"""A plan as people see it.

Step by step while it runs, in the fold under the answer, and as a picture on any screen.
"""

import threading

import pytest
from playwright.sync_api import expect

from conversations.models import Turn
from routing.models import Domain, ProposedManifest
from studio.links import page_of
from tests.fakes.domain_server import DomainServer
from tests.pages.accessible import barriers
from tests.pages.test_every_page_in_a_browser import log_in, say, watch  # noqa: F401  (a fixture)
from tests.planning.moved import move, quotes

ASKED = "preço de PETR4 e VALE3 e me avise no telegram"
WIDTHS = (360, 768, 1440)
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def finance(page, watch):
    page.goto("/")
    page.select_option("#profile", "finance")
    page.locator(".start .choice", has_text="Nordea").wait_for()
    return page


def test_a_plan_is_told_in_the_fold_and_drawn_on_a_page(finance, address) -> None:
    say(finance, ASKED)
    expect(finance.get_by_role("log")).to_contain_text("@carteira no Telegram")
    finance.locator(".quiet > summary").last.click()
    steps = finance.locator(".explained ol.plan > li")
    expect(steps).to_have_count(3)
    expect(steps.nth(2)).to_contain_text("send_telegram_message · notifier · feito")
    expect(steps.nth(2)).to_contain_text("depois de 1, 2")
    found = barriers(finance)
    log_in(finance, address)
    finance.goto(f"/analytics/plans/{Turn.unscoped.latest('created_at').pk}/")
    expect(finance.locator(".plan svg .step")).to_have_count(3)
    for width in WIDTHS:
        finance.set_viewport_size({"width": width, "height": 900})
        assert finance.evaluate(TOO_WIDE) <= 0, width
        found += barriers(finance)
    finance.locator(".plan svg a").last.focus()
    finance.keyboard.press("Enter")
    assert finance.url.endswith("#step-3")
    assert found == []


def test_the_page_of_a_running_plan_draws_what_has_begun_and_looks_again_by_itself(finance, address) -> None:
    log_in(finance, address)
    go_on = threading.Event()
    with DomainServer(quotes({"PETR4": 38.0}, lambda: go_on.wait(20))) as domain:
        move(domain.url, "finance", "notifier")
        finance.fill("textarea", "preço da PETR4 e me avise no telegram")
        finance.keyboard.press("Enter")
        expect(finance.get_by_role("log")).to_contain_text("finance")
        plan = finance.context.new_page()
        plan.goto(f"/analytics/plans/{Turn.unscoped.latest('created_at').pk}/")
        expect(plan.locator(".plan svg .step.is-begun")).to_have_count(1)
        found = barriers(plan)
        go_on.set()
        expect(plan.locator(".plan svg .step.is-success")).to_have_count(2, timeout=10_000)
    expect(plan.locator("[data-watch]")).to_have_count(0)
    assert found == []


def test_the_example_questions_of_the_profile_are_what_its_goals_can_do(finance) -> None:
    expect(finance.locator(".start .choice", has_text="maiores altas do Brasil")).to_be_visible()
    finance.locator(".start .choice", has_text="maiores altas do Brasil").click()
    expect(finance.get_by_role("log")).to_contain_text("MGLU3.SA")


def test_the_pages_of_domains_and_manifests_keep_nobody_out(page, address, watch) -> None:
    row = Domain.objects.of("tenant_a").get(name="finance")
    manifest = {**row.manifest, "domain_description": "Changed"}
    ProposedManifest.unscoped.create(
        tenant_id="tenant_a", domain=row, manifest=manifest, digest="1" * 64, found_at=row.looked_at
    )
    log_in(page, address)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(page_of(row))
        expect(page.locator("#proposed")).to_be_visible()
        found += barriers(page)
        page.goto("/admin/manifest/")
        page.fill("#text", '{\n "domain": "x",\n "goals": 3\n}')
        page.locator("#content-main, main, form").get_by_role("button", name="Verificar").click()
        expect(page.locator("#told")).to_be_visible()
        assert page.evaluate(TOO_WIDE) <= 0, width
        found += barriers(page)
    assert found == []
