"""A company from nothing to a first answer, with what a model proposes, in a browser."""

import os
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from routing.models import Intent
from tenancy.models import Membership, Tenant
from tests.pages.accessible import barriers
from tests.pages.watching import Watch

PICTURES = os.environ.get("PICTURES", "")  # a folder: the page is kept there as it was seen
ABOUT = "Um pequeno hotel no Porto. Café da manhã das 7 às 10. Cancelar é grátis até 48 horas antes."
ROOMS = {
    "title": "Reservar um quarto",
    "description": "Quer um quarto para datas que ainda estão livres.",
    "who": "Reservas",
    "keywords": ["quarto duplo", "reservar quarto"],
    "examples": [
        {"language": "pt", "text": text}
        for text in (
            "quero um quarto duplo em maio",
            "tem quarto pra duas pessoas?",
            "queria reservar p o feriado",
            "boa tarde, ainda há quartos no dia 3?",
            "vcs têm quarto com vista?",
        )
    ],
    "prompt": "Pergunte primeiro as datas. Nunca prometa um quarto.",
}
CANCELLING = {
    "title": "Cancelar a reserva",
    "description": "Não vem mais e quer cancelar.",
    "who": "Reservas",
    "keywords": ["cancelar"],
    "examples": [
        {"language": "pt", "text": text} for text in ("preciso cancelar", "não vamos mais, cancela")
    ],
    "prompt": "Diga até quando é grátis.",
}
UNSERVED = [{"language": "pt", "text": "alugam carros?"}]


@pytest.fixture
def hotel(page, address, fake_openai, settings):
    """A company with nothing in it and a model behind it; its administrator is logged in."""
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    company = Tenant.objects.create(slug="hotel", title="Hotel", default_language="pt")
    user = get_user_model().objects.create_user("helena", password="walks-a-lot", is_staff=True)
    Membership.objects.create(user=user, tenant=company, role="admin")
    watch = Watch(page, address)
    page.goto("/admin/")
    page.fill("[name=username]", "helena")
    page.fill("[name=password]", "walks-a-lot")
    page.keyboard.press("Enter")
    page.locator(".studio-bar").wait_for()
    page.goto("/admin/begin/")
    yield company
    assert watch.complaints == []


def look(page, name: str) -> None:
    """Nothing that keeps people out, narrow and wide, light and dark; a picture where somebody wants one."""
    found = []
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} px: it scrolls"
        for theme in ("light", "dark") if PICTURES else ():
            page.evaluate("on => document.documentElement.classList.toggle('dark', on)", theme == "dark")
            page.screenshot(path=Path(PICTURES, f"{name}-{theme}-{width}.png"), full_page=True)
        found += barriers(page)
    assert found == []


def test_what_the_model_proposes_is_read_changed_and_written(page, hotel, fake_openai) -> None:
    look(page, "empty")
    page.fill("[name=about]", ABOUT)
    page.check("[name=languages][value=pt]")
    for _try in range(3):
        fake_openai.cuts_call("propose_matters", '{"matters": [{"ti')
    page.click("[name=propose]")
    expect(page.locator("#propose [role=alert]")).to_be_visible()
    expect(page.locator("[name=about]")).to_have_value(ABOUT)
    look(page, "refused")
    fake_openai.calls("propose_matters", {"matters": [ROOMS, CANCELLING], "out_of_scope": UNSERVED})
    page.click("[name=propose]")
    expect(page.locator("#propose [role=status]")).to_be_visible()
    expect(page.locator("[name=matter-0-title]")).to_have_value("Reservar um quarto")
    expect(page.locator("[name=matter-0-prompt]")).to_be_visible()
    look(page, "proposed")
    assert not Intent.objects.of(hotel).exists()
    page.fill("[name=matter-1-title]", "")
    for name in ("who", "examples", "description", "keywords", "prompt"):
        page.fill(f"[name=matter-1-{name}]", "")
    page.fill("[name=matter-0-title]", "Quartos")
    page.click(".studio-form .is-primary")
    page.wait_for_url("**/admin/test/?profile=front_desk")
    intent = Intent.objects.of(hotel).get(name="quartos")
    assert intent.examples.count() == 5
    assert not Intent.objects.of(hotel).filter(name__startswith="cancelar").exists()


def test_enter_in_a_field_writes_the_draft_and_asks_no_model(page, hotel, fake_openai) -> None:
    page.fill("[name=about]", ABOUT)
    page.fill("[name=matter-0-title]", "Quartos")
    page.press("[name=matter-0-title]", "Enter")
    expect(page.locator("[role=alert]").first).to_be_visible()
    assert not fake_openai.requests
