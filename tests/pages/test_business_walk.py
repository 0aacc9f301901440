"""What a business user, an operator and an analyst do, from the first click to the effect in the chat."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import expect

from agents.models import Specialist
from releases.models import Release
from releases.publish import publish
from rollout.models import Flag
from routing.models import Intent, Keyword
from tenancy.models import Membership, Tenant
from tests.pages.mouse import Mouse
from tests.pages.watching import Watch

MOST_CLICKS = 12
ASKED = "Quero fazer a portabilidade do meu número"
KEYWORDS = "portabilidade\ntrazer meu número\nmudar de operadora"


@pytest.fixture
def person(page, address):
    """Somebody of the demo company who may do everything in it, logged out; what a page does wrong fails."""
    user = get_user_model().objects.create_user("bianca", password="walks-a-lot", is_staff=True)
    Membership.objects.create(user=user, tenant=tenant(), role="admin")
    watch = Watch(page, address)
    yield user
    assert watch.complaints == []


@pytest.fixture
def inside(page, person):
    """The same person, logged in."""
    log_in(Mouse(page))
    return page


def tenant() -> Tenant:
    return Tenant.objects.get(pk="tenant_a")


def log_in(mouse: Mouse) -> None:
    mouse.page.goto("/admin/")
    mouse.write("[name=username]", "bianca")
    mouse.page.keyboard.press("Tab")
    mouse.page.keyboard.insert_text("walks-a-lot")
    mouse.page.keyboard.press("Enter")
    expect(mouse.page.get_by_role("link", name="Intenções").first).to_be_visible()


def ask(page, text: str):
    """Asks on the chat page in a conversation of its own and unfolds the proof under the answer."""
    page.goto("/")
    page.locator(".start, .message").first.wait_for()
    page.click("button.new")
    page.locator(".start .choice").first.wait_for()
    page.fill("textarea", text)
    page.keyboard.press("Enter")
    page.locator(".quiet > summary").click()
    return page.locator(".explained")


def test_a_new_intent_is_answered_live_within_twelve_clicks(page, person) -> None:
    mouse = Mouse(page)
    log_in(mouse)
    mouse.press(page.get_by_role("link", name="Intenções").last)
    mouse.press(page.locator(f"a[href*='{reverse('admin:routing_intent_add')}']").first)
    mouse.write("[name=name]", "Portabilidade de número")
    mouse.paste("#id_keywords_new", KEYWORDS)
    mouse.press(".field-specialist .select2-selection")
    page.keyboard.insert_text("Fatur")
    page.locator(".select2-results__option--highlighted", has_text="Faturas").wait_for()
    page.keyboard.press("Enter")
    mouse.press("[name=_save]")
    mouse.press(".studio-bar .studio-button.is-primary")
    expect(page.locator("#draft")).to_contain_text("1")
    mouse.press(page.get_by_role("button", name="Publicar", exact=True))
    expect(page.locator(".studio-bar")).to_contain_text("2")
    mouse.clicks += 1  # to the other tab, where the chat is open
    page.goto("/")
    page.wait_for_selector(".start .choice")
    mouse.write("textarea", ASKED)
    page.keyboard.press("Enter")
    expect(page.locator(".quiet > summary")).to_contain_text("portabilidade")
    page.locator(".quiet > summary").click()
    expect(page.locator(".explained")).to_contain_text("billing_agent · portabilidade_de_numero")
    print(f"\nA new intent, from the login to its live answer: {mouse.clicks} clicks.")
    assert mouse.clicks <= MOST_CLICKS


def test_an_older_release_is_restored_and_the_chat_follows(inside) -> None:
    intent = Intent.objects.of(tenant()).create(
        tenant=tenant(),
        name="portability",
        specialist=Specialist.objects.of(tenant()).get(name="billing_agent"),
    )
    Keyword.objects.of(tenant()).create(tenant=tenant(), intent=intent, text="portabilidade")
    publish(tenant(), "bianca", "Números de outra operadora")
    expect(ask(inside, ASKED)).to_contain_text("portability")
    first = Release.objects.of(tenant()).get(number=1)
    inside.goto(reverse("admin:releases_release_change", args=[first.pk]))
    inside.get_by_role("link", name="Restaurar esta versão").click()
    inside.locator("form .is-danger").click()
    expect(inside.locator(".studio-bar")).to_contain_text("3")
    explained = ask(inside, ASKED)
    expect(explained).not_to_contain_text("portability")
    expect(explained).to_contain_text("versão 3")


def test_the_flag_at_zero_gives_everybody_the_single_agent(inside) -> None:
    expect(ask(inside, "Minha fatura veio alta")).to_contain_text("modo router")
    flag = Flag.objects.of(tenant()).get()
    assert flag.percentage == 100
    inside.goto(reverse("admin:rollout_flag_change", args=[flag.pk]))
    inside.locator("input.studio-slider").fill("0")
    expect(inside.locator("[name=percentage]")).to_have_value("0")
    inside.locator("[name=_save]").click()
    inside.wait_for_url("**/rollout/flag/")
    expect(ask(inside, "Minha fatura veio alta")).to_contain_text("modo single")


def test_a_figure_opens_its_conversations_and_one_of_them_its_story(inside) -> None:
    ask(inside, "Minha fatura veio alta e onde está meu pedido P100?")
    inside.goto("/analytics/")
    inside.get_by_role("link", name="billing_agent → orders_agent: 1").last.click()
    expect(inside.locator("h1")).to_contain_text("1 conversa: billing_agent → orders_agent")
    inside.locator(".talk-title").click()
    expect(inside.locator("details.how")).to_have_attribute("open", "")
    expect(inside.locator("body")).to_contain_text("onde está meu pedido P100?")
    expect(inside.locator("body")).to_contain_text("orders_agent")
