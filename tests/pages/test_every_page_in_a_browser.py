"""Every page once in a real browser: nobody is kept out, nothing breaks, nothing asks another host."""

import pytest
from django.conf import settings as live
from django.contrib.auth import get_user_model
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from agents.models import Specialist
from handoffs.models import AgentHandoff
from rollout.models import Flag
from routing.models import Capability, Goal, Intent
from studio.base import RecordAdmin, TenantAdmin
from studio.site import site
from tenancy.models import Membership
from tests.pages.accessible import barriers
from tests.pages.watching import Watch

TWO_MATTERS = "Minha fatura veio alta e onde está meu pedido P100?"
OWN_PAGES = (
    "index",
    "publish",
    "operations",
    "test",
    "evaluate",
    "configuration",
    "begin",
    "manifest",
    "sessions",
    "audit",
)
KINDS = (Intent, Specialist, AgentHandoff)  # what one edits, and a record
SHARES = 6  # of the sweep of every kind: each ends within a test's time
WITHOUT_FORM = (Flag, Goal, Capability, Membership)  # it exists; manifests, and invitations, make the others


@pytest.fixture
def watch(page, address):
    """The page's complaints; a test ends without any."""
    watch = Watch(page, address)
    yield watch
    assert watch.complaints == []


@pytest.fixture
def chat(page, watch):
    page.goto("/")
    page.locator(".start .choice").first.wait_for()
    return page


def say(page, text: str) -> None:
    before = page.locator(".quiet").count()
    page.fill("textarea", text)
    page.keyboard.press("Enter")
    expect(page.locator(".quiet")).to_have_count(before + 1)


def test_the_chat_in_its_states(chat, watch, settings) -> None:
    found = barriers(chat)
    say(chat, "oi")  # the answer has choices
    found += barriers(chat)
    say(chat, TWO_MATTERS)
    chat.locator(".quiet > summary").last.click()
    chat.locator(".tool > summary").last.click()
    found += barriers(chat)
    watch.expect(413)
    settings.MESSAGE_CHARACTERS = 5
    chat.fill("textarea", "uma mensagem longa")
    chat.keyboard.press("Enter")
    chat.locator(".problem").wait_for()
    found += barriers(chat)
    chat.set_viewport_size({"width": 360, "height": 740})
    chat.click("button.panel")
    found += barriers(chat)
    assert found == []


def test_what_strangers_see(page, watch) -> None:
    page.goto("/admin/")
    found = barriers(page)
    page.fill("[name=username]", "nobody")
    page.fill("[name=password]", "wrong")
    page.click("form [type=submit]")
    expect(page.locator("[name=password]")).to_be_visible()
    found += barriers(page)
    watch.expect(404)
    page.goto("/nowhere/")
    assert found + barriers(page) == []


def test_the_studio_and_analytics(record, address) -> None:
    log_in(record, address)
    kinds = [path for model in KINDS for path in pages_of(model)]
    assert len(kinds) > len(KINDS)
    assert find_barriers(record, ["/analytics/", *own_pages(), *kinds]) == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_every_kind_of_the_studio(record, address, share) -> None:
    log_in(record, address)
    kinds = list(site._registry)[share::SHARES]
    assert find_barriers(record, [path for model in kinds for path in pages_of(model)]) == []


@pytest.fixture
def record(page, watch):
    """A page, and a conversation with a handover in the record."""
    page.goto("/")
    page.locator(".start .choice").first.wait_for()
    say(page, TWO_MATTERS)
    return page


def find_barriers(page, paths) -> list[str]:
    found = []
    for path in paths:
        page.goto(path)
        found += barriers(page)
    return found


def log_in(page, address: str) -> None:
    """A superuser's session, without the form: that is another test's."""
    user = get_user_model().objects.create_superuser("root-of-pages", password="x")
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    name = live.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": browser.cookies[name].value, "url": address}])


def own_pages() -> list[str]:
    """The Studio's pages that are of no kind of row."""
    return [*(reverse(f"admin:{name}") for name in OWN_PAGES), reverse("admin:test") + "?text=Minha+fatura"]


def pages_of(model: type[Model]) -> list[str]:
    """The list of a kind of row, an empty form and a filled one, as far as it has them."""
    page, name = site._registry[model], f"admin:{model._meta.app_label}_{model._meta.model_name}"
    pages = [reverse(f"{name}_changelist")]
    if not isinstance(page, TenantAdmin):
        return pages
    row = model._base_manager.filter(tenant="tenant_a").first()
    if row is not None:
        pages.append(reverse(f"{name}_change", args=[row.pk]))
    if not isinstance(page, RecordAdmin) and model not in WITHOUT_FORM:
        pages.append(reverse(f"{name}_add"))
    return pages
