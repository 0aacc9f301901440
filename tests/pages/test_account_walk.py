"""Somebody is asked to join, makes an account by the link, and chooses a password.

Wide, narrow, and for everybody.
"""

import re

import pytest
from django.conf import settings as live
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import expect

from tenancy import first_passwords
from tenancy.models import Membership, Tenant
from tests.pages.accessible import barriers, measure_width
from tests.pages.watching import Watch

PERSON = get_user_model()
PASSWORD, NEW = "correct-horse-7", "battery-staple-8"
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}


@pytest.fixture
def looked(page, address):
    """`looked()` after each page: nothing keeps anybody out, and nothing is wider than a phone."""
    watch, found = Watch(page, address), []

    def look() -> None:
        page.set_viewport_size(NARROW)
        if (wide := measure_width(page)) > NARROW["width"]:
            found.append(f"{page.url}: {wide} px wide")
        page.set_viewport_size(WIDE)
        found.extend(barriers(page))

    yield look
    assert found == []
    assert watch.complaints == []


def administrator(page, address: str) -> None:
    user = PERSON.objects.create_user("admin-of-pages", password=PASSWORD, is_staff=True)
    Membership.objects.create(user=user, tenant=Tenant.objects.get(pk="tenant_a"), role="admin")
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    name = live.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": browser.cookies[name].value, "url": address}])


def test_from_an_invitation_to_the_studio(page, address, looked) -> None:
    administrator(page, address)
    page.goto("/admin/tenancy/membership/")
    page.get_by_role("link", name="Convidar alguém").click()
    page.fill("[name=person]", "Ana Souza, vendas")
    page.select_option("[name=role]", "editor")
    looked()
    page.locator("[name=_save]").click()
    link = page.locator(".studio-once").inner_text()
    looked()
    page.goto(link)
    expect(page.get_by_text("admin-of-pages")).to_be_visible()  # whose account would join
    looked()
    page.get_by_role("button", name="Usar outra conta").click()
    page.fill("[name=username]", "ana.souza")
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", "another")
    page.get_by_role("button", name="Criar uma conta").click()
    expect(page.locator(".errorlist, .errors").first).to_be_visible()
    looked()
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    page.get_by_role("button", name="Criar uma conta").click()
    expect(page.get_by_text(re.compile(r"ana\.souza\.\d{4}")).first).to_be_visible()
    expect(page).to_have_url(re.compile("/admin/$"))


def test_a_password_of_ones_own(page, address, looked, settings) -> None:
    user = PERSON.objects.create_user("ana", "ana@example.com", PASSWORD, is_staff=True)
    Membership.objects.create(user=user, tenant=Tenant.objects.get(pk="tenant_a"), role="editor")
    first_passwords.mark_given(user)
    page.goto("/admin/login/")
    page.get_by_role("link", name="Esqueceu").click()
    looked()
    settings.EMAIL_URL = "memorymail://"
    page.reload()
    page.fill("[name=email]", "nobody@example.com")
    looked()
    page.get_by_role("button", name="Enviar o link").click()
    looked()
    page.get_by_role("link", name="Entrar").click()
    page.fill("[name=username]", "ana")
    page.fill("[name=password]", PASSWORD)
    page.click("form [type=submit]")
    expect(page).to_have_url(re.compile("/admin/password_change/$"))
    looked()
    page.fill("[name=old_password]", PASSWORD)
    page.fill("[name=new_password1]", NEW)
    page.fill("[name=new_password2]", NEW)
    page.locator("#content-main [type=submit], form [type=submit]").last.click()
    expect(page).to_have_url(re.compile("/admin/$"))  # whoever chose another goes on to Home
