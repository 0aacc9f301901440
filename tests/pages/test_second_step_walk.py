"""Somebody sets up a second step and logs in with it: the app's page, and a passkey of a virtual key.

Wide and narrow.
"""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from tenancy.models import Membership, Tenant
from tests.pages.accessible import barriers, measure_width
from tests.pages.watching import Watch

PASSWORD = "correct-horse-7"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def here(address: str) -> str:
    """A browser makes passkeys for https, and for this name."""
    return address.replace("127.0.0.1", "localhost")


@pytest.fixture
def looked(page, here):
    """`looked()` after each page: nothing keeps anybody out, and nothing is wider than a phone."""
    watch, found = Watch(page, here), []

    def look() -> None:
        page.set_viewport_size({"width": 360, "height": 740})
        if (wide := measure_width(page)) > 360:
            found.append(f"{page.url}: {wide} px wide")
        page.set_viewport_size({"width": 1440, "height": 900})
        found.extend(barriers(page))

    yield look
    assert found == []
    assert watch.complaints == []


@pytest.fixture
def logged_in(page, here):
    person = get_user_model().objects.create_user("ana-keys", password=PASSWORD, is_staff=True)
    Membership.objects.create(user=person, tenant=Tenant.objects.get(pk="tenant_a"), role="viewer")
    log_in(page, here)
    page.wait_for_url(re.compile("/admin/$"))
    page.goto(f"{here}/admin/account/")
    return person


def log_in(page, here: str) -> None:
    page.goto(f"{here}/admin/login/")
    page.fill("[name=username]", "ana-keys")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")


def prove(page) -> None:
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Continuar").click()


def test_a_passkey_is_made_and_asked_for_at_the_login(page, here, looked, logged_in) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    looked()
    page.get_by_role("link", name="Adicionar uma chave de acesso").click()
    looked()
    prove(page)
    looked()
    page.get_by_role("button", name="Criar a chave de acesso").click()
    expect(page.locator(".account-codes li")).to_have_count(10)
    looked()
    page.get_by_role("link", name="Voltar", exact=True).click()
    looked()
    page.context.clear_cookies()
    log_in(page, here)
    expect(page.get_by_role("button", name="Usar uma chave de acesso")).to_be_visible()
    looked()
    page.get_by_role("button", name="Usar uma chave de acesso").click()
    page.wait_for_url(re.compile("/admin/$"))
    assert Authenticator.objects.filter(user=logged_in, type="webauthn", last_used_at__isnull=False).exists()


def test_the_app_is_set_up_from_its_picture_or_its_key(page, here, looked, logged_in) -> None:
    page.get_by_role("link", name="Configurar o aplicativo").click()
    prove(page)
    assert re.fullmatch("[A-Z2-7]{32}", page.locator(".studio-once").inner_text())
    expect(page.get_by_role("img", name="Imagem da chave")).to_be_visible()
    looked()
